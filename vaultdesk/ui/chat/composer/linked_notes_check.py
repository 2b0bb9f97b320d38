"""Check which notes linked in the typed question a rule withholds from the model."""

from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from vaultdesk.agent.context.context_attacher import linked_items
from vaultdesk.agent.context.context_reader import Attachment, ContextReach
from vaultdesk.chat.messages import ContextItem
from vaultdesk.core.transmission import Destination
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.composer.context_tray import context_item_text
from vaultdesk.ui.chat.composer.reach_text import ReachText, reach_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.translation import translator

_tr = translator("LinkedNotesCheck")

CHECK_INTERVAL = 100
"""Minimum milliseconds between two checks of the privacy rules, while the user types or notes change."""

LinkedNotes = tuple[tuple[ContextItem, ReachText], ...]
"""Links of a question to which a rule applies, with the text for each."""


class ReachSource(Protocol):
    """Determines which part of an attachment may be sent to a destination."""

    async def reach(self, attachment: Attachment, destination: Destination, active: str = "") -> ContextReach:
        """Return which part of *attachment* may be sent to *destination* under the current rules. Raises nothing."""
        ...


class LinkedNotesCheck(QObject):
    """Checks one text at a time, at most every `CHECK_INTERVAL`; results for earlier texts are discarded."""

    found = Signal(object)
    """`LinkedNotes` of the latest text."""

    def __init__(self, contexts: ReachSource, parent: QObject) -> None:
        super().__init__(parent)
        self._contexts = contexts
        self._asked: tuple[str, Destination, str] | None = None
        self._checks = 0
        self._shown: LinkedNotes = ()
        self._timer = QTimer(self, singleShot=True, interval=CHECK_INTERVAL)
        self._timer.timeout.connect(self._begin)

    def check(self, text: str, destination: Destination, active: str = "") -> None:
        """Check the links of *text*, to be sent to *destination*; *active* is the open note."""
        self._asked = (text, destination, active)
        if not self._timer.isActive() and ("[[" in text or self._shown):
            self._timer.start()

    def _begin(self) -> None:
        if self._asked is not None:
            self._checks += 1
            bridge.start(self._check(self._checks, *self._asked), owner=self)

    async def _check(self, check: int, text: str, destination: Destination, active: str) -> None:
        said: list[tuple[ContextItem, ReachText]] = []
        for item in linked_items(text, active):
            words = reach_text(await self._contexts.reach(item, destination, active), destination)
            if words.short:
                said.append((item, words))
        if check == self._checks and tuple(said) != self._shown:
            self._shown = tuple(said)
            self.found.emit(self._shown)


def linked_notes_text(linked: LinkedNotes) -> ReachText:
    """Return one line for *linked*: about withheld notes if there are any, else about those that need confirmation."""
    withheld = [(item, reach) for item, reach in linked if reach.is_warning]
    meant = withheld or list(linked)
    if not meant:
        return ReachText()
    sentence = "\n".join(reach.sentence for _, reach in meant)
    if len(meant) == 1:
        one = _tr("{note} will not be sent") if withheld else _tr("you will be asked about {note}")
        name = context_item_text(meant[0][0]).name
        return ReachText(one.format(note=name), sentence, is_warning=bool(withheld))
    many = _tr("{n} linked notes will not be sent") if withheld else _tr("you will be asked about {n} linked notes")
    return ReachText(many.format(n=format_number(len(meant))), sentence, is_warning=bool(withheld))
