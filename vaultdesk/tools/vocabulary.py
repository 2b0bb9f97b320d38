"""Vocabulary: the tool `add_vocabulary`. It plans a note for a word; the runner shows, asks and writes."""

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field, JsonValue, field_validator

from vaultdesk.tools.placing import new_place
from vaultdesk.tools.tool import ChangingTool, Effect, Parameters, View
from vaultdesk.tools.visible import short
from vaultdesk.tools.vocabulary_notes import VocabularyNotes, is_word_note
from vaultdesk.tools.vocabulary_word import LONGEST_MEANING, LONGEST_WORD, word_key, word_note, word_of
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagingArea

FROM_CHAT = "chat"
"""Where a word was met that an assistant adds and says nothing more of."""


class AddVocabularyParameters(Parameters):
    """Which word."""

    word: str = Field(
        min_length=1, max_length=LONGEST_WORD, description="The word or phrase to learn, in its dictionary form."
    )
    meaning: str | None = Field(
        default=None,
        max_length=LONGEST_MEANING,
        description="What it means, short, in the person's own language. Leave it out if you are not sure.",
    )
    source: str | None = Field(
        default=None, max_length=500, description="Where the word was met: a note as [[Note]], a title or an address."
    )

    @field_validator("word")
    @classmethod
    def _is_a_word(cls, value: str) -> str:
        if not value.strip():
            raise ValueError("be a word: it is empty")
        return value


class AddVocabulary(ChangingTool[AddVocabularyParameters]):
    """Adds a word to the vocabulary, unless it is there (CONTRACTS; seed playground-tool-calling-plan)."""

    name: ClassVar[str] = "add_vocabulary"
    aliases: ClassVar[tuple[str, ...]] = ("addVocabulary",)
    display_name: ClassVar[str] = "Add to vocabulary"
    purpose: ClassVar[str] = "makes a note for a word that you want to learn."
    description: ClassVar[str] = (
        "Add a new word to the vocabulary list. Use this when the user wants to save a word or phrase for learning. "
        "One word a call. A word that is there already, whatever its case and accents, stays as it is: the status "
        "says “exists”."
    )
    category: ClassVar[str] = "vocabulary"
    effect: ClassVar[Effect] = "write"
    parameters: ClassVar[type[Parameters]] = AddVocabularyParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"word": "serendipity", "meaning": "a happy find that nobody looked for"},
        {"word": "nuances"},
    )

    def __init__(self, notes: VocabularyNotes) -> None:
        self._notes = notes

    async def plan(self, arguments: AddVocabularyParameters, draft: StagingArea, view: View) -> JsonValue:
        """Stage a note for the word; nothing where it is there."""
        word = " ".join(arguments.word.split())
        there = await self._there(word, draft, view)
        if there is not None:
            await draft.read(there)  # That it is there is told out of this note: a read, and asked about as one.
            return {
                "status": "exists",
                "message": f'Word "{word}" already exists in vocabulary',
                "word_id": there.text,
            }
        place = await new_place((await self._notes.free_place(word, draft.find)).text, draft, view)
        meaning, source = (arguments.meaning or "").strip(), (arguments.source or FROM_CHAT).strip()
        await draft.create(place, word_note(word, meaning, source, self._notes.now().date()))
        return {"status": "created", "message": f'Added "{word}" to vocabulary', "word_id": place.text}

    def summary(self, arguments: AddVocabularyParameters) -> str:
        """Return the word in quotes."""
        return f"“{short(arguments.word, 60)}”"

    def action(self, arguments: AddVocabularyParameters) -> str:
        """Return `Add “serendipity” to your vocabulary`."""
        return f"Add “{short(arguments.word, 60)}” to your vocabulary"

    async def _there(self, word: str, draft: StagingArea, view: View) -> NotePath | None:
        """Return the note of the same word: one an earlier call of this answer would make, or one of the vault."""
        key = word_key(word)
        folder = await self._notes.spelled_folder() or self._notes.folder
        for note in draft.notes:
            if not note.deleted and is_word_note(note.path, folder) and view.sees(note.path.text):
                staged = word_of(note.path, read_frontmatter(note.text).properties)
                if staged.key == key:
                    return note.path
        touched = {note.old_path.text for note in draft.notes if note.old_path is not None}
        found = await self._notes.find(word, lambda path: path not in touched and view.sees(path))
        return NotePath(found.path) if found is not None else None
