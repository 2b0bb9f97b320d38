"""What an agent could do with each note of the vault, and by which rules."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Literal

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


# Uses the same functions as the tool executor. Permissions depend only on a note's folder and privacy, so one result
# applies to all notes of a folder with the same privacy: 15,000 notes take a fraction of a second.

Category = Literal["readable", "changeable", "invisible", "leaving"]
"""Category of access to a note."""

CATEGORIES: tuple[Category, ...] = ("readable", "changeable", "invisible", "leaving")
"""In the order shown."""

ReachGround = Literal["", "rule", "preset", "scope", "private", "tools", "effect", "read-only"]
"""Reason of a result: a rule of the user, the preset, the agent's folders, privacy, no tool for it, an effect that no
rule may allow, read-only access.
"""


@dataclass(frozen=True, slots=True)
class ReachReason:
    """What one answer rests on."""

    source: ReachGround = ""
    rule: PermissionRule | None = None
    private: PrivacyRule | None = None


@dataclass(frozen=True, slots=True)
class NoteReach:
    """Access to notes with the same folder and privacy."""

    access: NoteAccess
    reading: ReachReason
    changing: ReachReason


@dataclass(frozen=True, slots=True)
class ReachedNote:
    """One note."""

    path: str
    reach: NoteReach


@dataclass(frozen=True, slots=True)
class ReachRequest:
    """All inputs of the calculation, as a snapshot."""

    marks: Mapping[str, NoteMarks | None]
    """Properties of every note on which privacy rules depend; None if unknown."""
    settings: VaultSettings
    agent_scope: AgentScope
    registry: ToolRegistry
    destination: Destination
    """Destination of the agent's model."""


@dataclass(frozen=True, slots=True)
class AgentReach:
    """Result of the calculation."""

    notes: tuple[ReachedNote, ...]
    """Every note, sorted by path."""
    places: Mapping[Category, tuple[int, ...]]
    """Indexes of the notes in each category."""
    asking: Mapping[Category, int]
    """Number of these for which the user is asked each time."""


def compute_agent_reach(question: ReachRequest) -> AgentReach:
    """Return the access to every note."""
    counter = _ReachCounter(question)
    notes = tuple(ReachedNote(path, counter.note_reach(path)) for path in sorted(question.marks, key=natural_key))
    places: dict[Category, list[int]] = {category: [] for category in CATEGORIES}
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
                places[category].append(number)
                asking[category] += answer == "ask"
        if access.readable == access.writable == "deny":
            places["invisible"].append(number)
    return AgentReach(notes, {category: tuple(found) for category, found in places.items()}, asking)


class _ReachCounter:
    def __init__(self, question: ReachRequest) -> None:
        self._question = question
        # Separate from the vault's own rules, which cache results and belong to the event loop's thread.
        self._privacy = PrivacyRules(lambda: question.settings, _Snapshot(question.marks), _NoReader())
        effects = {
            tool.effect for tool in offered_tools(question.registry, question.agent_scope, question.settings.preset)
        }
        self._reads = bool(effects - {"none"})
        self._writes = bool(effects & {"write", "delete"})
        self._reaches: dict[tuple[str, str, str], NoteReach] = {}
        rules, preset = question.settings.rules, question.settings.preset
        statuses: tuple[PrivacyStatus, ...] = ("open", "ask", "closed")
        self._permissions = {
            status: Permissions(lambda: rules, None, lambda: preset, NotePrivacy(_always(status)))
            for status in statuses
        }

    def note_reach(self, path: str) -> NoteReach:
        status = self._privacy.status(path, self._question.destination)
        private = self._privacy.strictest_rule(path) if status != "open" else None
        key = (path.rpartition("/")[0], status, repr(private))
        note_reach = self._reaches.get(key)
        if note_reach is None:
            note_reach = self._reaches[key] = self._compute(path, status, private)
        return note_reach

    def _compute(self, path: str, status: PrivacyStatus, private: PrivacyRule | None) -> NoteReach:
        question = self._question
        access = note_access(self._permissions[status], path, question.agent_scope, question.destination)
        closed = ReachReason("private", private=private) if status != "open" else None
        if not self._reads:
            return NoteReach(NoteAccess("deny", "deny", "deny"), ReachReason("tools"), ReachReason("tools"))
        changing = closed or self._reason(path, "write", access.writable)
        if not self._writes and access.writable != "deny":
            access = NoteAccess(access.readable, "deny", access.outbound)
            changing = ReachReason("tools")
        return NoteReach(access, closed or self._reason(path, "read", access.readable), changing)

    def _reason(self, path: str, effect: Effect, answer: PolicyAnswer) -> ReachReason:
        question, permissions = self._question, self._permissions["open"]
        if effect == "write" and question.agent_scope.read_only:
            return ReachReason("read-only")
        host = "" if question.destination.local else question.destination.host
        named = sorted({rule.tool for rule in question.settings.rules} - {"*"})
        change: NoteChangeKind | None = "modify" if effect == "write" else None
        verdict: PolicyVerdict | None = None
        for tool in (ANY_TOOL, *named):
            subject = PolicyRequest(tool, effect, host=host, agent_scope=question.agent_scope, change=change)
            found = permissions.explain(subject, path)
            if found.answer == answer:
                verdict = found
                break
        if verdict is None:
            return ReachReason()
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
        raise NoteNotFound(Phrase("Only what is known is asked"), path=path.text)


def _always(status: PrivacyStatus) -> Callable[[str, Destination], PrivacyStatus]:
    return lambda _path, _destination: status
