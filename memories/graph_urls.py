"""The address of the graph, below *My memories*."""

from django.urls import path

from memories import graph_views

urlpatterns = [path("", graph_views.index, name="graph")]
