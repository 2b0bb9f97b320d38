"""The vocabulary: notes of a folder, read as they are on the disk this moment."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.drafting import Scene, scene
from vaultdesk.core.errors import NoteNotFound, NoteNotWritten
from vaultdesk.tools.vocabulary_notes import VocabularyNotes
from vaultdesk.tools.vocabulary_word import VocabularyWord
from vaultdesk.vault.undo import undo

NOTES = {
    "Vocabulary/Nuances.md": "A note made by hand.\n",
    "Vocabulary/fr/Résumé.md": "---\nword: résumé\nmeaning: a summary\nadded: 2026-01-02\nsource: '[[Letter]]'\n---\n",
    "Vocabulary/Vocabulary.md": "What this folder is for.\n",
    "Letter.md": "---\nword: letter\n---\nDear Ada,\n",
}
RESUME = VocabularyWord("Vocabulary/fr/Résumé.md", "résumé", "a summary", "2026-01-02", "[[Letter]]")


def now() -> datetime:
    return datetime(2026, 11, 22, 9, 5, tzinfo=UTC)


def vocabulary(bench: Scene, folder: str = "Vocabulary") -> VocabularyNotes:
    return VocabularyNotes(bench.vault, bench.searcher, lambda: folder, now)


@pytest.mark.parametrize("indexed", [True, False])
async def test_every_note_of_the_folder_is_a_word_but_the_folders_own(tmp_path: Path, indexed: bool) -> None:
    async with scene(tmp_path, NOTES, indexed=indexed) as bench:
        notes = vocabulary(bench, " vocabulary/ ")
        assert await notes.words() == (VocabularyWord("Vocabulary/Nuances.md", "Nuances"), RESUME)
        assert await notes.find("RESUME") == RESUME
        assert await notes.find("Vocabulary") is None
        assert await notes.words(lambda path: "fr/" not in path) == (
            VocabularyWord("Vocabulary/Nuances.md", "Nuances"),
        )


async def test_in_the_root_only_notes_that_say_so_are_words(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        assert [word.word for word in await vocabulary(bench, "").words()] == ["letter", "résumé"]


async def test_what_the_index_has_not_read_yet_counts(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        notes = vocabulary(bench)
        file = bench.root / "Vocabulary/Nuances.md"
        file.write_text("---\nword: shades\n---\n", encoding="utf-8")
        os.utime(file, (2_000_000_000, 2_000_000_000))
        (bench.root / "Vocabulary/new.md").write_text("", encoding="utf-8")
        assert [word.word for word in await notes.words()] == ["new", "résumé", "shades"]


async def test_a_vault_without_the_folder_has_no_words(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        assert await vocabulary(bench, "Words").words() == ()
        assert await vocabulary(bench, "../out").words() == ()


async def test_adding_meaning_and_deleting_can_be_undone(tmp_path: Path) -> None:
    async with scene(tmp_path, {}) as bench:
        notes = vocabulary(bench, "Words")
        added = await notes.add("  petit   four ", source="[[Menu]]")
        assert added.created
        assert added.word == VocabularyWord("Words/petit four.md", "petit four", "", "2026-11-22", "[[Menu]]")
        again = await notes.add("Pétit Four")
        assert (again.created, again.word, again.group) == (False, added.word, "")
        group = await notes.set_meaning(added.word.path, "a small cake ")
        assert [word.meaning for word in await notes.words()] == ["a small cake"]
        assert await notes.set_meaning(added.word.path, "a small cake") == ""
        await undo(bench.vault, group)
        assert [word.meaning for word in await notes.words()] == [""]
        group = await notes.delete(added.word.path)
        assert await notes.words() == ()
        await undo(bench.vault, group)
        assert [word.word for word in await notes.words()] == ["petit four"]
        await undo(bench.vault, added.group)
        assert await notes.words() == ()


async def test_words_of_one_file_name_are_two_notes(tmp_path: Path) -> None:
    async with scene(tmp_path, {}) as bench:
        notes = vocabulary(bench, "Words")
        assert (await notes.add("C")).word.path == "Words/C.md"
        assert (await notes.add("C#")).word.path == "Words/C 2.md"
        assert [word.word for word in await notes.words()] == ["C", "C#"]
        with pytest.raises(NoteNotWritten):
            await notes.add("  ")


async def test_a_review_changes_only_its_properties(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        notes = vocabulary(bench)
        review = (await notes.review(RESUME.path, "good")).review
        text = (bench.root / RESUME.path).read_text(encoding="utf-8")
        assert text.startswith(NOTES[RESUME.path].removesuffix("---\n"))
        assert 'last_reviewed: "2026-11-22T09:05:00Z"\n' in text
        assert "review_state: learning\nreview_step: 1\n" in text
        (word,) = [one for one in await notes.words() if one.path == RESUME.path]
        assert (word.review.phase, word.review.due) == ("learning", review.due)
        done = await notes.review(RESUME.path, "easy")
        text = (bench.root / RESUME.path).read_text(encoding="utf-8")
        assert "review_state: review\n" in text
        assert "review_step" not in text
        await undo(bench.vault, done.group)
        assert "review_state: learning" in (bench.root / RESUME.path).read_text(encoding="utf-8")
        with pytest.raises(NoteNotFound):
            await notes.review("Vocabulary/absent.md", "good")
