"""Addresses of the landing page and of what belongs to the person: settings, API keys, who read what."""

from django.urls import path

from memoryhub import settings_memory, views

urlpatterns = [
    path("", views.home, name="home"),
    path("language/", views.language, name="language"),
    path("settings/", views.settings_page, name="settings"),
    path("settings/memory/", settings_memory.switches, name="settings-memory"),
    path("settings/memory/types/", settings_memory.types, name="settings-types"),
    path("settings/memory/private/", settings_memory.categories, name="settings-private"),
    path("settings/memory/never/", settings_memory.never_words, name="settings-never"),
    path("settings/export/", views.export, name="export"),
    path("settings/erase-memories/", views.erase_memories, name="erase-memories"),
    path("settings/delete-account/", views.delete_account, name="delete-account"),
    path("settings/api-keys/", views.api_keys, name="api-keys"),
    path("settings/api-keys/<str:token_key>/revoke/", views.api_key_revoke, name="api-key-revoke"),
    path("settings/access-log/", views.access_log, name="access-log"),
]
