"""Privacy rules of a vault: whether a note, or a chat that quotes private notes, may go to a destination."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import NoteNotFound, OutsideVault, VaultError
from vaultdesk.core.feed import Feed
from vaultdesk.core.settings.settings_schema import PrivacyRule, VaultSettings
from vaultdesk.privacy.known_notes import CurrentNoteReader, NoteFactsLookup
from vaultdesk.privacy.rule_matcher import (
    NO_MARKS,
    STRICTNESS,
    NoteMarks,
    PrivacyAnswer,
    RuleMatcher,
    compile_rules,
    marks_of,
    strictest_match,
)
from vaultdesk.tools.runtime.policy import NotePrivacy, PrivacyStanding
from vaultdesk.vault.markdown.markdown_scanner import without_comments
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key

# A chat may quote a chat: sources are followed to their end. One that no note is called any more may have been private.

MOST_FOLLOWED = 2_000
"""Notes followed from one chat; what has more is taken for one that quotes a note nobody knows."""

_NO_NOTES: Final = (
    ".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp", ".flac", ".m4a", ".mp3", ".ogg", ".wav", ".webm",
    ".3gp", ".mkv", ".mov", ".mp4", ".ogv", ".pdf", ".canvas", ".base",
)  # fmt: skip
"""Endings of files that are no notes: they have no tags and properties."""


class QuotedSources:
    """Follows the sources of chats, each note once."""

    def __init__(
        self,
        lookup: NoteFactsLookup,
        reader: CurrentNoteReader,
        fittings: Callable[[], Sequence[RuleMatcher]],
        alone: Callable[[str], RuleMatcher | None],
    ) -> None:
        """*alone* returns what the rules say of a known note by itself."""
        self._lookup = lookup
        self._reader = reader
        self._fittings = fittings
        self._alone = alone

    def known(self, path: str, found: RuleMatcher | None, marks: NoteMarks) -> RuleMatcher | None:
        """Return the strictest of *found*, which is what the rules say of the chat at *path*, and of what it quotes.

        By what is known of those notes.
        """
        seen, waiting = {path}, list(marks.quotes)
        while waiting:
            for other in self._new(waiting.pop(), seen):
                found = stricter_rule(found, self._alone(other) if other else self._of_any_note())
                more = self._lookup.marks(other) if other else None
                waiting += more.quotes if more is not None else ()
        return found

    async def exactly(self, path: str, found: RuleMatcher | None, marks: NoteMarks) -> RuleMatcher | None:
        """Return the same by what those notes say now."""
        seen, waiting = {path}, list(marks.quotes)
        while waiting:
            for other in self._new(waiting.pop(), seen):
                looked = await self._look(other)
                found = stricter_rule(found, strictest_match(self._fittings(), other, looked))
                waiting += looked.quotes if looked is not None else ()
        return found

    def _new(self, name: str, seen: set[str]) -> list[str]:
        """Return the notes of a name that were not followed yet; an empty path stands for any note."""
        if len(seen) > MOST_FOLLOWED:
            name = ""
        paths = [path for path in self._lookup.called(name) or (source_path(name),) if path not in seen]
        seen.update(paths)
        return paths

    def _of_any_note(self) -> RuleMatcher | None:
        return strictest_match(self._fittings(), "", None)

    async def _look(self, path: str) -> NoteMarks | None:
        """Read a note; None where it is gone, or never was one: then it may have been private."""
        try:
            named = NotePath.parse(path)
            return marks_of(await self._reader.read_note(named)) if named.is_note else NO_MARKS
        except VaultError:
            return None


def source_path(name: str) -> str:
    """Return the path of the file that a source's name means where no note is known by it; empty for any note."""
    if not name or name.lower().endswith((NOTE_SUFFIX, *_NO_NOTES)):
        return name
    return f"{name}{NOTE_SUFFIX}"


def stricter_rule(one: RuleMatcher | None, other: RuleMatcher | None) -> RuleMatcher | None:
    """Return the one that keeps more back."""
    if one is None or other is None:
        return one or other
    return other if STRICTNESS[other.answer] > STRICTNESS[one.answer] else one


# Two answers to one question. `standing` is quick and for lists: it takes what the index knows, a tenth of a second
# late,
# and a note the index does not know counts as private. `exact` reads the note's head now; what is sent goes by it.
#
# A note whose head cannot be read as properties may say anything there: a rule whose property or tag stands in its raw
# lines fits. A note that cannot be read at all, or is gone, may have been private: every tag and property rule fits.


@dataclass(frozen=True, slots=True)
class ExactPrivacy:
    """What one note is for one destination, by the file as it was a moment ago."""

    path: str
    standing: PrivacyStanding
    rule: PrivacyRule | None = None
    """The rule that makes it private, or may."""
    text: str | None = None
    """All of it; None where it cannot be read."""
    gone: bool = False
    """True where there is no such file any more."""
    doubted: bool = False
    """True where it cannot be read, so that nobody knows whether it is private."""


class PrivacyRules:
    """The rules of one vault as they are this moment."""

    def __init__(
        self, settings: Callable[[], VaultSettings], known: NoteFactsLookup, reader: CurrentNoteReader
    ) -> None:
        """*settings* is asked for each note of a list: it must not touch the disk."""
        self.changes: Feed[None] = Feed()
        """Published by `renewed`: which notes are private may be different now."""
        self._settings = settings
        self._known = known
        self._reader = reader
        self._read: tuple[tuple[PrivacyRule, ...], tuple[RuleMatcher, ...]] = ((), ())
        self._quoting = QuotedSources(known, reader, self._fittings, self._judge_alone)
        self._judged: dict[str, tuple[NoteMarks | None, RuleMatcher | None]] = {}
        """What was found of known notes under these rules, for as long as their marks stay the same."""

    @property
    def hooks(self) -> NotePrivacy:
        """What the runner asks."""
        return NotePrivacy(self.standing, self.exact, self.shown, self.closes_by_path, self.loosens)

    def standing(self, path: str, destination: Destination) -> PrivacyStanding:
        """Return what the note at *path* is for *destination*, by what is known of it. Waits for nothing."""
        return _standing(self._judge(path), destination)

    def hides(self, name: str, destination: Destination, *, doubted: bool = False) -> bool:
        """Whether *name* is that of a note that is known to be closed for *destination*, or of a folder that is.

        *doubted* counts a name that no note has now as that of a private one: it may have been moved or deleted.
        """
        path = self._known.spelling(name) or name
        unknown = path not in self._known.paths()
        # Else what no note is called says nothing of a note: "File not found" may be told.
        fittings = self._fittings()
        if unknown and not (doubted and path.endswith(NOTE_SUFFIX)):
            mine = strictest_match(fittings, path, NO_MARKS)
        else:
            mine = self._judge(path)
        found = (mine, strictest_match(fittings, f"{name}/", NO_MARKS))
        return any(_standing(fitting, destination) == "closed" for fitting in found)

    def closed_note(self, name: str, destination: Destination) -> tuple[str, PrivacyRule | None]:
        """Return the path of the known note that *name* means, and the rule that closes it for *destination*."""
        path = self._known.spelling(name)
        if path is None:
            return name, None
        fitting = self._judge(path)
        return path, fitting.rule if fitting and _standing(fitting, destination) == "closed" else None

    async def exact(self, path: str, destination: Destination) -> PrivacyStanding:
        """Return what the note at *path* is for *destination*, by its head as it is now. Raises nothing."""
        return (await self.look(path, destination)).standing

    async def look(self, path: str, destination: Destination) -> ExactPrivacy:
        """Read the note at *path* and return what it is for *destination*. Raises nothing."""
        marks: NoteMarks | None = None
        text, gone = None, False
        try:
            named = NotePath.parse(path)
            if named.is_note:
                note = await self._reader.read_note(named)
                marks, text = marks_of(note), note.text
            else:
                marks = NO_MARKS
        except OutsideVault:
            return ExactPrivacy(path, "closed")
        except VaultError as problem:
            gone = isinstance(problem, NoteNotFound)
        fitting = strictest_match(self._fittings(), path, marks)
        if marks is not None and marks.quotes:
            fitting = await self._quoting.exactly(path, fitting, marks)
        rule = fitting.rule if fitting else None
        doubted = marks is None and strictest_match(self._fittings(), path, NO_MARKS) is None
        return ExactPrivacy(path, _standing(fitting, destination), rule, text, gone, doubted)

    def closes_by_path(self, path: str, destination: Destination) -> bool:
        """Whether the path alone closes the note, whatever it says: for one that is gone."""
        return _standing(strictest_match(self._fittings(), path, NO_MARKS), destination) == "closed"

    def loosens(self, path: str, text: str, new_path: str, new_text: str) -> bool:
        """Whether the note *text* at *path* is less private for anybody once it is *new_text* at *new_path*."""
        before, after = self._strictness(path, text), self._strictness(new_path, new_text)
        return after < before

    def keeps_comments(self, destination: Destination) -> bool:
        """Whether comments in notes are not for *destination*."""
        return not destination.local and self._settings().comments != "send"

    def shown(self, path: str, text: str, destination: Destination) -> str:
        """Return *text*, the whole of the note at *path*, as *destination* may read it: with its comments taken out.

        Give it whole notes: a piece may begin inside a comment, which nobody can see from the piece.
        """
        return without_comments(text) if self.keeps_comments(destination) else text

    def why(self, path: str) -> PrivacyRule | None:
        """Return the strictest rule that makes the note at *path* private, for its lock; None where it is not."""
        fitting = self._judge(path)
        return fitting.rule if fitting else None

    def renewed(self) -> None:
        """Tell whoever shows locks that rules or notes have changed."""
        self.changes.publish(None)

    def _strictness(self, path: str, text: str) -> int:
        named = NotePath(path)
        marks = marks_of(parse_note(named, text)) if named.is_note else NO_MARKS
        fitting = strictest_match(self._fittings(), path, marks)
        if marks.quotes:
            fitting = self._quoting.known(path, fitting, marks)
        return STRICTNESS[fitting.answer] if fitting else 0

    def _judge(self, path: str) -> RuleMatcher | None:
        """Return the strictest rule that means the note at *path*, or one it quotes, by what is known of them."""
        own, marks = self._judge_alone(path), self._known.marks(path)
        if marks is None or not marks.quotes:
            return own
        return self._quoting.known(path, own, marks)

    def _judge_alone(self, path: str) -> RuleMatcher | None:
        fittings, marks = self._fittings(), self._known.marks(path)
        judged = self._judged.get(path)
        if judged is None or judged[0] is not marks:
            judged = (marks, strictest_match(fittings, path, marks))
            if path in self._known.paths():
                self._judged[path] = judged
        return judged[1]

    def _fittings(self) -> tuple[RuleMatcher, ...]:
        rules = self._settings().privacy
        if rules is not self._read[0]:
            self._read, self._judged = (rules, compile_rules(rules)), {}
        return self._read[1]


def never_send_rule(path: str, answer: PrivacyAnswer = "local") -> PrivacyRule:
    """Return the rule that keeps the note at *path* on this computer from now on."""
    return PrivacyRule(kind="note", value=path, answer=answer)


def rules_after_move(rules: Iterable[PrivacyRule], old_path: str, new_path: str) -> tuple[PrivacyRule, ...]:
    """Return *rules* with the one by name of a note that was moved also under its new name: privacy moves with it."""
    kept = tuple(rules)
    known = {same_name_key(rule.value) for rule in kept if rule.kind == "note"}
    moved = [
        rule.model_copy(update={"value": new_path})
        for rule in kept
        if rule.kind == "note" and same_name_key(rule.value) == same_name_key(old_path)
    ]
    return kept if same_name_key(new_path) in known else (*kept, *moved)


def _standing(fitting: RuleMatcher | None, destination: Destination) -> PrivacyStanding:
    if fitting is None:
        return "open"
    if fitting.answer == "never":
        return "closed"
    if destination.local:
        return "open"
    return "closed" if fitting.answer == "local" else "ask"
