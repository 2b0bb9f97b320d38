"""NoteFoot: one line under a note that opens to what has to do with it: links, related notes, mentions, twins."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.errors import VaultDeskError
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.facts import number
from vaultdesk.ui.meaning_words import related_words
from vaultdesk.ui.note.beside import MOST, Beside
from vaultdesk.ui.note.foot_list import ROW, FootList
from vaultdesk.ui.note.foot_rows import Tab
from vaultdesk.ui.note.foot_tab import FootTab
from vaultdesk.ui.parts.buttons import IconButton
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.theme.theme import theme

ROWS_SEEN = 5
"""Rows shown before the list scrolls. The height stays the same, so that the note does not move with each list."""

PATIENCE = 400
"""Milliseconds after which what changed in the vault is asked for: a scan commits several times a second."""

LONG_PATIENCE = 5_000
"""The same for notes that are much alike: all notes are compared for it."""


class NoteFoot(QWidget):
    """Folded it asks for the links' number only; a list is asked for when it is seen, and again as notes change."""

    chosen = Signal(object, bool)
    """A `FootRow`, and whether a new tab was asked for."""

    def __init__(self, beside: Beside, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._beside = beside
        self._path = ""
        self._tab: Tab | None = None
        self._loaded: tuple[str, Tab] | None = None
        """The note and the list that are shown."""
        self._asked: tuple[str, Tab] | None = None
        """Those that are asked for and not there yet."""
        self._counts: dict[Tab, int] = {}
        self._turn = 0
        self.fold = IconButton("chevron-right", self.tr("Show what has to do with this note"), size=12, side=20)
        self.tabs: dict[Tab, FootTab] = {tab: FootTab() for tab in beside.tabs}
        self.list = FootList()
        self._words = PlainLabel("", "muted", wrap=True)
        self._reading = PlainLabel("", "muted", "small")
        self._body = QStackedWidget()
        self._late = QTimer(self, singleShot=True)
        self._late.timeout.connect(self._load)
        self._lay_out()
        self._connect()
        self.hide()

    async def learn(self, path: str) -> None:
        """Be about the note at *path*, or ask again about it."""
        if path != self._path:
            self.clear()
            self._path = path
        self._turn += 1
        turn = self._turn
        try:
            links = await self._beside.links(path)
        except VaultDeskError:
            links = []  # the status line tells that the index fails; the note itself needs none
        if turn != self._turn or path != self._path:
            return
        self._counts["links"] = len({link.path for link in links})
        self.setVisible(bool(links) or len(self.tabs) > 1)
        self._name_tabs()
        if self._loaded is None:
            self._load()
        elif not self._late.isActive():
            self._late.start(LONG_PATIENCE if self._tab == "similar" else PATIENCE)

    def clear(self) -> None:
        """Be about no note."""
        self._path = ""
        self._turn += 1
        self._loaded = self._asked = None
        self._counts.clear()
        self._late.stop()
        self.list.show_rows(())
        self._say("")
        self.hide()

    def open(self, tab: Tab | None) -> None:
        """Show one of the lists, or none."""
        self._beside.opened = self._tab = tab
        self._arrange()
        self._load()

    def showEvent(self, event: QShowEvent) -> None:
        """Stand as the foot of the note before stood."""
        super().showEvent(event)
        if self._tab != self._beside.opened:
            self._tab = self._beside.opened if self._beside.opened in self.tabs else None
            self._arrange()
        self._load()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line over it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("surface"))
        painter.fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _lay_out(self) -> None:
        step = theme().step
        column = QVBoxLayout(self)
        column.setContentsMargins(0, step(6), 0, step(6))
        column.setSpacing(step(4))
        row = QHBoxLayout()
        row.setContentsMargins(step(12), 0, step(16), 0)
        row.setSpacing(step(2))
        row.addWidget(self.fold)
        for button in self.tabs.values():
            row.addWidget(button)
        row.addStretch(1)
        self._reading.hide()
        row.addWidget(self._reading)
        column.addLayout(row)
        self._words.setContentsMargins(step(16), step(4), step(16), 0)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop)
        for page in (self.list, self._words):
            self._body.addWidget(page)
        self._body.setFixedHeight(step(ROW) * ROWS_SEEN)
        self._body.hide()
        column.addWidget(self._body)

    def _connect(self) -> None:
        for tab, button in self.tabs.items():
            button.clicked.connect(lambda _checked=False, tab=tab: self._press(tab))
            button.entered.connect(lambda tab=tab: self._enter(tab))
            button.stepped.connect(lambda by, tab=tab: self._step(tab, by))
        self.fold.clicked.connect(lambda: self.open(None if self._tab else "links"))
        self.list.chosen.connect(self.chosen)
        self.list.left.connect(lambda: self.tabs[self._tab or "links"].setFocus(Qt.FocusReason.BacktabFocusReason))
        theme().changed.connect(self._arrange)
        if self._beside.meaning is not None:
            follow(self._beside.meaning.progress, lambda _state: self._tell_reading(), self)
        self._arrange()

    def _press(self, tab: Tab) -> None:
        if tab == self._tab:
            self.open(None)
            return
        self.open(tab)
        if self.list.shown.rows:
            self.list.scrollToTop()

    def _enter(self, tab: Tab) -> None:
        if tab != self._tab:
            self.open(tab)
        elif self.list.isVisible() and self.list.shown.rows:
            self.list.enter()

    def _step(self, tab: Tab, by: int) -> None:
        names = tuple(self.tabs)
        to = self.tabs[names[(names.index(tab) + by) % len(names)]]
        to.setFocus(Qt.FocusReason.TabFocusReason)

    def _arrange(self) -> None:
        opened = self._tab is not None
        self._body.setVisible(opened)
        self.fold.set_icon("chevron-down" if opened else "chevron-right")
        fold = self.tr("Fold this list") if opened else self.tr("Show what has to do with this note")
        self.fold.set_name(fold)
        self._name_tabs()
        self._tell_reading()

    def _name_tabs(self) -> None:
        for tab, button in self.tabs.items():
            words = self._title(tab)
            on = tab == self._tab or (self._tab is None and tab == "links")
            button.setText(words)
            button.setFont(theme().font("strong" if on else "interface"))
            palette = button.palette()
            palette.setColor(palette.ColorRole.ButtonText, theme().color("text" if on else "muted"))
            button.setPalette(palette)
            button.setAccessibleName(words)
            button.setAccessibleDescription(self.tr("Open") if tab == self._tab else "")

    def _title(self, tab: Tab) -> str:
        count = self._counts.get(tab)
        match tab:
            case "links" if not count:
                return self.tr("Linked from no note")
            case "links":
                return self.tr("Linked from 1 note") if count == 1 else self.tr("Linked from {n} notes").format(n=count)
            case "related":
                name = self.tr("Related")
            case "mentions":
                name = self.tr("Mentions")
            case "similar":
                name = self.tr("Much alike")
        return name if count is None else f"{name} {number(count)}" + ("+" if count > MOST else "")

    def _load(self) -> None:
        if self._tab is None or not self._path or not self.isVisible() or self._asked == (self._path, self._tab):
            return
        if self._loaded != (self._path, self._tab):
            self.list.show_rows(())
            self._say("")
        self._asked = (self._path, self._tab)
        start(self._fill(self._path, self._tab), self)

    async def _fill(self, path: str, tab: Tab) -> None:
        try:
            rows = await self._beside.rows(tab, path)
        except VaultDeskError as error:
            self._answered(path, tab)
            if (path, tab) == (self._path, self._tab):
                self._say(str(error))
            return
        self._answered(path, tab)
        if (path, tab) != (self._path, self._tab):
            return  # another note or list was asked for meanwhile, and fills itself
        self._loaded = (path, tab)
        if tab != "links":
            self._counts[tab] = min(len(rows), MOST + 1)
        self._name_tabs()
        self.list.setAccessibleName(self._title(tab))
        self.list.show_rows(rows[:MOST])
        self._say("" if rows else self._nothing(tab))

    def _answered(self, path: str, tab: Tab) -> None:
        if self._asked == (path, tab):
            self._asked = None

    def _say(self, words: str) -> None:
        self._words.setText(words)
        self._body.setCurrentWidget(self._words if words else self.list)

    def _nothing(self, tab: Tab) -> str:
        match tab:
            case "links":
                return self.tr("No other note links here.")
            case "related":
                return self.tr("No other note has much to do with this one.")
            case "mentions":
                return self.tr("No other note names this one without linking to it.")
            case "similar":
                return self.tr("No other note is much like this one.")

    def _tell_reading(self) -> None:
        meaning = self._beside.meaning
        words = related_words(meaning.state) if meaning is not None and self._tab == "related" else ""
        before = self._reading.text()
        self._reading.setText(words)
        self._reading.setVisible(bool(words))
        if before and not words and self._tab == "related" and not self._late.isActive():
            self._late.start(PATIENCE)  # all is read now
