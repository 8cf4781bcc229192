"""Texts of other packages that our Chinese catalogue has too; `make messages` finds them here, nothing imports this."""

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

# allauth says 您, mixes languages and in one place shows a raw placeholder; our pages and mails say 你.
ALLAUTH = (
    gettext_noop("Be patient, you are sending too many requests."),
    gettext_noop("Hello from %(site_name)s!"),
    gettext_noop("If it was you, you can sign up for an account using the link below."),
    gettext_noop("In case you forgot, your username is %(username)s."),
    gettext_noop("Incorrect password."),
    gettext_noop("Please Confirm Your Email Address"),
    gettext_noop("Primary email address set."),
    gettext_noop("Removed email address %(email)s."),
    gettext_noop("Successfully signed in as %(name)s."),
    gettext_noop("Thank you for using %(site_name)s!\n%(site_domain)s"),
    gettext_noop("The email address and/or password you specified are not correct."),
    gettext_noop("The password reset token was invalid."),
    gettext_noop("To confirm this is correct, go to %(activate_url)s"),
    gettext_noop(
        "You are receiving this email because you or someone else tried to signup for an\n"
        "account using email address:\n"
        "\n"
        "%(email)s\n"
        "\n"
        "However, an account using that email address already exists.  In case you have\n"
        "forgotten about this, please use the password forgotten procedure to recover\n"
        "your account:\n"
        "\n"
        "%(password_reset_url)s"
    ),
    gettext_noop(
        "You are receiving this email because you, or someone else, tried to access an account with "
        "email %(email)s. However, we do not have any record of such an account in our database."
    ),
    gettext_noop("You cannot add more than %d email addresses."),
    gettext_noop("You cannot remove your primary email address (%(email)s)."),
    gettext_noop("You cannot remove your primary email address."),
    gettext_noop("You have confirmed %(email)s."),
    gettext_noop("You must type the same password each time."),
    gettext_noop(
        "You're receiving this email because user %(user_display)s has given your email address to "
        "register an account on %(site_domain)s."
    ),
    gettext_noop(
        "You're receiving this email because you or someone else has requested a password reset for "
        "your user account.\n"
        "It can be safely ignored if you did not request a password reset. Click the link below to "
        "reset your password."
    ),
    gettext_noop("Your primary email address must be verified."),
)
