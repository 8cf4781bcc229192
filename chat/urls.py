"""Addresses of the chat pages."""

from django.urls import path

from chat import views

app_name = "chat"

urlpatterns = [
    path("", views.index, name="index"),
    path("search/", views.search, name="search"),
    path("connect-a-model/", views.connect, name="connect"),
    path("<uuid:conversation_id>/", views.conversation, name="conversation"),
    path("<uuid:conversation_id>/rename/", views.rename, name="rename"),
    path("<uuid:conversation_id>/delete/", views.delete, name="delete"),
    path("<uuid:conversation_id>/messages/<uuid:message_id>/", views.message, name="message"),
    path("<uuid:conversation_id>/messages/<uuid:message_id>/answer/", views.answer, name="answer"),
    path(
        "<uuid:conversation_id>/messages/<uuid:message_id>/memories/<uuid:memory_id>/",
        views.memory,
        name="memory",
    ),
]
