"""Breadcrumbs above a note: its folders, word count, actions and menu."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.ui.formatting import plural_text
from vaultdesk.ui.notes.property_cells import CELL_HEIGHT, ValueButton
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel, as_tooltip
from vaultdesk.ui.widgets.layouts import clear_layout, row_layout
from vaultdesk.ui.widgets.lists.entry_list import PickerPopup
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.actions import bound_action, bound_keys
from vaultdesk.vault.note_path import printable


def folder_contents(paths: list[str], folder: str) -> list[ListRow]:
    """Return the folders directly in *folder*, then its notes; a folder's key ends with a slash."""
    before = f"{folder}/" if folder else ""
    inside = [path[len(before) :] for path in paths if path.startswith(before)]
    folders = sorted({name.partition("/")[0] for name in inside if "/" in name}, key=str.casefold)
    notes = sorted((name for name in inside if "/" not in name), key=str.casefold)
    return [
        *(ListRow(f"{before}{name}/", printable(name), icon="folder") for name in folders),
        *(ListRow(f"{before}{name}", printable(name.removesuffix(".md")), icon="file") for name in notes),
    ]


async def open_folder_popup(
    searcher: Searcher, folder: str, over: QWidget, current: str, open_note: Callable[[str], object]
) -> PickerPopup | None:
    """Open the list at *over*; choosing a folder shows that folder's list instead. Return None if the index fails."""
    try:
        paths = [row.path for row in await searcher.tree()]
    except IndexFailed:
        return None  # The status bar shows the error.
    return _open(paths, folder, over, current, open_note)


def _open(
    paths: list[str], folder: str, over: QWidget, current: str, open_note: Callable[[str], object]
) -> PickerPopup:
    entries = folder_contents(paths, folder)
    name = printable(folder.rpartition("/")[2])
    hint = QCoreApplication.translate("Breadcrumbs", "Find in {folder}").format(folder=name)
    popup = PickerPopup(
        name,
        hint,
        lambda typed: [entry for entry in entries if typed.strip().casefold() in entry.title.casefold()],
        anchor=over,
    )

    def choose(key: str) -> None:
        if key.endswith("/"):
            _open(paths, key[:-1], over, current, open_note)
        else:
            open_note(key)

    popup.chosen.connect(choose)
    popup.open_at(current)
    return popup


MAX_SHOWN_FOLDERS = 4
"""Maximum number of folders shown; of a longer path, the first and the last two."""


class FolderBreadcrumbs(QWidget):
    """Folder path of a note; empty for a note in the root folder."""

    pressed = Signal(str, QWidget)
    """The contents of a folder are requested: its path, and the button pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder: str | None = None
        self._row = row_layout(self, 2)

    def text(self) -> str:
        """Return the path as one line."""
        return " › ".join(button.shown_text() for button in self.findChildren(ValueButton))

    def show_folder(self, folder: str) -> None:
        if folder == self._folder:
            return
        self._folder = folder
        clear_layout(self._row)
        parts = folder.split("/") if folder else []
        folders = ["/".join(parts[: number + 1]) for number in range(len(parts))]
        shown = folders if len(folders) <= MAX_SHOWN_FOLDERS else [folders[0], folders[-3], *folders[-2:]]
        for path in shown:
            is_ellipsis = len(folders) > MAX_SHOWN_FOLDERS and path == folders[-3]
            self._row.addWidget(self._button(path, "…" if is_ellipsis else path.rpartition("/")[2]))
            self._row.addWidget(Glyph("chevron-right", "muted", 12))
            # The surrounding row adds its own spacing after the last one, so the arrows are centered everywhere.
            self._row.addSpacing(theme().px(4 if path == shown[-1] else 8))
        self.setVisible(bool(folder))

    def _button(self, path: str, label: str) -> ValueButton:
        button = ValueButton(self.tr("Folder"))
        button.set_shown_text(printable(label), "muted")
        button.setToolTip(as_tooltip(printable(path)))
        button.clicked.connect(partial(self.pressed.emit, path, button))
        return button


CONFIRMATION_DURATION = 2_000
"""Milliseconds for which a confirmation is shown."""

EDIT_COMMAND = "toggle-edit"
"""Command of the edit button."""


class Breadcrumbs(QWidget):
    """Folders, name, word count, edit button and menu."""

    edit_toggled = Signal()
    new_tab_requested = Signal()
    history_requested = Signal()
    """The path history of the note is requested."""

    folder_requested = Signal(str, QWidget)
    """The contents of a folder are requested: its path, and the button at which to open them."""

    calendar_requested = Signal(QWidget)
    """The calendar is requested at this button."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = ""
        self.fill_menu: Callable[[Menu], object] = self._fill_menu
        """Adds the note's actions to the menu."""
        self._editing = False
        self._follows_keys = False
        self._count_text = ""
        px = theme().px
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(px(16), 0, px(10), 0)
        row.setSpacing(px(6))
        self._folders = FolderBreadcrumbs()
        self._folders.pressed.connect(self.folder_requested)
        self._name = ElidedLabel("", Qt.TextElideMode.ElideRight, "text")
        # As high as the folders beside it, so that the texts are on one line.
        self._name.setMinimumHeight(px(CELL_HEIGHT))
        self._word_count = PlainLabel("", "muted")
        self._confirmation_timer = QTimer(self, singleShot=True, interval=CONFIRMATION_DURATION)
        self._confirmation_timer.timeout.connect(lambda: self._word_count.setText(self._count_text))
        row.addWidget(self._folders)
        row.addWidget(self._name)
        self._lock = Glyph("lock", "muted", 13)
        self._lock.hide()
        row.addWidget(self._lock)
        row.addStretch(1)
        self._calendar = IconButton("calendar", self.tr("Other days"))
        self._calendar.clicked.connect(lambda: self.calendar_requested.emit(self._calendar))
        self._calendar.hide()
        row.addWidget(self._word_count)
        row.addSpacing(px(6))
        self._toggle = IconButton("pencil", "")
        self._toggle.clicked.connect(self.edit_toggled)
        self._more = IconButton("more", self.tr("More"))
        self._more.clicked.connect(self._open_menu)
        row.addWidget(self._calendar)
        row.addWidget(self._toggle)
        row.addWidget(self._more)
        self.setFixedHeight(px(36))
        self.set_editing(False, possible=True)

    def show_path(self, path: str) -> None:
        self._path = path
        folders, _, name = path.rpartition("/")
        self._folders.show_folder(folders)
        self._name.set_text(name[:-3] if name.lower().endswith(".md") else name)

    def show_calendar(self, shown: bool) -> None:
        """Show the calendar button, for a daily note."""
        self._calendar.setVisible(shown)

    @property
    def lock(self) -> str:
        """Text of the lock; empty if there is none."""
        return self._lock.accessibleName() if self._lock.isVisibleTo(self) else ""

    def show_lock(self, reason: str) -> None:
        """Show a lock with *reason*, why the note is private; hide it if empty."""
        self._lock.setVisible(bool(reason))
        self._lock.setToolTip(as_tooltip(reason))
        self._lock.setAccessibleName(reason)

    def add_widget(self, widget: QWidget) -> None:
        """Insert *widget* before the word count."""
        index = self._row.indexOf(self._word_count)
        self._row.insertWidget(index, widget, 0, Qt.AlignmentFlag.AlignVCenter)
        self._row.insertSpacing(index + 1, theme().px(8))

    def confirm(self, text: str) -> None:
        """Show *text* briefly instead of the word count, to confirm an action."""
        self._word_count.setText(text)
        self._confirmation_timer.start()

    def show_word_count(self, count: int | None) -> None:
        """Show the number of words; None if unknown."""
        self._count_text = "" if count is None else plural_text(count, self.tr("{n} word"), self.tr("{n} words"))
        if not self._confirmation_timer.isActive():
            self._word_count.setText(self._count_text)

    def set_editing(self, editing: bool, *, possible: bool) -> None:
        """Offer the other one of reading and editing, if possible."""
        self._editing = editing
        self._toggle.set_icon("book" if editing else "pencil")
        self._name_toggle()
        self._toggle.setEnabled(possible)

    def showEvent(self, event: QShowEvent) -> None:
        """Show the shortcuts of this window in the tooltips."""
        super().showEvent(event)
        action = bound_action(self, EDIT_COMMAND)
        if action is not None and not self._follows_keys:
            self._follows_keys = True
            action.changed.connect(self._name_toggle)
        self._name_toggle()

    def _name_toggle(self) -> None:
        self._toggle.set_name(self.tr("Read") if self._editing else self.tr("Edit"), bound_keys(self, EDIT_COMMAND))

    def _open_menu(self) -> None:
        menu = Menu(self.tr("Note"), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        keys = bound_keys(self, EDIT_COMMAND)
        menu.add(self.tr("Read") if self._editing else self.tr("Edit"), self.edit_toggled.emit, keys=keys)
        menu.add(self.tr("Open in new tab"), self.new_tab_requested.emit, icon_name="tab-right")
        self.fill_menu(menu)
        menu.open_under(self._more)

    def _fill_menu(self, menu: Menu) -> None:
        path = self._path
        name = path.rpartition("/")[2].removesuffix(".md")
        menu.add(self.tr("Where this note was sent"), self.history_requested.emit, icon_name="arrow-up-right")
        menu.add(self.tr("Copy path"), lambda: QGuiApplication.clipboard().setText(path), icon_name="copy")
        menu.add(self.tr("Copy link"), lambda: QGuiApplication.clipboard().setText(f"[[{name}]]"), icon_name="link")
