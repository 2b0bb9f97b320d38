"""Placement of the chat: in its pane, in a tab among the notes, or in a window of its own."""

from functools import partial
from typing import Literal

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QCloseEvent, QFocusEvent, QPalette
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.core.values import replace
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.notes.note_area import NoteArea
from vaultdesk.ui.review.window_approver import WindowApprover
from vaultdesk.ui.theme.icons import app_icon
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.empty_state import EmptyState, NextStep
from vaultdesk.ui.widgets.labels import safe_label_text
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.main_window import MainWindow
from vaultdesk.ui.window.window_state import WindowFrame, on_screen

DEFAULT_WINDOW_SIZE = (440, 720)
"""Size in design pixels of a window without a saved position."""

MIN_WINDOW_SIZE = (320, 320)


class ChatHolder(QWidget):
    """Holds a view that is owned by another object."""

    released = Signal()
    """The holder is about to be deleted: the owner must take the view back now, or it is deleted too."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Window)  # Not the background of the notes around it.
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._view: QWidget | None = None

    def hold(self, view: QWidget) -> None:
        self._view = view
        self._column.addWidget(view)
        view.show()

    def release_view(self) -> None:
        """Release the view, which then has no parent."""
        if self._view is not None:
            self._column.removeWidget(self._view)
            self._view.setParent(None)
            self._view = None

    def event(self, event: QEvent) -> bool:
        """Emit `released` before the held view would be deleted with this widget."""
        if event.type() == QEvent.Type.DeferredDelete and self._view is not None:
            self.released.emit()
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._view is not None:
            self._view.setFocus(event.reason())


class ChatWindow(ChatHolder):
    """Top-level window; when the user closes it, it asks to be released."""

    def __init__(self, frame: WindowFrame) -> None:
        """*frame* is the saved position and size."""
        super().__init__()
        self.setWindowFlag(Qt.WindowType.Window)
        self.setWindowIcon(app_icon())
        px = theme().px
        self.setMinimumSize(px(MIN_WINDOW_SIZE[0]), px(MIN_WINDOW_SIZE[1]))
        geometry = on_screen(frame.place) if frame.place is not None else None
        if geometry is not None:
            self.setGeometry(geometry)
        else:
            self.resize(px(DEFAULT_WINDOW_SIZE[0]), px(DEFAULT_WINDOW_SIZE[1]))
        if frame.maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)

    def frame(self) -> WindowFrame:
        """Return the current position and size."""
        geometry = self.normalGeometry() if self.isMaximized() else self.geometry()
        return WindowFrame((geometry.x(), geometry.y(), geometry.width(), geometry.height()), self.isMaximized())

    def bring_to_front(self) -> None:
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Emit `released`; the owner of the view then hides the window."""
        event.ignore()
        self.released.emit()


Place = Literal["dock", "tab", "window"]

MAX_WINDOW_TITLE = 80
"""Maximum number of characters of a chat's title in its window title."""


class ChatPlacement(QObject):
    """Moves the chat of one open vault between its places. The chat pane shows a placeholder while the chat is
    elsewhere.
    """

    def __init__(self, window: MainWindow, store: SettingsStore, chat: ChatDock, notes: NoteArea) -> None:
        super().__init__(chat)
        self._window, self._store, self._chat, self._notes = window, store, chat, notes
        self.place: Place = "dock"
        """Current place of the chat."""
        self.holder: ChatHolder | None = None
        """The tab page or window that holds the chat while it is not in its pane."""
        self._note_keys_removed = False
        window.commands.bind("chat-place", self._open_menu)
        window.saving_state.connect(self._save_frame)
        chat.conversation_changed.connect(lambda _id: self._update_window_title())
        chat.open_conversations.changed.connect(lambda _controller: self._update_window_title())
        QApplication.instance().focusChanged.connect(self._focus_changed)  # type: ignore[union-attr]  # there is one
        if isinstance(chat.approver, WindowApprover):
            chat.approver.sheet_parent = self._dialog_parent
        bridge.follow(store.changes, self._settings_changed, owner=self)

    def begin(self) -> None:
        """Move the chat to the configured place; call it after the notes of the last session are open."""
        shown_page = self._notes.split_view.group.shown
        self.move_to(self._store.settings.appearance.chat)
        if self.place == "tab" and shown_page is not None:
            self._notes.choose(shown_page)

    def move_to(self, place: Place) -> None:
        """Move the chat to *place*."""
        if place == self.place:
            return
        self._restore_to_pane()
        self.place = place
        self._bind_pane()
        if place == "dock":
            self._window.panes.show_pane("chat")
        else:
            self._window.panes.hosts["chat"].take_view()
            self._window.set_view("chat", self._placeholder())
            self._window.panes.hide_pane("chat")
            self.bring_to_front()

    def bring_to_front(self) -> None:
        """Show the chat wherever it is."""
        if isinstance(self.holder, ChatWindow):
            self.holder.bring_to_front()
        elif self.place == "window":
            self._open_window().bring_to_front()
        else:
            self._window.panes.show_pane("note")
            self._notes.show_page("chat", self.tr("Chat"), self._make_page)

    def close(self) -> None:
        """Move the chat back into its pane, which is closed with the vault; the setting is kept."""
        self._save_frame()
        self._restore_to_pane()
        self.place = "dock"
        self._bind_pane()
        self._restore_note_keys()

    def choose(self, place: Place) -> None:
        """Move the chat to *place* and store that as the setting."""

        def with_place(settings: Settings) -> Settings:
            return settings.model_copy(update={"appearance": settings.appearance.model_copy(update={"chat": place})})

        try:
            self._store.change(with_place)
        except VaultDeskError as problem:
            self._window.notify(translate_error(problem))
        self.move_to(place)
        self._chat.composer.field.setFocus()

    def _bind_pane(self) -> None:
        """Bind the commands that show the chat pane to show the chat wherever it is."""
        panes = self._window.panes
        self._window.show_floating_chat = self.bring_to_front if self.place != "dock" else None
        self._window.commands.bind("right-pane", self._window.show_floating_chat or (lambda: panes.toggle("chat")))

    def _make_page(self) -> ChatHolder:
        return self._attach_holder(ChatHolder())

    def _open_window(self) -> ChatWindow:
        window = ChatWindow(self._window.state.chat_window)
        for action in self._window.commands:
            if self._window.commands.row(action.objectName()).scope == "window":
                window.addAction(action)
        self._attach_holder(window)
        self._update_window_title()
        return window

    def _attach_holder(self, holder: ChatHolder) -> ChatHolder:
        self.holder = holder
        holder.hold(self._chat)
        holder.released.connect(lambda: self._released(holder))
        return holder

    def _released(self, holder: ChatHolder) -> None:
        """Handle that the user closed the tab or the window."""
        if holder is self.holder:
            self.choose("dock")

    def _restore_to_pane(self) -> None:
        """Move the chat from its holder back into its pane."""
        holder, self.holder = self.holder, None
        if self.place == "dock":
            return
        if holder is not None:
            if isinstance(holder, ChatWindow):
                self._window.state = replace(self._window.state, chat_window=holder.frame())
            holder.release_view()
        self._window.set_view("chat", self._chat)
        if isinstance(holder, ChatWindow):
            holder.hide()
            holder.deleteLater()
        elif holder is not None and shiboken6.isValid(holder) and holder in self._notes.widgets:
            self._notes.remove_page(holder)

    def _placeholder(self) -> EmptyState:
        """Return the placeholder for the pane, which is all that a narrow window shows."""
        title = self.tr("The chat is in its own window") if self.place == "window" else self.tr("The chat is a tab")
        steps = [
            NextStep(self.tr("Go to the chat"), self.bring_to_front),
            NextStep(self.tr("Show it beside the note"), lambda: self.choose("dock")),
        ]
        return EmptyState("chat", title, self.tr("You can move it back here at any time."), steps)

    def _open_menu(self) -> None:
        self._window.show_pane("chat")
        menu = Menu(self.tr("Position of the chat"), self._chat)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        places: tuple[tuple[Place, str, str], ...] = (
            ("dock", self.tr("Beside the note"), "panel-right"),
            ("tab", self.tr("As a tab among the notes"), "file"),
            ("window", self.tr("In its own window"), "expand"),
        )
        for place, text, icon in places:
            menu.add(text, partial(self.choose, place), icon_name=icon, checked=place == self.place)
        menu.open_under(self._chat.header.more)

    def _settings_changed(self, settings: Settings) -> None:
        self.move_to(settings.appearance.chat)

    def _dialog_parent(self) -> QWidget:
        """Return the parent window for questions about the chat's tools."""
        return self.holder if isinstance(self.holder, ChatWindow) else self._window

    def _update_window_title(self) -> None:
        if isinstance(self.holder, ChatWindow):
            title = safe_label_text(self._chat.open_conversations.current.title, MAX_WINDOW_TITLE) or self.tr(
                "New chat"
            )
            self.holder.setWindowTitle(f"{title} – {self._window.windowTitle()}")

    def _save_frame(self) -> None:
        if isinstance(self.holder, ChatWindow):
            self._window.state = replace(self._window.state, chat_window=self.holder.frame())

    def _focus_changed(self, _before: QWidget | None, focused: QWidget | None) -> None:
        """Disable the note tabs' shortcuts while the chat has the focus: both use Ctrl+F, Ctrl+W and others."""
        if not shiboken6.isValid(self._chat):
            return
        in_chat = self.place == "tab" and focused is not None and self._chat.isAncestorOf(focused)
        if in_chat and not self._note_keys_removed:
            self._note_keys_removed = True
            self._window.commands.remove_from(self._notes, "note")
        elif not in_chat:
            self._restore_note_keys()

    def _restore_note_keys(self) -> None:
        if self._note_keys_removed:
            self._note_keys_removed = False
            self._window.commands.add_to(self._notes, "note")
