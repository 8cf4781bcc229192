"""People, their API keys, and the record of staff who looked at what is theirs."""

import secrets
import uuid
import zoneinfo
from typing import Any, ClassVar

import uuid6
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken


def fingerprint_key() -> bytes:
    """A fresh key for the fingerprints of what a person has had forgotten."""
    return secrets.token_bytes(32)


def validate_time_zone(name: str) -> None:
    """Refuses a name that is no IANA time zone."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("%(name)s is not a time zone."), params={"name": name})


class UserManager(BaseUserManager["User"]):
    """Makes people; e-mail addresses are kept in lower case."""

    def create_user(self, email: str | None = None, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=email.strip().lower() if email else None, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, **fields | {"is_staff": True, "is_superuser": True})

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=username)


class User(AbstractBaseUser, PermissionsMixin):
    """A person. Signs in by e-mail; people whom an application brings have an external id instead."""

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    email = models.EmailField(_("e-mail address"), unique=True, null=True, blank=True)
    name = models.CharField(_("name"), max_length=80, blank=True)
    application = models.CharField(max_length=80, null=True, blank=True, editable=False)
    external_id = models.CharField(max_length=200, null=True, blank=True, editable=False)

    language = models.CharField(
        _("language"), max_length=10, blank=True, choices=[("en", "English"), ("zh-hans", "中文")]
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    theme = models.CharField(
        _("appearance"),
        max_length=5,
        blank=True,
        choices=[("", _("As the device")), ("light", _("Light")), ("dark", _("Dark"))],
    )
    fingerprint_key = models.BinaryField(max_length=32, default=fingerprint_key, editable=False)

    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("staff"), default=False)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.UniqueConstraint(Lower("email"), name="user_email_unique_any_case"),
            models.UniqueConstraint(fields=["application", "external_id"], name="user_external_id_unique"),
            models.CheckConstraint(
                condition=models.Q(application__isnull=True, external_id__isnull=True)
                | models.Q(application__isnull=False, external_id__isnull=False),
                name="user_external_id_with_application",
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.email or str(self.id)

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name or (self.email or "").partition("@")[0]

    @property
    def tzinfo(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.time_zone)


class ApiKey(AbstractAuthToken):
    """A person's key for the API; only its hash is kept."""

    name = models.CharField(_("name"), max_length=80)
    last_used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class StaffAccess(models.Model):
    """A staff member opened a person's memories or messages, with the reason; the person can see it."""

    class Scope(models.TextChoices):
        MEMORIES = "memories", _("Memories")
        MESSAGES = "messages", _("Messages")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="accesses")
    staff = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="accesses_made")
    scope = models.CharField(max_length=10, choices=Scope)
    reason = models.CharField(_("reason"), max_length=500)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("staff access")
        verbose_name_plural = _("staff accesses")
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["person", "-created_at"], name="staffaccess_person_time")]
        constraints = [models.CheckConstraint(condition=~models.Q(reason=""), name="staffaccess_has_reason")]

    def __str__(self) -> str:
        return f"{self.scope} {self.created_at:%Y-%m-%d}"
