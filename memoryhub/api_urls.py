"""Addresses under ``/api/``: version 1, its OpenAPI document and the page that shows it."""

from django.urls import URLPattern, URLResolver, include, path, re_path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from memoryhub.api_views import NothingHere

urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path(
        "docs/",
        SpectacularSwaggerSplitView.as_view(url_name="api-schema", template_name="api/docs.html"),
        name="api-docs",
    ),
    path("v1/", include("chat.api.urls")),
    path("v1/", include("memories.api.urls")),
    re_path(r"^.*$", NothingHere.as_view(), name="api-nothing"),
]
