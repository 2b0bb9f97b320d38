"""NoteFoot: one line under a note that opens to what has to do with it: links, related notes, mentions, twins."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.meaning_words import related_words
from vaultdesk.ui.note.beside import MOST, Beside
from vaultdesk.ui.note.foot_line import FootLine
from vaultdesk.ui.note.foot_list import ROW, FootList
from vaultdesk.ui.note.foot_rows import Tab
from vaultdesk.ui.note.foot_tab import FootTab
from vaultdesk.ui.note.foot_words import nothing, title
from vaultdesk.ui.note.outline import Outline
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.labels import PlainLabel

ROWS_SEEN, HEADINGS_SEEN = 5, 9
"""Rows shown before the list scrolls. The height stays the same, so that the note does not move with each list; an
outline of so few rows would be none."""

FIELD = 140
"""Least width of the outline's field in pixels of LOOK's drawings."""

PATIENCE = 400
"""Milliseconds after which what changed in the vault is asked for: a scan commits several times a second."""

LONG_PATIENCE = 5_000
"""The same for notes that are much alike: all notes are compared for it."""


class NoteFoot(QWidget):
    """Folded it asks for the links' number only; a list is asked for when it is seen, and again as notes change."""

    chosen = Signal(object, bool)
    """A `FootRow`, and whether a new tab was asked for."""

    outline_opened = Signal()
    """The note's headings are seen from now on."""

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
        self.outline = Outline()
        self.outline_tab = FootTab()
        self._words = PlainLabel("", "muted", wrap=True)
        self._reading = PlainLabel("", "muted", "small")
        aside = {self._reading: 0, self.outline.field: FIELD, self.outline_tab: 0}
        self.line = FootLine(self.fold, tuple(self.tabs.values()), aside)
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
        self.setVisible(bool(links) or len(self.tabs) > 1 or self.outline_is_open)
        self._name_tabs()
        if self.outline_is_open:
            self.outline_opened.emit()
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
        self.outline.show_text(None)
        self.list.show_rows(())
        self._say("")
        self.hide()

    def open(self, tab: Tab | None) -> None:
        """Show one of the lists, or none."""
        self._beside.opened = self._tab = tab
        self._beside.outlined = False
        self._arrange()
        self._load()

    @property
    def outline_is_open(self) -> bool:
        """Whether the note's headings are shown."""
        return self._tab is None and self._beside.outlined

    def open_outline(self, *, keyboard: bool = True) -> None:
        """Show the note's headings, with the keyboard in them."""
        self._beside.opened = self._tab = None
        self._beside.outlined = True
        self.setVisible(bool(self._path))
        self._arrange()
        self.outline_opened.emit()
        if keyboard:
            self.outline.enter()

    def showEvent(self, event: QShowEvent) -> None:
        """Stand as the foot of the note before stood."""
        super().showEvent(event)
        if self._tab != self._beside.opened or self._beside.outlined != self.outline.isVisibleTo(self):
            self._tab = self._beside.opened if self._beside.opened in self.tabs else None
            self._arrange()
            if self.outline_is_open:
                self.outline_opened.emit()
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
        self._reading.hide()
        self.outline.field.setMaximumWidth(max(step(200), self.outline.field.sizeHint().width()))
        column.addWidget(self.line)
        self._words.setContentsMargins(step(16), step(4), step(16), 0)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop)
        for page in (self.list, self._words, self.outline):
            self._body.addWidget(page)
        self._body.hide()
        column.addWidget(self._body)

    def _connect(self) -> None:
        for tab, button in self.tabs.items():
            button.clicked.connect(lambda _checked=False, tab=tab: self._press(tab))
            button.entered.connect(lambda tab=tab: self._enter(tab))
            button.stepped.connect(lambda by, tab=tab: self._step(tab, by))
        self.outline_tab.clicked.connect(lambda: self.open(None) if self.outline_is_open else self.open_outline())
        self.outline_tab.entered.connect(self.open_outline)
        self.outline_tab.stepped.connect(lambda by: self._step("links", min(by, 0)))
        self.outline.left.connect(lambda: self.outline_tab.setFocus(Qt.FocusReason.BacktabFocusReason))
        self.fold.clicked.connect(lambda: self.open(None if self._tab or self.outline_is_open else "links"))
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
        names = self.line.shown()
        at = names.index(self.tabs[tab]) if self.tabs[tab] in names else 0
        names[(at + by) % len(names)].setFocus(Qt.FocusReason.TabFocusReason)

    def _arrange(self) -> None:
        outlined = self.outline_is_open
        opened = self._tab is not None or outlined
        self._body.setFixedHeight(theme().step(ROW) * (HEADINGS_SEEN if outlined else ROWS_SEEN))
        self._body.setVisible(opened)
        self.outline.field.setVisible(outlined)
        if outlined:
            self._body.setCurrentWidget(self.outline)
        self.fold.set_icon("chevron-down" if opened else "chevron-right")
        fold = self.tr("Fold this list") if opened else self.tr("Show what has to do with this note")
        self.fold.set_name(fold)
        self._name_tabs()
        self._tell_reading()

    def _name_tabs(self) -> None:
        outlined = self.outline_is_open
        for tab, button in self.tabs.items():
            words = title(tab, self._counts.get(tab))
            on = tab == self._tab or (self._tab is None and tab == "links" and not outlined)
            button.name(words, on=on, opened=tab == self._tab)
        self.outline_tab.name(self.tr("Outline"), on=outlined, opened=outlined)
        self.line.arrange()

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
        self.list.setAccessibleName(title(tab, self._counts.get(tab)))
        self.list.show_rows(rows[:MOST])
        self._say("" if rows else nothing(tab))

    def _answered(self, path: str, tab: Tab) -> None:
        if self._asked == (path, tab):
            self._asked = None

    def _say(self, words: str) -> None:
        self._words.setText(words)
        if not self.outline_is_open:
            self._body.setCurrentWidget(self._words if words else self.list)

    def _tell_reading(self) -> None:
        meaning = self._beside.meaning
        words = related_words(meaning.state) if meaning is not None and self._tab == "related" else ""
        before = self._reading.text()
        self._reading.setText(words)
        self._reading.setVisible(bool(words))
        self.line.arrange()
        if before and not words and self._tab == "related" and not self._late.isActive():
            self._late.start(PATIENCE)  # all is read now
