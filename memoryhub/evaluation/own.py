"""``evaluate recall --set own``: recall measured on what people of this installation said of it under their replies.

It reads the product's own database and writes nothing; the nightly upkeep keeps the same figures for staff.
"""

from dataclasses import asdict
from typing import Any

from memories import quality
from memoryhub.evaluation.datasets import DataMissing
from memoryhub.models import User

SET = "own"


def measured(*, email: str | None = None, limit: int | None = None) -> dict[str, Any]:
    """The figures of one person's verdicts, or of all; DataMissing where there is no such person, or no verdict."""
    user = None
    if email:
        user = User.objects.filter(email__iexact=email).first()
        if user is None:
            raise DataMissing(f"There is nobody with the address {email}.")
    rows = quality.labelled(user=user, limit=limit or quality.LATEST)
    if not rows:
        raise DataMissing(
            "Nobody has said under a reply whether a memory helped: there is nothing to measure yet."
        )
    return {"set": SET, **asdict(quality.measured(rows)), "categories": {}}
