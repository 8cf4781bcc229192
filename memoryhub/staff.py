"""What staff do: open a person's memories or messages with a reason, and set who may sign in and who is staff."""

from datetime import timedelta
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from memoryhub.models import StaffAccess, User

#: How long a reason holds.
ACCESS_LASTS = timedelta(minutes=30)
REASON_LIMIT = 500


def access_open(*, staff: User, person: User, scope: str, reason: str) -> StaffAccess:
    """The staff member may read this of the person's for ACCESS_LASTS, which the person can see with the reason."""
    reason = " ".join(reason.replace("\0", "").split())
    if not reason:
        raise ValidationError({"reason": _("Write why you need to read this.")})
    if len(reason) > REASON_LIMIT:
        raise ValidationError(
            {"reason": _("A reason has at most %(limit)d characters.") % {"limit": REASON_LIMIT}}
        )
    return StaffAccess.objects.create(
        person=person, staff=staff, scope=StaffAccess.Scope(scope), reason=reason
    )


def access_is_open(*, staff: User, person_id: UUID, scope: str, access_id: str) -> bool:
    """Whether this access was given to this staff member for this person and scope, and still holds."""
    try:
        return StaffAccess.objects.filter(
            pk=access_id,
            staff=staff,
            person_id=person_id,
            scope=scope,
            created_at__gt=timezone.now() - ACCESS_LASTS,
        ).exists()
    except ValidationError:
        return False


def person_set(*, staff: User, person: User, is_active: bool, is_staff: bool, is_superuser: bool) -> None:
    """Who may sign in, who is staff, who may appoint staff. Nobody can take any of it from themselves."""
    if not staff.is_superuser:
        raise ValidationError(_("Only those who may appoint staff can change this."))
    if person.pk == staff.pk and not (is_active and is_staff and is_superuser):
        raise ValidationError(_("You cannot take your own rights away: ask another staff member."))
    with transaction.atomic():
        row = User.objects.select_for_update().get(pk=person.pk)
        row.is_active, row.is_staff, row.is_superuser = is_active, is_staff or is_superuser, is_superuser
        row.save(update_fields=["is_active", "is_staff", "is_superuser"])
