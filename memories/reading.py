"""What the pages of *My memories* show: the list under its filters, and one memory with its past. Reads only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from urllib.parse import urlencode
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from memories import inbox, selectors
from memories.forms import FilterForm
from memories.kinds import MemoryStatus, MemoryType, WaitsFor
from memories.models import Memory, MemorySource
from memories.quotes import Quote
from memoryhub.models import User

PAGE = 50
_CHATS_LISTED = 100

#: The tabs by their key in the address, in their order.
TABS: dict[str, tuple[MemoryStatus, ...]] = {
    "active": (MemoryStatus.ACTIVE,),
    "pending": (MemoryStatus.PENDING,),
    "superseded": (MemoryStatus.SUPERSEDED,),
    "archived": (MemoryStatus.ARCHIVED,),
    "rejected": (MemoryStatus.REJECTED,),
    "forgotten": (MemoryStatus.FORGOTTEN,),
}
#: Tabs that are pages of their own.
_OWN_PATHS = {"pending": "memories:inbox", "rejected": "memories:declined"}
_TAB_LABELS: dict[str, Promise] = {
    "active": _("Current"),
    "pending": _("Waiting for you"),
    "superseded": _("Replaced"),
    "archived": _("Archived"),
    "rejected": _("Not remembered"),
    "forgotten": _("Recycle bin"),
}


@dataclass(frozen=True, slots=True)
class Filters:
    """Which part of the list is looked at; the address says the same."""

    status: str = "active"
    type: str = ""
    q: str = ""
    source: str = ""
    since: date | None = None
    until: date | None = None
    sort: str = "-created"

    @property
    def narrowed(self) -> bool:
        """Whether anything but the tab and the order leaves rows out."""
        return bool(self.type or self.q or self.more)

    @property
    def more(self) -> bool:
        """Whether one of the filters behind the fold is set."""
        return bool(self.source or self.since or self.until)

    @property
    def query(self) -> str:
        """These filters as the query of an address, without what goes unsaid."""
        plain = Filters()
        said = {
            each.name: str(value)
            for each in fields(self)
            if not (each.name == "status" and self.has_own_path)
            and (value := getattr(self, each.name)) != getattr(plain, each.name)
            and value
        }
        return urlencode(said)

    @property
    def has_own_path(self) -> bool:
        """Whether this tab is a page of its own."""
        return self.status in _OWN_PATHS

    @property
    def base(self) -> str:
        """The address of the list without a query: the inbox and what was not remembered have their own."""
        return reverse(_OWN_PATHS.get(self.status, "memories:list"))

    @property
    def address(self) -> str:
        """Where the first page under these filters is."""
        return self.base + (f"?{self.query}" if self.query else "")

    def but(self, **changes: str) -> str:
        """The address of the same list with something changed."""
        return replace(self, **changes).address  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Choice:
    """A tab or a chip above the list. ``count`` is None where no number tells it all."""

    key: str
    label: str | Promise
    address: str
    here: bool
    count: int | None = None


def tabs(*, filters: Filters, counts: Mapping[str, int]) -> list[Choice]:
    """One tab a state, with how many memories are in it; the other filters stay."""
    return [
        Choice(
            key,
            _TAB_LABELS[key],
            filters.but(status=key),
            key == filters.status,
            None if key == "rejected" else sum(counts.get(status, 0) for status in statuses),
        )
        for key, statuses in TABS.items()
    ]


def chips(*, filters: Filters) -> list[Choice]:
    """One chip a type, and one for all."""
    choices: list[tuple[str, str | Promise]] = [("", _("All")), *MemoryType.choices]
    return [Choice(key, label, filters.but(type=key), key == filters.type) for key, label in choices]


def elsewhere(*, filters: Filters, counts: Mapping[str, int]) -> list[Choice]:
    """The tabs under which something fits, with how much."""
    return [tab for tab in tabs(filters=filters, counts=counts) if not tab.here and counts.get(tab.key)]


def sent_by_path(path: str) -> dict[str, str]:
    """What the path of an address says of the filters: which page of its own it is, if one."""
    return next(({"status": key} for key, name in _OWN_PATHS.items() if path == reverse(name)), {})


def filters_from(*, user: User, sent: Mapping[str, str]) -> tuple[Filters, FilterForm]:
    """The filters that an address asks for; the form tells which of them made no sense."""
    data = {name: sent.get(name, "").replace("\0", "").strip() for name in FilterForm.base_fields}
    form = FilterForm(data, conversations=_conversations(user))
    form.full_clean()
    good = {name: value for name, value in form.cleaned_data.items() if value}
    status, type = sent.get("status", ""), sent.get("type", "")
    return (
        Filters(
            status=status if status in TABS else "active",
            type=type if type in MemoryType.values else "",
            **good,
        ),
        form,
    )


def _conversations(user: User) -> list[tuple[str, str]]:
    """The chats that taught something, the latest first, as choices."""
    links = MemorySource.objects.filter(memory__user=user, message__isnull=False)
    found = links.order_by("-message__conversation__updated_at", "message__conversation_id").values_list(
        "message__conversation_id", "message__conversation__title"
    )
    return [(str(pk), title or "…") for pk, title in found.distinct()[:_CHATS_LISTED]]


@dataclass(frozen=True, slots=True)
class Row:
    """A memory of the list; ``source`` the first place it comes from, ``others`` how many chats said it besides.

    One that waits has its words (``quote``) and the current memory whose place it would take (``gives_way``).
    """

    memory: Memory
    source: MemorySource | None
    others: int = 0
    quote: Quote | None = None
    gives_way: Memory | None = None

    @property
    def waits_for(self) -> WaitsFor:
        """What it waits for, if it does."""
        return inbox.waits_for(self.memory)

    @property
    def before(self) -> Memory | None:
        """What it took the place of, where that is still there to be told."""
        former = self.memory.supersedes
        if (
            former is None
            or former.status != MemoryStatus.SUPERSEDED
            or self.memory.status != MemoryStatus.ACTIVE
        ):
            return None
        return former


def row(memory: Memory) -> Row:
    """The memory as the list shows it."""
    found = list(memory.sources.all())
    said = [source for source in found if source.message_id]
    first = said[0] if said else found[0] if found else None
    chats = {source.message.conversation_id for source in said if source.message}
    return Row(memory, first, max(len(chats) - 1, 0))


def row_of(*, user: User, memory_id: UUID) -> Row | None:
    """One memory of the person's as the list shows it, or None."""
    found = with_rows(Memory.objects.of(user).filter(pk=memory_id)).first()
    return None if found is None else inbox.dressed(user=user, rows=[row(found)])[0]


def with_rows(found: QuerySet[Memory]) -> QuerySet[Memory]:
    """The rows with all that a row of the list shows."""
    return selectors.with_sources(found).select_related("subject", "supersedes")


def matching(*, user: User, filters: Filters, everywhere: bool = False) -> QuerySet[Memory]:
    """The person's memories under these filters, in their order; ``everywhere`` looks past the tab."""
    return selectors.memory_list(
        user=user,
        status=None if everywhere else TABS[filters.status],
        type=filters.type or None,
        q=filters.q,
        source=filters.source or None,
        created_from=filters.since,
        created_to=filters.until,
        sort=filters.sort,
    )


@dataclass(frozen=True, slots=True)
class Group:
    """Rows of the inbox that wait for the same thing, under one question; a consent is to a category."""

    waits_for: WaitsFor
    category: str
    label: str
    rows: list[Row]

    @property
    def key(self) -> str:
        """What tells it from the others of a page."""
        return self.category or self.waits_for

    @property
    def question(self) -> str | Promise:
        """What the person is asked, as a heading."""
        return inbox.QUESTIONS[self.waits_for]

    @property
    def explained(self) -> str | Promise:
        """What a yes or a no means."""
        return inbox.EXPLAINED[self.waits_for]


def groups(rows: Sequence[Row]) -> list[Group]:
    """The rows by what they wait for, in their order."""
    found: list[Group] = []
    for each in rows:
        private = each.waits_for == WaitsFor.CONSENT
        category = each.memory.category if private else ""
        if not found or (found[-1].waits_for, found[-1].category) != (each.waits_for, category):
            label = each.memory.get_category_display() if private else ""
            found.append(Group(each.waits_for, category, label, []))
        found[-1].rows.append(each)
    return found


@dataclass(frozen=True, slots=True)
class Listing:
    """One page of the list; ``elsewhere`` counts what fits under other tabs when nothing fits under this one."""

    page: Page[Memory]
    rows: list[Row]
    counts: dict[str, int]
    elsewhere: list[Choice] = field(default_factory=list)

    @property
    def total(self) -> int:
        """How many memories the person has, in whatever state."""
        return sum(self.counts.values())


def listing(*, user: User, filters: Filters, page: str | None) -> Listing:
    """The page of the list that was asked for, or the nearest that there is; in a fixed number of queries."""
    wanted = matching(user=user, filters=filters).select_related("subject", "supersedes")
    if filters.status == "pending" and filters.sort == Filters().sort:
        wanted = wanted.order_by(*inbox.ORDER)
    found = Paginator(wanted, PAGE)
    shown = found.get_page(page)
    rows = inbox.dressed(user=user, rows=[row(memory) for memory in shown.object_list])
    counts = selectors.memory_counts(user=user)
    found_elsewhere = _elsewhere(user, filters) if not rows and filters.narrowed else []
    return Listing(page=shown, rows=rows, counts=counts, elsewhere=found_elsewhere)


def _elsewhere(user: User, filters: Filters) -> list[Choice]:
    rows = matching(user=user, filters=filters, everywhere=True).order_by().prefetch_related(None)
    return elsewhere(filters=filters, counts=dict(rows.values_list("status").annotate(count=Count("pk"))))
