"""Privacy rules of a vault: whether a note, or a chat that quotes private notes, may go to a destination, and their
tracking while the vault is open."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct

from vaultdesk.core.errors import IndexFailed, NoteNotFound, OutsideVault, SettingsError, VaultError
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.settings.settings_schema import PrivacyRule, VaultSettings
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.transmission import Destination
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.privacy.known_notes import CurrentNoteReader, KnownNotes, NoteFactsLookup
from vaultdesk.privacy.rule_matcher import (
    NO_MARKS,
    STRICTNESS,
    NoteMarks,
    RuleMatcher,
    compile_rules,
    marks_of,
    rule_text,
    strictest_match,
)
from vaultdesk.tools.runtime.policy import NoteCounts, NotePrivacy, PrivacyStatus
from vaultdesk.vault.markdown.markdown_scanner import without_comments
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key
from vaultdesk.vault.vault import Vault

# Chats may quote chats: sources are followed recursively. A source without a note may have been private.

MAX_FOLLOWED_NOTES = 2_000
"""Maximum number of notes followed from one chat; beyond that the chat counts as quoting an unknown note."""

_ATTACHMENT_SUFFIXES: Final = (
    ".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp", ".flac", ".m4a", ".mp3", ".ogg", ".wav", ".webm",
    ".3gp", ".mkv", ".mov", ".mp4", ".ogv", ".pdf", ".canvas", ".base",
)  # fmt: skip
"""Suffixes of files that are not notes: they have no tags and properties."""


class QuotedSources:
    """Follows the sources of chats, each note once."""

    def __init__(
        self,
        lookup: NoteFactsLookup,
        reader: CurrentNoteReader,
        matchers: Callable[[], Sequence[RuleMatcher]],
        match_alone: Callable[[str], RuleMatcher | None],
    ) -> None:
        """*match_alone* returns the rule for a known note, without the notes it quotes."""
        self._lookup = lookup
        self._reader = reader
        self._matchers = matchers
        self._match_alone = match_alone

    def strictest_known(self, path: str, strictest: RuleMatcher | None, marks: NoteMarks) -> RuleMatcher | None:
        """Return the strictest of *strictest*, the match of the chat at *path* itself, and of the notes it quotes.

        Uses the cached facts of those notes.
        """
        visited, pending = {path}, list(marks.quotes)
        while pending:
            for quoted in self._unvisited(pending.pop(), visited):
                strictest = stricter_rule(strictest, self._match_alone(quoted) if quoted else self._match_any_note())
                more = self._lookup.marks(quoted) if quoted else None
                pending += more.quotes if more is not None else ()
        return strictest

    async def strictest_current(self, path: str, strictest: RuleMatcher | None, marks: NoteMarks) -> RuleMatcher | None:
        """Return the result of `strictest_known` for the current contents of the notes."""
        visited, pending = {path}, list(marks.quotes)
        while pending:
            for quoted in self._unvisited(pending.pop(), visited):
                current_marks = await self._current_marks(quoted)
                strictest = stricter_rule(strictest, strictest_match(self._matchers(), quoted, current_marks))
                pending += current_marks.quotes if current_marks is not None else ()
        return strictest

    def _unvisited(self, name: str, visited: set[str]) -> list[str]:
        """Return the notes that *name* may refer to and that were not visited yet; an empty path means any note."""
        if len(visited) > MAX_FOLLOWED_NOTES:
            name = ""
        paths = [path for path in self._lookup.candidates(name) or (source_path(name),) if path not in visited]
        visited.update(paths)
        return paths

    def _match_any_note(self) -> RuleMatcher | None:
        return strictest_match(self._matchers(), "", None)

    async def _current_marks(self, path: str) -> NoteMarks | None:
        """Read a note; None if it does not exist: then it may have been private."""
        try:
            named = NotePath.parse(path)
            return marks_of(await self._reader.read_note(named)) if named.is_note else NO_MARKS
        except VaultError:
            return None


def source_path(name: str) -> str:
    """Return the file path in a source name that matches no known note; empty if it may be any note."""
    if not name or name.lower().endswith((NOTE_SUFFIX, *_ATTACHMENT_SUFFIXES)):
        return name
    return f"{name}{NOTE_SUFFIX}"


def stricter_rule(first: RuleMatcher | None, second: RuleMatcher | None) -> RuleMatcher | None:
    """Return the stricter of two rules."""
    if first is None or second is None:
        return first or second
    return second if STRICTNESS[second.answer] > STRICTNESS[first.answer] else first


# There are two queries. `status` does not block and is used for lists: its facts come from the index, which lags by a
# tenth of a second, and a note that is not indexed counts as private. `exact_privacy` reads the current head of the
# note and is used for requests. If a head cannot be parsed, a rule matches if its property or tag occurs in the raw
# lines. If a note cannot be read or does not exist, every tag and property rule matches.


class ExactPrivacy(Struct, frozen=True):
    """Privacy of one note for one destination, from a recent read of its file."""

    path: str
    status: PrivacyStatus
    rule: PrivacyRule | None = None
    """The rule that makes it private, or may."""
    text: str | None = None
    """Its whole text; None if it cannot be read."""
    is_missing: bool = False
    """Whether the file no longer exists."""
    is_unreadable: bool = False
    """Whether it cannot be read, so that its privacy is not known."""


class PrivacyRules:
    """The current rules of one vault."""

    def __init__(
        self, settings: Callable[[], VaultSettings], known: NoteFactsLookup, reader: CurrentNoteReader
    ) -> None:
        """*settings* is called for each note of a list, so it must not read the disk."""
        self.changes: Feed[None] = Feed()
        """Published by `publish_change`: other notes may be private now."""
        self._settings = settings
        self._known = known
        self._reader = reader
        self._compiled: tuple[tuple[PrivacyRule, ...], tuple[RuleMatcher, ...]] = ((), ())
        self._quoted_sources = QuotedSources(known, reader, self._matchers, self._match_alone)
        self._matches: dict[str, tuple[NoteMarks | None, RuleMatcher | None]] = {}
        """Cached matches of known notes under these rules, valid while their marks stay the same."""
        self._private_notes: dict[str, RuleMatcher] | None = None
        """The known notes that a rule matches; None after rules or notes changed."""

    @property
    def note_privacy(self) -> NotePrivacy:
        """The interface for the executor."""
        return NotePrivacy(
            self.status,
            self.current_status,
            self.redact,
            self.is_closed_by_path,
            self.is_loosened,
            withholds_comments=self.withholds_comments,
            reason=self.reason,
            counts=self.counts,
        )

    def status(self, path: str, destination: Destination) -> PrivacyStatus:
        """Return the status of the note at *path* for *destination* from the index. Does not block."""
        return _status(self._match(path), destination)

    def hides_name(self, name: str, destination: Destination, *, include_unknown: bool = False) -> bool:
        """Return whether *name* is that of a note, or of a folder, known to be withheld from *destination*.

        *include_unknown* counts a name that no note has now as private: its note may have been moved or deleted.
        """
        path = self._known.spelling(name) or name
        is_unknown = path not in self._known.paths()
        # Otherwise a name without a note reveals nothing: "File not found" may be sent.
        matchers = self._matchers()
        if is_unknown and not (include_unknown and path.endswith(NOTE_SUFFIX)):
            match = strictest_match(matchers, path, NO_MARKS)
        else:
            match = self._match(path)
        matches = (match, strictest_match(matchers, f"{name}/", NO_MARKS))
        return any(_status(matcher, destination) == "closed" for matcher in matches)

    def names_note(self, name: str) -> bool:
        """Return whether *name* matches a known note, as a path or as a file name."""
        return bool(self._known.candidates(name))

    def closed_note(self, name: str, destination: Destination) -> tuple[str, PrivacyRule | None]:
        """Return the path of the known note *name*, and the rule that withholds it from *destination*."""
        path = self._known.spelling(name)
        if path is None:
            return name, None
        matcher = self._match(path)
        return path, matcher.rule if matcher and _status(matcher, destination) == "closed" else None

    async def current_status(self, path: str, destination: Destination) -> PrivacyStatus:
        """Return the status of the note at *path* for *destination*, from its current head. Raises nothing."""
        return (await self.exact_privacy(path, destination)).status

    async def exact_privacy(self, path: str, destination: Destination) -> ExactPrivacy:
        """Read the note at *path* and return its privacy for *destination*. Raises nothing."""
        marks: NoteMarks | None = None
        text, is_missing = None, False
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
            is_missing = isinstance(problem, NoteNotFound)
        matcher = strictest_match(self._matchers(), path, marks)
        if marks is not None and marks.quotes:
            matcher = await self._quoted_sources.strictest_current(path, matcher, marks)
        rule = matcher.rule if matcher else None
        is_unreadable = marks is None and strictest_match(self._matchers(), path, NO_MARKS) is None
        return ExactPrivacy(path, _status(matcher, destination), rule, text, is_missing, is_unreadable)

    def is_closed_by_path(self, path: str, destination: Destination) -> bool:
        """Return whether the path alone withholds the note, whatever its contents: for a deleted note."""
        return _status(strictest_match(self._matchers(), path, NO_MARKS), destination) == "closed"

    def is_loosened(self, path: str, text: str, new_path: str, new_text: str) -> bool:
        """Return whether changing the note *text* at *path* to *new_text* at *new_path* makes it less private."""
        before, after = self._strictness(path, text), self._strictness(new_path, new_text)
        return after < before

    def withholds_comments(self, destination: Destination) -> bool:
        """Return whether comments in notes are withheld from *destination*."""
        return not destination.local and self._settings().comments != "send"

    def redact(self, path: str, text: str, destination: Destination) -> str:
        """Return *text*, the whole of the note at *path*, as *destination* may read it, without comments.

        Pass whole notes: a part may begin inside a comment, which cannot be detected.
        """
        return without_comments(text) if self.withholds_comments(destination) else text

    def strictest_rule(self, path: str) -> PrivacyRule | None:
        """Return the strictest rule that makes the note at *path* private, for its lock icon; None if it is not."""
        matcher = self._match(path)
        return matcher.rule if matcher else None

    def shown_rule(self, path: str) -> PrivacyRule | None:
        """Return the strictest rule known to make the note at *path* private, for its lock icon; None if there is none.

        While a note is not read, every tag and property rule is applied to it, but only rules on its path are
        displayed.
        """
        if not self._known.is_unread(path):
            return self.strictest_rule(path)
        matcher = strictest_match(self._matchers(), path, NO_MARKS)
        return matcher.rule if matcher else None

    def reason(self, path: str) -> Phrase:
        """Return what makes the note at *path* private, as text; empty if nothing does."""
        rule = self.strictest_rule(path)
        return NO_PHRASE if rule is None else rule_text(rule)

    def counts(self, destination: Destination) -> NoteCounts:
        """Return the number of known notes, and of those never sent to *destination*."""
        paths = self._known.paths()
        if all(_status(matcher, destination) != "closed" for matcher in self._matchers()):
            return NoteCounts(len(paths), 0)
        return NoteCounts(len(paths), sum(self.status(path, destination) == "closed" for path in paths))

    def private_in_folder(self, folder: str, destination: Destination) -> list[tuple[PrivacyStatus, Phrase]]:
        """Return status and reason of each known note below *folder* that is private for *destination*."""
        prefix = same_name_key(folder.strip("/")) + "/" if folder.strip("/") else ""
        return self._private_notes_where(lambda path: same_name_key(path).startswith(prefix), destination)

    def private_with_tag(self, tag: str, destination: Destination) -> list[tuple[PrivacyStatus, Phrase]]:
        """Return status and reason of each known note with *tag* that is private for *destination*."""
        key = same_name_key(tag.removeprefix("#").strip("/"))

        def has_tag(path: str) -> bool:
            marks = self._known.marks(path)
            return marks is not None and any(
                note_tag == key or note_tag.startswith(f"{key}/") for note_tag in marks.tags
            )

        return self._private_notes_where(has_tag, destination)

    def is_folder_closed(self, folder: str, destination: Destination) -> bool:
        """Return whether a rule withholds every note below *folder* from *destination*."""
        return self.is_closed_by_path(f"{folder.strip('/')}/", destination)

    def is_tag_closed(self, tag: str, destination: Destination) -> bool:
        """Return whether a rule withholds every note with *tag* from *destination*."""
        marks = NoteMarks(tags=(same_name_key(tag.removeprefix("#").strip("/")),))
        return _status(strictest_match(self._matchers(), "", marks), destination) == "closed"

    def path_of(self, name: str) -> str | None:
        """Return the path of the known note *name*, with or without `.md`; None if there is none."""
        return self._known.spelling(name)

    def publish_change(self) -> None:
        """Publish that rules or notes have changed."""
        self._private_notes = None
        self.changes.publish(None)

    def _private_notes_where(
        self, matches: Callable[[str], bool], destination: Destination
    ) -> list[tuple[PrivacyStatus, Phrase]]:
        reasons = {id(matcher): rule_text(matcher.rule) for matcher in self._matchers()}
        if self._private_notes is None:
            known = ((path, self._match(path)) for path in self._known.paths())
            self._private_notes = {path: matcher for path, matcher in known if matcher is not None}
        matching = (matcher for path, matcher in self._private_notes.items() if matches(path))
        found = ((_status(matcher, destination), reasons[id(matcher)]) for matcher in matching)
        return [(status, reason) for status, reason in found if status != "open"]

    def _strictness(self, path: str, text: str) -> int:
        named = NotePath(path)
        marks = marks_of(parse_note(named, text)) if named.is_note else NO_MARKS
        matcher = strictest_match(self._matchers(), path, marks)
        if marks.quotes:
            matcher = self._quoted_sources.strictest_known(path, matcher, marks)
        return STRICTNESS[matcher.answer] if matcher else 0

    def _match(self, path: str) -> RuleMatcher | None:
        """Return the strictest known rule for the note at *path* and the notes it quotes."""
        own_match, marks = self._match_alone(path), self._known.marks(path)
        if marks is None or not marks.quotes:
            return own_match
        return self._quoted_sources.strictest_known(path, own_match, marks)

    def _match_alone(self, path: str) -> RuleMatcher | None:
        matchers, marks = self._matchers(), self._known.marks(path)
        cached = self._matches.get(path)
        if cached is None or cached[0] is not marks:
            cached = (marks, strictest_match(matchers, path, marks))
            if path in self._known.paths():
                self._matches[path] = cached
        return cached[1]

    def _matchers(self) -> tuple[RuleMatcher, ...]:
        rules = self._settings().privacy
        if rules is not self._compiled[0]:
            self._compiled, self._matches, self._private_notes = (rules, compile_rules(rules)), {}, None
        return self._compiled[1]


def never_send_rule(path: str) -> PrivacyRule:
    """Return a rule that keeps the note at *path* on this computer."""
    return PrivacyRule(kind="note", value=path, answer="local")


def rules_after_move(rules: Iterable[PrivacyRule], old_path: str, new_path: str) -> tuple[PrivacyRule, ...]:
    """Return *rules* with a rule on the name of a moved note extended to its new name."""
    current = tuple(rules)
    known = {same_name_key(rule.value) for rule in current if rule.kind == "note"}
    moved = [
        rule.model_copy(update={"value": new_path})
        for rule in current
        if rule.kind == "note" and same_name_key(rule.value) == same_name_key(old_path)
    ]
    return current if same_name_key(new_path) in known else (*current, *moved)


def _status(matcher: RuleMatcher | None, destination: Destination) -> PrivacyStatus:
    if matcher is None:
        return "open"
    if matcher.answer == "never":
        return "closed"
    if destination.local:
        return "open"
    return "closed" if matcher.answer == "local" else "ask"


log = logging.getLogger(__name__)


class PrivateNoteTracker:
    """Follows the vault, the index and the settings, and updates the rules and the known private notes."""

    def __init__(
        self,
        known: KnownNotes,
        rules: PrivacyRules,
        indexer: Indexer,
        store: SettingsStore,
        vault: Vault,
        shown: asyncio.Event | None = None,
    ) -> None:
        """The notes are read once *shown* is set; without it, immediately."""
        self._known = known
        self._rules = rules
        self._shown = shown
        self._indexer = indexer
        self._store = store
        self._vault = vault

    async def follow(self) -> None:
        """Run until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._follow_index())
            tasks.create_task(self._follow_settings())
            tasks.create_task(self._follow_moves())
            with self._known.changed.subscribe() as changes:
                async for _ in changes:
                    self._rules.publish_change()

    async def _follow_index(self) -> None:
        """Track every note; before they are read and while the index is lost, every note counts as private."""
        if self._shown is not None:
            await self._shown.wait()
        while True:
            with self._indexer.progress.subscribe() as states:
                try:
                    await self._known.follow(self._indexer.events)
                except IndexFailed as problem:
                    log.info("which notes are private is not known for now: %s", problem.title)
                async for state in states:
                    if state.phase == "ready":
                        break

    async def _follow_settings(self) -> None:
        with self._store.changes.subscribe() as changes:
            before = self._privacy_rules
            async for _ in changes:
                if (now := self._privacy_rules) != before:
                    before = now
                    self._rules.publish_change()

    async def _follow_moves(self) -> None:
        """Update rules that name a moved note: a rename must not make a private note public."""
        with self._vault.changes.subscribe() as changes:
            async for batch in changes:
                rules = self._privacy_rules
                for change in batch.changes:
                    if change.kind == "moved" and change.old_path is not None:
                        rules = rules_after_move(rules, change.old_path.text, change.path.text)
                if rules != self._privacy_rules:
                    self._store_rules(rules)

    def _store_rules(self, rules: tuple[PrivacyRule, ...]) -> None:
        root = self._vault.root
        try:
            self._store.change(lambda settings: settings.with_vault(root, privacy=rules))
        except SettingsError as problem:
            # The store's own `problem` is shown to the user.
            log.warning("a privacy rule could not follow its note: %s", problem.title)

    @property
    def _privacy_rules(self) -> tuple[PrivacyRule, ...]:
        """This vault's current rules."""
        return self._store.settings.vault_settings(self._vault.root).privacy
