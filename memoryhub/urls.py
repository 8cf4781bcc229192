"""All addresses of the site. Pages have no language in their address; the API is versioned."""

from django.contrib import admin
from django.urls import include, path

from memoryhub import health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("accounts/", include("allauth.account.urls")),
    path("admin/", admin.site.urls),
    path("api/", include("memoryhub.api_urls")),
    path("chat/", include("chat.urls")),
    path("memories/", include("memories.urls")),
    path("", include("memoryhub.people_urls")),
]

handler403 = "memoryhub.views.error_403"
handler404 = "memoryhub.views.error_404"
handler500 = "memoryhub.views.error_500"
