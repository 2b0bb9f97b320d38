"""Talk tabs: the open conversations joined with their row of tabs: what each is doing, gone to, moved, closed.

Closing a tab closes no conversation: a kept one is in the list of chats, one that is being answered goes on.
"""

from PySide6.QtCore import QObject, Signal

from vaultdesk.agent.transcript_blocks import StepBlock
from vaultdesk.ui.chat.chat_tab_bar import ChatTabBar, TabFace, TabState
from vaultdesk.ui.chat.talk import Talk
from vaultdesk.ui.chat.talk_list import TalkList
from vaultdesk.ui.widgets.labels import safe_label_text

LONGEST_TITLE = 60
"""Characters of a title in a sentence."""


class TalkTabs(QObject):
    """Follows all talks, also those that are not shown."""

    notice = Signal(str, str, object)
    """A word about what was done, the words of the way back, and what takes it."""
    changed = Signal()
    """The notes of the conversations that have tabs are others, or in another order."""

    def __init__(self, talks: TalkList, bar: ChatTabBar) -> None:
        super().__init__(bar)
        self._talks = talks
        self._bar = bar
        self._unread: set[Talk] = set()
        self._running: set[Talk] = set()
        self._told: tuple[tuple[Talk, TabFace], ...] = ()
        self._told_notes: tuple[str, ...] = ()
        bar.chosen.connect(self._go)
        bar.moved.connect(self._move)
        bar.close_requested.connect(lambda number: self.close(self._talks.tabs[number]))
        talks.shown.connect(self._shown)
        talks.changed.connect(self._changed)
        talks.stirred.connect(self._stirred)
        self.renew()

    @property
    def notes(self) -> tuple[str, ...]:
        """The paths of the notes of the conversations that have tabs, in their order; those without one left out."""
        return tuple(talk.note for talk in self._talks.tabs if talk.note)

    def step(self, by: int) -> None:
        """Show the next conversation (1) or the one before (-1); behind the last comes the first."""
        tabs = self._talks.tabs
        self._talks.show_talk(tabs[(tabs.index(self._talks.current) + by) % len(tabs)])

    def close_current(self) -> None:
        """Close the tab of the shown conversation."""
        self.close(self._talks.current)

    def close(self, talk: Talk) -> None:
        """Close the tab of *talk*; nothing of it is lost, and its answer goes on."""
        title, running = safe_label_text(talk.title, LONGEST_TITLE), talk.running
        self._talks.close(talk)
        self._unread.discard(talk)
        self.renew()
        if running:
            words = self.tr("“{0}” is still being answered.").format(title)
            self.notice.emit(words, self.tr("Show"), lambda: self._talks.show_talk(talk))

    def renew(self) -> None:
        """Show the tabs as they are now."""
        tabs = self._talks.tabs
        faces = tuple((talk, TabFace(talk.title, self.state_of(talk))) for talk in tabs)
        self._bar.show_tabs([face for _, face in faces], tabs.index(self._talks.current))
        self._told = faces
        if self.notes != self._told_notes:
            self._told_notes = self.notes
            self.changed.emit()

    def state_of(self, talk: Talk) -> TabState:
        """Return what *talk* does."""
        if talk.held or (_answering(talk) and _waits(talk)):
            return "waiting"
        if _answering(talk):
            return "running"
        return "unread" if talk in self._unread else ""

    def _go(self, number: int) -> None:
        tabs = self._talks.tabs
        if 0 <= number < len(tabs) and tabs[number] is not self._talks.current:
            self._talks.show_talk(tabs[number])

    def _move(self, old: int, new: int) -> None:
        self._talks.move(old, new)
        self.renew()

    def _shown(self, _before: Talk, talk: Talk) -> None:
        self._unread.discard(talk)
        self.renew()

    def _changed(self, talk: Talk) -> None:
        self._note_end(talk)
        self.renew()

    def _stirred(self, talk: Talk) -> None:
        """Look whether an answer on its way waits for the person now; it is asked at each piece of it."""
        self._note_end(talk)
        face = next((face for one, face in self._told if one is talk), None)
        if face is not None and face.state != self.state_of(talk):
            self.renew()

    def _note_end(self, talk: Talk) -> None:
        """Remember that an answer came to its end which nobody saw."""
        if _answering(talk):
            self._running.add(talk)
        elif talk in self._running:
            self._running.discard(talk)
            if talk is not self._talks.current:
                self._unread.add(talk)


def _answering(talk: Talk) -> bool:
    """Tell whether words still come; a run needs a moment after its last one."""
    return talk.running and not (talk.exchanges and talk.exchanges[-1].over)


def _waits(talk: Talk) -> bool:
    """Tell whether a step of the running answer waits for the person."""
    blocks = talk.exchanges[-1].blocks if talk.exchanges else ()
    return any(isinstance(block, StepBlock) and block.state == "waiting" for block in blocks)
