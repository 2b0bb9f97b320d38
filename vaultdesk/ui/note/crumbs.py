"""Crumbs: the line over a note: where it is, how long it is, and what can be done with it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.ui.parts.buttons import IconButton
from vaultdesk.ui.parts.glyph import Glyph
from vaultdesk.ui.parts.labels import ElidedLabel, PlainLabel, as_tooltip
from vaultdesk.ui.parts.menu import Menu
from vaultdesk.ui.theme.theme import theme


class Crumbs(QWidget):
    """Folders, name, word count, pencil and menu."""

    edit_toggled = Signal()
    new_tab_requested = Signal()
    history_requested = Signal()
    """Where the note went is to be shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = ""
        self._editing = False
        step = theme().step
        row = QHBoxLayout(self)
        row.setContentsMargins(step(16), 0, step(10), 0)
        row.setSpacing(step(6))
        self._folders = ElidedLabel("", Qt.TextElideMode.ElideMiddle, "muted")
        self._name = ElidedLabel("", Qt.TextElideMode.ElideRight, "text")
        self._words = PlainLabel("", "muted")
        row.addWidget(self._folders)
        row.addWidget(self._name)
        self._lock = Glyph("lock", "muted", 13)
        self._lock.hide()
        row.addWidget(self._lock)
        row.addStretch(1)
        row.addWidget(self._words)
        row.addSpacing(step(6))
        self._toggle = IconButton("pencil", "")
        self._toggle.clicked.connect(self.edit_toggled)
        self._more = IconButton("more", self.tr("More"))
        self._more.clicked.connect(self._open_menu)
        row.addWidget(self._toggle)
        row.addWidget(self._more)
        self.setFixedHeight(step(36))
        self.set_editing(False, possible=True)

    def show_path(self, path: str) -> None:
        """Show where the note is."""
        self._path = path
        folders, _, name = path.rpartition("/")
        crumbs = "  ›  ".join(folders.split("/")) if folders else ""
        self._folders.set_text(f"{crumbs}  › " if crumbs else "")
        self._folders.setVisible(bool(crumbs))
        self._name.set_text(name[:-3] if name.lower().endswith(".md") else name)

    @property
    def lock(self) -> str:
        """What the lock says; empty where there is none."""
        return self._lock.accessibleName() if self._lock.isVisibleTo(self) else ""

    def show_lock(self, why: str) -> None:
        """Show a lock that says *why* the note is private; none where that is empty."""
        self._lock.setVisible(bool(why))
        self._lock.setToolTip(as_tooltip(why))
        self._lock.setAccessibleName(why)

    def show_words(self, count: int | None) -> None:
        """Show how many words; None where it is not known."""
        self._words.setText("" if count is None else self.tr("1 word") if count == 1 else self._many(count))

    def set_editing(self, editing: bool, *, possible: bool) -> None:
        """Offer the other of reading and editing, where that is possible."""
        self._editing = editing
        self._toggle.set_icon("book" if editing else "pencil")
        self._toggle.set_name(self.tr("Read") if editing else self.tr("Edit"), "Ctrl+E")
        self._toggle.setEnabled(possible)

    def _many(self, count: int) -> str:
        return self.tr("{count} words").format(count=f"{count:,}")

    def _open_menu(self) -> None:
        menu = Menu(self.tr("Note"), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        path = self._path
        name = path.rpartition("/")[2].removesuffix(".md")
        menu.add(self.tr("Read") if self._editing else self.tr("Edit"), self.edit_toggled.emit, keys="Ctrl+E")
        menu.add(self.tr("Open in new tab"), self.new_tab_requested.emit, icon_name="tab-right")
        menu.add(self.tr("Where this note went"), self.history_requested.emit, icon_name="arrow-up-right")
        menu.add(self.tr("Copy path"), lambda: QGuiApplication.clipboard().setText(path), icon_name="copy")
        menu.add(self.tr("Copy link"), lambda: QGuiApplication.clipboard().setText(f"[[{name}]]"), icon_name="link")
        menu.open_under(self._more)
