"""Addresses of *My memories*."""

from django.urls import include, path

from memories import bin_views, views, why_views

app_name = "memories"
urlpatterns = [
    path("", views.index, name="list"),
    path("inbox/", views.index, name="inbox"),
    path("inbox/<str:category>/<str:choice>/", views.category, name="category"),
    path("declined/", views.index, name="declined"),
    path(
        "declined/<uuid:message_id>/<int:start>/remember/", views.remember_declined, name="remember-declined"
    ),
    path("profile/", include("memories.profile_urls")),
    path("episodes/", include("memories.episode_urls")),
    path("graph/", include("memories.graph_urls")),
    path("import/", include("memories.import_urls")),
    path("add/", views.add, name="add"),
    path("bulk/", views.bulk, name="bulk"),
    path("bin/empty/", bin_views.empty, name="bin-empty"),
    path("switch/", views.switch, name="switch"),
    path("knowledge/", include("memories.knowledge_urls")),
    path("fading/", include("memories.fading_urls")),
    path("<uuid:memory_id>/", views.detail, name="detail"),
    path("<uuid:memory_id>/why-not/", why_views.asked, name="why-not"),
    path("<uuid:memory_id>/edit/", views.edit, name="edit"),
    path("<uuid:memory_id>/forget/", views.one, {"verb": "forget"}, name="forget"),
    path("<uuid:memory_id>/erase/", bin_views.erase, name="erase"),
    path("<uuid:memory_id>/restore/", views.one, {"verb": "restore"}, name="restore"),
    path("<uuid:memory_id>/choose/", views.one, {"verb": "choose"}, name="choose"),
    path("<uuid:memory_id>/pin/", views.one, {"verb": "pin"}, name="pin"),
    path("<uuid:memory_id>/unpin/", views.one, {"verb": "unpin"}, name="unpin"),
    path("<uuid:memory_id>/confirm/", views.one, {"verb": "confirm"}, name="confirm"),
    path("<uuid:memory_id>/reject/", views.one, {"verb": "reject"}, name="reject"),
]
