"""Drafts: what is typed and not sent, kept for each chat over its closing and over the end of the program."""

from PySide6.QtCore import QObject, QTimer

from vaultdesk.agent.question import Question
from vaultdesk.ui.chat.composer import Composer
from vaultdesk.ui.chat.kept_chats import KeptChats
from vaultdesk.ui.chat.talk import Talk

KEEP_AFTER = 700
"""Milliseconds after a key before a draft is kept, also while the typing goes on: so much there is to lose."""

NEW = "new"
"""The key of the draft of a chat in which nothing was asked yet: its id is another one after each start."""


class Drafts(QObject):
    """Follows the composer while a talk is shown in it."""

    def __init__(self, chats: KeptChats, composer: Composer, talk: Talk) -> None:
        super().__init__(composer)
        self._chats = chats
        self._composer = composer
        self._key = _key_of(talk)
        self._known: dict[str, str] = {}
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(KEEP_AFTER)
        self._pause.timeout.connect(self.keep)
        composer.box.textChanged.connect(self._typed)

    def of(self, talk: Talk) -> Question:
        """Return what was typed in *talk* before, in this session or an earlier one."""
        key = _key_of(talk)
        self._known[key] = self._chats.draft(key)
        return Question(self._known[key])

    def show_talk(self, talk: Talk) -> None:
        """Follow *talk*, which is about to be shown in the composer."""
        self.keep()
        self._key = _key_of(talk)

    def keep(self) -> None:
        """Keep what is typed now."""
        self._pause.stop()
        text = self._composer.text
        if self._known.get(self._key, "") != text:
            self._known[self._key] = text
            self._chats.set_draft(self._key, text)

    def _typed(self) -> None:
        if not self._pause.isActive():
            self._pause.start()
        if not self._composer.text:
            # Sent or thrown away: it must not come back after the program ended at once.
            self.keep()


def _key_of(talk: Talk) -> str:
    return talk.conversation.id if talk.exchanges else NEW
