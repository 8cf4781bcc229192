"""Addresses of the knowledge base, below *My memories*."""

from django.urls import path

from memories import knowledge_views

urlpatterns = [
    path("", knowledge_views.index, name="knowledge"),
    path("progress/", knowledge_views.rows, name="knowledge-rows"),
    path("<uuid:document_id>/", knowledge_views.document, name="document"),
    path("<uuid:document_id>/replace/", knowledge_views.replace, name="document-replace"),
    path("<uuid:document_id>/delete/", knowledge_views.delete, name="document-delete"),
]
