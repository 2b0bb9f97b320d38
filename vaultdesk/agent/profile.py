"""Agent profile: instructions, model, tools and limits of an agent as one value, and its description for the person."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vaultdesk.core.phrases import NO_PHRASE, Number, Phrase, Sentences, comma_list, counted, listed
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
    """Answers that may ask for tools; then the model answers from what it has
    (vaultdesk/tools/README.md, "Permission order")."""
    result_limit: int = RESULT_LIMIT
    """Characters of one tool result that the model reads."""
    max_output_tokens: int = 8192
    """Length of one answer."""
    length_is_set: bool = False
    """Whether the user set that length for the chat; every server is told it then."""
    temperature: float | None = None
    """None leaves it to the model."""
    effort: Effort = ""
    """How much the model should think, where it can."""
    pauses: int = 5
    """How often a model may pause and be asked to go on (vaultdesk/providers/README.md, "Pitfalls", 17)."""


# A profile only ever narrows: what it wishes beyond the person's own settings is cut to them
# (vaultdesk/agent/README.md, "Accepted text").

MAX_INSTRUCTION_CHARACTERS = 20_000
"""Characters of an agent's instructions: about 5,000 tokens, sent with every question."""

MAX_DESCRIPTION_CHARACTERS = 300
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
    remarks: tuple[Phrase, ...] = ()
    """What the person should know of its note, in sentences: wishes that were cut, properties that mean nothing."""

    @property
    def agent_scope(self) -> AgentScope:
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

    def limits(self, user_limits: Limits) -> Limits:
        """Return *user_limits*, the limits of the person's settings, as far as this agent goes: never further."""
        return replace(
            user_limits,
            rounds=min(self.rounds or user_limits.rounds, user_limits.rounds),
            result_limit=min(self.result_limit or user_limits.result_limit, user_limits.result_limit),
            effort=self.effort or user_limits.effort,
        )


DEFAULT_PROFILE = AgentProfile()
"""The plain assistant: no instructions of its own, no scope but the person's rules."""


MAX_NAMED_FOLDERS = 5
"""Folders a sentence names; the rest is counted."""

MAX_SHOWN_NAME = 120
"""Characters of a name in a sentence."""


def grant_sentences(profile: AgentProfile, registry: ToolRegistry) -> tuple[Phrase, ...]:
    """Return what *profile* covers, the farthest reaching first; nothing of it is in the note's own words."""
    tools = [tool for tool in offered_tools(registry, profile.agent_scope, "ask") if not tool.lists_tools]
    effects: set[str] = {tool.effect for tool in tools}
    sentences = [_scope_sentence(profile, effects)]
    if profile.dangerous and any(tool.dangerous for tool in tools):
        sentences.append(Phrase("May ask to delete notes and to change many notes at once."))
    elif effects & {"write", "delete"}:
        sentences.append(Phrase("May not delete notes or change many notes at once."))
    if "network" in effects:
        sentences.append(Phrase("May ask to look things up on the internet."))
    sentences.append(_model_sentence(profile))
    names = comma_list([tool.display_name for tool in tools])
    if tools and profile.tools is None:
        sentences.append(Phrase("Uses every tool: {0}.", names))
    elif tools:
        sentences.append(Phrase("Uses these tools: {0}.", names))
    sentences.append(_limits_sentence(profile))
    shown_first = Phrase("What it asks for is shown to you first, as your permissions say.")
    ends = Phrase("A change of its note ends this.") if profile.path else NO_PHRASE
    sentences.append(Sentences(shown_first, ends))
    return tuple(sentence for sentence in (*sentences, *profile.remarks) if sentence)


def _scope_sentence(profile: AgentProfile, effects: set[str]) -> Phrase:
    if not effects - {"none"} or profile.folders == ():
        return Phrase("Sees no notes.")
    changes = bool(effects & {"write", "delete"})
    if profile.folders is None:
        if changes:
            return Phrase("May read and change notes in the whole vault.")
        return Phrase("May read notes in the whole vault.")
    folders = _folder_names(profile.folders)
    if changes:
        return Phrase("May read and change notes in {0}.", folders)
    return Phrase("May read notes in {0}.", folders)


def _folder_names(folders: Sequence[str]) -> Phrase:
    shown = [sanitize_line(folder, MAX_SHOWN_NAME) for folder in folders[:MAX_NAMED_FOLDERS]]
    more = len(folders) - len(shown)
    if more:
        return counted(more, "{1} and {0} more folder", "{1} and {0} more folders", ", ".join(shown))
    return listed(shown)


def _model_sentence(profile: AgentProfile) -> Phrase:
    if profile.model:
        return Phrase(
            "Uses the model {0}, whatever the chat uses. Its note is sent along with each question.",
            sanitize_line(profile.model, MAX_SHOWN_NAME),
        )
    return Phrase("Uses the chat's model. Its note is sent along with each question.")


def _limits_sentence(profile: AgentProfile) -> Phrase:
    told = [Phrase("{0} tool calls a minute", profile.calls_a_minute)]
    if profile.rounds:
        rounds = counted(profile.rounds, "{0} round of tools for a question", "{0} rounds of tools for a question")
        told.insert(0, rounds)
    if profile.result_limit:
        told.append(Phrase("{0} characters of a tool result", Number(profile.result_limit)))
    return Phrase("At most {0}.", comma_list(told))
