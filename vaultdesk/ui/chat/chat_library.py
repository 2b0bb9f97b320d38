"""All chats of a vault: open, rename, pin, delete, restore and branch, and the popup that lists them."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from heapq import merge
from typing import Any

import shiboken6
from msgspec import Struct
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QWidget

from vaultdesk.chat.chat_store import ChatPassage
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.chat_head import ChatHeader, RenameField
from vaultdesk.ui.chat.exchange import Exchange, last_message_of
from vaultdesk.ui.chat.open_conversations import ConversationController, OpenConversations
from vaultdesk.ui.chat.vault_protocols import SavedChats
from vaultdesk.ui.dates import full_time_text, month_text, short_time_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.accessibility import without_keypad, without_modifiers
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.frames import PopupFrame, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel, safe_label_text
from vaultdesk.ui.widgets.layouts import column_layout, row_layout
from vaultdesk.ui.widgets.lists.entry_list import EntryList
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.lists.matched_text import best_matches
from vaultdesk.ui.widgets.text_fields import SearchField
from vaultdesk.vault.undo import UndoOutcome

_tr = translator("ChatPopup")

MAX_LISTED_CHATS = 150
"""Maximum number of chats listed; drawing thousands would delay each key press, and typing narrows the list."""

WEEK = timedelta(days=7)

MAX_PREVIEW_LENGTH = 120
"""Maximum number of characters of the first question shown for a chat that is open but not saved."""

ROW_KEY_SEPARATOR = "\n"
"""Separates a chat's key from the position of a passage; keys do not contain it."""


class ChatItem(Struct, frozen=True):
    """List entry of one chat, saved or only of this session."""

    key: str
    """Key with which it is opened."""
    title: str
    changed: datetime
    pinned: bool = False
    preview: str = ""
    running: bool = False
    """Whether an answer is in progress."""
    private: bool = False
    """Whether it is private: nothing of it is stored on this computer."""


def open_chat_item(controller: ConversationController) -> ChatItem:
    """Return the item of an open chat that is not in the list of saved ones."""
    conversation = controller.conversation
    last = conversation.messages[-1].created if conversation.messages else datetime.now(UTC)
    preview = " ".join(controller.exchanges[0].question[:MAX_PREVIEW_LENGTH].split())
    return ChatItem(
        controller.key,
        controller.title,
        last,
        conversation.pinned,
        preview,
        running=controller.running,
        private=controller.private,
    )


def chat_entries(items: Sequence[ChatItem], typed: str, today: date) -> list[ListRow]:
    """Return the rows for *items*, which are in display order; with *typed* words only those whose title matches."""
    if typed.strip():
        return [
            _chat_row(item, today) for item in best_matches(typed, items, lambda item: item.title, MAX_LISTED_CHATS)
        ]
    rows: list[ListRow] = []
    heading = ""
    for item in items[:MAX_LISTED_CHATS]:
        group = _tr("Pinned") if item.pinned else _date_heading(item.changed.astimezone().date(), today)
        if group != heading:
            heading = group
            rows.append(ListRow("", group, heading=True))
        rows.append(_chat_row(item, today))
    older = len(items) - MAX_LISTED_CHATS
    if older > 0:
        rows.append(ListRow("", _tr("Type to find {0} older chats").format(format_number(older)), heading=True))
    return rows


def passage_entries(passages: Iterable[ChatPassage]) -> list[ListRow]:
    """Return rows under a heading for passages found in chats; an empty list if there are none."""
    rows = [
        ListRow(
            f"{passage.key}{ROW_KEY_SEPARATOR}{passage.message_id or passage.line}",
            passage.title or _tr("New chat"),
            text=passage.text,
            icon="search",
        )
        for passage in passages
    ]
    return [ListRow("", _tr("Found in chats"), heading=True), *rows] if rows else []


def chat_key_of_row(row_key: str) -> str:
    """Return the key of the chat to which the row with *row_key* belongs."""
    return row_key.partition(ROW_KEY_SEPARATOR)[0]


def _chat_row(item: ChatItem, today: date) -> ListRow:
    # A title made from the first question already shows its first words.
    repeats_title = item.preview.casefold().startswith(item.title.rstrip("…").casefold())
    preview = "" if item.title and repeats_title else item.preview
    remarks = [
        _tr("answering…") if item.running else short_time_text(item.changed, today),
        _tr("Private") if item.private else "",
        preview,
    ]
    details = [full_time_text(item.changed, today), _tr("This chat is not saved.") if item.private else ""]
    return ListRow(
        item.key,
        item.title or _tr("New chat"),
        text=" · ".join(remark for remark in remarks if remark),
        description="\n".join(detail for detail in details if detail),
        icon="pin" if item.pinned else "chat-private" if item.private else "chat",
    )


def _date_heading(day: date, today: date) -> str:
    if day >= today:
        return _tr("Today")
    if day == today - timedelta(days=1):
        return _tr("Yesterday")
    return _tr("Last 7 days") if day > today - WEEK else month_text(day)


# The popup looks nothing up and changes no chat: it emits signals, which `ChatListController` handles.

POPUP_WIDTH, LIST_HEIGHT = 420, 460
"""Width of the popup and maximum height of its list, in design pixels."""

MIN_QUERY_LENGTH = 2
"""Minimum number of characters before chat text is searched; a single character occurs in every chat."""

Search = Callable[[str], Awaitable[Sequence[ChatPassage]]]
"""Returns the chats that contain the query."""


class ChatListKeys(QObject):
    """Keys of the chat list: F2, Delete and P act on the current row; other characters go to the field."""

    pressed = Signal(str)
    """`rename`, `delete` or `pin` was requested for the current row."""
    typed = Signal(str)
    """A character for the search field."""
    top_passed = Signal()
    """Up was pressed on the first row."""

    def __init__(self, chats: EntryList) -> None:
        super().__init__(chats)
        self._list = chats
        chats.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the list's own keys; forward characters."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        actions = {Qt.Key.Key_F2: "rename", Qt.Key.Key_Delete: "delete", Qt.Key.Key_P: "pin"}
        plain = not without_keypad(without_modifiers(event.modifiers(), Qt.KeyboardModifier.ShiftModifier))
        action = actions.get(Qt.Key(event.key()))
        if action is not None and plain:
            self.pressed.emit(action)
        elif event.key() == Qt.Key.Key_Up and self._list.currentIndex().row() <= 1:
            self.top_passed.emit()
        elif plain and event.text().isprintable() and event.text().strip():
            self.typed.emit(event.text())
        elif event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            event.ignore()  # Left to the popup.
        else:
            return super().eventFilter(watched, event)
        return True


class ChatPopup(PopupFrame):
    """Popup below the title; closes when a chat is opened, on Esc, and on a click outside."""

    chosen = Signal(str, str)
    """Key of the chat to open, and the matched words if it was found by its text."""
    renamed = Signal(str, str)
    pinned = Signal(str, bool)
    deleted = Signal(str)
    undo_requested = Signal()
    """The last chat deleted here should be restored."""

    def __init__(self, anchor: QWidget, search: Search) -> None:
        super().__init__(anchor, POPUP_WIDTH)
        self.setAccessibleName(self.tr("Chats"))
        self._search = search
        self._items: Sequence[ChatItem] = ()
        self._passages: Sequence[ChatPassage] = ()
        self._current = ""
        self._renaming = ""
        self._searching: asyncio.Task[None] | None = None
        self.search = SearchField(self.tr("Find a chat"), self.tr("Search titles and messages"))
        self.list = EntryList(self.tr("Chats"), takes_keyboard=True)
        self.list_keys = ChatListKeys(self.list)
        self.list.viewport().setBackgroundRole(QPalette.ColorRole.Button)
        self.name = RenameField(self.tr("Title of the chat"), self.list.viewport())
        self.empty_label = PlainLabel("", role="muted", font="small", wrap=True)
        self.rename_button = LinkButton(self.tr("Rename"), small=True, keys="F2")
        self.pin_button = LinkButton(self.tr("Pin"), small=True, keys="P")
        self.delete_button = LinkButton(self.tr("Delete"), small=True, keys="Del")
        self.undo_button = LinkButton(self.tr("Undo"), icon_name="undo", small=True)
        self.undo_button.hide()
        self._build_layout()
        self._connect()

    def open_with(self, items: Sequence[ChatItem], current: str) -> None:
        """Open with *items*, the one with key *current* ticked and the focus in the field."""
        self._current = current
        self._items = items
        self._show_rows(current)
        self._move_to_anchor()
        self.show()
        self.search.setFocus()
        # Only now is the number of visible rows known.
        self._show_rows(current)

    def refresh(self, items: Sequence[ChatItem], current: str) -> None:
        """Update the rows; the field and the current row are kept."""
        row = self.list.currentIndex().row()
        entry = self.list.current()
        self._items, self._current = items, current
        known = {item.key for item in items}
        current_key = entry.key if entry is not None and chat_key_of_row(entry.key) in known else None
        self._show_rows(current_key)
        if current_key is None and row > 1:
            self.list.step(row - 1)
        self._move_to_anchor()

    def offer_undo(self, title: str) -> None:
        """Report that the chat *title* was deleted and offer Undo."""
        self.undo_button.setText(self.tr("Undo"))
        self.undo_button.setAccessibleName(self.tr("Restore “{0}”").format(title))
        self.undo_button.setVisible(bool(title))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Rename from the field too, which has no use for F2."""
        if event.key() == Qt.Key.Key_F2:
            self._request("rename")
        else:
            super().keyPressEvent(event)

    def _build_layout(self) -> None:
        px = theme().px
        footer = row_layout(spacing=16, margins=(10, 0, 10, 4))
        for button in (self.rename_button, self.pin_button, self.delete_button):
            footer.addWidget(button)
        footer.addStretch(1)
        footer.addWidget(self.undo_button)
        column = column_layout(self, 8, margins=(8, 8, 8, 8))
        column.addWidget(self.search)
        column.addWidget(self.empty_label)
        column.addWidget(self.list, 1)
        column.addWidget(SeparatorLine())
        column.addLayout(footer)
        self.empty_label.setContentsMargins(px(10), px(4), px(10), px(4))

    def _connect(self) -> None:
        self.search.textChanged.connect(self._typed)
        self.search.stepped.connect(self._focus_list)
        self.search.returnPressed.connect(self.list.choose_current)
        self.search.escaped.connect(self.close)
        self.paged.connect(self.list.page)
        self.list.chosen.connect(self._choose)
        self.list.current_changed.connect(self._update_buttons)
        self.list_keys.top_passed.connect(self.search.setFocus)
        self.list_keys.typed.connect(self._type)
        self.list_keys.pressed.connect(self._request)
        self.rename_button.clicked.connect(lambda: self._request("rename"))
        self.pin_button.clicked.connect(lambda: self._request("pin"))
        self.delete_button.clicked.connect(lambda: self._request("delete"))
        self.undo_button.clicked.connect(self.undo_requested)
        self.undo_button.clicked.connect(self.undo_button.hide)
        self.name.editing_ended.connect(self.list.setFocus)
        self.name.name_entered.connect(lambda title: self.renamed.emit(self._renaming, title))

    def _typed(self, text: str) -> None:
        self._passages = ()
        self._show_rows(None if text.strip() else self._current)
        if self._searching is not None:
            self._searching.cancel()
        if len(text.strip()) >= MIN_QUERY_LENGTH:
            self._searching = bridge.start(self._find(text), owner=self)
        self._move_to_anchor()

    async def _find(self, text: str) -> None:
        passages = await self._search(text.strip())
        if text == self.search.text():
            self._passages = passages
            entry = self.list.current()
            self._show_rows(entry.key if entry is not None else None)
            self._move_to_anchor()

    def _show_rows(self, current: str | None) -> None:
        today = datetime.now().astimezone().date()
        rows = [*chat_entries(self._items, self.search.text(), today), *passage_entries(self._passages)]
        self.list.show_entries(rows, self._current, current)
        empty_text = self.tr("No chat matches.") if self._items else self.tr("Your chats are listed here.")
        self.empty_label.setText(empty_text)
        self.empty_label.setVisible(not rows)
        self._update_buttons()

    def _update_buttons(self) -> None:
        entry = self.list.current()
        item = self._item()
        for button in (self.rename_button, self.pin_button, self.delete_button):
            button.setEnabled(item is not None)
        self.pin_button.setText(self.tr("Unpin") if item is not None and item.pinned else self.tr("Pin"))
        # A screen reader follows the field, so the current row is part of the field's description.
        self.search.setAccessibleDescription(self.list.current_text() if entry is not None else self.empty_label.text())

    def _item(self) -> ChatItem | None:
        entry = self.list.current()
        key = chat_key_of_row(entry.key) if entry is not None else ""
        return next((item for item in self._items if item.key == key), None)

    def _focus_list(self, by: int) -> None:
        if self.list.count():
            self.list.setFocus()
            self.list.step(by)

    def _type(self, text: str) -> None:
        self.search.setFocus()
        self.search.insert(text)

    def _choose(self, row_key: str) -> None:
        self.close()
        self.chosen.emit(chat_key_of_row(row_key), self.search.text().strip() if ROW_KEY_SEPARATOR in row_key else "")

    def _request(self, action: str) -> None:
        item = self._item()
        if item is None:
            return
        match action:
            case "rename":
                self._renaming = item.key
                px, row = theme().px, self.list.visualRect(self.list.currentIndex())
                self.name.setGeometry(row.adjusted(px(28), px(3), -px(4), -px(3)))
                self.name.begin(item.title)
            case "pin":
                self.pinned.emit(item.key, not item.pinned)
            case "delete":
                self.deleted.emit(item.key)
            case _:
                raise ValueError(action)

    def _move_to_anchor(self) -> None:
        px = theme().px
        self.place(self.list, min(px(LIST_HEIGHT), max(px(44), self.list.preferred_height())))


UndoGroup = Callable[[str], Awaitable[UndoOutcome]]
"""Undoes a group of vault changes. Raises `VaultDeskError`."""


class DeletedChat(Struct, frozen=True):
    """A deleted chat with the data to restore it."""

    title: str
    group: str
    """Group of the vault change; empty for a chat without a note."""
    key: str
    controller: ConversationController | None
    """Set for a chat that was not saved, which exists only in memory."""
    shown: bool


class ChatLibrary(QObject):
    """Merges saved and open chats by their keys."""

    changed = Signal()
    """The list of chats, or a title, pin or date in it, changed."""
    refused = Signal(str)
    """Message explaining why an action failed."""
    deleted = Signal(object)
    """A `DeletedChat` that can be restored."""

    def __init__(self, chats: SavedChats, conversations: OpenConversations, undo: UndoGroup) -> None:
        super().__init__(conversations)
        self._chats = chats
        self._conversations = conversations
        self._undo = undo
        self._renaming: dict[str, ConversationController] = {}
        """Open chats being renamed, by their old path, which the list may contain for a moment longer."""
        bridge.follow(chats.changes, lambda _: self.changed.emit(), owner=self)
        conversations.changed.connect(lambda _controller: self.changed.emit())

    def items(self) -> tuple[ChatItem, ...]:
        """Return all chats: pinned first, then by last change."""
        old_paths = {path for path, controller in self._renaming.items() if controller.note != path}
        entries = [entry for entry in self._chats.entries() if entry.is_stored or entry.path not in old_paths]
        running = {controller.key for controller in self._conversations.controllers if controller.running}
        saved_keys = {entry.key for entry in entries}
        unsaved_items = [
            open_chat_item(controller)
            for controller in reversed(self._conversations.controllers)
            if controller.exchanges and controller.key not in saved_keys
        ]
        saved_items = [
            ChatItem(entry.key, entry.title, entry.modified, entry.pinned, entry.preview, running=entry.key in running)
            for entry in entries
        ]
        # The entries are already in order; sorting ten thousand again would cause a noticeable delay.
        return tuple(merge(unsaved_items, saved_items, key=lambda item: (not item.pinned, -item.changed.timestamp())))

    def parent_title(self) -> str:
        """Return the title of the chat from which the shown one was branched; empty if it is not a branch."""
        conversation = self._conversations.current.conversation
        if not (conversation.parent or conversation.parent_id):
            return ""  # Called at each step of an answer: avoids sorting ten thousand chats.
        key = self._parent_key(conversation)
        title = next((entry.title for entry in self._chats.entries() if key and key in (entry.key, entry.path)), "")
        return title or conversation.parent.partition("#")[0].rpartition("/")[2].removesuffix(".md")

    async def refresh(self) -> None:
        """Look for chats written by other programs; emits `changed` if there are any."""
        await self._chats.refresh()

    async def search(self, query: str) -> Sequence[ChatPassage]:
        """Return the chats that contain *query*; none if the search fails at the moment."""
        try:
            return await self._chats.search(query)
        except VaultDeskError:
            return ()  # The failure is reported elsewhere; titles are still searched.

    async def open(self, key: str) -> ConversationController | None:
        """Show a chat and return it. If its note cannot be read, report that and return None."""
        try:
            controller = await self.load(key)
        except VaultDeskError as problem:
            self.refused.emit(translate_error(problem))
            return None
        if controller is not self._conversations.current:
            self._conversations.show_conversation(controller)
        return controller

    async def load(self, key: str) -> ConversationController:
        """Open a chat without showing it. Raises `VaultDeskError` if its note cannot be read."""
        controller = self._conversations.controller_of(key)
        if controller is None:
            conversation = await self._chats.open(key)
            # It may have been opened a second time while the note was being read.
            controller = self._conversations.controller_of(key) or self._conversations.add(conversation)
        return controller

    async def open_parent(self) -> ConversationController | None:
        """Show the chat from which the shown one was branched."""
        return await self.open(self._parent_key(self._conversations.current.conversation))

    async def rename(self, key: str, title: str) -> None:
        """Rename a chat to *title*."""
        await self._change_chat(key, title=title)

    async def pin(self, key: str, pinned: bool) -> None:
        """Pin a chat to the top of the list, or unpin it."""
        await self._change_chat(key, pinned=pinned)

    async def keep_note(self, key: str, *, keep: bool) -> None:
        """Start or stop saving a chat as a note of the vault."""
        controller = self._conversations.controller_of(key)
        try:
            await self._chats.keep_note(key, keep=keep)
        except VaultDeskError as problem:
            self.refused.emit(translate_error(problem))
        if controller is not None:
            controller.changed.emit()

    async def delete(self, key: str) -> None:
        """Delete a chat and its note; a running answer is stopped first."""
        controller = self._conversations.controller_of(key)
        # The list may lag behind the title of an open chat.
        title = (controller.title if controller is not None else "") or self._title_of(key)
        if controller is not None:
            await finish_answer(controller)
        key = controller.key if controller is not None else key
        is_saved = controller is None or controller.is_saved
        try:
            group = await self._chats.delete(key) if is_saved else ""
        except VaultDeskError as problem:
            self.refused.emit(translate_error(problem))
            return
        is_shown = controller is self._conversations.current
        if controller is not None and controller in self._conversations.controllers:
            self._conversations.remove(controller)
        if controller is not None and is_saved:
            controller.deleteLater()  # It is read again if restored.
        self.changed.emit()
        self.deleted.emit(DeletedChat(title, group, key, None if is_saved else controller, is_shown))

    def _title_of(self, key: str) -> str:
        return next((item.title for item in self.items() if item.key == key), "")

    async def restore(self, deleted_chat: DeletedChat) -> None:
        """Restore a deleted chat and show it if it was shown before."""
        problem = await self._problem_of_undo(deleted_chat.group) if deleted_chat.group else ""
        if problem:
            self.refused.emit(problem)
            return
        if deleted_chat.controller is not None:
            self._conversations.restore(deleted_chat.controller)
        else:
            try:
                await self._chats.restore(deleted_chat.key)
            except VaultDeskError as error:
                self.refused.emit(translate_error(error))
                return
            if deleted_chat.shown:
                await self.open(deleted_chat.key)
        self.changed.emit()

    def branch(self, controller: ConversationController, exchange: Exchange) -> None:
        """Continue in a new chat from the answer of *exchange*; the original is unchanged."""
        message_id = last_message_of(controller.conversation, exchange)
        if not message_id:
            return
        branch = self._conversations.add(self._chats.branch(controller.conversation, message_id))
        if branch.autosave is not None:
            branch.autosave.save_soon()
        self._conversations.show_conversation(branch)

    async def _change_chat(self, key: str, *, title: str | None = None, pinned: bool | None = None) -> None:
        """Change the title or pin of a chat, also in its saved copy."""
        controller = self._conversations.controller_of(key)
        path = controller.note if controller is not None else key
        if controller is not None and path and title is not None:
            self._renaming[path] = controller
        try:
            if controller is not None and not controller.is_saved:
                controller.change(title=title, pinned=pinned)
            elif title is not None:
                await self._chats.rename(key, title)
            elif pinned is not None:
                await self._chats.pin(key, pinned)
        except VaultDeskError as problem:
            self.refused.emit(translate_error(problem))
        finally:
            self._renaming.pop(path, None)
        if controller is not None:
            controller.changed.emit()
        self.changed.emit()

    async def _problem_of_undo(self, group: str) -> str:
        try:
            outcome = await self._undo(group)
        except VaultDeskError as problem:
            return translate_error(problem)
        return translate(
            "" if outcome.done else outcome.problem or self.tr("Its note has changed since, so nothing was undone.")
        )

    def _parent_key(self, conversation: Conversation) -> str:
        """Return the key of the chat from which *conversation* was branched; empty if there is none."""
        entries = self._chats.entries()
        if any(entry.key == conversation.parent_id for entry in entries):
            return conversation.parent_id
        name = conversation.parent.partition("#")[0]
        if not name:
            return ""
        path = name if name.endswith(".md") else f"{name}.md"
        paths = [entry.path for entry in entries]
        return (
            path if path in paths else next((candidate for candidate in paths if candidate.endswith(f"/{path}")), path)
        )


async def finish_answer(controller: ConversationController) -> None:
    """Stop the answer of *controller* and return when the received text is saved."""
    controller.stop()
    if controller.running:
        await bridge.wait_signal(controller.running_changed)
    if controller.autosave is not None:
        await controller.autosave.flush()


MAX_NOTICE_TITLE = 60
"""Maximum number of characters of a title in a message."""


class ChatListController(QObject):
    """Opens the list of chats and keeps track of which chat is shown."""

    found = Signal(str)
    """The shown chat was opened from a text match; carries the matched words."""
    notice = Signal(str, str, object)
    """Message about a finished action, label of the undo button, and the undo callback."""
    note_requested = Signal(str)
    """Path of a chat's note that should be shown."""

    def __init__(self, header: ChatHeader, conversations: OpenConversations, library: ChatLibrary) -> None:
        super().__init__(header)
        self._header = header
        self._conversations = conversations
        self._library = library
        self._popup: ChatPopup | None = None
        self._last_deleted: DeletedChat | None = None
        header.list_requested.connect(self.open)
        header.renamed.connect(lambda title: self._start(self._library.rename(self._key(), title)))
        header.pin_requested.connect(lambda pinned: self._start(self._library.pin(self._key(), pinned)))
        header.keep_note_requested.connect(lambda keep: self._start(self._library.keep_note(self._key(), keep=keep)))
        header.delete_requested.connect(lambda: self._start(self._library.delete(self._key())))
        header.parent_requested.connect(self._open_parent)
        header.note_requested.connect(lambda: self.note_requested.emit(self._conversations.current.note))
        conversations.shown.connect(lambda _before, _controller: self.refresh())
        library.changed.connect(self.refresh)
        library.deleted.connect(self._deleted)
        self.refresh()

    def open(self) -> ChatPopup:
        """Open the list below the title."""
        popup = self._popup = ChatPopup(self._header.title, self._library.search)
        popup.chosen.connect(lambda key, query: self._start(self._open(key, query)))
        popup.renamed.connect(lambda key, title: self._start(self._library.rename(key, title)))
        popup.pinned.connect(lambda key, pinned: self._start(self._library.pin(key, pinned)))
        popup.deleted.connect(lambda key: self._start(self._library.delete(key)))
        popup.undo_requested.connect(self._restore_last_deleted)
        popup.open_with(self._library.items(), self._key())
        self._start(self._library.refresh())
        return popup

    def refresh(self) -> None:
        """Update the list to the current chats."""
        self._conversations.update_title()
        self._header.show_parent(self._library.parent_title())
        if self._popup is not None and shiboken6.isValid(self._popup) and self._popup.isVisible():
            self._popup.refresh(self._library.items(), self._key())

    def branch(self, exchange: Exchange) -> None:
        """Continue in a new chat from an answer of the shown one."""
        self._library.branch(self._conversations.current, exchange)

    async def _open(self, key: str, query: str) -> None:
        if await self._library.open(key) is not None and query:
            self.found.emit(query)

    def _open_parent(self) -> None:
        self._start(self._library.open_parent())

    def _deleted(self, deleted_chat: DeletedChat) -> None:
        self._last_deleted = deleted_chat
        title = safe_label_text(deleted_chat.title, MAX_NOTICE_TITLE) or self.tr("New chat")
        self.notice.emit(self.tr("Deleted “{0}”").format(title), self.tr("Undo"), self._restore_last_deleted)
        if self._popup is not None and shiboken6.isValid(self._popup):
            self._popup.offer_undo(title)

    def _restore_last_deleted(self) -> None:
        deleted_chat, self._last_deleted = self._last_deleted, None
        if deleted_chat is not None:
            self._start(self._library.restore(deleted_chat))

    def _key(self) -> str:
        return self._conversations.current.key

    def _start(self, work: Coroutine[Any, Any, ConversationController | None]) -> None:  # Any: a coroutine's type
        bridge.start(work, owner=self)
