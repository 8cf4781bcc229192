"""The Chinese of the pages: one voice, its own punctuation, names of zones and columns."""

import gettext
import re
import zoneinfo
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.template import Context, Template
from django.utils import translation

from memoryhub.forms import time_zone_choices

CHINESE = "zh-hans"
_HAN = r"[\u4e00-\u9fff]"
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%d|<[^>]+>|[A-Z]+_[A-Z_]+")


def catalogue() -> dict[str, str]:
    """Our own texts by their English; of a plural its second form."""
    path = Path(settings.LOCALE_PATHS[0]) / "zh_Hans" / "LC_MESSAGES" / "django.mo"
    with path.open("rb") as file:
        texts = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return {key[0] if isinstance(key, tuple) else key: text for key, text in texts.items() if key}


def zones(current: str) -> dict[str, str]:
    """The choices of the settings page, without their groups."""
    _utc, *groups = time_zone_choices(current)
    return {name: str(label) for _area, places in groups for name, label in places}


def test_the_catalogue_says_you_to_a_friend() -> None:
    assert [text for text in catalogue().values() if "您" in text] == []


def test_chinese_sentences_have_chinese_punctuation() -> None:
    narrow = re.compile(rf"{_HAN}[,;:?!()]|[,;?!()]{_HAN}|{_HAN}\.(?:\s|$)|[，。；：？！] +\S")
    assert [text for text in catalogue().values() if narrow.search(text)] == []


def test_digits_and_latin_words_stand_apart_from_chinese_before_them() -> None:
    # Dates are one word ("3月12日"), and an example that a person may send is written as people write.
    glued = re.compile(
        rf"{_HAN}(?:MemoryHub|API|LLM_|JSON|OpenAI|Ollama)|(?:MemoryHub|API|JSON|OpenAI){_HAN}"
    )
    assert [text for text in catalogue().values() if glued.search(text)] == []


def test_placeholders_and_names_come_through() -> None:
    texts = catalogue()
    lost = {
        english: text
        for english, text in texts.items()
        if not set(_PLACEHOLDER.findall(english)) <= set(_PLACEHOLDER.findall(text))
    }
    assert texts and lost == {}


def test_every_time_zone_has_one_place_in_both_languages() -> None:
    offered = {name for name in zoneinfo.available_timezones() if "/" in name}
    offered = {name for name in offered if not name.startswith(("Etc/", "SystemV/", "US/"))}
    for language in ("en", CHINESE):
        with translation.override(language):
            assert set(zones("UTC")) == offered
            assert zones("Etc/GMT+3")["Etc/GMT+3"] == "GMT+3"


def test_time_zones_have_chinese_names() -> None:
    with translation.override(CHINESE):
        chinese = zones("UTC")
    with translation.override("en"):
        english = zones("UTC")
    assert (english["Asia/Shanghai"], chinese["Asia/Shanghai"]) == ("Shanghai", "上海")
    assert chinese["America/New_York"] == "纽约" and chinese["Asia/Chongqing"] == "重庆"
    assert [name for name, label in chinese.items() if not re.search(_HAN, label)] == []
    with translation.override(CHINESE):
        assert dict(time_zone_choices("UTC")).keys() >= {"UTC", "亚洲", "欧洲"}


@pytest.mark.parametrize("app", ["memoryhub", "memories", "chat"])
def test_columns_of_the_staff_pages_have_chinese_names(app: str) -> None:
    from django.contrib import admin

    with translation.override(CHINESE):
        english = [
            f"{model.__name__}.{field.name}"
            for model in apps.get_app_config(app).get_models()
            if admin.site.is_registered(model)
            for field in model._meta.fields
            if field.name in _shown(admin.site._registry[model]) and not field.auto_created  # that is ID
            if not re.search(_HAN, str(field.verbose_name))
        ]
        names = [
            str(model._meta.verbose_name_plural)
            for model in apps.get_app_config(app).get_models()
            if admin.site.is_registered(model)
        ]
    assert english == []
    assert names and all(re.search(_HAN, name) for name in names)


def _shown(pages: object) -> set[str]:
    """The columns that a list and its detail page name."""
    found = set(getattr(pages, "list_display", ())) | set(getattr(pages, "fields", None) or ())
    for _title, options in getattr(pages, "fieldsets", None) or ():
        found |= set(options["fields"])
    return found


@pytest.mark.parametrize(("language", "text"), [("en", "One. Two."), (CHINESE, "One.Two.")])
def test_only_english_sentences_have_a_space_between_them(language: str, text: str) -> None:
    with translation.override(language):
        assert Template("{% load design %}One.{% gap %}Two.").render(Context()) == text
