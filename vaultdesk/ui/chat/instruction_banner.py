"""Instruction banner: says in the chat that the vault has a text for assistants which was not read and accepted yet."""

from typing import Protocol

from PySide6.QtCore import Qt, Signal

from vaultdesk.agent.instructions.vault_instructions import InstructionText
from vaultdesk.core.feed import Feed
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui import bridge
from vaultdesk.ui.widgets.banner import Banner

LONGEST_NAME = 60
"""Characters of a skill's name in the sentence."""


class Instructions(Protocol):
    """AGENTS.md and the skills of a vault."""

    @property
    def changes(self) -> Feed[None]:
        """Published when `list` is another one."""
        ...

    def list(self) -> tuple[InstructionText, ...]:
        """Return all as they stood when they were last read."""
        ...


class InstructionBanner(Banner):
    """One text at a time; closed, this version of it is not told of again in this session."""

    read_requested = Signal(str)
    """The path of a text that is to be read."""

    def __init__(self, instructions: Instructions) -> None:
        super().__init__("info", "", closable=True)
        self._instructions = instructions
        self._later: set[str] = set()
        """Digests of texts that the person wants to look at later."""
        self._shown: InstructionText | None = None
        self.set_actions([(self.tr("Read…"), self._read)])
        # The next one is told of when this one is out of sight.
        self.closed.connect(self.put_off, Qt.ConnectionType.QueuedConnection)
        bridge.follow(instructions.changes, lambda _: self.renew(), owner=self)
        self.renew()

    def renew(self) -> None:
        """Tell of the first text that waits."""
        waiting = (one for one in self._instructions.list() if not one.used and not one.problem)
        self._shown = next((one for one in waiting if one.digest not in self._later), None)
        if self._shown is not None:
            self.set_text(self._words(self._shown))
        self.setVisible(self._shown is not None)

    def put_off(self) -> None:
        """Tell no more of the text that is shown, and of the next one that waits."""
        if self._shown is not None:
            self._later.add(self._shown.digest)
        self.renew()

    def _words(self, one: InstructionText) -> str:
        if one.kind == "instructions":
            if one.standing == "changed":
                words = self.tr("The instructions for assistants ({0}) changed since you accepted them.")
                return words.format(one.name)
            return self.tr("This vault has instructions for assistants ({0}).").format(one.name)
        name = sanitize_line(one.name, LONGEST_NAME)
        if one.standing == "changed":
            return self.tr("The skill “{0}” changed since you accepted it.").format(name)
        return self.tr("This vault has a skill for assistants: “{0}”.").format(name)

    def _read(self) -> None:
        if self._shown is not None:
            self.read_requested.emit(self._shown.path)
