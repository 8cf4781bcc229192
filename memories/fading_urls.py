"""Addresses of *Fading soon*, below *My memories*."""

from django.urls import path

from memories import fading_views

urlpatterns = [
    path("", fading_views.index, name="fading"),
    path("times/", fading_views.retention, name="fading-times"),
    path("<uuid:memory_id>/keep/", fading_views.keep, name="fading-keep"),
    path("<uuid:memory_id>/unkeep/", fading_views.unkeep, name="fading-unkeep"),
    path("<uuid:memory_id>/let-go/", fading_views.let_go, name="fading-let-go"),
    path("<uuid:memory_id>/unprotect/", fading_views.unprotect, name="unprotect"),
]
