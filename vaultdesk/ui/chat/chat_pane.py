"""Chat pane: the widgets of the chat in their places, and what leads out of it. Joins nothing; see chat_dock.py."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.index.search.lookups import newest_notes
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.answer_foot import FootAction
from vaultdesk.ui.chat.cap_meters import CapMeters
from vaultdesk.ui.chat.chat_tab_bar import ChatTabBar
from vaultdesk.ui.chat.chat_vault import ChatVault
from vaultdesk.ui.chat.composer import Composer
from vaultdesk.ui.chat.head import ChatHead
from vaultdesk.ui.chat.message_view import TEXT_WIDTH, ChatView
from vaultdesk.ui.chat.queue_list import QueueList
from vaultdesk.ui.chat.suggestions import MOST_SUGGESTIONS, Suggestions, suggestions_for
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.text_fields import FindBar

ALWAYS: tuple[FootAction, ...] = ("copy", "retry", "ask-other", "branch")
"""What can be done with an answer wherever the chat stands."""

LARGE_BOX = 0.55
"""Share of the pane's height that the large question box takes."""

LEAST_WIDTH = 320
"""Pixels of LOOK's drawings below which the dock cannot be made (LOOK, Measures)."""


class ChatPane(QWidget):
    """Head, messages or suggestions, and the foot with banners, queue and composer."""

    source_opened = Signal(str, str, str)
    """A note as it was named (a path or a name), a heading in it or nothing, and the words it is the source of."""
    link_opened = Signal(str)
    """A web or mail address was clicked."""
    insert_requested = Signal(str)
    append_requested = Signal(str)
    new_note_requested = Signal(str)
    """Markdown of an answer, for the editor's cursor, the open note, a new note."""
    settings_requested = Signal()
    left = Signal()
    """Esc was pressed and nothing runs: the keyboard may go elsewhere."""

    def __init__(self, vault: ChatVault, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._vault = vault
        self.head = ChatHead()
        self.tab_bar = ChatTabBar()
        self.find_bar = FindBar(self.tr("Find in the chat"))
        self.view = ChatView()
        self.suggestions = Suggestions()
        self.queue = QueueList()
        self.note = Banner("info", "", closable=True)
        self.composer = Composer()
        self.caps = CapMeters(vault)
        self._stack = QStackedWidget()
        self.set_note_actions()

    def set_note_actions(self, *, insert: bool = False, append: bool = False, new_note: bool = False) -> None:
        """Say what can be done with an answer besides copying it and asking again; the rest is not shown."""
        wanted: dict[FootAction, bool] = {"insert": insert, "append": append, "new-note": new_note}
        self.view.set_actions(frozenset({*ALWAYS, *(action for action, on in wanted.items() if on)}))

    def renew_notes(self) -> None:
        """Take over which notes there are; call it when the index changed."""
        bridge.start(self._load_notes(), owner=self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say how large the question may become."""
        super().resizeEvent(event)
        self.composer.box.set_room(round(self.height() * LARGE_BOX))

    async def _load_notes(self) -> None:
        folder = self._vault.store.settings.chat.folder.strip("/")
        chats = f"{folder}/" if folder else ""
        count, rows = await self._vault.searcher.over_index(lambda _, db: newest_notes(db, MOST_SUGGESTIONS, chats))
        self.suggestions.set_notes(count)
        self.suggestions.set_suggestions(suggestions_for(rows))

    def lay_out(self, *banners: QWidget) -> None:
        """Lay the parts out, *banners* over the queue."""
        step = theme().step
        self._stack.addWidget(centred(self.suggestions))
        self._stack.addWidget(self.view)
        foot = QWidget()
        below = QVBoxLayout(foot)
        below.setContentsMargins(0, step(8), 0, step(16))
        below.setSpacing(step(8))
        for widget in (*banners, self.queue, self.note, self.composer, self.caps):
            below.addWidget(widget)
        self.note.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(centred(self.head, margin=8))
        column.addWidget(centred(self.tab_bar, margin=0))
        # Its line is as long as that under the tabs above it; its field begins where the text does.
        self.find_bar.row.setContentsMargins(step(16), step(4), step(16), step(4))
        column.addWidget(centred(self.find_bar, margin=0))
        column.addWidget(self._stack, 1)
        column.addWidget(centred(foot))
        self.setMinimumWidth(step(LEAST_WIDTH))
        self.setFocusProxy(self.composer)


def centred(inner: QWidget, margin: int = 16) -> QWidget:
    """Hold *inner* to the width of the text, in the middle of a wide pane."""
    step = theme().step
    inner.setMaximumWidth(step(TEXT_WIDTH - 2 * margin))
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(step(margin), 0, step(margin), 0)
    row.addStretch(1)
    row.addWidget(inner, 1_000)
    row.addStretch(1)
    return holder
