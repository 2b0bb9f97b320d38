"""CheckGroups: what was found, group by group, each a card of rows that fills as the findings come."""

from bisect import bisect_left
from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.diagnosis.check import CHECK_GROUPS, CheckGroup, CheckRemedy, CheckResult
from vaultdesk.ui.settings.check_row import CheckRow, Place
from vaultdesk.ui.settings.check_words import group_title
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel


class CheckGroups(QWidget):
    """Nothing at first; `add` what comes, in any order."""

    act_asked = Signal(str)
    """What is to be done about one of them (`CheckRemedy`)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[CheckRow] = []
        """In the order they are read."""
        self._only_open, self._wide = False, True
        self._cards: dict[CheckGroup, Card] = {}
        self._heads: dict[CheckGroup, QWidget] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme().step(8))
        for group in CHECK_GROUPS:
            self._lay_out(group)

    def checks(self) -> list[CheckResult]:
        """Return what is shown, in the order it is read."""
        return [row.check for row in self.rows]

    def clear(self) -> None:
        """Show nothing."""
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows = []
        for group in CHECK_GROUPS:
            self._show(group, ())

    def show_only_open(self, only: bool) -> None:
        """Show only what does not simply work, or everything."""
        self._only_open = only
        for group in CHECK_GROUPS:
            self._show(group, [row for row in self.rows if row.check.group == group])

    def add(self, place: Place, check: CheckResult, can: frozenset[CheckRemedy]) -> None:
        """Take in *check*, which is read at *place*; *can* is what the window is able to do about it."""
        row = CheckRow(check, place, can=can)
        row.act_asked.connect(self.act_asked)
        row.set_wide(self._wide)
        of_group = sorted((one for one in self.rows if one.check.group == check.group), key=lambda one: one.place)
        among = bisect_left([one.place for one in of_group], place)
        self._cards[check.group].content.insertWidget(among, row)
        self.rows.append(row)
        self.rows.sort(key=lambda one: (CHECK_GROUPS.index(one.check.group), one.place))
        self._show(check.group, (*of_group[:among], row, *of_group[among:]))

    def set_wide(self, wide: bool) -> None:
        """Stand what was found beside the names, or below them."""
        self._wide = wide
        for row in self.rows:
            row.set_wide(wide)

    def _lay_out(self, group: CheckGroup) -> None:
        head = PlainLabel(group_title(group), font="heading")
        head.setContentsMargins(0, theme().step(8), 0, 0)
        card = Card(padding=0)
        card.content.setSpacing(0)
        card.setAccessibleName(head.text())
        self._heads[group], self._cards[group] = head, card
        for widget in (head, card):
            widget.hide()
            self._column.addWidget(widget)

    def _show(self, group: CheckGroup, rows: Iterable[CheckRow]) -> None:
        """Show the head and the card of *group* where one of its *rows* is wanted."""
        there = False
        for row in rows:
            wanted = not self._only_open or row.check.outcome != "ok"
            row.setVisible(wanted)
            row.first = wanted and not there
            row.update()
            there = there or wanted
        self._heads[group].setVisible(there)
        self._cards[group].setVisible(there)
