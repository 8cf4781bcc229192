"""Waits until a message has been captured, doing the work itself where no worker is at it."""

import time
from uuid import UUID

from memories.capture import run_user
from memories.kinds import CaptureStatus
from memories.models import CaptureRun
from memoryhub.models import User

_STEP_SECONDS = 0.1


def captured(*, user: User, message_id: UUID, patience_seconds: float = 30.0) -> CaptureRun | None:
    """The run of a message of the person's once it is done or failed, or as it stands when patience is out.

    None where the message has no run. A run that failed once and waits for its next attempt is not waited for.
    """
    until = time.monotonic() + patience_seconds
    while True:
        run = CaptureRun.objects.filter(user=user, message_id=message_id).first()
        if (
            run is None
            or run.status in (CaptureStatus.DONE, CaptureStatus.FAILED)
            or run.retry_at is not None
        ):
            return run
        if time.monotonic() > until:
            return run
        if not run_user(user_id=user.pk):
            time.sleep(_STEP_SECONDS)
