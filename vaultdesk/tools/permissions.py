"""Permissions: which calls a rule of the person allows, asks about or denies. Decides; asks nobody (runner.py does).

The narrower folder beats the wider; in one folder deny beats ask beats allow (CONTRACTS, Approval). A rule that
cannot be read denies wherever it may have been meant, whatever stands beside it, and so does "deny everything".
"""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from vaultdesk.settings import PermissionRule
from vaultdesk.tools.approvals import AnswerScope
from vaultdesk.tools.tool import Effect

Answer = Literal["allow", "ask", "deny"]
"""What a rule says."""

By = Literal["default", "rule", "grant"]
"""Whose word an answer is: nobody's, a standing rule's, or an earlier answer's."""

STRENGTH: dict[Answer, int] = {"allow": 0, "ask": 1, "deny": 2}
"""Which answer wins in one folder."""

ALLOWABLE: frozenset[Effect] = frozenset({"read", "none"})
"""Effects a rule or an earlier answer may allow unasked: no rule can allow a change or a request to the network."""

THIS_COMPUTER = "this-computer"
"""What a rule calls the destination of what stays here; no host is called so."""

EVERYWHERE = -1
"""How narrow a rule is that beats every folder's rules."""


@dataclass(frozen=True, slots=True)
class Grant:
    """An answer that holds until its conversation ends: reads of one tool inside one folder, for one destination."""

    conversation_id: str
    tool: str
    folder: str
    host: str
    """Where what is read goes; a yes for this computer is no yes for a provider elsewhere."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is about to happen, as permissions see it."""

    tool: str
    effect: Effect
    conversation_id: str = ""
    host: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What holds for one subject and path, and whose word it is."""

    answer: Answer
    by: By


def folder_parts(folder: str) -> tuple[str, ...] | None:
    """Return the names of a rule's folder, none for the whole vault; None where it cannot be read."""
    text = folder.removesuffix("/")
    if not text:
        return () if folder == "" else None
    parts = tuple(unicodedata.normalize("NFC", part) for part in text.split("/"))
    unreadable = any(not part.strip(" .") or "\\" in part or not part.isprintable() for part in parts)
    return None if unreadable else parts


def is_inside(path: str, folder: Sequence[str], *, loosely: bool = False) -> bool:
    """Whether *path* lies in *folder*, by whole names. *Loosely* also takes spellings that some disks take for it."""
    mine = [unicodedata.normalize("NFC", part) for part in path.split("/")[:-1]]
    wanted = list(folder)
    if loosely:
        mine, wanted = [part.casefold() for part in mine], [part.casefold() for part in wanted]
    return mine[: len(wanted)] == wanted


class Permissions:
    """The rules of one vault, and what was answered for the length of a conversation."""

    def __init__(
        self,
        rules: Callable[[], Sequence[PermissionRule]] = tuple,
        remember: Callable[[PermissionRule], None] | None = None,
    ) -> None:
        """*rules* gives the standing rules of the moment; *remember* keeps one that was answered "always here"."""
        self._rules = rules
        self._remember = remember
        self._grants: set[Grant] = set()
        self._left_out: set[tuple[str, str]] = set()

    def decide(self, subject: Subject, path: str | None) -> Verdict:
        """Return what holds for *subject* on the file at *path*; None is the vault as a whole (a search)."""
        default: Answer = "allow" if subject.effect == "none" else "ask"
        best = (EVERYWHERE - 1, STRENGTH[default])
        verdict = Verdict(default, "default")
        for rule in self._rules():
            found = _applied(rule, subject, path)
            if found is None:
                continue
            answer, narrowness = found
            if narrowness == EVERYWHERE:
                return Verdict("deny", "rule")
            if (narrowness, STRENGTH[answer]) > best:
                best, verdict = (narrowness, STRENGTH[answer]), Verdict(answer, "rule")
        if verdict.answer == "ask" and self._granted(subject, path):
            return Verdict("allow", "grant")
        return verdict

    def keep(self, subject: Subject, scope: AnswerScope, folder: str) -> None:
        """Let a yes hold for reads inside *folder*: for this conversation, or always. Other effects hold once only."""
        if subject.effect != "read" or folder_parts(folder) is None:
            return
        if scope == "conversation" and subject.conversation_id:
            self._grants.add(Grant(subject.conversation_id, subject.tool, folder, subject.host))
        elif scope == "always" and self._remember is not None:
            rule = PermissionRule(
                tool=subject.tool,
                effect="read",
                folder=folder,
                destination=subject.host or THIS_COMPUTER,
                answer="allow",
            )
            self._remember(rule)

    def leave_out(self, subject: Subject, paths: Sequence[str]) -> None:
        """Let no answer given for a folder cover *paths* in this conversation: the person left them out on purpose."""
        self._left_out.update((subject.conversation_id, path) for path in paths)

    def grants(self, conversation_id: str) -> tuple[Grant, ...]:
        """Return what was allowed for the length of a conversation."""
        return tuple(grant for grant in self._grants if grant.conversation_id == conversation_id)

    def forget(self, conversation_id: str) -> None:
        """Take back what was allowed for the length of a conversation."""
        self._grants = {grant for grant in self._grants if grant.conversation_id != conversation_id}
        self._left_out = {(chat, path) for chat, path in self._left_out if chat != conversation_id}

    def _granted(self, subject: Subject, path: str | None) -> bool:
        if subject.effect not in ALLOWABLE or (subject.conversation_id, path) in self._left_out:
            return False
        for grant in self._grants:
            same = (grant.conversation_id, grant.tool, grant.host)
            if same != (subject.conversation_id, subject.tool, subject.host):
                continue
            folder = folder_parts(grant.folder)
            if folder is not None and (is_inside(path, folder) if path is not None else not folder):
                return True
        return False


def _applied(rule: PermissionRule, subject: Subject, path: str | None) -> tuple[Answer, int] | None:
    """Return what *rule* says here and how narrow it is; None where it does not speak of this."""
    if rule.tool not in ("*", subject.tool) or rule.effect not in ("*", subject.effect):
        return None
    if rule.destination not in ("*", subject.host or THIS_COMPUTER):
        return None
    folder = folder_parts(rule.folder)
    # An unknown key may be a condition of a newer version: what it narrows is not known, so the rule cannot be read.
    if folder is None or (rule.model_extra and rule.answer == "allow"):
        return "deny", EVERYWHERE
    if rule.answer == "deny" and (rule.tool, rule.effect, folder) == ("*", "*", ()):
        return "deny", EVERYWHERE
    # An allowance holds for the exact spelling, a barrier for every spelling a disk may take for the same folder.
    loosely = rule.answer != "allow"
    if path is None:
        # A call on the vault as a whole: a folder's allowance says nothing of it.
        if folder:
            return None
    elif not is_inside(path, folder, loosely=loosely):
        return None
    answer: Answer = "ask" if rule.answer == "allow" and subject.effect not in ALLOWABLE else rule.answer
    return answer, len(folder)
