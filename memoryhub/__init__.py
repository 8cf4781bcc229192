"""The project: settings, wiring, people, and everything outside Django that it talks to."""

from memoryhub.celery import app as celery_app

__all__ = ["celery_app"]
