"""Settings page: navigation, search in settings, and the selected sheet."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

import shiboken6
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    QPoint,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import AppFolders, app_folders
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.privacy.ledger import LedgerFiles
from vaultdesk.providers.catalog import Catalog
from vaultdesk.ui.bridge import follow
from vaultdesk.ui.settings.about_sheet import AboutSheet
from vaultdesk.ui.settings.agents_sheet import AgentsSheet
from vaultdesk.ui.settings.assistant_sheets import AssistantSheet, InstructionSheet
from vaultdesk.ui.settings.desktop_sheet import DesktopSheet
from vaultdesk.ui.settings.diagnosis_sheet import DiagnosisSheet
from vaultdesk.ui.settings.general_sheets import AppearanceSheet, GeneralSheet
from vaultdesk.ui.settings.limits_sheet import LimitsSheet
from vaultdesk.ui.settings.permission_sheet import PermissionSheet
from vaultdesk.ui.settings.private_notes_sheet import PrivateNotesSheet
from vaultdesk.ui.settings.provider_sheet import ProviderSheet
from vaultdesk.ui.settings.search_sheets import SearchSheet, WebSheet
from vaultdesk.ui.settings.sheet import Sheet, SheetStack
from vaultdesk.ui.settings.shortcuts_sheet import ShortcutsSheet
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import language_folders, languages
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout, row_layout
from vaultdesk.ui.widgets.lists.entry_list import EntryList
from vaultdesk.ui.widgets.lists.list_row import ROW_ROLE, ListRow, RowStyle
from vaultdesk.ui.widgets.lists.row_delegate import RowDelegate
from vaultdesk.ui.widgets.text_fields import SearchField
from vaultdesk.workspace import Workspace

NAV_STYLE = RowStyle(row_height=29, side=0, edge=9, slot=18, centered=True, chevrons=False, uniform=True)


class SettingsNavigation(QWidget):
    """List of pages below a search field, which keeps only the pages that contain its words."""

    chosen = Signal(int)
    """Index of the page to show."""
    left = Signal()
    """Esc was pressed in the empty field."""

    def __init__(
        self, entries: Sequence[tuple[str, str]], text_of: Callable[[int], str], parent: QWidget | None = None
    ) -> None:
        """*entries* are icon and title of each page; *text_of* returns all text of a page."""
        super().__init__(parent)
        self._text_of = text_of
        self.search = SearchField(self.tr("Find a setting"), self.tr("Find a setting"))
        self.list = QListWidget()
        self._no_matches_label = PlainLabel(self.tr("No settings match."), role="muted", font="small", wrap=True)
        self._no_matches_label.hide()
        for icon_name, title in entries:
            item = QListWidgetItem(title)
            item.setData(ROW_ROLE, ListRow(title=title, icon=icon_name, role="text2"))
            self.list.addItem(item)
        self._style_list()
        column = column_layout(self, 8)
        column.addWidget(self.search)
        column.addWidget(self._no_matches_label)
        column.addWidget(self.list, 1)
        self.search.textChanged.connect(self._find)
        self.search.stepped.connect(self._step)
        self.search.returnPressed.connect(self.list.setFocus)
        self.search.escaped.connect(self.left)
        self.list.currentRowChanged.connect(self._emit_chosen)
        theme().changed.connect(self.list.doItemsLayout)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Forward the focus to the list. With a focus proxy Tab would skip the field."""
        self.list.setFocus(event.reason())

    def show_row(self, number: int) -> None:
        """Select the row of page *number*."""
        self.list.setCurrentRow(number)

    def matches(self) -> list[int]:
        """Return the visible pages."""
        return [number for number in range(self.list.count()) if not self.list.isRowHidden(number)]

    def _style_list(self) -> None:
        self.list.setItemDelegate(RowDelegate(self.list, NAV_STYLE))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setSpacing(0)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Settings pages"))
        self.list.viewport().setAutoFillBackground(False)

    def _find(self, text: str) -> None:
        query = text.casefold().split()
        for number in range(self.list.count()):
            page_text = self._text_of(number).casefold()
            self.list.setRowHidden(number, not all(word in page_text for word in query))
        matches = self.matches()
        self._no_matches_label.setVisible(not matches)
        if matches and self.list.currentRow() not in matches:
            self.list.setCurrentRow(matches[0])

    def _step(self, offset: int) -> None:
        matches = self.matches()
        if matches:
            current = matches.index(self.list.currentRow()) if self.list.currentRow() in matches else 0
            self.list.setCurrentRow(matches[max(0, min(len(matches) - 1, current + offset))])

    def _emit_chosen(self, number: int) -> None:
        if number >= 0:
            self.chosen.emit(number)


MARK_PADDING, MATCH_MARGIN = 3, 48
"""Design pixels: padding of the mark around the text, and margin that is scrolled into view."""

MatchWidget: TypeAlias = QLabel | QAbstractButton


class SettingsMatch(QObject):
    """Marks one match at a time while a search is active."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.mark: MatchMark | None = None
        """The current mark."""
        self._sheet: Sheet | None = None
        self._words: tuple[str, ...] = ()
        # A page that was just selected is laid out first, and a word is typed in several events.
        self._show_timer = QTimer(self, singleShot=True, interval=0)
        self._show_timer.timeout.connect(self._show)

    def show(self, sheet: Sheet, typed: str) -> None:
        """Show the match of *typed* on *sheet*; hide the mark if empty."""
        self._remove_mark()
        self._sheet, self._words = sheet, tuple(typed.casefold().split())
        if self._words:
            self._show_timer.start()
        else:
            self._show_timer.stop()

    def _show(self) -> None:
        if self._sheet is None:
            return
        target = best_match(self._sheet, self._words)
        if target is None:
            _go_to_row(self._sheet, self._words)
            return
        self._sheet.ensureWidgetVisible(target, 0, theme().px(MATCH_MARGIN))
        self.mark = MatchMark(target)
        self.mark.destroyed.connect(self._forget)

    def _remove_mark(self) -> None:
        if self.mark is not None:
            self.mark.hide()
            self.mark.deleteLater()
            self.mark = None

    def _forget(self) -> None:
        if self.mark is not None and not shiboken6.isValid(self.mark):
            self.mark = None


class MatchMark(QWidget):
    """Box behind the text, in a color on which muted text is readable too; follows the text."""

    def __init__(self, target: MatchWidget) -> None:
        super().__init__(target.parentWidget())
        self.target = target
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        ancestor = _follow(target, self)
        while ancestor is not None:
            self.setParent(ancestor)
            # The parent of the text may have no space around it: the box is placed in the first ancestor that has.
            if ancestor.rect().contains(self._mark_rect()) or ancestor.autoFillBackground():
                break
            ancestor = _follow(ancestor, self)
        target.destroyed.connect(self.deleteLater)
        theme().changed.connect(self.update)
        self._update_geometry()
        self.lower()
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Hide:
            self.hide()
        elif event.type() in (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show):
            self._update_geometry()
            self.show()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        box(QPainter(self), self.rect(), values.px(4), values.color("accent_tint"), values.color("accent"))

    def _update_geometry(self) -> None:
        self.setGeometry(self._mark_rect())

    def _mark_rect(self) -> QRect:
        padding, target = theme().px(MARK_PADDING), self.target
        host = self.parentWidget() or target
        rect = QRect(target.mapTo(host, QPoint(0, 0)), target.size())
        if isinstance(target, QLabel) and target.alignment() & Qt.AlignmentFlag.AlignLeft:
            # A label is often as wide as the page, and as high as its neighbor; its text is not.
            metrics = target.fontMetrics()
            rect.setWidth(min(rect.width(), metrics.horizontalAdvance(target.text()) + 1))
            if target.alignment() & Qt.AlignmentFlag.AlignVCenter and not target.wordWrap():
                margin = max(0, rect.height() - metrics.height()) // 2
                rect.adjust(0, margin, 0, -margin)
        return rect.adjusted(-padding, -padding, padding, padding)


def best_match(sheet: Sheet, query: tuple[str, ...]) -> MatchWidget | None:
    """Return the first label or button that contains most of the words."""
    found: list[tuple[int, int, int, MatchWidget]] = []
    for number, (widget, text) in enumerate(_searched_widgets(sheet)):
        count = sum(word in text.casefold() for word in query)
        if count and widget.isVisibleTo(sheet):
            found.append((-count, widget.mapTo(sheet, QPoint(0, 0)).y(), number, widget))
    return min(found, key=lambda candidate: candidate[:3])[3] if found else None


def _follow(widget: QWidget, mark: MatchMark) -> QWidget | None:
    """Make *mark* follow *widget*; return the enclosing widget, up to the page."""
    if isinstance(widget.parentWidget(), Sheet):
        return None
    widget.installEventFilter(mark)
    return widget.parentWidget()


def _searched_widgets(sheet: Sheet) -> Iterator[tuple[MatchWidget, str]]:
    for label in sheet.findChildren(PlainLabel):
        yield label, label.text()
    for button in sheet.findChildren(QAbstractButton):
        yield button, button.accessibleName() or button.text()


def _go_to_row(sheet: Sheet, words: tuple[str, ...]) -> None:
    """Make the list row that contains the words current."""
    for entry_list in sheet.findChildren(EntryList):
        for entry in entry_list.rows():
            if not entry.heading and all(word in entry.title.casefold() for word in words):
                entry_list.go_to(entry.key)
                sheet.ensureWidgetVisible(entry_list, 0, theme().px(MATCH_MARGIN))
                return


_SheetEntry = tuple[str, str, Callable[[], Sheet]]
"""A sheet's icon and title, and its factory."""

NAV_WIDTH = 216
"""Width in design pixels of the list of sheets."""


class SettingsPage(QWidget):
    """The settings as a page of the window."""

    closed = Signal()
    reach_requested = Signal(str)
    """Name of the agent whose reachable notes are requested; empty for the default assistant."""
    note_opened = Signal(str)
    """Path of a note that should be opened."""
    index_requested = Signal()
    """The page of the search index should be shown."""
    quick_ask_requested = Signal()
    """Quick ask should be shown, as by its hotkey."""

    def __init__(
        self,
        store: SettingsStore,
        credentials: Credentials,
        catalog: Catalog,
        workspace: Workspace | None = None,
        folders: AppFolders | None = None,
    ) -> None:
        """*workspace* is the open vault; without it its sheets are omitted. *folders* default to the program's own."""
        super().__init__()
        self._store, self._credentials, self._catalog = store, credentials, catalog
        self._workspace, self._folders = workspace, folders
        chats = workspace.chats if workspace is not None else None
        log = workspace.ledger if workspace is not None else LedgerFiles((folders or app_folders()).data).connection_log
        entries: list[_SheetEntry] = [
            ("sliders", _sheet_title("GeneralSheet", "General"), lambda: GeneralSheet(store, chats)),
            ("contrast", _sheet_title("AppearanceSheet", "Appearance"),
             lambda: AppearanceSheet(store, languages(language_folders(store.file.parent)))),
            ("keyboard", _sheet_title("ShortcutsSheet", "Keyboard"), lambda: self.shortcuts),
            ("panel-right", _sheet_title("DesktopSheet", "Desktop"), self._desktop_sheet),
            ("cloud", _sheet_title("ProviderSheet", "Providers"), lambda: self.providers),
            ("search", _sheet_title("SearchSheet", "Search"), lambda: SearchSheet(store, catalog)),
            ("globe", _sheet_title("WebSheet", "Web"), lambda: WebSheet(store, credentials, log)),
            ("bulb", _sheet_title("AssistantSheet", "Assistant"),
             lambda: AssistantSheet(store, workspace.toolsets if workspace is not None else ())),
            *(self._vault_sheets(workspace) if workspace is not None else ()),
            ("clock", _sheet_title("LimitsSheet", "Limits"), lambda: LimitsSheet(store, workspace)),
            ("chip", _sheet_title("DiagnosisSheet", "This computer"), lambda: self.diagnosis),
            ("info", _sheet_title("AboutSheet", "About"), lambda: AboutSheet(store, folders)),
        ]  # fmt: skip
        self._titles = [title for _, title, _ in entries]
        self._stack = SheetStack([make for _, _, make in entries])
        self.nav = SettingsNavigation(
            [(icon_name, title) for icon_name, title, _ in entries], lambda number: self._stack.sheet(number).all_text()
        )
        self._separator = QFrame()
        self._build_layout()
        self.match = SettingsMatch(self)
        self.nav.chosen.connect(self._stack.show_sheet)
        self.nav.chosen.connect(self._show_match)
        self.nav.search.textChanged.connect(self._show_match)
        self.nav.left.connect(self.closed)
        theme().changed.connect(self._apply_theme)
        self._apply_theme()
        self.show_sheet(_sheet_title("ProviderSheet", "Providers"))
        follow(store.changes, self._refresh, owner=self)

    @cached_property
    def providers(self) -> ProviderSheet:
        return ProviderSheet(self._store, self._credentials, self._catalog)

    @cached_property
    def shortcuts(self) -> ShortcutsSheet:
        return ShortcutsSheet(self._store)

    @cached_property
    def diagnosis(self) -> DiagnosisSheet:
        sheet = DiagnosisSheet(self._store, self._credentials, self._workspace, self._folders)
        sheet.page_requested.connect(self._show_requested)
        return sheet

    def show_sheet(self, title: str) -> None:
        if title in self.titles():
            self.nav.show_row(self.titles().index(title))

    def show_part(self, name: str) -> None:
        """Show the sheet with the command name *name*: about, agents, permissions, private-notes or providers."""
        parts = {
            "about": _sheet_title("AboutSheet", "About"),
            "agents": _sheet_title("AgentsSheet", "Agents"),
            "permissions": _sheet_title("PermissionSheet", "Permissions"),
            "private-notes": _sheet_title("PrivateNotesSheet", "Private notes"),
            "providers": _sheet_title("ProviderSheet", "Providers"),
        }
        if name in parts:
            self.show_sheet(parts[name])

    def show_diagnosis(self) -> None:
        """Show the diagnosis sheet and run all checks."""
        self.nav.search.clear()  # The search may hide the page.
        self.show_sheet(_sheet_title("DiagnosisSheet", "This computer"))
        self.diagnosis.run_checks()

    def show_shortcuts(self, command: str = "") -> None:
        """Show the shortcuts sheet, ready to change the shortcut of *command*."""
        self.nav.search.clear()  # The search may hide the page.
        self.show_sheet(_sheet_title("ShortcutsSheet", "Keyboard"))
        if command:
            self.shortcuts.show_command(command)
        else:
            self.shortcuts.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def sheet(self) -> Sheet:
        """Return the visible sheet."""
        return self._stack.sheet(self._stack.currentIndex())

    def titles(self) -> list[str]:
        """Return the titles of the sheets, in order."""
        return list(self._titles)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Forward the focus to the list of sheets. With a focus proxy Tab would skip the search field."""
        self.nav.setFocus(event.reason())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends the search, then leaves the settings; everything is saved already."""
        if event.key() == Qt.Key.Key_Escape and self.nav.search.text():
            self.nav.search.clear()
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _desktop_sheet(self) -> DesktopSheet:
        sheet = DesktopSheet(self._store)
        sheet.tried.connect(self.quick_ask_requested)
        return sheet

    def _vault_sheets(self, workspace: Workspace) -> "list[_SheetEntry]":
        """Return icon, title and factory of each sheet for the open vault."""

        def agents() -> AgentsSheet:
            sheet = AgentsSheet(workspace)
            sheet.reach_requested.connect(self.reach_requested)
            sheet.note_opened.connect(self.note_opened)
            return sheet

        def permissions() -> PermissionSheet:
            sheet = PermissionSheet(workspace)
            sheet.private_requested.connect(lambda: self.show_part("private-notes"))
            return sheet

        def private() -> PrivateNotesSheet:
            sheet = PrivateNotesSheet(workspace)
            sheet.note_opened.connect(self.note_opened)
            return sheet

        def instructions() -> InstructionSheet:
            sheet = InstructionSheet(workspace.store, workspace.instructions)
            sheet.note_opened.connect(self.note_opened)
            return sheet

        return [
            ("person", _sheet_title("AgentsSheet", "Agents"), agents),
            ("book", _sheet_title("InstructionSheet", "Instructions"), instructions),
            ("shield", _sheet_title("PermissionSheet", "Permissions"), permissions),
            ("lock", _sheet_title("PrivateNotesSheet", "Private notes"), private),
        ]

    def _build_layout(self) -> None:
        px = theme().px
        done = PlainButton(self.tr("Done"), keys="Esc")
        done.clicked.connect(self.closed)
        left = QWidget()
        left.setFixedWidth(px(NAV_WIDTH))
        column = column_layout(left, 8, margins=(8, 16, 8, 16))
        title = PlainLabel(self.tr("Settings"), font="heading")
        title.setContentsMargins(px(NAV_STYLE.edge), 0, 0, 0)
        footer = QHBoxLayout()
        footer.setContentsMargins(px(NAV_STYLE.edge), 0, 0, 0)
        footer.addWidget(done)
        footer.addStretch(1)
        column.addWidget(title)
        column.addWidget(self.nav, 1)
        column.addLayout(footer)
        self._separator.setFixedWidth(1)
        self._separator.setAutoFillBackground(True)
        row = row_layout(self)
        row.addWidget(left)
        row.addWidget(self._separator)
        row.addWidget(self._stack, 1)

    def _show_requested(self, remedy: str) -> None:
        if remedy == "index":
            self.index_requested.emit()
        else:
            titles = {
                "providers": _sheet_title("ProviderSheet", "Providers"),
                "web": _sheet_title("WebSheet", "Web"),
                "desktop": _sheet_title("DesktopSheet", "Desktop"),
            }
            self.show_sheet(titles[remedy])

    def _show_match(self) -> None:
        self.match.show(self.sheet(), self.nav.search.text() if self.nav.matches() else "")

    def _apply_theme(self) -> None:
        palette = self._separator.palette()
        palette.setColor(self._separator.backgroundRole(), theme().color("border"))
        self._separator.setPalette(palette)

    def _refresh(self, settings: Settings) -> None:
        for sheet in self._stack.created_sheets():
            sheet.refresh(settings)


_sheet_title = QCoreApplication.translate
"""Translates a sheet's title in the context of its class before the sheet is created."""
