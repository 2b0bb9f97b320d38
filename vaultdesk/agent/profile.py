"""Agent profile: instructions, model, tools and limits of an agent as one value, and its description for the user."""

from collections.abc import Sequence

from msgspec import Struct

from vaultdesk.core.phrases import NO_PHRASE, Number, Phrase, Sentences, and_list, comma_list, counted
from vaultdesk.core.values import replace
from vaultdesk.providers.provider import Effort
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import CALLS_A_MINUTE, UNRESTRICTED, AgentScope
from vaultdesk.tools.runtime.policy import offered_tools
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import RESULT_LIMIT


class Limits(Struct, frozen=True):
    """Limits of one run."""

    rounds: int = 5
    """Maximum number of answers with tool calls; then the model answers from what it has (vaultdesk/tools/README.md,
    "Permission order").
    """
    result_limit: int = RESULT_LIMIT
    """Maximum number of characters of one tool result."""
    max_output_tokens: int = 8192
    """Maximum number of tokens of one answer."""
    length_is_set: bool = False
    """Whether the user set that length for the chat; it is then sent to every server."""
    temperature: float | None = None
    """None uses the default of the model."""
    effort: Effort = ""
    """Reasoning effort, for models that support it."""
    pauses: int = 5
    """How often a model may pause and be asked to continue (vaultdesk/providers/README.md, "Pitfalls", 17)."""


# A profile only narrows: values beyond the user's own settings are reduced to them (vaultdesk/agent/README.md,
# "Accepted text").

MAX_INSTRUCTION_CHARACTERS = 20_000
"""Maximum number of characters of an agent's instructions: about 5,000 tokens, sent with every question."""

MAX_DESCRIPTION_CHARACTERS = 300
"""Maximum number of characters of an agent's description in a list."""


class AgentProfile(Struct, frozen=True):
    """One agent, ready to be used."""

    name: str = ""
    """The name of its note, or its path if that name is not unique. Empty for `DEFAULT_PROFILE` only."""
    description: str = ""
    """One line for the user."""
    instructions: str = ""
    """The text of its note below the properties, for the model."""
    model: str = ""
    """`provider/name`; empty for that of the chat."""
    tools: tuple[str, ...] | None = None
    """Names of the tools it may use; None for all of them, an empty tuple for none."""
    folders: tuple[str, ...] | None = None
    """Folders it may access, with their subfolders; None for the whole vault, an empty tuple for nothing."""
    read_only: bool = False
    dangerous: bool = False
    """Whether it may ask to delete notes and to change many at once."""
    rounds: int = 0
    """Maximum number of rounds of tool calls for one question; 0 for the user's setting."""
    result_limit: int = 0
    """Maximum number of characters of one tool result; 0 for the user's setting."""
    calls_a_minute: int = CALLS_A_MINUTE
    effort: Effort = ""
    """Reasoning effort; empty for the user's setting."""
    path: str = ""
    """Path of its note; empty for a shipped agent."""
    remarks: tuple[Phrase, ...] = ()
    """Remarks about its note for the user, as sentences: values that were reduced, unknown properties."""

    @property
    def agent_scope(self) -> AgentScope:
        """What its calls may access."""
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
        """Return *user_limits*, the limits of the user's settings, reduced by those of this agent."""
        return replace(
            user_limits,
            rounds=min(self.rounds or user_limits.rounds, user_limits.rounds),
            result_limit=min(self.result_limit or user_limits.result_limit, user_limits.result_limit),
            effort=self.effort or user_limits.effort,
        )


DEFAULT_PROFILE = AgentProfile()
"""The default assistant: no instructions, and no scope besides the user's rules."""


MAX_NAMED_FOLDERS = 5
"""Maximum number of folders named in a sentence; the others are counted."""

MAX_SHOWN_NAME = 120
"""Maximum number of characters of a name in a sentence."""


def grant_sentences(profile: AgentProfile, registry: ToolRegistry) -> tuple[Phrase, ...]:
    """Return what a grant of *profile* permits, the widest permission first, without text from the note."""
    tools = [tool for tool in offered_tools(registry, profile.agent_scope, "ask") if not tool.lists_tools]
    effects: set[str] = {tool.effect for tool in tools}
    sentences = [_scope_sentence(profile, effects)]
    if profile.dangerous and any(tool.dangerous for tool in tools):
        sentences.append(Phrase("May ask to delete notes and to change many notes at once."))
    elif effects & {"write", "delete"}:
        sentences.append(Phrase("May not delete notes or change many notes at once."))
    if "network" in effects:
        sentences.append(Phrase("May request information from the internet."))
    sentences.append(_model_sentence(profile))
    names = comma_list([tool.display_name for tool in tools])
    if tools and profile.tools is None:
        sentences.append(Phrase("Uses all tools: {0}.", names))
    elif tools:
        sentences.append(Phrase("Uses these tools: {0}.", names))
    sentences.append(_limits_sentence(profile))
    shown_first = Phrase("Its requests are shown to you first, according to your permissions.")
    revocation = Phrase("A change of its note revokes this.") if profile.path else NO_PHRASE
    sentences.append(Sentences(shown_first, revocation))
    return tuple(sentence for sentence in (*sentences, *profile.remarks) if sentence)


def _scope_sentence(profile: AgentProfile, effects: set[str]) -> Phrase:
    if not effects - {"none"} or profile.folders == ():
        return Phrase("Sees no notes.")
    can_change = bool(effects & {"write", "delete"})
    if profile.folders is None:
        if can_change:
            return Phrase("May read and change notes in the whole vault.")
        return Phrase("May read notes in the whole vault.")
    folders = _folder_names(profile.folders)
    if can_change:
        return Phrase("May read and change notes in {0}.", folders)
    return Phrase("May read notes in {0}.", folders)


def _folder_names(folders: Sequence[str]) -> Phrase:
    shown = [sanitize_line(folder, MAX_SHOWN_NAME) for folder in folders[:MAX_NAMED_FOLDERS]]
    unnamed = len(folders) - len(shown)
    if unnamed:
        return counted(unnamed, "{1} and {0} more folder", "{1} and {0} more folders", ", ".join(shown))
    return and_list(shown)


def _model_sentence(profile: AgentProfile) -> Phrase:
    if profile.model:
        return Phrase(
            "Uses the model {0}, regardless of the chat's model. Its note is sent with each question.",
            sanitize_line(profile.model, MAX_SHOWN_NAME),
        )
    return Phrase("Uses the chat's model. Its note is sent with each question.")


def _limits_sentence(profile: AgentProfile) -> Phrase:
    limits = [Phrase("{0} tool calls per minute", profile.calls_a_minute)]
    if profile.rounds:
        rounds = counted(profile.rounds, "{0} tool round per question", "{0} tool rounds per question")
        limits.insert(0, rounds)
    if profile.result_limit:
        limits.append(Phrase("{0} characters per tool result", Number(profile.result_limit)))
    return Phrase("At most {0}.", comma_list(limits))
