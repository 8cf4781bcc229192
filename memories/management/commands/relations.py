"""``manage.py relations``: takes from everybody's memories whom and what they connect, anew."""

from typing import Any

from django.core.management.base import BaseCommand

from memories.graph import building


class Command(BaseCommand):
    help = (
        "Takes the relations of all memories anew; the worker does it by itself when their rules have changed. "
        "It can be interrupted and run again at any time, and done twice it changes nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        people = building.sweep(anew=True)
        self.stdout.write(f"The relations of {people} people are taken.")
