"""Profile: who is asked, as one value: instructions, model, tools, and how far it may go. See profile_reading.py.

A profile only ever narrows: what it wishes beyond the person's own settings is cut to them (THREATS 0.11).
"""

from dataclasses import dataclass, replace

from vaultdesk.agent.limits import Limits
from vaultdesk.providers.provider import Effort
from vaultdesk.tools.runtime.agent_scope import CALLS_A_MINUTE, UNRESTRICTED, AgentScope

MAX_INSTRUCTIONS = 20_000
"""Characters of an agent's instructions: about 5,000 tokens, sent with every question."""

MAX_DESCRIPTION = 300
"""Characters of the line that describes an agent in a list."""


@dataclass(frozen=True, slots=True)
class AgentProfile:
    """One agent, ready to be asked."""

    name: str = ""
    """How people call it: its note's name, or its path where another agent has that name. Empty for `PLAIN` alone."""
    description: str = ""
    """One line for people."""
    instructions: str = ""
    """What its note says under the properties: for the model."""
    model: str = ""
    """`provider/name`; empty for the chat's."""
    tools: tuple[str, ...] | None = None
    """Names of the tools it may use; None is all of them, an empty tuple is none."""
    folders: tuple[str, ...] | None = None
    """Folders it sees and works in, with all below them; None is the whole vault, an empty tuple is nothing."""
    read_only: bool = False
    dangerous: bool = False
    """Whether it may ask to delete notes and to change many at once."""
    rounds: int = 0
    """Rounds of tools for one question; 0 is what the person set."""
    result_limit: int = 0
    """Characters of one tool result that it reads; 0 is what the person set."""
    calls_a_minute: int = CALLS_A_MINUTE
    effort: Effort = ""
    """How much it thinks; empty is what the person set."""
    path: str = ""
    """Its note in the vault; empty for an agent that ships with the program."""
    remarks: tuple[str, ...] = ()
    """What the person should know of its note, in sentences: wishes that were cut, properties that mean nothing."""

    @property
    def leash(self) -> AgentScope:
        """How far its calls may go."""
        if not self.name:
            return UNRESTRICTED
        return AgentScope(
            agent=self.name,
            folders=self.folders,
            tools=None if self.tools is None else frozenset(self.tools),
            read_only=self.read_only,
            dangerous=self.dangerous and not self.read_only,
            calls_a_minute=min(self.calls_a_minute, CALLS_A_MINUTE),
        )

    def limits(self, own: Limits) -> Limits:
        """Return *own*, the limits of the person's settings, as far as this agent goes: never further."""
        return replace(
            own,
            rounds=min(self.rounds or own.rounds, own.rounds),
            result_limit=min(self.result_limit or own.result_limit, own.result_limit),
            effort=self.effort or own.effort,
        )


PLAIN = AgentProfile()
"""The plain assistant: no instructions of its own, no leash but the person's rules."""
