"""Permission policy: presets, rules and grants that allow, ask or deny a request, and limits none of them can lift."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple, assert_never

from pydantic import JsonValue

from vaultdesk.core.destination import Destination
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.settings.settings_schema import PermissionRule, Preset
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import UNRESTRICTED, AgentScope, folder_parts, is_in_folder
from vaultdesk.tools.runtime.approvals import AnswerScope
from vaultdesk.tools.runtime.tool_results import failed_result
from vaultdesk.tools.tool import AnyTool, Effect, Tool, ToolResult
from vaultdesk.vault.diff.change_set import NoteChangeKind

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


# The rules belong to the package `privacy`, a layer above; it passes them down as these functions.

PrivacyStatus = Literal["open", "ask", "closed"]
"""`open`: as permissions say. `ask`: the person is asked each time, whatever a rule allows. `closed`: for this
destination the note is not there."""


def _open(_path: str, _destination: Destination) -> PrivacyStatus:
    return "open"


def _never(_path: str, _destination: Destination) -> bool:
    return False


def _as_private(_path: str, _text: str, _new_path: str, _new_text: str) -> bool:
    return False


def _unchanged(_path: str, text: str, _destination: Destination) -> str:
    return text


def _send_comments(_destination: Destination) -> bool:
    return False


def _no_reason(_path: str) -> Phrase:
    return NO_PHRASE


def _no_private_notes(_destination: Destination) -> "NoteCounts":
    return NoteCounts()


@dataclass(frozen=True, slots=True)
class NoteCounts:
    """How many notes a vault has."""

    notes: int = 0
    private: int = 0
    """Those that never go to a certain destination."""


@dataclass(frozen=True, slots=True)
class NotePrivacy:
    """What the privacy rules say of notes."""

    status: Callable[[str, Destination], PrivacyStatus] = _open
    """Of the note at a path, from what is known of it: fast enough for every note of a search. A note that is not known
    yet counts as closed."""
    exact_status: Callable[[str, Destination], Awaitable[PrivacyStatus]] | None = None
    """The same from the file as it is now, for notes that are named."""
    redact: Callable[[str, str, Destination], str] = _unchanged
    """Return the text of the note at a path as a destination may read it: private comments are taken out."""
    is_closed_by_path: Callable[[str, Destination], bool] = _never
    """Whether the path alone closes a note, whatever it says: for a place where none is yet."""
    is_loosened: Callable[[str, str, str, str], bool] = _as_private
    """Whether the note at a path and with a text is less private for anybody at another path, with another text."""
    leaks: Callable[[str, Destination], Awaitable[bool]] | None = None
    """Whether a text, on its way to a destination, repeats words of a note or a comment that may not go there."""
    withholds_comments: Callable[[Destination], bool] = _send_comments
    """Whether comments in notes are taken out of what goes to a destination."""
    reason: Callable[[str], Phrase] = _no_reason
    """What makes the note at a path private, in words: `tagged #private`."""
    counts: Callable[[Destination], NoteCounts] = _no_private_notes
    """How many notes there are, and how many never go to a destination."""

    async def current_status(self, path: str, destination: Destination) -> PrivacyStatus:
        """Return how private a named note is, by what the file says now where that can be asked."""
        return (
            self.status(path, destination) if self.exact_status is None else await self.exact_status(path, destination)
        )


NO_PRIVATE_NOTES = NotePrivacy()
"""No note is private."""


PolicyAnswer = Literal["allow", "ask", "deny"]
"""What a rule says."""

PolicySource = Literal["default", "rule", "grant"]
"""Whose word an answer is: nobody's, a standing rule's, or an earlier answer's."""

PolicyReason = Literal["", "preset", "scope", "effect", "taint", "private"]
"""What of ours an answer rests on, besides a rule: the vault's preset, the agent's scope, that no rule may allow this
effect, that untrusted text and notes met in this conversation (vaultdesk/tools/README.md, "Approval rules", 5), or that
the note is private."""

ANSWER_STRENGTH: dict[PolicyAnswer, int] = {"allow": 0, "ask": 1, "deny": 2}
"""Which answer wins in one folder."""

CHANGING_EFFECTS: frozenset[Effect] = frozenset({"write", "delete", "network"})
"""Effects that change something or go out: flag C of vaultdesk/tools/README.md, "Approval rules", 5."""

THIS_COMPUTER = "this-computer"
"""What a rule calls the destination of what stays here; no host is called so."""

ANY_TOOL_NAME = "*"
"""What a rule calls every tool."""


def first_use_rule(host: str) -> PermissionRule:
    """Return the rule that lets every tool read all notes that are not private for what goes to *host*."""
    return PermissionRule(tool=ANY_TOOL_NAME, effect="read", destination=host or THIS_COMPUTER, answer="allow")


def is_first_use_rule(rule: PermissionRule) -> bool:
    """Whether *rule* is one that `first_use_rule` makes."""
    host = "" if rule.destination == THIS_COMPUTER else rule.destination
    return rule.destination != "*" and rule == first_use_rule(host)


ALLOWANCES: Final = (
    Phrase("your answer for this chat"),
    Phrase("the preset “{0}” of this vault"),
    Phrase("Search and read without asking"),
    Phrase("Search and read in “{0}” without asking"),
    Phrase("Use {0} in “{1}” without asking"),
    Phrase("Use {0} without asking"),
)
"""What `allowance_text` returns, without values; the ledger keeps its English text."""


def allowance_text(verdict: "PolicyVerdict", preset: Preset = "ask") -> Phrase:
    """Return by what *verdict* allows a read, in words: a rule of the person, an earlier answer, the vault's preset."""
    rule = verdict.rule
    if rule is None:
        if verdict.by == "grant":
            return Phrase("your answer for this chat")
        return Phrase("the preset “{0}” of this vault", preset)
    if rule.tool == ANY_TOOL_NAME:
        if not rule.folder:
            return Phrase("Search and read without asking")
        return Phrase("Search and read in “{0}” without asking", rule.folder)
    if not rule.folder:
        return Phrase("Use {0} without asking", rule.tool)
    return Phrase("Use {0} in “{1}” without asking", rule.tool, rule.folder)


@dataclass(frozen=True, slots=True)
class PolicyRequest:
    """What is about to happen, as permissions see it."""

    tool: str
    effect: Effect
    conversation_id: str = ""
    host: str = ""
    """Where what is read goes; empty for this computer."""
    agent_scope: AgentScope = UNRESTRICTED
    change: NoteChangeKind | None = None
    """What happens to one file; None for what is no change of a file."""
    bulk: bool = False
    """Whether a tool does it that may change many notes at once."""
    tainted: bool = False
    """Whether this conversation holds untrusted text and notes."""


@dataclass(frozen=True, slots=True)
class PolicyVerdict:
    """What holds for one subject and path, and whose word it is."""

    answer: PolicyAnswer
    by: PolicySource
    rule: PermissionRule | None = field(default=None, compare=False)
    """The rule that decided, where one did."""
    reason: PolicyReason = field(default="", compare=False)

    def stricter_of(self, other: "PolicyVerdict") -> "PolicyVerdict":
        """Return the stricter of the two; this one where they are equal."""
        return other if ANSWER_STRENGTH[other.answer] > ANSWER_STRENGTH[self.answer] else self


# read-only   nothing is changed and nothing goes out, whatever else is set; reading asks
# ask         everything is asked
# edit        an agent with folders of its own creates and changes notes in them unasked, and reads them unasked
#             for a model on this computer
# trusted     reading, creating, changing and renaming go unasked; deletions, many notes at once and the network ask


def preset_forbids(preset: Preset, request: PolicyRequest) -> bool:
    """Whether *preset* bars *request* whatever a rule says."""
    return preset == "read-only" and request.effect in CHANGING_EFFECTS


def preset_answer(preset: Preset, request: PolicyRequest) -> PolicyAnswer:
    """Return what holds where no rule speaks, for a request within its scope."""
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
"""How narrow a rule is that beats every folder's rules."""

READING_EFFECTS: frozenset[Effect] = frozenset({"read", "none"})
"""Effects any allowance may cover."""


class RuleAnswer(NamedTuple):
    """What a rule says of a request."""

    answer: PolicyAnswer
    narrowness: int
    """Levels of its folder: the narrower rule wins."""


def rule_answer(rule: PermissionRule, request: PolicyRequest, path: str | None) -> RuleAnswer | None:
    """Return what *rule* says here and how narrow it is; None where it does not speak of this."""
    if rule.tool not in ("*", request.tool) or rule.effect not in ("*", request.effect):
        return None
    if rule.destination not in ("*", request.host or THIS_COMPUTER):
        return None
    folder = folder_parts(rule.folder)
    # An unknown key may be a condition of a newer version: what it narrows is not known, so the rule cannot be read.
    if folder is None or (rule.model_extra and rule.answer == "allow"):
        return RuleAnswer("deny", ANY_FOLDER)
    if rule.answer == "deny" and (rule.tool, rule.effect, folder) == ("*", "*", ()):
        return RuleAnswer("deny", ANY_FOLDER)
    # An allowance holds for the exact spelling, a barrier for every spelling a disk may take for the same folder.
    loosely = rule.answer != "allow"
    if path is None:
        # A call on the vault as a whole: a folder's allowance says nothing of it.
        if folder:
            return None
    elif not is_in_folder(path, folder, loosely=loosely):
        return None
    restricted = rule.answer == "allow" and not _may_allow(rule, request)
    return RuleAnswer("ask" if restricted else rule.answer, len(folder))


def _may_allow(rule: PermissionRule, request: PolicyRequest) -> bool:
    """Whether *rule* can let *request* go on unasked: reads; changes of files only where it names them by their effect.

    A deletion, many notes at once, the network, and what a tool does to no named file can be allowed by no rule.
    """
    if request.effect in READING_EFFECTS:
        return True
    kept = request.change in ("create", "modify", "move")
    return request.effect == rule.effect == "write" and kept and not request.bulk


# The narrower folder beats the wider; in one folder deny beats ask beats allow
# (vaultdesk/tools/README.md, "Permission order"). A rule that cannot be read denies wherever it may have been meant,
# whatever stands beside it, and so does "deny everything".


@dataclass(frozen=True, slots=True)
class Grant:
    """An answer that holds until its conversation ends: reads of one tool inside one folder, for one destination."""

    conversation_id: str
    tool: str
    folder: str
    host: str
    """Where what is read goes; a yes for this computer is no yes for a provider elsewhere."""


class Permissions:
    """The rules of one vault, and what was answered for the length of a conversation."""

    def __init__(
        self,
        rules: Callable[[], Sequence[PermissionRule]] = tuple,
        remember: Callable[[PermissionRule], None] | None = None,
        preset: Callable[[], Preset] = lambda: "ask",
        privacy: NotePrivacy = NO_PRIVATE_NOTES,
    ) -> None:
        """*rules* and *preset* give what stands at the moment; *remember* keeps one that was answered "always here"."""
        self.rules = rules
        self.preset = preset
        self.privacy = privacy
        self._remember = remember
        self._grants: set[Grant] = set()
        self._left_out: set[tuple[str, str]] = set()

    def decide(self, request: PolicyRequest, path: str | None) -> PolicyVerdict:
        """Return what holds for *request* on the file at *path*; None is the vault as a whole (a search)."""
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
        """Return what holds and why, for a page that tells it: the rule that decided, or what of ours did."""
        verdict = self.decide(request, path)
        if verdict.reason or verdict.rule is not None or verdict.by != "default":
            return verdict
        return replace(verdict, reason="preset" if self.preset() != "ask" else "effect")

    def grant(self, request: PolicyRequest, scope: AnswerScope, folder: str) -> None:
        """Let a yes hold for reads inside *folder*: for this conversation, or always. Other effects hold once only."""
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
        """Let every tool read notes for what goes to *host* from now on, by a rule that the person can remove.

        Where the rule cannot be kept, it holds for this conversation.
        """
        if self.find_first_use_rule(host) is None and self._remember is not None:
            self._remember(first_use_rule(host))
        if self.find_first_use_rule(host) is None:
            self._grants.add(Grant(conversation_id, ANY_TOOL_NAME, "", host))

    def find_first_use_rule(self, host: str) -> PermissionRule | None:
        """Return the rule that says for the whole vault and every tool whether notes may be read for *host*."""
        wanted = (ANY_TOOL_NAME, host or THIS_COMPUTER)
        for rule in self.rules():
            speaks = rule.effect in ("read", "*") and not folder_parts(rule.folder) and not rule.model_extra
            if speaks and rule.tool == wanted[0] and rule.destination in (wanted[1], "*"):
                return rule
        return None

    def exclude_paths(self, request: PolicyRequest, paths: Sequence[str]) -> None:
        """Let no answer given for a folder cover *paths* in this conversation: the person left them out on purpose."""
        self._left_out.update((request.conversation_id, path) for path in paths)

    def grants(self, conversation_id: str) -> tuple[Grant, ...]:
        """Return what was allowed for the length of a conversation."""
        return tuple(grant for grant in self._grants if grant.conversation_id == conversation_id)

    def forget(self, conversation_id: str) -> None:
        """Take back what was allowed for the length of a conversation."""
        self._grants = {grant for grant in self._grants if grant.conversation_id != conversation_id}
        self._left_out = {(chat, path) for chat, path in self._left_out if chat != conversation_id}

    def state(self, conversation_id: str) -> JsonValue:
        """Return what was answered for the length of a conversation, to be kept with it."""
        grants = sorted((grant.tool, grant.folder, grant.host) for grant in self.grants(conversation_id))
        left_out = sorted(path for chat, path in self._left_out if chat == conversation_id)
        return {"grants": [list[JsonValue](grant) for grant in grants], "left_out": list[JsonValue](left_out)}

    def restore(self, conversation_id: str, state: JsonValue) -> None:
        """Take in what was kept; what cannot be read is asked again."""
        kept = state if isinstance(state, dict) else {}
        for grant in _items(kept.get("grants")):
            match grant:
                case [str(tool), str(folder), str(host)]:
                    self._grants.add(Grant(conversation_id, tool, folder, host))
        self._left_out.update((conversation_id, one) for one in _items(kept.get("left_out")) if isinstance(one, str))

    def _verdict_by_rules(self, request: PolicyRequest, path: str | None, default: PolicyAnswer) -> PolicyVerdict:
        # Where no rule speaks the usual holds; the widest rule that speaks already weighs more.
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
        if request.effect not in READING_EFFECTS or (request.conversation_id, path) in self._left_out:
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
    """Return the result of a call of *tool* that is barred, whatever else is set; None where it may go on.

    *read_only* is the sentence why this program may not write to the vault at all.
    """
    if agent_scope.tools is not None and tool.name not in agent_scope.tools and not tool.lists_tools:
        message = f"{_agent_name(agent_scope)} may not use {tool.name}."
        who = Phrase("The settings of the agent do not allow this tool.")
        return failed_result("PERMISSION_DENIED", message, effect=effect, explanation=who)
    if preset == "read-only" and effect in CHANGING_EFFECTS:
        return failed_result("PERMISSION_DENIED", Phrase("Assistants may only read in this vault."), effect=effect)
    if effect not in ("write", "delete"):
        return None
    if agent_scope.read_only:
        message, who = f"{_agent_name(agent_scope)} may only read.", Phrase("This agent may only read.")
        return failed_result("PERMISSION_DENIED", message, effect=effect, explanation=who)
    if not agent_scope.dangerous and (tool.dangerous or effect == "delete"):
        return failed_result("DANGEROUS_OPERATION", f"Dangerous operation not allowed: {tool.name}", effect=effect)
    if read_only:
        return failed_result("PERMISSION_DENIED", read_only, effect=effect)
    return None


def offered_tools(registry: ToolRegistry, agent_scope: AgentScope, preset: Preset) -> tuple[AnyTool, ...]:
    """Return the tools a model is told of: those that are set up and have at least one use that is not barred."""
    tools = tuple(
        tool
        for tool in registry.tools
        if tool.usable and any(not check_hard_limits(tool, use, agent_scope, preset) for use in _is_offered(tool))
    )
    # A tool that lists tools is offered only together with others.
    return tools if any(not tool.lists_tools for tool in tools) else ()


def _is_offered(tool: AnyTool) -> Iterable[Effect]:
    """Return the effects a tool's calls may have: one that tells by its arguments may also only read."""
    varies = type(tool).effect_of is not Tool.effect_of
    return (tool.effect, "read") if varies else (tool.effect,)


def _agent_name(agent_scope: AgentScope) -> str:
    return agent_scope.agent_name[:1].upper() + agent_scope.agent_name[1:]


# A worst case: over every tool a rule names, the freest answer counts. What was answered in a conversation does not.

ANY_TOOL = ""
"""Stands for every tool that no rule names."""


@dataclass(frozen=True, slots=True)
class NoteAccess:
    """What could happen to one note. `deny` in `readable` is: for this agent the note is not there."""

    readable: PolicyAnswer
    writable: PolicyAnswer
    outbound: PolicyAnswer
    """Whether its text could leave this computer; `deny` where the model runs here."""


def note_access(permissions: Permissions, path: str, agent_scope: AgentScope, destination: Destination) -> NoteAccess:
    """Return what an agent with *agent_scope* and a model at *destination* could do with the note at *path*."""
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
    named = {rule.tool for rule in permissions.rules()} - {"*"}
    if agent_scope.tools is None:
        return {ANY_TOOL, *named}
    return {tool if tool in named else ANY_TOOL for tool in agent_scope.tools}


def _at_least_ask(answer: PolicyAnswer) -> PolicyAnswer:
    return "ask" if answer == "allow" else answer
