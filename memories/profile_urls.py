"""Addresses of the profile, under *My memories*."""

from django.urls import path

from memories import profile_views

urlpatterns = [
    path("", profile_views.index, name="profile"),
    path("switch/", profile_views.switch, name="profile-switch"),
    path("write/", profile_views.write, name="profile-write"),
    path("lines/<int:profile_line_id>/", profile_views.edit, name="profile-edit"),
    path("lines/<int:profile_line_id>/hide/", profile_views.hide, name="profile-hide"),
    path("lines/<int:profile_line_id>/show/", profile_views.show, name="profile-show"),
]
