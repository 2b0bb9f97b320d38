"""Access of an agent to each note of the vault, and the rules it results from.

Uses the same functions as the tool executor. Permissions depend only on a note's folder and privacy, so one result
applies to all notes of a folder with the same privacy: 15,000 notes take a fraction of a second.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Literal

from msgspec import Struct

from vaultdesk.core.errors import NoteNotFound
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import PermissionRule, PrivacyRule, VaultSettings
from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.privacy.rule_matcher import NoteMarks
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import AgentScope, folder_parts
from vaultdesk.tools.runtime.policy import (
    ANY_TOOL,
    NoteAccess,
    NotePrivacy,
    Permissions,
    PolicyAnswer,
    PolicyRequest,
    PolicyVerdict,
    PrivacyStatus,
    note_access,
    offered_tools,
)
from vaultdesk.tools.tool import Effect
from vaultdesk.ui.browser.file_tree_model import natural_key
from vaultdesk.vault.change_set import NoteChangeKind
from vaultdesk.vault.markdown.note import Note
from vaultdesk.vault.note_path import NotePath


def is_unreadable(rule: PermissionRule) -> bool:
    """Return whether *rule* cannot be interpreted: an invalid folder, or a condition of a newer version."""
    return folder_parts(rule.folder) is None or bool(rule.model_extra and rule.answer == "allow")


Category = Literal["readable", "changeable", "invisible", "leaving"]
"""Category of access to a note."""

CATEGORIES: tuple[Category, ...] = ("readable", "changeable", "invisible", "leaving")
"""In the order shown."""

ReachReasonKind = Literal["", "rule", "preset", "scope", "private", "tools", "effect", "read-only"]
"""Reason of a result: a rule of the user, the preset, the agent's folders, privacy, no tool for it, an effect that no
rule may allow, read-only access.
"""


class ReachReason(Struct, frozen=True):
    """Reason of one answer: a rule of the user, a privacy rule, or another source."""

    source: ReachReasonKind = ""
    rule: PermissionRule | None = None
    private: PrivacyRule | None = None


class NoteReach(Struct, frozen=True):
    """Access to notes with the same folder and privacy."""

    access: NoteAccess
    reading: ReachReason
    changing: ReachReason


class ReachedNote(Struct, frozen=True):
    """One note."""

    path: str
    reach: NoteReach


class ReachRequest(Struct, frozen=True):
    """All inputs of the calculation, as a snapshot."""

    marks: Mapping[str, NoteMarks | None]
    """Properties of every note on which privacy rules depend; None if unknown."""
    settings: VaultSettings
    agent_scope: AgentScope
    registry: ToolRegistry
    destination: Destination
    """Destination of the agent's model."""


class AgentReach(Struct, frozen=True):
    """Result of the calculation."""

    notes: tuple[ReachedNote, ...]
    """Every note, sorted by path."""
    indexes: Mapping[Category, tuple[int, ...]]
    """Indexes of the notes in each category."""
    asking: Mapping[Category, int]
    """Number of these for which the user is asked each time."""


def compute_agent_reach(request: ReachRequest) -> AgentReach:
    """Return the access to every note."""
    calculation = _ReachCalculation(request)
    notes = tuple(ReachedNote(path, calculation.note_reach(path)) for path in sorted(request.marks, key=natural_key))
    indexes: dict[Category, list[int]] = {category: [] for category in CATEGORIES}
    asking: dict[Category, int] = dict.fromkeys(CATEGORIES, 0)
    for number, note in enumerate(notes):
        access = note.reach.access
        answers: tuple[tuple[Category, PolicyAnswer], ...] = (
            ("readable", access.readable),
            ("changeable", access.writable),
            ("leaving", access.outbound),
        )
        for category, answer in answers:
            if answer != "deny":
                indexes[category].append(number)
                asking[category] += answer == "ask"
        if access.readable == access.writable == "deny":
            indexes["invisible"].append(number)
    return AgentReach(notes, {category: tuple(numbers) for category, numbers in indexes.items()}, asking)


class _ReachCalculation:
    def __init__(self, request: ReachRequest) -> None:
        self._request = request
        # Separate from the vault's own rules, which cache results and belong to the event loop's thread.
        self._privacy = PrivacyRules(lambda: request.settings, _Snapshot(request.marks), _NoReader())
        effects = {
            tool.effect for tool in offered_tools(request.registry, request.agent_scope, request.settings.preset)
        }
        self._reads = bool(effects - {"none"})
        self._writes = bool(effects & {"write", "delete"})
        self._reaches: dict[tuple[str, str, str], NoteReach] = {}
        rules, preset = request.settings.rules, request.settings.preset
        statuses: tuple[PrivacyStatus, ...] = ("open", "ask", "closed")
        self._permissions = {
            status: Permissions(lambda: rules, None, lambda: preset, NotePrivacy(_always(status)))
            for status in statuses
        }

    def note_reach(self, path: str) -> NoteReach:
        status = self._privacy.status(path, self._request.destination)
        private = self._privacy.strictest_rule(path) if status != "open" else None
        key = (path.rpartition("/")[0], status, repr(private))
        note_reach = self._reaches.get(key)
        if note_reach is None:
            note_reach = self._reaches[key] = self._compute(path, status, private)
        return note_reach

    def _compute(self, path: str, status: PrivacyStatus, private: PrivacyRule | None) -> NoteReach:
        request = self._request
        access = note_access(self._permissions[status], path, request.agent_scope, request.destination)
        closed = ReachReason("private", private=private) if status != "open" else None
        if not self._reads:
            return NoteReach(NoteAccess("deny", "deny", "deny"), ReachReason("tools"), ReachReason("tools"))
        changing = closed or self._reason(path, "write", access.writable)
        if not self._writes and access.writable != "deny":
            access = NoteAccess(access.readable, "deny", access.outbound)
            changing = ReachReason("tools")
        return NoteReach(access, closed or self._reason(path, "read", access.readable), changing)

    def _reason(self, path: str, effect: Effect, answer: PolicyAnswer) -> ReachReason:
        request, permissions = self._request, self._permissions["open"]
        if effect == "write" and request.agent_scope.read_only:
            return ReachReason("read-only")
        host = "" if request.destination.local else request.destination.host
        tool_names = sorted({rule.tool for rule in request.settings.rules} - {"*"})
        change: NoteChangeKind | None = "modify" if effect == "write" else None
        for tool in (ANY_TOOL, *tool_names):
            call = PolicyRequest(tool, effect, host=host, agent_scope=request.agent_scope, change=change)
            verdict = permissions.explain(call, path)
            if verdict.answer == answer:
                return _reason_of(verdict)
        return ReachReason()


def _reason_of(verdict: PolicyVerdict) -> ReachReason:
    if verdict.rule is not None:
        return ReachReason("rule", verdict.rule)
    return ReachReason(verdict.reason if verdict.reason in ("preset", "scope", "effect") else "")


class _Snapshot:
    """Snapshot of the notes' properties."""

    def __init__(self, marks: Mapping[str, NoteMarks | None]) -> None:
        self._marks = marks

    def marks(self, path: str) -> NoteMarks | None:
        return self._marks.get(path)

    def is_unread(self, path: str) -> bool:
        return path not in self._marks

    def paths(self) -> Collection[str]:
        return self._marks.keys()

    def spelling(self, name: str) -> str | None:
        return name if name in self._marks else None

    def candidates(self, name: str) -> tuple[str, ...]:
        return tuple(path for path in (name, f"{name}.md") if path in self._marks)


class _NoReader:
    """Reader that provides no text."""

    async def read_note(self, path: NotePath) -> Note:
        raise NoteNotFound(Phrase("Note texts are not available here"), path=path.text)


def _always(status: PrivacyStatus) -> Callable[[str, Destination], PrivacyStatus]:
    return lambda _path, _destination: status
