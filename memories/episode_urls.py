"""Addresses of the episodes, under *My memories*."""

from django.urls import path

from memories import episode_views

urlpatterns = [
    path("", episode_views.index, name="episodes"),
    path("lines/<int:episode_item_id>/remove/", episode_views.remove_item, name="episode-item-remove"),
    path("lines/<int:episode_item_id>/settle/", episode_views.settle, name="episode-item-settle"),
    path("<uuid:episode_id>/remove/", episode_views.remove, name="episode-remove"),
]
