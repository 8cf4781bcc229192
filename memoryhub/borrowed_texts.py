"""Texts of other packages that their Chinese catalogues lack; `make messages` finds them here, nothing imports this."""

from django.utils.translation import gettext_noop, ngettext_lazy

# django.contrib.auth: its catalogue has an older wording.
ngettext_lazy(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
)

# unfold has no Chinese catalogue; these are what our staff pages show of it.
UNFOLD = (
    gettext_noop("All applications"),
    gettext_noop("Apply Filters"),
    gettext_noop("Expand row"),
    gettext_noop("False"),
    gettext_noop("Filters"),
    gettext_noop("General"),
    gettext_noop("Go back"),
    gettext_noop("Loading more results..."),
    gettext_noop("More actions"),
    gettext_noop("No data"),
    gettext_noop("No recent searches"),
    gettext_noop("No results found"),
    gettext_noop("No results matching your query"),
    gettext_noop("Recent searches"),
    gettext_noop("Reset filters"),
    gettext_noop("Return to site"),
    gettext_noop("Run"),
    gettext_noop("Search apps and models..."),
    gettext_noop("Select action"),
    gettext_noop("Select action to run"),
    gettext_noop("Select all %(total_count)s %(module_name)s"),
    gettext_noop("Select all rows"),
    gettext_noop("Select record"),
    gettext_noop("Select value"),
    gettext_noop("This page yielded into no results. Create a new item or reset your filters."),
    gettext_noop("True"),
    gettext_noop("Type to search"),
)
