"""Agent profile: instructions, model, tools and limits of an agent as one value, and its description for the person."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vaultdesk.providers.provider import Effort
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import CALLS_A_MINUTE, UNRESTRICTED, AgentScope
from vaultdesk.tools.runtime.policy import offered_tools
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import RESULT_LIMIT


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run may use up."""

    rounds: int = 5
    """Answers that may ask for tools; then the model answers from what it has (CONTRACTS, Approval)."""
    result_limit: int = RESULT_LIMIT
    """Characters of one tool result that the model reads."""
    max_output_tokens: int = 8192
    """Length of one answer."""
    effort: Effort = ""
    """How much the model should think, where it can."""
    pauses: int = 5
    """How often a model may pause and be asked to go on (PROTOCOLS 5.5.17)."""


# A profile only ever narrows: what it wishes beyond the person's own settings is cut to them (THREATS 0.11).

MAX_INSTRUCTIONS = 20_000
"""Characters of an agent's instructions: about 5,000 tokens, sent with every question."""

MAX_DESCRIPTION = 300
"""Characters of the line that describes an agent in a list."""


@dataclass(frozen=True, slots=True)
class AgentProfile:
    """One agent, ready to be asked."""

    name: str = ""
    """How people call it: its note's name, or its path where another agent has that name. Empty for `DEFAULT_PROFILE`
    alone."""
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


DEFAULT_PROFILE = AgentProfile()
"""The plain assistant: no instructions of its own, no leash but the person's rules."""


MAX_NAMED_FOLDERS = 5
"""Folders a sentence names; the rest is counted."""

NAME_SHOWN = 120
"""Characters of a name in a sentence."""


def grant_sentences(profile: AgentProfile, registry: ToolRegistry) -> tuple[str, ...]:
    """Return what *profile* covers, the farthest reaching first; nothing of it is in the note's own words."""
    tools = offered_tools(registry, profile.leash, "ask")
    effects: set[str] = {tool.effect for tool in tools}
    sentences = [_reach(profile, effects)]
    if profile.dangerous and any(tool.dangerous for tool in tools):
        sentences.append("May ask to delete notes and to change many notes at once.")
    elif effects & {"write", "delete"}:
        sentences.append("May not delete notes or change many notes at once.")
    if "network" in effects:
        sentences.append("May ask to look things up on the internet.")
    sentences.append(_model(profile))
    names = ", ".join(tool.display_name for tool in tools)
    sentences.append(f"Uses {'every tool' if profile.tools is None else 'these tools'}: {names}." if tools else "")
    sentences.append(_measure(profile))
    ends = " A change of its note ends this." if profile.path else ""
    sentences.append(f"What it asks for is shown to you first, as your permissions say.{ends}")
    return tuple(sentence for sentence in (*sentences, *profile.remarks) if sentence)


def _reach(profile: AgentProfile, effects: set[str]) -> str:
    if not effects - {"none"} or profile.folders == ():
        return "Sees no notes."
    where = "in the whole vault" if profile.folders is None else f"in {_named(profile.folders)}"
    doing = "read and change" if effects & {"write", "delete"} else "read"
    return f"May {doing} notes {where}."


def _named(folders: Sequence[str]) -> str:
    shown = [sanitize_line(folder, NAME_SHOWN) for folder in folders[:MAX_NAMED_FOLDERS]]
    more = len(folders) - len(shown)
    if more:
        return f"{', '.join(shown)} and {more} more {'folder' if more == 1 else 'folders'}"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]


def _model(profile: AgentProfile) -> str:
    who = (
        f"the model {sanitize_line(profile.model, NAME_SHOWN)}, whatever the chat uses"
        if profile.model
        else "the chat's model"
    )
    return f"Uses {who}. Its note is sent along with each question."


def _measure(profile: AgentProfile) -> str:
    told = [f"{profile.calls_a_minute} tool calls a minute"]
    if profile.rounds:
        told.insert(0, f"{profile.rounds} {'round' if profile.rounds == 1 else 'rounds'} of tools for a question")
    if profile.result_limit:
        told.append(f"{profile.result_limit:,} characters of a tool result")
    return f"At most {', '.join(told)}."
