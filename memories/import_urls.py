"""Addresses of the import."""

from django.urls import path

from memories import import_views

urlpatterns = [
    path("", import_views.index, name="import"),
    path("<uuid:import_id>/", import_views.one, name="import-one"),
]
