"""Addresses of the chat pages."""

from django.urls import path

from chat import panel_views, recall_views, temporary_views, views

app_name = "chat"

urlpatterns = [
    path("", views.index, name="index"),
    path("search/", views.search, name="search"),
    path("connect-a-model/", views.connect, name="connect"),
    path("temporary/", temporary_views.start, name="temporary-start"),
    path("temporary/<uuid:temporary_id>/", temporary_views.conversation, name="temporary"),
    path("temporary/<uuid:temporary_id>/memory/", temporary_views.memory, name="temporary-memory"),
    path("temporary/<uuid:temporary_id>/end/", temporary_views.end, name="temporary-end"),
    path(
        "temporary/<uuid:temporary_id>/messages/<uuid:message_id>/",
        temporary_views.message,
        name="temporary-message",
    ),
    path(
        "temporary/<uuid:temporary_id>/messages/<uuid:message_id>/answer/",
        temporary_views.answer,
        name="temporary-answer",
    ),
    path("<uuid:conversation_id>/", views.conversation, name="conversation"),
    path("<uuid:conversation_id>/rename/", views.rename, name="rename"),
    path("<uuid:conversation_id>/delete/", views.delete, name="delete"),
    path("<uuid:conversation_id>/panel/", panel_views.side_panel, name="panel"),
    path("<uuid:conversation_id>/summary/<int:line_id>/", panel_views.summary_line, name="summary-line"),
    path("<uuid:conversation_id>/prompt/", panel_views.prompt, name="prompt-latest"),
    path("<uuid:conversation_id>/messages/<uuid:message_id>/prompt/", panel_views.prompt, name="prompt"),
    path("<uuid:conversation_id>/messages/<uuid:message_id>/", views.message, name="message"),
    path("<uuid:conversation_id>/messages/<uuid:message_id>/answer/", views.answer, name="answer"),
    path("<uuid:conversation_id>/messages/<uuid:message_id>/recall/", recall_views.recalled, name="recall"),
    path(
        "<uuid:conversation_id>/messages/<uuid:message_id>/recall/<uuid:memory_id>/",
        recall_views.why,
        name="why-not",
    ),
    path(
        "<uuid:conversation_id>/messages/<uuid:message_id>/memories/<uuid:memory_id>/",
        views.memory,
        name="memory",
    ),
]
