"""Vocabulary of a vault, one note for each word, the tool `add_vocabulary`, and a session of reviews."""

import asyncio
import re
import unicodedata
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import ClassVar

from msgspec import Struct, field
from pydantic import Field, field_validator

from vaultdesk.chat.messages import new_id
from vaultdesk.core.errors import IndexFailed, NoteConflict, NoteNotWritten, OutsideVault, VaultError
from vaultdesk.core.local_time import local_now
from vaultdesk.core.phrases import Phrase
from vaultdesk.index.note_table import NoteFacts, NoteTable
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.tools.builtin.name_resolver import new_note_path
from vaultdesk.tools.builtin.spaced_repetition import (
    REVIEW_PROPERTIES,
    Rating,
    WordReview,
    next_review,
    read_word_review,
    review_properties,
)
from vaultdesk.tools.runtime.agent_scope import folder_parts
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import ChangingTool, Effect, Parameters, Visibility
from vaultdesk.vault.disk.vault_listing import FileState
from vaultdesk.vault.frontmatter.frontmatter import JsonValue, properties_named, read_frontmatter
from vaultdesk.vault.frontmatter.property_edit import with_properties
from vaultdesk.vault.markdown.note_edit import new_note_text
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key
from vaultdesk.vault.note_text import NoteText
from vaultdesk.vault.staging import StagingArea
from vaultdesk.vault.transactions.file_edits import CHANGE_TITLES, Create, Delete, FileEdit, Origin, Rewrite
from vaultdesk.vault.vault import Vault

MAX_WORD_CHARACTERS = 200
"""Maximum number of characters of a word or phrase."""

MAX_MEANING_CHARACTERS = 5_000
"""Maximum number of characters of a meaning: some paragraphs, not an article."""

MAX_NAME_BYTES = 150
"""Maximum bytes of the word in a file name, leaving space for a number and a suffix within every system's limit."""

_BREAKS_NAMES = re.compile(r'[\\/:*?"<>|#^\[\]%]+')
"""Characters that some system does not allow in a name, or that break links to it."""

_JOINERS = "\u200c\u200d"


class VocabularyWord(Struct, frozen=True):
    """A word, its meaning and its review state, as stored in a note of its own."""

    path: str
    """Path of its note from the vault's root; also its id."""
    word: str
    meaning: str = ""
    added: str = ""
    """The day it was added, as YYYY-MM-DD; empty if the note has none."""
    source: str = ""
    """Where it was found."""
    review: WordReview = field(default_factory=WordReview)

    @property
    def key(self) -> str:
        """Normalized spelling: case and accents are ignored."""
        return word_key(self.word)


def word_key(word: str) -> str:
    """Return *word* in the form used for comparison: `Résumé ` and `resume` are equal."""
    return " ".join(fold_to_base(unicodedata.normalize("NFKC", word)).split())


def read_word(path: NotePath, properties: Mapping[str, JsonValue]) -> VocabularyWord:
    """Return the word of a note: its property `word`, else the note's name, as in a note made by hand."""

    def text(name: str) -> str:
        value = next(properties_named(dict(properties), name), None)
        return str(value).strip() if isinstance(value, str | int | float) and not isinstance(value, bool) else ""

    return VocabularyWord(
        path=path.text,
        word=" ".join(text("word").split())[:MAX_WORD_CHARACTERS] or path.name,
        meaning=text("meaning"),
        added=text("added"),
        source=text("source"),
        review=read_word_review(properties),
    )


def word_note(word: str, meaning: str, source: str, today: date) -> str:
    """Return the text of a new word's note."""
    properties: dict[str, JsonValue] = {
        "word": word,
        "meaning": meaning or None,
        "added": today.isoformat(),
        "source": source or None,
        REVIEW_PROPERTIES[0]: None,
    }
    return new_note_text("", properties)


def word_file_name(word: str, attempt: int = 1) -> str:
    """Return a file name for *word* that is valid on every system and in links; a second *attempt* adds a number."""
    allowed = unicodedata.normalize("NFC", _BREAKS_NAMES.sub(" ", word))
    visible = "".join(c for c in allowed if c in _JOINERS or unicodedata.category(c) not in _UNSEEN)
    name = _cut(" ".join(visible.split()).strip(" ."))
    ending = f" {attempt}" if attempt > 1 else ""
    for stem in (name, f"{name} (word)", "Word"):
        try:
            return NotePath(f"{stem}{ending}{NOTE_SUFFIX}").for_writing().text
        except (NoteNotWritten, OutsideVault):  # Empty, or a device name on Windows.
            continue
    raise AssertionError("a plain name was refused")


def _cut(name: str) -> str:
    while len(name.encode("utf-8", "ignore")) > MAX_NAME_BYTES:
        name = name[:-1]
    return name.strip(" .")


_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories of characters that are invisible or not displayed on all computers."""


# Changes by the user are written through the vault's transactions, so each can be undone. Assistants add words with
# the tool `add_vocabulary`.

PathFilter = Callable[[str], bool]

MAX_NAME_ATTEMPTS = 100
"""Maximum number of words with the same file name, such as `C` and `C#`."""


class AddedWord(Struct, frozen=True):
    """Result of adding a word."""

    word: VocabularyWord
    """The new or existing word."""
    created: bool
    group: str = ""
    """Id in the journal, for undo; empty if nothing was written."""


class ReviewedWord(Struct, frozen=True):
    """Result of reviewing a word."""

    review: WordReview
    group: str
    """Id in the journal, for undo."""


class VocabularyNotes:
    """The vocabulary of one open vault. Stateless: the notes are the only storage."""

    def __init__(
        self, vault: Vault, searcher: Searcher, folder: Callable[[], str], now: Callable[[], datetime] = local_now
    ) -> None:
        """*folder* returns the words' folder from the current settings."""
        self._vault = vault
        self._searcher = searcher
        self._folder = folder
        self.now = now

    @property
    def folder(self) -> str:
        """The folder of the words, relative to the vault's root; empty for the root itself."""
        return "/".join(part.strip() for part in self._folder().split("/") if part.strip())

    async def words(self, sees: PathFilter = lambda _path: True) -> tuple[VocabularyWord, ...]:
        """Return every word that *sees* accepts, in alphabetical order."""
        folder = await self.existing_folder()
        if folder is None:
            return ()
        try:
            known = await self._searcher.read_note_table(lambda table: _facts(table, folder))
        except IndexFailed:
            known = {}  # Each is then read from disk.
        found = await asyncio.to_thread(self._read, folder, known, sees)
        return tuple(sorted(found, key=lambda word: (word.key, word.path)))

    async def find(self, word: str, sees: PathFilter = lambda _path: True) -> VocabularyWord | None:
        """Return the word equal to *word* except for spelling; None if there is none."""
        key = word_key(word)
        return next((known_word for known_word in await self.words(sees) if known_word.key == key), None)

    async def add(self, word: str, meaning: str = "", source: str = "") -> AddedWord:
        """Add a word by user action. Raises `NoteNotWritten`, and errors of writing."""
        word = " ".join(word.split())
        if not word:
            raise NoteNotWritten(Phrase("There is no word to add."), hint=Phrase("Type one."))
        existing = await self.find(word)
        if existing is not None:
            return AddedWord(existing, created=False)
        text = word_note(word, meaning.strip(), source.strip(), self.now().date())
        path = await self.free_path(word, self._vault.find)
        group = await self._apply(Create(path, text), CHANGE_TITLES.phrase("word-added", sanitize_line(word, 80)))
        return AddedWord(read_word(path, read_frontmatter(text).properties), created=True, group=group)

    async def set_meaning(self, path: str, meaning: str) -> str:
        """Write the meaning of a word into its note; return the group for undo. Raises errors of reading and
        writing.
        """
        return await self._set(path, {"meaning": meaning.strip() or None}, "word-meaning")

    async def review(self, path: str, rating: Rating) -> ReviewedWord:
        """Record a review with *rating*. Raises errors of reading and writing."""
        note_path, note = await self._note(path)
        word = read_word(note_path, read_frontmatter(note.text).properties)
        review = next_review(word.review, rating, self.now())
        values = review_properties(review)
        set_values = {name: value for name, value in values.items() if value is not None}
        text = with_properties(note.text, set_values, remove=[name for name in values if name not in set_values])
        group = await self._apply(
            Rewrite(note_path, text, note.digest), CHANGE_TITLES.phrase("word-reviewed", sanitize_line(word.word, 80))
        )
        return ReviewedWord(review, group)

    async def delete(self, path: str) -> str:
        """Delete a word's note; return the group for undo. Raises errors of reading and writing."""
        note_path, note = await self._note(path)
        return await self._apply(
            Delete(note_path, note.digest), CHANGE_TITLES.phrase("word-deleted", sanitize_line(note_path.name, 80))
        )

    async def free_path(self, word: str, find: Callable[[NotePath], Awaitable[NotePath | None]]) -> NotePath:
        """Return a free path for the note of a new word; *find* looks up existing files."""
        folder = await self.existing_folder() or self.folder
        for attempt in range(1, MAX_NAME_ATTEMPTS + 1):
            path = NotePath("/".join(part for part in (folder, word_file_name(word, attempt)) if part))
            if await find(path) is None:
                return path
        raise NoteNotWritten(
            Phrase("There are {0} notes of this name.", MAX_NAME_ATTEMPTS), hint=Phrase("Spell the word differently.")
        )

    async def existing_folder(self) -> str | None:
        """Return the folder in the spelling on disk; None if it does not exist. Raises errors of the lookup."""
        if not self.folder:
            return ""
        try:
            found = await self._vault.find(NotePath(self.folder))
        except OutsideVault:
            return None
        return found.text if found is not None else None

    def _read(self, folder: str, known: Mapping[str, NoteFacts], sees: PathFilter) -> list[VocabularyWord]:
        """Return the words of *folder*, from disk if the current note is not indexed."""
        found = []
        parts = folder_parts(folder)
        for state in self._vault.files.walk_in(parts) if parts else self._vault.files.walk():
            if not is_word_note(state.path, folder) or state.conflict_of is not None or not sees(state.path.text):
                continue
            facts = known.get(state.path.text)
            if facts is None or facts.excluded or not _is_as_read(facts, state):
                try:
                    properties = read_frontmatter(self._vault.files.read_text(state.path).text).properties
                except VaultError:
                    continue  # Just deleted, or not text: the browser reports it.
            else:
                properties = dict(facts.properties)
            if folder or next((key for key in properties if key.casefold() == "word"), None) is not None:
                found.append(read_word(state.path, properties))
        return found

    async def _set(self, path: str, values: Mapping[str, JsonValue], title_code: str) -> str:
        note_path, note = await self._note(path)
        text = with_properties(note.text, dict(values))
        if text == note.text:
            return ""
        return await self._apply(
            Rewrite(note_path, text, note.digest), CHANGE_TITLES.phrase(title_code, sanitize_line(note_path.name, 80))
        )

    async def _note(self, path: str) -> tuple[NotePath, NoteText]:
        note_path = NotePath(path)
        return note_path, await self._vault.read(note_path)

    async def _apply(self, edit: FileEdit, title: Phrase) -> str:
        group = new_id("act")
        (outcome,) = await self._vault.apply([edit], Origin(group, title))
        match outcome.result:
            case "done" | "unconfirmed":
                return group
            case "conflict":
                raise NoteConflict(
                    outcome.problem or Phrase("The note has changed."), hint=Phrase("Look at it and try again.")
                )
            case _:
                raise NoteNotWritten(
                    outcome.problem or Phrase("The note could not be written."), hint=Phrase("Try again.")
                )


def is_word_note(path: NotePath, folder: str) -> bool:
    """Whether the note at *path* is a word of *folder*; the folder note is not."""
    if not path.is_note or not path.is_inside(folder):
        return False
    folder_name = folder.rpartition("/")[2]
    return not folder or path.parent_text != folder or same_name_key(path.name) != same_name_key(folder_name)


def _facts(table: NoteTable, folder: str) -> Mapping[str, NoteFacts]:
    start = f"{folder}/" if folder else ""
    return {path: facts for path, facts in table.facts.items() if path.startswith(start)}


def _is_as_read(facts: NoteFacts, state: FileState) -> bool:
    return bool(facts.digest) and (facts.size, facts.modified_ns) == (state.size, state.mtime_ns)


CHAT_ORIGIN = "chat"
"""Default source of a word added by an assistant."""


class AddVocabularyParameters(Parameters):
    """Parameters of `add_vocabulary`."""

    word: str = Field(
        min_length=1, max_length=MAX_WORD_CHARACTERS, description="The word or phrase to learn, in its dictionary form."
    )
    meaning: str | None = Field(
        default=None,
        max_length=MAX_MEANING_CHARACTERS,
        description="Its meaning, short, in the user's own language. Omit it if you are not sure.",
    )
    source: str | None = Field(
        default=None, max_length=500, description="Where the word was found: a note as [[Note]], a title or an address."
    )

    @field_validator("word")
    @classmethod
    def _is_a_word(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("be a word: it is empty")
        return value


class AddVocabulary(ChangingTool[AddVocabularyParameters]):
    """Adds a word to the vocabulary, unless it exists."""

    name: ClassVar[str] = "add_vocabulary"
    aliases: ClassVar[tuple[str, ...]] = ("addVocabulary",)
    display_name: ClassVar[Phrase] = Phrase("Add to vocabulary")
    purpose: ClassVar[Phrase] = Phrase("creates a note for a word that you want to learn.")
    description: ClassVar[str] = (
        "Add a new word to the vocabulary list. Use this when the user wants to save a word or phrase for "
        "learning. One word per call. An existing word, whatever its case and accents, is not changed: the status "
        "is “exists”."
    )
    brief: ClassVar[str] = "Save one word to the vocabulary list."
    category: ClassVar[str] = "vocabulary"
    effect: ClassVar[Effect] = "write"
    parameters: ClassVar[type[Parameters]] = AddVocabularyParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"word": "serendipity", "meaning": "a pleasant discovery made by chance"},
        {"word": "nuances"},
    )

    def __init__(self, notes: VocabularyNotes) -> None:
        self._notes = notes

    async def plan(self, arguments: AddVocabularyParameters, staging: StagingArea, visibility: Visibility) -> JsonValue:
        """Stage a note for the word, unless it exists."""
        word = " ".join(arguments.word.split())
        existing = await self._existing(word, staging, visibility)
        if existing is not None:
            # Reporting that the word exists discloses its note, so it is treated and approved as a read.
            await staging.read(existing)
            return {
                "status": "exists",
                "message": f'Word "{word}" already exists in vocabulary',
                "word_id": existing.text,
            }
        new_path = await new_note_path((await self._notes.free_path(word, staging.find)).text, staging, visibility)
        meaning, source = (arguments.meaning or "").strip(), (arguments.source or CHAT_ORIGIN).strip()
        await staging.create(new_path, word_note(word, meaning, source, self._notes.now().date()))
        return {"status": "created", "message": f'Added "{word}" to vocabulary', "word_id": new_path.text}

    def summary(self, arguments: AddVocabularyParameters) -> Phrase:
        """Return the word in quotes."""
        return Phrase("“{0}”", sanitize_line(arguments.word, 60))

    def action(self, arguments: AddVocabularyParameters) -> Phrase:
        """Return `Add “serendipity” to your vocabulary`."""
        return Phrase("Add “{0}” to your vocabulary", sanitize_line(arguments.word, 60))

    async def _existing(self, word: str, staging: StagingArea, visibility: Visibility) -> NotePath | None:
        """Return the note of the same word: staged by an earlier call of this answer, or in the vault."""
        key = word_key(word)
        folder = await self._notes.existing_folder() or self._notes.folder
        for note in staging.notes:
            if not note.deleted and is_word_note(note.path, folder) and visibility.sees(note.path.text):
                staged = read_word(note.path, read_frontmatter(note.text).properties)
                if staged.key == key:
                    return note.path
        staged_paths = {note.old_path.text for note in staging.notes if note.old_path is not None}
        found = await self._notes.find(word, lambda path: path not in staged_paths and visibility.sees(path))
        return NotePath(found.path) if found is not None else None


# A session of reviews.

REPEAT_WITHIN = timedelta(minutes=20)
"""A word with an interval of at most this is repeated in the same session."""


class _RatedWord(Struct, frozen=True):
    """A rating that can be undone."""

    word: VocabularyWord
    """The word before the rating."""
    group: str
    """Identifies the change of its note."""
    again: bool
    """Whether the word is repeated in this session."""


class ReviewRound:
    """Queue of the words of one review session; each rating shows the next word and can be undone."""

    def __init__(self, words: Sequence[VocabularyWord]) -> None:
        self._queue = list(words)
        self._done: list[_RatedWord] = []
        self.total = len(words)

    @property
    def current(self) -> VocabularyWord | None:
        """The current word; None when all are done."""
        return self._queue[0] if self._queue else None

    @property
    def finished(self) -> int:
        """Number of completed words."""
        return self.total - len({word.path for word in self._queue})

    @property
    def again(self) -> int:
        """Number of words to be repeated."""
        rated = {done.word.path for done in self._done}
        return sum(word.path in rated for word in self._queue)

    def rate(self, rated: VocabularyWord, interval: timedelta, group: str) -> None:
        """Record a rating of the current word, and go on to the next one.

        *rated* is the word with its new review state, due after *interval*; *group* identifies the change for undo.
        """
        word = self._queue.pop(0)
        again = interval <= REPEAT_WITHIN
        if again:
            self._queue.append(rated)
        self._done.append(_RatedWord(word, group, again))

    def drop(self) -> None:
        """Skip the current word, because its note was deleted."""
        self.total -= 1
        self._queue.pop(0)

    def undo(self) -> str:
        """Show the previous word again; return the group that undoes its rating, or an empty text."""
        if not self._done:
            return ""
        last = self._done.pop()
        if last.again:
            index = max(position for position, word in enumerate(self._queue) if word.path == last.word.path)
            del self._queue[index]
        self._queue.insert(0, last.word)
        return last.group
