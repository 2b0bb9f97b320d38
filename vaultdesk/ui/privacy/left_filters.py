"""Left filters: narrow what left this computer down by receiver, month and decision. Asks no ledger."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from PySide6.QtCore import QObject, Signal

from vaultdesk.privacy.ledger_entry import Decision, EntryKind, LedgerQuery, month_of
from vaultdesk.ui.dates import month_text
from vaultdesk.ui.widgets.lists.list_page import FilterBox

MONTHS = 12
"""Months that are offered one by one; what is older is found under all of them."""

SENT_BY: Mapping[str, Sequence[Decision]] = {
    "you": ("person", "review"), "rule": ("rule",), "earlier": ("grant",), "unasked": ("default",),
}  # fmt: skip
"""The decisions that a choice holds, of what was sent or read here."""


class LeftFilters(QObject):
    """Three boxes; whoever shows them puts `boxes` somewhere."""

    changed = Signal()

    def __init__(self, today: date, parent: QObject) -> None:
        super().__init__(parent)
        self.receiver = FilterBox(self.tr("Receiver"), [("", self.tr("All providers"))])
        self.month = FilterBox(self.tr("Month"), [*self._months(today), ("", self.tr("All months"))])
        self.decision = FilterBox(
            self.tr("Decision"),
            [
                ("", self.tr("Any decision")),
                ("you", self.tr("Allowed by you")),
                ("rule", self.tr("Allowed by a rule")),
                ("earlier", self.tr("Allowed for a chat")),
                ("unasked", self.tr("Needed no question")),
                ("kept", self.tr("Kept back")),
            ],
        )
        self.boxes = (self.receiver, self.month, self.decision)
        for box in self.boxes:
            box.chosen.connect(self.changed)

    def offer(self, providers: Sequence[tuple[str, str]]) -> None:
        """Offer *providers*, as (name, host)."""
        names = dict.fromkeys(provider for provider, _ in providers)
        self.receiver.set_choices([("", self.tr("All providers")), *((name, name) for name in names)])

    def query(self, words: str, note: str) -> LedgerQuery:
        """Return what the boxes, *words* and one *note* ask for."""
        since = until = None
        if self.month.value():
            first = datetime.fromisoformat(self.month.value()).astimezone()
            since, until = month_of(first)
        decision = self.decision.value()
        kinds: Sequence[EntryKind] = ("kept",) if decision == "kept" else ("sent", "stayed") if decision else ()
        return LedgerQuery(
            text=words,
            note=note,
            provider=self.receiver.value(),
            decisions=SENT_BY.get(decision, ()),
            kinds=kinds,
            since=since,
            until=until,
        )

    def narrowed(self) -> bool:
        """Whether anything but the month narrows the list down."""
        return bool(self.receiver.value() or self.decision.value())

    def _months(self, today: date) -> list[tuple[str, str]]:
        months: list[tuple[str, str]] = []
        day = today.replace(day=1)
        for _ in range(MONTHS):
            months.append((day.isoformat(), month_text(day)))
            day = day.replace(year=day.year - (day.month == 1), month=(day.month - 2) % 12 + 1)
        return months
