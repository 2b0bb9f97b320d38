"""Chat head: the row above a conversation: its title with a menu of the others, who answers, New chat, and more."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.ui.parts.buttons import IconButton
from vaultdesk.ui.parts.choice_button import ChoiceButton
from vaultdesk.ui.parts.menu import Menu, MenuButton
from vaultdesk.ui.theme.theme import theme


class ChatHead(QWidget):
    """Tells which conversation is shown, and switches."""

    new_requested = Signal()
    chosen = Signal(int)
    """The place of a conversation in the list that `set_conversations` was given."""
    copy_requested = Signal()
    close_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        step = theme().step
        self._titles: Sequence[str] = ()
        self._current = 0
        self._empty = True
        self._commands: Sequence[QAction] = ()
        self.title = MenuButton(self.tr("New chat"), self.tr("Conversation"), self._fill)
        self.agent = ChoiceButton("", self.tr("Who answers"), font="interface")
        """Says who answers; what it opens is agent_choosing.py's."""
        self.new = IconButton("plus", self.tr("New chat"))
        self.new.clicked.connect(self.new_requested)
        self.more = IconButton("more", self.tr("More about this chat"))
        self.more.clicked.connect(self._open_more)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(step(4))
        row.addWidget(self.title)
        row.addStretch(1)
        row.addWidget(self.agent)
        row.addWidget(self.new)
        row.addWidget(self.more)
        self.setFixedHeight(step(40))

    def set_conversations(self, titles: Sequence[str], current: int, *, empty: bool) -> None:
        """Offer *titles*, the one at place *current* being shown; *empty* where nothing was asked in it yet."""
        self._titles, self._current = tuple(titles), current
        self._empty = empty
        self.title.set_words(titles[current] or self.tr("New chat"))

    def set_commands(self, commands: Sequence[QAction]) -> None:
        """Offer these commands of the window under More too."""
        self._commands = tuple(commands)

    def _fill(self, menu: Menu) -> None:
        menu.add(self.tr("New chat"), self.new_requested.emit, icon_name="plus")
        menu.addSeparator()
        for place in reversed(range(len(self._titles))):
            title = self._titles[place] or self.tr("New chat")
            menu.add(title, partial(self.chosen.emit, place), checked=place == self._current)

    def _open_more(self) -> None:
        menu = Menu(self.more.accessibleName(), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        nothing = self.tr("Nothing was asked here yet.") if self._empty else ""
        copy = self.tr("Copy conversation as Markdown")
        menu.add(copy, self.copy_requested.emit, icon_name="copy", why_disabled=nothing)
        close = self.tr("Close this conversation")
        menu.add(close, self.close_requested.emit, icon_name="close", why_disabled=nothing)
        if self._commands:
            menu.addSeparator()
            menu.addActions(self._commands)
        menu.open_under(self.more)
