"""Subject: what is about to happen, as permissions see it, and what they answer. Values; permissions.py decides."""

from dataclasses import dataclass, field
from typing import Literal

from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.leash import FREE, Leash
from vaultdesk.tools.tool import Effect
from vaultdesk.vault.diff.change_set import NoteChangeKind

Answer = Literal["allow", "ask", "deny"]
"""What a rule says."""

By = Literal["default", "rule", "grant"]
"""Whose word an answer is: nobody's, a standing rule's, or an earlier answer's."""

Why = Literal["", "preset", "leash", "effect", "taint", "private"]
"""What of ours an answer rests on, besides a rule: the vault's preset, the agent's leash, that no rule may allow this
effect, that untrusted text and notes met in this conversation (THREATS 2.3.5), or that the note is private."""

STRENGTH: dict[Answer, int] = {"allow": 0, "ask": 1, "deny": 2}
"""Which answer wins in one folder."""

CHANGING: frozenset[Effect] = frozenset({"write", "delete", "network"})
"""Effects that change something or go out: flag C of THREATS 2.3.5."""

THIS_COMPUTER = "this-computer"
"""What a rule calls the destination of what stays here; no host is called so."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is about to happen, as permissions see it."""

    tool: str
    effect: Effect
    conversation_id: str = ""
    host: str = ""
    """Where what is read goes; empty for this computer."""
    leash: Leash = FREE
    change: NoteChangeKind | None = None
    """What happens to one file; None for what is no change of a file."""
    bulk: bool = False
    """Whether a tool does it that may change many notes at once."""
    tainted: bool = False
    """Whether this conversation holds untrusted text and notes."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What holds for one subject and path, and whose word it is."""

    answer: Answer
    by: By
    rule: PermissionRule | None = field(default=None, compare=False)
    """The rule that decided, where one did."""
    why: Why = field(default="", compare=False)

    def stricter(self, other: "Verdict") -> "Verdict":
        """Return the stricter of the two; this one where they are equal."""
        return other if STRENGTH[other.answer] > STRENGTH[self.answer] else self
