"""Thin doors for Celery; the work is in capture and upkeep."""

from uuid import UUID

from celery import shared_task

from memories import capture
from memories.graph import building
from memories.imports import running
from memories.knowledge import embedding
from memories.upkeep import fan_out, reembedding
from memories.upkeep.episodes import writing as episodes
from memories.upkeep.profile import writing


@shared_task
def capture_user(user_id: str) -> None:
    """Captures a person's undone turns."""
    capture.run_user(user_id=UUID(user_id))


@shared_task
def capture_sweep() -> None:
    """Captures what no worker was told of."""
    capture.sweep()


@shared_task
def document_embed(document_id: str) -> None:
    """Embeds a document's passages for a moment, and lets other work have its turn before the next."""
    if embedding.embed(document_id=UUID(document_id)):
        document_embed.delay(document_id)


@shared_task
def documents_sweep() -> None:
    """Goes on with the documents that a worker has left behind."""
    for document_id in embedding.take_up():
        document_embed.delay(str(document_id))


@shared_task
def episodes_sweep() -> None:
    """Closes idle conversations, and tells what the ended ones were about."""
    episodes.tell()


@shared_task
def profile_write(user_id: str) -> None:
    """Writes a person's profile."""
    writing.write(user_id=UUID(user_id))


@shared_task
def profiles_sweep() -> None:
    """Writes the profiles that have waited long enough."""
    writing.sweep()


@shared_task
def upkeep_nightly() -> None:
    """Opens the night's upkeep when its hour has come, and sees to it that whoever is left of it is looked after."""
    opened = fan_out.open_night()
    for _ in range(fan_out.LANES if opened else int(fan_out.idle())):
        upkeep_people.delay()


@shared_task
def upkeep_people() -> None:
    """Looks after people for a moment, and lets other work have its turn before the next."""
    if fan_out.take():
        upkeep_people.delay()


@shared_task
def reembed_sweep() -> None:
    """Sees to it that everything has vectors of the model that the settings name."""
    if reembedding.sweep():
        reembed.delay()


@shared_task
def reembed() -> None:
    """Embeds for a moment, and lets other work have its turn before the next."""
    if reembedding.take():
        reembed.delay()


@shared_task
def relations_sweep() -> None:
    """Takes the relations of memories that were there before their rules."""
    building.sweep(limit=50)


@shared_task
def import_run(import_id: str) -> None:
    """Takes a person's list in."""
    running.take(import_id=UUID(import_id))


@shared_task
def imports_sweep() -> None:
    """Goes on with the imports that a worker has left behind."""
    for import_id in running.undone():
        import_run.delay(str(import_id))
