"""What the API takes and gives of the inbox, of what was declined, and of a person's switches."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memories.api.serializers import MemorySerializer
from memories.forms import CHOICE_LIMIT
from memories.inbox import waits_for
from memories.kinds import CategoryChoice, MemoryType, WaitsFor
from memories.models import Memory, MemorySettings
from memories.passed_over import REASONS
from memories.switches import CATEGORIES, NEVER_WORD_LENGTH, NEVER_WORDS_LIMIT, choices_of
from memoryhub.api_views import StrictSerializer, Text, Truth


class WaitingSerializer(MemorySerializer):
    """A memory of the inbox, and what it waits for: certainty, the consent to its category, …"""

    waits_for = serializers.SerializerMethodField()

    class Meta(MemorySerializer.Meta):
        fields = [*MemorySerializer.Meta.fields, "waits_for"]
        read_only_fields = fields

    @extend_schema_field(serializers.ChoiceField(choices=WaitsFor.choices))
    def get_waits_for(self, memory: Memory) -> str:
        return waits_for(memory)


class DecisionSerializer(StrictSerializer):
    """A yes or a no to memories that wait."""

    act = serializers.ChoiceField(choices=[("confirm", "confirm"), ("reject", "reject")])
    memories = serializers.ListField(
        child=serializers.UUIDField(), min_length=1, max_length=CHOICE_LIMIT, help_text="ids"
    )


class DecidedSerializer(serializers.Serializer[Any]):
    """How many of them waited until now, and how many wait still."""

    changed = serializers.IntegerField()
    waiting = serializers.IntegerField()


class DeclinedSerializer(serializers.Serializer[Any]):
    """Words that were not remembered, secrets as dots, and why: a key, and a sentence in the person's language."""

    message = serializers.UUIDField(source="message_id")
    conversation = serializers.UUIDField(source="conversation_id")
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    words = serializers.CharField()
    reason = serializers.ChoiceField(choices=[(key, key) for key in REASONS])
    sentence = serializers.CharField()
    keepable = serializers.BooleanField()
    said_at = serializers.DateTimeField(source="at")


class DeclinedPageSerializer(serializers.Serializer[Any]):
    """Some of them, the latest first; ``older`` goes into ``before`` for those that come next."""

    results = DeclinedSerializer(many=True, source="rows")
    older = serializers.IntegerField(allow_null=True)


class DeclinedQuery(StrictSerializer):
    """Where to go on."""

    before = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)


class ChoicesSerializer(StrictSerializer):
    """What is done with each kind of private matter."""

    def get_fields(self) -> dict[str, serializers.Field]:
        return {
            str(category): serializers.ChoiceField(choices=CategoryChoice.choices, required=False)
            for category in CATEGORIES
        }


class SettingsSerializer(serializers.ModelSerializer[MemorySettings]):
    """The person's switches. ``consents`` are the categories whose choice is to keep."""

    categories = serializers.SerializerMethodField()

    class Meta:
        model = MemorySettings
        fields = ["use", "learn", "types_off", "categories", "consents", "never_words", "updated_at"]

    @extend_schema_field(ChoicesSerializer)
    def get_categories(self, own: MemorySettings) -> dict[str, str]:
        return {category: str(choice) for category, choice in choices_of(own).items()}


class SwitchesSerializer(StrictSerializer):
    """The switches to set; the others stay, as do the categories that are not named."""

    use = Truth(required=False)
    learn = Truth(required=False)
    types_off = serializers.ListField(
        child=serializers.ChoiceField(choices=MemoryType.choices), required=False, max_length=len(MemoryType)
    )
    categories = ChoicesSerializer(required=False)
    never_words = serializers.ListField(
        child=Text(max_length=NEVER_WORD_LENGTH), required=False, max_length=NEVER_WORDS_LIMIT
    )


def ids_of(wanted: dict[str, Any]) -> list[UUID]:
    """The ids of a decision, each once."""
    return list(dict.fromkeys(wanted["memories"]))
