"""Tests of tools/builtin/vocabulary_notes.py."""

import os
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue, ValidationError

from tests.support.drafting import Scene, scene
from tests.support.tool_env import NO, YES, Answer, ToolEnv, call, on, open_tool_env
from vaultdesk.core.errors import NoteNotFound, NoteNotWritten
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.builtin.spaced_repetition import WordReview
from vaultdesk.tools.builtin.vocabulary_notes import (
    MAX_WORD_CHARACTERS,
    AddVocabulary,
    AddVocabularyParameters,
    ReviewRound,
    VocabularyNotes,
    VocabularyWord,
    read_word,
    word_file_name,
    word_key,
    word_note,
)
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.tool import ToolFailure, Visibility
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.undo import undo

# Words: compared without case and accents, with file names that are valid on every system.

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Nuances", "nuances"), ("résumé", "Resume"), ("STRASSE", "Straße"), ("cafe\u0301", "café"),
        ("look  up", "Look up"), ("ﬁne", "fine"), ("Łódź", "lodz"), ("naïve", "NAIVE"),
    ],
)  # fmt: skip
def test_words_are_equal_without_case_and_accents(first: str, second: str) -> None:
    assert word_key(first) == word_key(second)


@pytest.mark.parametrize(("first", "second"), [("か", "が"), ("nuance", "nuances"), ("lead", "read")])
def test_different_words_have_different_keys(first: str, second: str) -> None:
    assert word_key(first) != word_key(second)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("nuances", "nuances.md"), ("c'est la vie!", "c'est la vie!.md"), ("and/or", "and or.md"), ("C#", "C.md"),
        ("what?", "what.md"), ("CON", "CON (word).md"), ("...", "Word.md"), ("[[x]]", "x.md"), ("a: b", "a b.md"),
        (".hidden", "hidden.md"), ("a\u202eb", "ab.md"), ("100 %", "100.md"), ("..\\..\\x", "x.md"), ("~", "~.md"),
    ],
)  # fmt: skip
def test_the_file_name_of_a_word_has_no_special_characters(word: str, name: str) -> None:
    assert word_file_name(word) == name


@given(st.text(min_size=1, max_size=MAX_WORD_CHARACTERS), st.integers(1, 100))
def test_the_file_name_of_every_word_is_valid_on_every_system(word: str, number: int) -> None:
    name = word_file_name(word, number)
    assert "/" not in name
    path = NotePath(f"Vocabulary/{name}").for_writing()
    assert path.parent_text == "Vocabulary"
    assert len(name.encode()) < 200


@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=MAX_WORD_CHARACTERS),
    st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n"), max_size=300),
)
def test_a_written_word_is_read_back(word: str, meaning: str) -> None:
    word, meaning = " ".join(word.split()), meaning.strip()
    text = word_note(word, meaning, "chat", TODAY)
    frontmatter = read_frontmatter(text)
    assert not frontmatter.problem
    assert list(frontmatter.properties) == ["word", "meaning", "added", "source", "last_reviewed"]
    restored = read_word(NotePath("Vocabulary/x.md"), frontmatter.properties)
    if word:
        assert restored.word == word
    assert (restored.meaning, restored.added, restored.source) == (meaning, "2026-11-22", "chat")


def test_a_note_without_properties_is_the_word_of_its_name() -> None:
    assert read_word(NotePath("Vocabulary/Serendipity.md"), {}) == VocabularyWord(
        "Vocabulary/Serendipity.md", "Serendipity"
    )
    word = read_word(NotePath("V/x.md"), {"Word": "1984", "MEANING": 3, "last_reviewed": "2026-11-01"})
    assert (word.word, word.meaning) == ("1984", "3")
    assert word.review.last_reviewed == datetime(2026, 11, 1).astimezone(UTC)


# The vocabulary: notes of a folder, read in their current state on disk.

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
async def test_every_note_of_the_folder_except_the_folder_note_is_a_word(tmp_path: Path, indexed: bool) -> None:
    async with scene(tmp_path, NOTES, indexed=indexed) as bench:
        notes = vocabulary(bench, " vocabulary/ ")
        assert await notes.words() == (VocabularyWord("Vocabulary/Nuances.md", "Nuances"), RESUME)
        assert await notes.find("RESUME") == RESUME
        assert await notes.find("Vocabulary") is None
        assert await notes.words(lambda path: "fr/" not in path) == (
            VocabularyWord("Vocabulary/Nuances.md", "Nuances"),
        )


async def test_in_the_root_only_notes_with_the_word_property_are_words(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        assert [word.word for word in await vocabulary(bench, "").words()] == ["letter", "résumé"]


async def test_notes_that_are_not_indexed_yet_are_included(tmp_path: Path) -> None:
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


async def test_adding_editing_and_deleting_a_word_can_be_reverted(tmp_path: Path) -> None:
    async with scene(tmp_path, {}) as bench:
        notes = vocabulary(bench, "Words")
        added = await notes.add("  petit   four ", source="[[Menu]]")
        assert added.created
        assert added.word == VocabularyWord("Words/petit four.md", "petit four", "", "2026-11-22", "[[Menu]]")
        second = await notes.add("Pétit Four")
        assert (second.created, second.word, second.group) == (False, added.word, "")
        (entry,) = bench.vault.journal.changes(group=added.group)
        assert entry.title == "Added “petit four” to the vocabulary"
        assert isinstance(entry.title, Phrase)
        assert entry.title.values == ("petit four",)
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


async def test_words_with_the_same_file_name_are_separate_notes(tmp_path: Path) -> None:
    async with scene(tmp_path, {}) as bench:
        notes = vocabulary(bench, "Words")
        assert (await notes.add("C")).word.path == "Words/C.md"
        assert (await notes.add("C#")).word.path == "Words/C 2.md"
        assert [word.word for word in await notes.words()] == ["C", "C#"]
        with pytest.raises(NoteNotWritten):
            await notes.add("  ")


async def test_a_review_changes_only_the_review_properties(tmp_path: Path) -> None:
    async with scene(tmp_path, NOTES) as bench:
        notes = vocabulary(bench)
        review = (await notes.review(RESUME.path, "good")).review
        text = (bench.root / RESUME.path).read_text(encoding="utf-8")
        assert text.startswith(NOTES[RESUME.path].removesuffix("---\n"))
        assert 'last_reviewed: "2026-11-22T09:05:00Z"\n' in text
        assert "review_state: learning\nreview_step: 1\n" in text
        (word,) = [note for note in await notes.words() if note.path == RESUME.path]
        assert (word.review.phase, word.review.due) == ("learning", review.due)
        result = await notes.review(RESUME.path, "easy")
        text = (bench.root / RESUME.path).read_text(encoding="utf-8")
        assert "review_state: review\n" in text
        assert "review_step" not in text
        await undo(bench.vault, result.group)
        assert "review_state: learning" in (bench.root / RESUME.path).read_text(encoding="utf-8")
        with pytest.raises(NoteNotFound):
            await notes.review("Vocabulary/absent.md", "good")


# The tool `add_vocabulary`.

NOTE = "---\nword: serendipity\nmeaning: {}\nadded: 2026-11-22\nsource: chat\nlast_reviewed:\n---\n"
NUANCES = call("add_vocabulary", word="nuances", meaning="small differences")


def tool(bench: Scene, folder: str = "Vocabulary") -> AddVocabulary:
    return AddVocabulary(VocabularyNotes(bench.vault, bench.searcher, lambda: folder, now))


async def test_a_word_is_staged_as_a_note_with_its_properties(tmp_path: Path) -> None:
    async with scene(tmp_path, {}) as bench:
        data = await bench.plan(tool(bench), word=" serendipity ", meaning="a happy find")
        assert data == {
            "status": "created",
            "message": 'Added "serendipity" to vocabulary',
            "word_id": "Vocabulary/serendipity.md",
        }
        assert bench.texts() == {"Vocabulary/serendipity.md": NOTE.format("a happy find")}


@pytest.mark.parametrize("word", ["Serendipity", "SERÉNDIPITY", "serendipity", " serendipity  "])
@pytest.mark.parametrize(
    "path",
    ["Vocabulary/serendipity.md", "vocabulary/Séréndipity.md", "Vocabulary/en/Serendipity.md"],
)
async def test_an_existing_note_is_found_in_any_case_and_accents(tmp_path: Path, path: str, word: str) -> None:
    async with scene(tmp_path, {path: "Found in a book.\n"}) as bench:
        data = await bench.plan(tool(bench), word=word)
        message = f'Word "{word.strip()}" already exists in vocabulary'
        assert data == {"status": "exists", "message": message, "word_id": path}
        assert bench.texts() == {}


async def test_two_calls_of_one_answer_add_a_word_once(tmp_path: Path) -> None:
    async with scene(tmp_path, {}) as bench:
        await bench.plan(tool(bench), word="nuances")
        data = await bench.plan(tool(bench), word="Nuances")
        assert isinstance(data, dict)
        assert (data["status"], data["word_id"]) == ("exists", "Vocabulary/nuances.md")
        assert list(bench.texts()) == ["Vocabulary/nuances.md"]


async def test_a_hidden_word_is_not_disclosed(tmp_path: Path) -> None:
    async with scene(tmp_path, {"Vocabulary/secret/x.md": "---\nword: nuances\n---\n"}) as bench:
        view = Visibility(sees=lambda path: "secret" not in path)
        data = await bench.plan(tool(bench), view, word="nuances")
        assert isinstance(data, dict)
        assert data["status"] == "created"
        with pytest.raises(ToolFailure) as error:
            await bench.plan(tool(bench), Visibility(sees=lambda _: False), word="other")
        assert error.value.code == "PERMISSION_DENIED"


async def env_results(folder: Path, *answers: Answer, notes: Mapping[str, str], repeat: bool = False) -> tuple[
    ToolEnv, list[dict[str, JsonValue]]
]:  # fmt: skip
    async with open_tool_env(folder, *answers, notes=notes) as env:
        searcher = env.registry.get("vault_search")._searcher  # type: ignore[union-attr] # the environment's own
        env.registry.register(AddVocabulary(VocabularyNotes(env.vault, searcher, lambda: "Vocabulary", now)))
        results = [await env.results(NUANCES)]
        if repeat:
            results += [await env.results(NUANCES), await env.results(NUANCES, context=on(chat="another"))]
        return env, [result.as_value() for (result,) in results]


async def test_the_new_note_is_reviewed_and_a_second_call_reports_that_it_exists(
    tmp_path: Path,
) -> None:
    env, (first, second, third) = await env_results(tmp_path, YES, notes={"A.md": ""}, repeat=True)
    first_request, second_request = env.answers.requests
    (change,) = first_request.changes.changes
    assert (change.kind, change.path) == ("create", "Vocabulary/nuances.md")
    assert "meaning: small differences" in change.new_text
    assert second_request.changes.changes == ()
    assert first["data"] == {
        "status": "created",
        "message": 'Added "nuances" to vocabulary',
        "word_id": "Vocabulary/nuances.md",
    }
    # This chat wrote the note; another one needs an approval before it is told that the note exists.
    assert second["data"] == third["data"]
    assert second["data"] == {
        "status": "exists",
        "message": 'Word "nuances" already exists in vocabulary',
        "word_id": "Vocabulary/nuances.md",
    }


async def test_a_declined_word_leaves_the_vault_unchanged(tmp_path: Path) -> None:
    env, (result,) = await env_results(tmp_path, NO, notes={"A.md": "x"})
    assert env.everything() == {"A.md": "x"}
    assert isinstance(result["error"], dict)
    assert result["error"]["code"] == "CANCELLED"


async def test_an_agent_limited_to_another_folder_cannot_add_a_word(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, rules=[PermissionRule(answer="allow")]) as env:
        searcher = env.registry.get("vault_search")._searcher  # type: ignore[union-attr] # the environment's own
        env.registry.register(AddVocabulary(VocabularyNotes(env.vault, searcher, lambda: "Vocabulary", now)))
        before = env.everything()
        (result,) = await env.results(NUANCES, context=on(AgentScope(agent="Projects", folders=("Projects",))))
        assert result.error is not None
        assert result.error.code == "PERMISSION_DENIED"
        assert env.everything() == before


@pytest.mark.parametrize("arguments", [{}, {"word": ""}, {"word": "  "}, {"word": "x" * 201}, {"word": 3}])
def test_a_call_without_a_word_is_rejected(arguments: dict[str, JsonValue]) -> None:
    with pytest.raises(ValidationError):
        AddVocabularyParameters.model_validate(arguments)


def test_the_examples_are_valid_calls() -> None:
    for example in AddVocabulary.examples:
        AddVocabularyParameters.model_validate(example)


# A session of reviews


def test_a_word_that_is_due_soon_is_repeated_and_each_rating_can_be_undone() -> None:
    words = [VocabularyWord(f"{name}.md", name) for name in ("one", "two", "three")]
    again = VocabularyWord("one.md", "one", review=WordReview("learning", step=1))
    session = ReviewRound(words)

    def state() -> tuple[str, int, int, int]:
        return session.current.word if session.current else "", session.finished, session.again, session.total

    states = [state()]
    session.rate(again, timedelta(minutes=1), "g1")
    states.append(state())
    session.rate(words[1], timedelta(days=3), "g2")
    states.append(state())
    undone = [session.undo(), session.undo(), session.undo()]
    states.append(state())
    session.drop()
    session.rate(words[1], timedelta(days=3), "g3")
    session.rate(words[2], timedelta(days=3), "g4")
    states.append(state())

    assert states == [("one", 0, 0, 3), ("two", 0, 1, 3), ("three", 1, 1, 3), ("one", 0, 0, 3), ("", 2, 0, 2)]
    assert undone == ["g2", "g1", ""]
