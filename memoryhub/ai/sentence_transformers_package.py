"""Loads models of the sentence-transformers package, which is not part of the small installation."""

import importlib
from typing import Any, Literal

from django.utils.translation import gettext_lazy as _

from memoryhub.ai.errors import NoSuchModel, NotConfigured

_NOT_INSTALLED = _(
    "The settings ask for a model of sentence-transformers, which is not installed. "
    "Whoever runs this site can install it with “make run FULL=1”."
)
_NOT_LOADED = _(
    "The search model that is set up could not be loaded. Whoever runs this site should check its name, "
    "and that it is in the local cache or can be downloaded."
)


def load_model(kind: Literal["SentenceTransformer", "CrossEncoder"], name: str) -> Any:
    """Return the loaded model. Importing the package takes seconds, so it happens here and not at start."""
    try:
        package = importlib.import_module("sentence_transformers")
    except ImportError:
        raise NotConfigured(
            "sentence-transformers is not installed: make run FULL=1", user_message=_NOT_INSTALLED
        ) from None
    try:
        return getattr(package, kind)(name)
    except Exception as error:  # the hub, the disk and torch each raise their own
        raise NoSuchModel(f"{kind}: {type(error).__name__}", user_message=_NOT_LOADED) from error
