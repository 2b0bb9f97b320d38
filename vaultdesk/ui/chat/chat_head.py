"""Head of the chat pane: title (renamed in place), agent and menu of the conversation."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.chips import Chip
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip, safe_label_text
from vaultdesk.ui.widgets.layouts import column_layout, row_layout
from vaultdesk.ui.widgets.menu import ChoiceButton, Menu

NoteState = Literal["none", "possible", "saved"]
"""Whether the conversation is also saved as a note: not possible, possible, or saved."""

MIN_TITLE_WIDTH = 110
"""Minimum visible width of a long title in design pixels."""

MAX_TITLE_LENGTH = 200
"""Maximum number of characters of a chat's name; its note's file gets the same name."""


class RenameField(QLineEdit):
    """Line edit shown over the name while it is being renamed."""

    name_entered = Signal(str)
    """A different name was entered."""
    editing_ended = Signal()
    """Editing ended, with or without a new name."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """*name* is the accessible name of the field."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setMaxLength(MAX_TITLE_LENGTH)
        self._old_title = ""
        self.hide()

    def begin(self, title: str) -> None:
        """Show *title* selected and take the keyboard focus."""
        self._old_title = title
        self.setText(title)
        self.show()
        self.raise_()
        # Backwards, so that the beginning of a long name is visible.
        self.end(False)
        self.home(True)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def event(self, event: QEvent) -> bool:
        """Keep Esc from triggering the command that stops an answer."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Enter and Esc; other keys edit the name."""
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._end(accepted=True)
            case Qt.Key.Key_Escape:
                self._end(accepted=False)
            case _:
                super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Accept the typed name when another widget gets the focus, but not for a menu or another window."""
        super().focusOutEvent(event)
        ignored_reasons = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
        if event.reason() not in ignored_reasons:
            self._end(accepted=True)

    def _end(self, *, accepted: bool) -> None:
        if self.isHidden():
            return
        self.hide()
        title = " ".join(self.text().split())
        if accepted and title and title != self._old_title:
            self.name_entered.emit(title)
        self.editing_ended.emit()


class TitleButton(ChoiceButton):
    """Title button; F2 renames the chat in place."""

    rename_requested = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F2:
            self.rename_requested.emit()
        else:
            super().keyPressEvent(event)


class ChatHeader(QWidget):
    """Shows the current conversation and emits requests to switch conversations or act on it."""

    list_requested = Signal()
    new_requested = Signal()
    private_requested = Signal()
    """A new private conversation, which is not saved, is requested."""
    copy_requested = Signal()
    close_requested = Signal()
    rename_requested = Signal()
    """Renaming in place is requested; this widget handles it."""
    renamed = Signal(str)
    pin_requested = Signal(bool)
    delete_requested = Signal()
    note_requested = Signal()
    """The conversation's note should be shown."""
    keep_note_requested = Signal(bool)
    """The conversation should also be saved as a note (true), or no longer (false)."""
    parent_requested = Signal()
    """The conversation from which this one was branched should be shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ""
        self._empty, self._pinned = True, False
        self._note: NoteState = "possible"
        self._command_groups: tuple[Sequence[QAction], ...] = ()
        self.title = TitleButton(self.tr("New chat"), self.tr("Conversation"), font="strong")
        self.title.clicked.connect(self.list_requested)
        self.title.rename_requested.connect(self.rename_requested)
        self.rename_requested.connect(self.rename)
        self.name = RenameField(self.tr("Title of this chat"))
        self.name.name_entered.connect(self.renamed)
        self.name.editing_ended.connect(self._name_ended)
        self.agent = ChoiceButton("", self.tr("Agent that answers"), font="interface")
        """Shows the agent; its popup is in answerer_choice.py."""
        self.new = IconButton("plus", self.tr("New chat"))
        self.new.clicked.connect(self.new_requested)
        self.private = IconButton("chat-private", self.tr("New private chat: it is not saved"))
        self.private.clicked.connect(self.private_requested)
        self.private_mark = PlainLabel(self.tr("Private"), role="warning", font="small")
        self.private_mark.setToolTip(
            as_tooltip(self.tr("This chat is not saved on this computer. It is discarded when its tab is closed."))
        )
        self.private_mark.hide()
        self.more = IconButton("more", self.tr("More about this chat"))
        self.more.clicked.connect(self._open_more)
        # A long title is elided here; the agent's name only if too little of the title would remain.
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.branch = Chip("")
        self.branch.clicked.connect(self.parent_requested)
        self._branch_row = QWidget()
        self._branch_row.hide()
        self._build_layout()

    def show_chat(self, title: str, *, pinned: bool, empty: bool, note: NoteState, private: bool = False) -> None:
        """Show *title*; *empty* means that nothing was asked yet, *private* that nothing is saved."""
        self._title, self._pinned, self._empty, self._note = title, pinned, empty, note
        self.title.set_shown_text(title or self.tr("New chat"))
        self.title.set_icon_name("pin" if pinned else "")
        self.private_mark.setVisible(private)
        title_width = self.title.sizeHint().width()
        self.title.setMinimumWidth(min(title_width, theme().px(MIN_TITLE_WIDTH)))
        self.title.setMaximumWidth(title_width)

    def show_parent(self, title: str) -> None:
        """Show the title of the chat from which this one was branched; empty if it is not a branch."""
        label = self.tr("Branch of")
        self.branch.set_runs([(label, "muted", "small"), (title, "text", "small")], "branch")
        self.branch.setAccessibleName(safe_label_text(f"{label} {title}"))
        self._branch_row.setVisible(bool(title))

    def set_commands(self, *groups: Sequence[QAction]) -> None:
        """Add these groups of commands to the More menu, each below a line."""
        self._command_groups = groups

    def rename(self) -> None:
        """Edit the title in place."""
        if self._empty:
            return
        for widget in (self.title, self.agent):
            widget.hide()
        self.name.begin(self._title)

    def _build_layout(self) -> None:
        px = theme().px
        row = row_layout(spacing=4, margins=(0, 6, 0, 6))
        row.addWidget(self.title, 1_000)
        row.addWidget(self.name, 1_000)
        row.addWidget(self.private_mark)
        row.addStretch(1)
        row.addWidget(self.agent)
        row.addWidget(self.private)
        row.addWidget(self.new)
        row.addWidget(self.more)
        column = column_layout(self)
        column.addLayout(row)
        branch_layout = QHBoxLayout(self._branch_row)
        branch_layout.setContentsMargins(px(8), 0, px(8), px(6))
        branch_layout.addWidget(self.branch)
        branch_layout.addStretch(1)
        column.addWidget(self._branch_row)

    def _name_ended(self) -> None:
        for widget in (self.title, self.agent):
            widget.show()
        self.title.setFocus()

    def _open_more(self) -> None:
        menu = Menu(self.more.accessibleName(), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        empty_reason = self.tr("No question has been asked here yet.") if self._empty else ""
        menu.add(self.tr("Rename"), self.rename_requested.emit, icon_name="pencil", disabled_reason=empty_reason)
        private_reason = self.tr("Private chats are not saved.") if self._note == "none" else ""
        pin = self.tr("Unpin") if self._pinned else self.tr("Pin to the top of the list")
        menu.add(
            pin,
            partial(self.pin_requested.emit, not self._pinned),
            icon_name="pin",
            disabled_reason=empty_reason or private_reason,
        )
        copy = self.tr("Copy conversation as Markdown")
        menu.add(copy, self.copy_requested.emit, icon_name="copy", disabled_reason=empty_reason)
        if self._note == "saved":
            menu.add(self.tr("Show its note"), self.note_requested.emit, icon_name="file", disabled_reason=empty_reason)
            stop = self.tr("Stop saving it as a note")
            menu.add(
                stop, partial(self.keep_note_requested.emit, False), icon_name="minus", disabled_reason=empty_reason
            )
        else:
            keep = self.tr("Save it as a note too")
            menu.add(
                keep,
                partial(self.keep_note_requested.emit, True),
                icon_name="file-plus",
                disabled_reason=empty_reason or private_reason,
            )
        close = self.tr("Close this conversation")
        menu.add(close, self.close_requested.emit, icon_name="close", disabled_reason=empty_reason)
        menu.add(self.tr("Delete"), self.delete_requested.emit, icon_name="trash", disabled_reason=empty_reason)
        for commands in self._command_groups:
            menu.addSeparator()
            menu.addActions(commands)
        menu.open_under(self.more)
