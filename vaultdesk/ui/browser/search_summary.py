"""Summary line of a search: number of results, duration, and the sort order."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.index.index_results import Hit, Hits
from vaultdesk.ui.formatting import format_number, plural_text
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel
from vaultdesk.ui.widgets.layouts import row_layout
from vaultdesk.ui.widgets.menu import Menu, MenuButton

Order = Literal["best", "newest", "oldest", "name"]

RANKING_NOTICE_DELAY = 400
"""Milliseconds before the message that ranking continues is shown; for faster ones it would flicker."""


class SearchSummary(QWidget):
    """Line with the number of results, the duration and the sort order.

    The owner calls `begin` when a search starts, and `show_result` or `end` when it is finished.
    """

    order_changed = Signal()
    fold_requested = Signal(bool)
    """The passages of all notes should be hidden (true) or shown (false)."""
    search_test_requested = Signal()
    """The user requested the search test page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.order: Order = "best"
        self._interim_text = ""
        row = row_layout(self, 4, margins=(18, 0, 8, 0))
        self._bold_label = PlainLabel("", "text", "small_strong")
        self._muted_label = ElidedLabel("", Qt.TextElideMode.ElideRight, "muted", "small", brief=True)
        row.addWidget(self._bold_label)
        row.addWidget(self._muted_label, 1)
        self.sort = MenuButton("", self.tr("Order"), self._fill, font="small", role="muted")
        row.addWidget(self.sort)
        self._ranking_timer = QTimer(self, singleShot=True, interval=RANKING_NOTICE_DELAY)
        self._ranking_timer.timeout.connect(self._show_ranking_notice)
        self._show_order()

    def text(self) -> str:
        return f"{self._bold_label.text()} {self._muted_label.text()}".strip()

    def begin(self) -> None:
        """Handle the start of a search; the previous text stays until there is a result."""
        self._interim_text = ""
        self._ranking_timer.start()

    def show_result(self, answer: Hits, shown: int, limit: int, seconds: float, passages: int = 0) -> None:
        """Show the result: *passages* in *shown* notes of at most *limit*, after *seconds*."""
        if answer.exact:
            self._ranking_timer.stop()
            duration = self.tr("{n} ms").format(n=format_number(max(1, round(seconds * 1000))))
            notes = self._count(answer.total, shown, limit)
            if passages:
                passage_count = plural_text(passages, self.tr("1 passage"), self.tr("{n} passages"))
                self._set_text(passage_count, f"{self._within(answer.total, shown, limit)} · {duration}")
            else:
                self._set_text(notes, f"· {duration}")
            return
        about = "" if answer.total is None else self.tr("Best of about {n}").format(n=format_number(answer.total))
        self._interim_text = about or self._count(None, shown, limit)
        if not self._ranking_timer.isActive():
            self._show_ranking_notice()

    def end(self) -> None:
        """Clear the text."""
        self._ranking_timer.stop()
        self._set_text("", "")

    def _set_text(self, bold_text: str, muted_text: str) -> None:
        self._bold_label.setText(bold_text)
        self._bold_label.setVisible(bool(bold_text))
        self._muted_label.set_text(muted_text)

    def sorted(self, hits: Sequence[Hit]) -> list[Hit]:
        """Return *hits*, sorted by relevance, in the selected order."""
        match self.order:
            case "newest":
                return sorted(hits, key=lambda hit: hit.modified, reverse=True)
            case "oldest":
                return sorted(hits, key=lambda hit: hit.modified)
            case "name":
                return sorted(hits, key=lambda hit: (hit.title.casefold(), hit.path))
            case _:
                return list(hits)

    def _show_ranking_notice(self) -> None:
        notice = self.tr("still ranking…") if self._interim_text else self.tr("Searching…")
        self._set_text(self._interim_text, f"· {notice}" if self._interim_text else notice)

    def _count(self, total: int | None, shown: int, limit: int) -> str:
        if total is not None and total > shown:
            return self.tr("Best {shown} of {total}").format(shown=format_number(shown), total=format_number(total))
        if shown >= limit:
            return self.tr("The best {n}").format(n=format_number(shown))
        return plural_text(shown, self.tr("1 note"), self.tr("{n} notes"))

    def _within(self, total: int | None, shown: int, limit: int) -> str:
        if total is not None and total > shown:
            return self.tr("in the best {shown} of {total} notes").format(
                shown=format_number(shown), total=format_number(total)
            )
        if shown >= limit:
            return self.tr("in the best {n} notes").format(n=format_number(shown))
        return plural_text(shown, self.tr("in 1 note"), self.tr("in {n} notes"))

    def _orders(self) -> dict[Order, str]:
        return {
            "best": self.tr("Best first"),
            "newest": self.tr("Newest first"),
            "oldest": self.tr("Oldest first"),
            "name": self.tr("By name"),
        }

    def _fill(self, menu: Menu) -> None:
        for order, text in self._orders().items():
            menu.add(text, partial(self._choose, order), checked=order == self.order)
        menu.addSeparator()
        menu.add(self.tr("Collapse all"), partial(self.fold_requested.emit, True))
        menu.add(self.tr("Expand all"), partial(self.fold_requested.emit, False))
        menu.addSeparator()
        menu.add(self.tr("Show passages and their ranking"), self.search_test_requested.emit, icon_name="bulb")

    def _choose(self, order: Order) -> None:
        self.order = order
        self._show_order()
        self.order_changed.emit()

    def _show_order(self) -> None:
        self.sort.set_shown_text(self._orders()[self.order])
