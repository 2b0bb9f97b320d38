"""Permission policy: presets, rules and grants that allow, ask or deny a request, and the limits that override them."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, assert_never

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.core.phrases import NO_PHRASE, Phrase, PhraseCodes
from vaultdesk.core.settings.settings_schema import PermissionRule, Preset
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import UNRESTRICTED, AgentScope, folder_parts, is_in_folder
from vaultdesk.tools.runtime.approvals import AnswerScope
from vaultdesk.tools.runtime.tool_results import failed_result
from vaultdesk.tools.tool import AnyTool, Effect, Tool, ToolResult
from vaultdesk.vault.change_set import NoteChangeKind

__all__ = [
    "THIS_COMPUTER",
    "Grant",
    "Permissions",
    "PolicyAnswer",
    "PolicyRequest",
    "PolicySource",
    "PolicyVerdict",
    "folder_parts",
    "is_in_folder",
]


# Privacy rules are implemented in the package `privacy`, a layer above, which passes them down as these functions.

PrivacyStatus = Literal["open", "ask", "closed"]
"""`open`: by permissions. `ask`: approval each time, whatever a rule allows. `closed`: for this destination the note
does not exist.
"""


def _always_open(_path: str, _destination: Destination) -> PrivacyStatus:
    return "open"


def _never_closed(_path: str, _destination: Destination) -> bool:
    return False


def _never_loosened(_path: str, _text: str, _new_path: str, _new_text: str) -> bool:
    return False


def _unchanged(_path: str, text: str, _destination: Destination) -> str:
    return text


def _send_comments(_destination: Destination) -> bool:
    return False


def _no_reason(_path: str) -> Phrase:
    return NO_PHRASE


def _no_private_notes(_destination: Destination) -> "NoteCounts":
    return NoteCounts()


class NoteCounts(Struct, frozen=True):
    """Numbers of notes in a vault."""

    notes: int = 0
    private: int = 0
    """Notes that are never sent to a certain destination."""


class NotePrivacy(Struct, frozen=True):
    """Privacy rules for notes, as functions."""

    status: Callable[[str, Destination], PrivacyStatus] = _always_open
    """Status of the note at a path, from cached facts: fast enough for every note of a search. An unknown note counts
    as closed.
    """
    exact_status: Callable[[str, Destination], Awaitable[PrivacyStatus]] | None = None
    """Status of a named note from its current file."""
    redact: Callable[[str, str, Destination], str] = _unchanged
    """Return the text of the note at a path as visible to a destination, without private comments."""
    is_closed_by_path: Callable[[str, Destination], bool] = _never_closed
    """Whether the path alone closes a note, whatever its content: for paths without a note."""
    is_loosened: Callable[[str, str, str, str], bool] = _never_loosened
    """Whether the note at a path and with a text becomes less private at another path, with another text."""
    leaks: Callable[[str, Destination], Awaitable[bool]] | None = None
    """Whether a text, on its way to a destination, repeats words of a note or a comment that may not be sent there."""
    withholds_comments: Callable[[Destination], bool] = _send_comments
    """Whether comments are removed from notes sent to the destination."""
    reason: Callable[[str], Phrase] = _no_reason
    """Why the note at a path is private: `tagged #private`."""
    counts: Callable[[Destination], NoteCounts] = _no_private_notes
    """Number of notes, and of those that are never sent to a destination."""

    async def current_status(self, path: str, destination: Destination) -> PrivacyStatus:
        """Return the status of a named note from the current file, if possible."""
        return (
            self.status(path, destination) if self.exact_status is None else await self.exact_status(path, destination)
        )


NO_PRIVATE_NOTES = NotePrivacy()
"""No note is private."""


PolicyAnswer = Literal["allow", "ask", "deny"]
"""Answer of a rule."""

PolicySource = Literal["default", "rule", "grant"]
"""Source of an answer: none, a permanent rule, or an earlier answer."""

PolicyReason = Literal["", "preset", "scope", "effect", "taint", "private"]
"""Built-in reason of an answer, besides a rule: the vault's preset, the agent's scope, that no rule may allow this
effect, that this conversation contains untrusted text and notes (vaultdesk/tools/README.md, "Approval rules", 5), or
that the note is private.
"""

ANSWER_STRENGTH: dict[PolicyAnswer, int] = {"allow": 0, "ask": 1, "deny": 2}
"""Precedence of answers in one folder."""

CHANGING_EFFECTS: frozenset[Effect] = frozenset({"write", "delete", "network"})
"""Effects that change something or send data: flag C of vaultdesk/tools/README.md, "Approval rules", 5."""

THIS_COMPUTER = "this-computer"
"""Destination in a rule for this computer; no host has this name."""

ANY_TOOL_NAME = "*"
"""Tool name in a rule for every tool."""


def first_use_rule(host: str) -> PermissionRule:
    """Return the rule that lets every tool read all notes that are not private for the destination *host*."""
    return PermissionRule(tool=ANY_TOOL_NAME, effect="read", destination=host or THIS_COMPUTER, answer="allow")


def is_first_use_rule(rule: PermissionRule) -> bool:
    """Whether *rule* equals a result of `first_use_rule`."""
    host = "" if rule.destination == THIS_COMPUTER else rule.destination
    return rule.destination != "*" and rule == first_use_rule(host)


PRESET_NAMES: Final[Mapping[Preset, Phrase]] = {
    "read-only": Phrase("Read only"),
    "ask": Phrase("Ask"),
    "edit": Phrase("Edit in scope"),
    "trusted": Phrase("Trusted"),
}
"""Names of the permission presets."""

ALLOWANCES: Final = PhraseCodes(
    {
        **{str(preset): name for preset, name in PRESET_NAMES.items()},
        "chat-answer": Phrase("your answer for this chat"),
        "preset": Phrase("the preset “{0}” of this vault"),
        "read-all": Phrase("Search and read without asking"),
        "read-folder": Phrase("Search and read in “{0}” without asking"),
        "tool-folder": Phrase("Use {0} in “{1}” without asking"),
        "tool": Phrase("Use {0} without asking"),
    }
)
"""Results of `allowance_text`, as stored in the ledger."""


def allowance_text(verdict: "PolicyVerdict", preset: Preset = "ask") -> Phrase:
    """Return why *verdict* allows a read, in words: a rule of the user, an earlier answer, the vault's preset."""
    rule = verdict.rule
    if rule is None:
        if verdict.by == "grant":
            return ALLOWANCES.phrase("chat-answer")
        return ALLOWANCES.phrase("preset", PRESET_NAMES[preset])
    if rule.tool == ANY_TOOL_NAME:
        if not rule.folder:
            return ALLOWANCES.phrase("read-all")
        return ALLOWANCES.phrase("read-folder", rule.folder)
    if not rule.folder:
        return ALLOWANCES.phrase("tool", rule.tool)
    return ALLOWANCES.phrase("tool-folder", rule.tool, rule.folder)


class PolicyRequest(Struct, frozen=True):
    """A planned effect for which permissions are checked."""

    tool: str
    effect: Effect
    conversation_id: str = ""
    host: str = ""
    """Destination of what is read; empty for this computer."""
    agent_scope: AgentScope = UNRESTRICTED
    change: NoteChangeKind | None = None
    """The change of one file; None if no file is changed."""
    bulk: bool = False
    """Whether the tool may change many notes in one call."""
    tainted: bool = False
    """Whether this conversation contains untrusted text and notes."""


@dataclass(frozen=True, slots=True)
class PolicyVerdict:
    """The answer for one request and path, with its source."""

    answer: PolicyAnswer
    by: PolicySource
    rule: PermissionRule | None = field(default=None, compare=False)
    """The rule that decided, if any."""
    reason: PolicyReason = field(default="", compare=False)

    def stricter_of(self, other: "PolicyVerdict") -> "PolicyVerdict":
        """Return the stricter of the two; this one if they are equal."""
        return other if ANSWER_STRENGTH[other.answer] > ANSWER_STRENGTH[self.answer] else self


# read-only   changes and network access are denied regardless of rules; reads need approval
# ask         everything needs approval
# edit        an agent with its own folders creates and changes notes in them without approval, and reads them without
#             approval for a model on this computer
# trusted     reading, creating, changing and renaming need no approval; deletions, changes of many notes and the
#             network do


def preset_forbids(preset: Preset, request: PolicyRequest) -> bool:
    """Whether *preset* denies *request* regardless of rules."""
    return preset == "read-only" and request.effect in CHANGING_EFFECTS


def preset_answer(preset: Preset, request: PolicyRequest) -> PolicyAnswer:
    """Return the preset's answer for a request within its scope to which no rule applies."""
    if request.effect == "none":
        return "allow"
    match preset:
        case "read-only" | "ask":
            return "ask"
        case "edit":
            return "allow" if request.agent_scope.has_folder_limit and _is_edit(request) else "ask"
        case "trusted":
            return "allow" if request.effect == "read" or _is_change(request, "move") else "ask"
        case _:
            assert_never(preset)


def _is_edit(request: PolicyRequest) -> bool:
    return _is_change(request) or (request.effect == "read" and not request.host)


def _is_change(request: PolicyRequest, *more: str) -> bool:
    return request.effect == "write" and request.change in ("create", "modify", *more) and not request.bulk


ANY_FOLDER = -1
"""Precedence of a rule that overrides the rules of every folder."""

READING_EFFECTS: frozenset[Effect] = frozenset({"read", "none"})
"""Effects that any allowance may cover."""


class RuleAnswer(NamedTuple):
    """A rule's answer to a request."""

    answer: PolicyAnswer
    narrowness: int
    """Depth of its folder: the narrower rule wins."""


def rule_answer(rule: PermissionRule, request: PolicyRequest, path: str | None) -> RuleAnswer | None:
    """Return the rule's answer and its narrowness; None if the rule does not apply to this request."""
    if rule.tool not in ("*", request.tool) or rule.effect not in ("*", request.effect):
        return None
    if rule.destination not in ("*", request.host or THIS_COMPUTER):
        return None
    folder = folder_parts(rule.folder)
    # An unknown key may be a condition of a newer version that narrows the allowance, so the rule counts as unreadable.
    if folder is None or (rule.model_extra and rule.answer == "allow"):
        return RuleAnswer("deny", ANY_FOLDER)
    if rule.answer == "deny" and (rule.tool, rule.effect, folder) == ("*", "*", ()):
        return RuleAnswer("deny", ANY_FOLDER)
    # An allowance applies to the exact spelling only, a restriction to every spelling that a disk may treat as equal.
    ignore_case = rule.answer != "allow"
    if path is None:
        # A call on the whole vault: a folder's allowance does not apply.
        if folder:
            return None
    elif not is_in_folder(path, folder, ignore_case=ignore_case):
        return None
    restricted = rule.answer == "allow" and not _may_allow(rule, request)
    return RuleAnswer("ask" if restricted else rule.answer, len(folder))


def _may_allow(rule: PermissionRule, request: PolicyRequest) -> bool:
    """Whether *rule* can allow *request* without approval: reads; changes of files only if the rule names their effect.

    No rule can allow deletions, changes of many notes, network access, and effects on no named file.
    """
    if request.effect in READING_EFFECTS:
        return True
    is_edit = request.change in ("create", "modify", "move")
    return request.effect == rule.effect == "write" and is_edit and not request.bulk


# The narrower folder wins; in one folder deny wins over ask over allow (vaultdesk/tools/README.md, "Permission order").
# An unreadable rule denies wherever it may apply, regardless of other rules, and so does "deny everything".


class Grant(Struct, frozen=True):
    """An answer that holds until its conversation ends: reads of one tool inside one folder, for one destination."""

    conversation_id: str
    tool: str
    folder: str
    host: str
    """The destination: an approval for this computer does not apply to a remote provider."""


class Permissions:
    """The rules of one vault, and the answers given for single conversations."""

    def __init__(
        self,
        rules: Callable[[], Sequence[PermissionRule]] = tuple,
        remember: Callable[[PermissionRule], None] | None = None,
        preset: Callable[[], Preset] = lambda: "ask",
        privacy: NotePrivacy = NO_PRIVATE_NOTES,
    ) -> None:
        """*rules* and *preset* return the current settings; *remember* stores a rule for an "always" answer."""
        self.rules = rules
        self.preset = preset
        self.privacy = privacy
        self._remember = remember
        self._grants: set[Grant] = set()
        self._excluded_paths: set[tuple[str, str]] = set()

    def decide(self, request: PolicyRequest, path: str | None) -> PolicyVerdict:
        """Return the verdict for *request* on the file at *path*; None is the whole vault (a search)."""
        preset = self.preset()
        if preset_forbids(preset, request):
            return PolicyVerdict("deny", "default", reason="preset")
        if path is not None and not request.agent_scope.allows_path(path):
            return PolicyVerdict("deny", "default", reason="scope")
        verdict = self._verdict_by_rules(request, path, preset_answer(preset, request))
        if verdict.answer == "ask" and self._granted(request, path):
            return PolicyVerdict("allow", "grant")
        if verdict.answer == "allow" and request.tainted and request.effect in CHANGING_EFFECTS:
            return replace(verdict, answer="ask", reason="taint")
        return verdict

    def explain(self, request: PolicyRequest, path: str | None) -> PolicyVerdict:
        """Return the verdict with its reason, for display: the deciding rule, or a built-in reason."""
        verdict = self.decide(request, path)
        if verdict.reason or verdict.rule is not None or verdict.by != "default":
            return verdict
        return replace(verdict, reason="preset" if self.preset() != "ask" else "effect")

    def grant(self, request: PolicyRequest, scope: AnswerScope, folder: str) -> None:
        """Record an approval for reads inside *folder*: for this conversation, or permanently. Other effects are
        approved once only.
        """
        if request.effect != "read" or folder_parts(folder) is None:
            return
        if scope == "conversation" and request.conversation_id:
            self._grants.add(Grant(request.conversation_id, request.tool, folder, request.host))
        elif scope == "always" and self._remember is not None:
            rule = PermissionRule(
                tool=request.tool,
                effect="read",
                folder=folder,
                destination=request.host or THIS_COMPUTER,
                answer="allow",
            )
            self._remember(rule)

    def allow_reads(self, conversation_id: str, host: str) -> None:
        """Allow every tool to read notes for the destination *host*, by a rule that the user can remove.

        If the rule cannot be stored, it holds for this conversation.
        """
        if self.find_first_use_rule(host) is None and self._remember is not None:
            self._remember(first_use_rule(host))
        if self.find_first_use_rule(host) is None:
            self._grants.add(Grant(conversation_id, ANY_TOOL_NAME, "", host))

    def find_first_use_rule(self, host: str) -> PermissionRule | None:
        """Return the rule for the whole vault and every tool that decides about reads for *host*."""
        destinations = ("*", host or THIS_COMPUTER)
        for rule in self.rules():
            applies = rule.effect in ("read", "*") and not folder_parts(rule.folder) and not rule.model_extra
            if applies and rule.tool == ANY_TOOL_NAME and rule.destination in destinations:
                return rule
        return None

    def exclude_paths(self, request: PolicyRequest, paths: Sequence[str]) -> None:
        """Exclude *paths* from folder approvals of this conversation, because the user deselected them."""
        self._excluded_paths.update((request.conversation_id, path) for path in paths)

    def grants(self, conversation_id: str) -> tuple[Grant, ...]:
        """Return the approvals of a conversation."""
        return tuple(grant for grant in self._grants if grant.conversation_id == conversation_id)

    def state(self, conversation_id: str) -> JsonValue:
        """Return the answers of a conversation, to be stored with it."""
        grants = sorted((grant.tool, grant.folder, grant.host) for grant in self.grants(conversation_id))
        left_out = sorted(path for chat, path in self._excluded_paths if chat == conversation_id)
        return {"grants": [list[JsonValue](grant) for grant in grants], "left_out": list[JsonValue](left_out)}

    def restore(self, conversation_id: str, state: JsonValue) -> None:
        """Load a stored state; invalid entries are requested again."""
        saved = state if isinstance(state, dict) else {}
        for grant in _items(saved.get("grants")):
            match grant:
                case [str(tool), str(folder), str(host)]:
                    self._grants.add(Grant(conversation_id, tool, folder, host))
        self._excluded_paths.update(
            (conversation_id, path) for path in _items(saved.get("left_out")) if isinstance(path, str)
        )

    def _verdict_by_rules(self, request: PolicyRequest, path: str | None, default: PolicyAnswer) -> PolicyVerdict:
        # The default applies if no rule does; even the widest rule takes precedence.
        best = (ANY_FOLDER - 1, ANSWER_STRENGTH[default])
        verdict = PolicyVerdict(default, "default")
        for rule in self.rules():
            found = rule_answer(rule, request, path)
            if found is None:
                continue
            answer, narrowness = found
            if narrowness == ANY_FOLDER:
                return PolicyVerdict("deny", "rule", rule)
            if (narrowness, ANSWER_STRENGTH[answer]) > best:
                best = (narrowness, ANSWER_STRENGTH[answer])
                verdict = PolicyVerdict(answer, "rule", rule, "effect" if answer != rule.answer else "")
        return verdict

    def _granted(self, request: PolicyRequest, path: str | None) -> bool:
        if request.effect not in READING_EFFECTS or (request.conversation_id, path) in self._excluded_paths:
            return False
        for grant in self._grants:
            if (grant.conversation_id, grant.host) != (request.conversation_id, request.host):
                continue
            if grant.tool not in (request.tool, ANY_TOOL_NAME):
                continue
            folder = folder_parts(grant.folder)
            if folder is not None and (is_in_folder(path, folder) if path is not None else not folder):
                return True
        return False


def _items(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def check_hard_limits(
    tool: AnyTool, effect: Effect, agent_scope: AgentScope, preset: Preset, read_only: str = ""
) -> ToolResult | None:
    """Return the result of a forbidden call of *tool*, regardless of other settings; None if it may continue.

    *read_only* is the sentence why this program may not write to the vault at all.
    """
    if agent_scope.tools is not None and tool.name not in agent_scope.tools and not tool.lists_tools:
        message = f"{_agent_name(agent_scope)} may not use {tool.name}."
        explanation = Phrase("The settings of the agent do not allow this tool.")
        return failed_result("PERMISSION_DENIED", message, effect=effect, explanation=explanation)
    if preset == "read-only" and effect in CHANGING_EFFECTS:
        return failed_result("PERMISSION_DENIED", Phrase("Assistants may only read in this vault."), effect=effect)
    if effect not in ("write", "delete"):
        return None
    if agent_scope.read_only:
        message, explanation = f"{_agent_name(agent_scope)} may only read.", Phrase("This agent may only read.")
        return failed_result("PERMISSION_DENIED", message, effect=effect, explanation=explanation)
    if not agent_scope.dangerous and (tool.dangerous or effect == "delete"):
        return failed_result("DANGEROUS_OPERATION", f"Dangerous operation not allowed: {tool.name}", effect=effect)
    if read_only:
        return failed_result("PERMISSION_DENIED", read_only, effect=effect)
    return None


def offered_tools(registry: ToolRegistry, agent_scope: AgentScope, preset: Preset) -> tuple[AnyTool, ...]:
    """Return the tools offered to a model: those that are configured and have at least one permitted use."""
    tools = tuple(
        tool
        for tool in registry.tools
        if tool.usable and any(not check_hard_limits(tool, use, agent_scope, preset) for use in _is_offered(tool))
    )
    # A tool that lists tools is offered only together with others.
    return tools if any(not tool.lists_tools for tool in tools) else ()


def _is_offered(tool: AnyTool) -> Iterable[Effect]:
    """Return the possible effects of a tool: one whose effect depends on its arguments may also only read."""
    varies = type(tool).effect_of is not Tool.effect_of
    return (tool.effect, "read") if varies else (tool.effect,)


def _agent_name(agent_scope: AgentScope) -> str:
    return agent_scope.agent_name[:1].upper() + agent_scope.agent_name[1:]


# The access of an agent is stated for the worst case: the most permissive answer over all tools named in rules.
# Answers for single conversations do not count.

ANY_TOOL = ""
"""Represents every tool that no rule names."""


class NoteAccess(Struct, frozen=True):
    """Possible access to one note. `deny` in `readable` means that the note does not exist for this agent."""

    readable: PolicyAnswer
    writable: PolicyAnswer
    outbound: PolicyAnswer
    """Whether its text could leave this computer; `deny` for a local model."""


def note_access(permissions: Permissions, path: str, agent_scope: AgentScope, destination: Destination) -> NoteAccess:
    """Return the possible access to the note at *path* of an agent with *agent_scope* and a model at *destination*."""
    status = permissions.privacy.status(path, destination)
    if status == "closed" or not agent_scope.allows_path(path):
        return NoteAccess("deny", "deny", "deny")
    readable = _most_permissive(permissions, path, agent_scope, destination, "read")
    writable: PolicyAnswer = (
        "deny" if agent_scope.read_only else _most_permissive(permissions, path, agent_scope, destination, "write")
    )
    if status == "ask":
        readable, writable = _at_least_ask(readable), _at_least_ask(writable)
    return NoteAccess(readable, writable, "deny" if destination.local else readable)


def _most_permissive(
    permissions: Permissions, path: str, agent_scope: AgentScope, destination: Destination, effect: Effect
) -> PolicyAnswer:
    host = "" if destination.local else destination.host
    answers: list[PolicyAnswer] = []
    for tool in _tools(permissions, agent_scope):
        request = PolicyRequest(
            tool, effect, host=host, agent_scope=agent_scope, change="modify" if effect == "write" else None
        )
        answers.append(permissions.decide(request, path).answer)
    return min(answers, key=ANSWER_STRENGTH.__getitem__, default="deny")


def _tools(permissions: Permissions, agent_scope: AgentScope) -> Iterable[str]:
    ruled_tools = {rule.tool for rule in permissions.rules()} - {"*"}
    if agent_scope.tools is None:
        return {ANY_TOOL, *ruled_tools}
    return {tool if tool in ruled_tools else ANY_TOOL for tool in agent_scope.tools}


def _at_least_ask(answer: PolicyAnswer) -> PolicyAnswer:
    return "ask" if answer == "allow" else answer
