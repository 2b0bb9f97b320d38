"""Permissions: what the person's rules, presets and answers say of a call. Decides; asks nobody (runner.py does).

The narrower folder beats the wider; in one folder deny beats ask beats allow (CONTRACTS, Approval). A rule that
cannot be read denies wherever it may have been meant, whatever stands beside it, and so does "deny everything".
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from vaultdesk.core.settings.settings_schema import PermissionRule, Preset
from vaultdesk.tools.approvals import AnswerScope
from vaultdesk.tools.folder_scope import folder_parts, is_inside
from vaultdesk.tools.presets import forbids, usual_answer
from vaultdesk.tools.privacy_standing import OPEN, NotePrivacy
from vaultdesk.tools.standing_rule import EVERYWHERE, READING, says
from vaultdesk.tools.subject import CHANGING, STRENGTH, THIS_COMPUTER, Answer, By, Subject, Verdict

__all__ = ["THIS_COMPUTER", "Answer", "By", "Grant", "Permissions", "Subject", "Verdict", "folder_parts", "is_inside"]


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
        privacy: NotePrivacy = OPEN,
    ) -> None:
        """*rules* and *preset* give what stands at the moment; *remember* keeps one that was answered "always here"."""
        self.rules = rules
        self.preset = preset
        self.privacy = privacy
        self._remember = remember
        self._grants: set[Grant] = set()
        self._left_out: set[tuple[str, str]] = set()

    def decide(self, subject: Subject, path: str | None) -> Verdict:
        """Return what holds for *subject* on the file at *path*; None is the vault as a whole (a search)."""
        preset = self.preset()
        if forbids(preset, subject):
            return Verdict("deny", "default", why="preset")
        if path is not None and not subject.leash.reaches(path):
            return Verdict("deny", "default", why="leash")
        verdict = self._by_rules(subject, path, usual_answer(preset, subject))
        if verdict.answer == "ask" and self._granted(subject, path):
            return Verdict("allow", "grant")
        if verdict.answer == "allow" and subject.tainted and subject.effect in CHANGING:
            return replace(verdict, answer="ask", why="taint")
        return verdict

    def explain(self, subject: Subject, path: str | None) -> Verdict:
        """Return what holds and why, for a page that tells it: the rule that decided, or what of ours did."""
        verdict = self.decide(subject, path)
        if verdict.why or verdict.rule is not None or verdict.by != "default":
            return verdict
        return replace(verdict, why="preset" if self.preset() != "ask" else "effect")

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

    def _by_rules(self, subject: Subject, path: str | None, usual: Answer) -> Verdict:
        # Where no rule speaks the usual holds; the widest rule that speaks already weighs more.
        best = (EVERYWHERE - 1, STRENGTH[usual])
        verdict = Verdict(usual, "default")
        for rule in self.rules():
            found = says(rule, subject, path)
            if found is None:
                continue
            answer, narrowness = found
            if narrowness == EVERYWHERE:
                return Verdict("deny", "rule", rule)
            if (narrowness, STRENGTH[answer]) > best:
                best = (narrowness, STRENGTH[answer])
                verdict = Verdict(answer, "rule", rule, "effect" if answer != rule.answer else "")
        return verdict

    def _granted(self, subject: Subject, path: str | None) -> bool:
        if subject.effect not in READING or (subject.conversation_id, path) in self._left_out:
            return False
        for grant in self._grants:
            same = (grant.conversation_id, grant.tool, grant.host)
            if same != (subject.conversation_id, subject.tool, subject.host):
                continue
            folder = folder_parts(grant.folder)
            if folder is not None and (is_inside(path, folder) if path is not None else not folder):
                return True
        return False
