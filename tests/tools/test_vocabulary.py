"""The tool that adds a word to the vocabulary."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import JsonValue, ValidationError

from tests.support.desk import NO, YES, Answer, Desk, call, on, open_desk
from tests.support.drafting import Scene, scene
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.leash import Leash
from vaultdesk.tools.tool import ToolFailure, View
from vaultdesk.tools.vocabulary import AddVocabulary, AddVocabularyParameters
from vaultdesk.tools.vocabulary_notes import VocabularyNotes

NOTE = "---\nword: serendipity\nmeaning: {}\nadded: 2026-11-22\nsource: chat\nlast_reviewed:\n---\n"
NUANCES = call("add_vocabulary", word="nuances", meaning="small differences")


def now() -> datetime:
    return datetime(2026, 11, 22, 9, 5, tzinfo=UTC)


def tool(bench: Scene, folder: str = "Vocabulary") -> AddVocabulary:
    return AddVocabulary(VocabularyNotes(bench.vault, bench.searcher, lambda: folder, now))


async def test_a_word_becomes_a_note_with_its_properties(tmp_path: Path) -> None:
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
async def test_a_note_made_by_hand_counts_whatever_case_and_accents(tmp_path: Path, path: str, word: str) -> None:
    async with scene(tmp_path, {path: "Found in a book.\n"}) as bench:
        data = await bench.plan(tool(bench), word=word)
        said = f'Word "{word.strip()}" already exists in vocabulary'
        assert data == {"status": "exists", "message": said, "word_id": path}
        assert bench.texts() == {}


async def test_two_calls_of_one_answer_add_a_word_once(tmp_path: Path) -> None:
    async with scene(tmp_path, {}) as bench:
        await bench.plan(tool(bench), word="nuances")
        data = await bench.plan(tool(bench), word="Nuances")
        assert isinstance(data, dict)
        assert (data["status"], data["word_id"]) == ("exists", "Vocabulary/nuances.md")
        assert list(bench.texts()) == ["Vocabulary/nuances.md"]


async def test_what_is_not_seen_is_not_there_and_tells_nothing(tmp_path: Path) -> None:
    async with scene(tmp_path, {"Vocabulary/secret/x.md": "---\nword: nuances\n---\n"}) as bench:
        view = View(sees=lambda path: "secret" not in path)
        data = await bench.plan(tool(bench), view, word="nuances")
        assert isinstance(data, dict)
        assert data["status"] == "created"
        with pytest.raises(ToolFailure) as refused:
            await bench.plan(tool(bench), View(sees=lambda _: False), word="other")
        assert refused.value.code == "PERMISSION_DENIED"


async def desk_results(folder: Path, *answers: Answer, notes: Mapping[str, str], twice: bool = False) -> tuple[
    Desk, list[dict[str, JsonValue]]
]:  # fmt: skip
    async with open_desk(folder, *answers, notes=notes) as desk:
        searcher = desk.registry.get("vault_search")._searcher  # type: ignore[union-attr] # the desk's own
        desk.registry.register(AddVocabulary(VocabularyNotes(desk.vault, searcher, lambda: "Vocabulary", now)))
        results = [await desk.results(NUANCES)]
        if twice:
            results += [await desk.results(NUANCES), await desk.results(NUANCES, context=on(chat="another"))]
        return desk, [result.as_value() for (result,) in results]


async def test_the_person_sees_the_note_before_it_is_made_and_a_second_time_is_told_that_it_is_there(
    tmp_path: Path,
) -> None:
    desk, (first, second, third) = await desk_results(tmp_path, YES, notes={"A.md": ""}, twice=True)
    request, telling = desk.answers.requests
    (change,) = request.changes.changes
    assert (change.kind, change.path) == ("create", "Vocabulary/nuances.md")
    assert "meaning: small differences" in change.new_text
    assert telling.changes.changes == ()
    assert first["data"] == {
        "status": "created",
        "message": 'Added "nuances" to vocabulary',
        "word_id": "Vocabulary/nuances.md",
    }
    # This chat wrote the note; another one asks before it hears of it.
    assert second["data"] == third["data"]
    assert second["data"] == {
        "status": "exists",
        "message": 'Word "nuances" already exists in vocabulary',
        "word_id": "Vocabulary/nuances.md",
    }


async def test_a_refusal_leaves_the_vault_as_it_is(tmp_path: Path) -> None:
    desk, (result,) = await desk_results(tmp_path, NO, notes={"A.md": "x"})
    assert desk.everything() == {"A.md": "x"}
    assert isinstance(result["error"], dict)
    assert result["error"]["code"] == "CANCELLED"


async def test_an_agent_of_another_folder_may_not_add(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, rules=[PermissionRule(answer="allow")]) as desk:
        searcher = desk.registry.get("vault_search")._searcher  # type: ignore[union-attr] # the desk's own
        desk.registry.register(AddVocabulary(VocabularyNotes(desk.vault, searcher, lambda: "Vocabulary", now)))
        before = desk.everything()
        (result,) = await desk.results(NUANCES, context=on(Leash(agent="Projects", folders=("Projects",))))
        assert result.error is not None
        assert result.error.code == "PERMISSION_DENIED"
        assert desk.everything() == before


@pytest.mark.parametrize("arguments", [{}, {"word": ""}, {"word": "  "}, {"word": "x" * 201}, {"word": 3}])
def test_a_call_without_a_word_is_refused(arguments: dict[str, JsonValue]) -> None:
    with pytest.raises(ValidationError):
        AddVocabularyParameters.model_validate(arguments)


def test_the_examples_are_valid_calls() -> None:
    for example in AddVocabulary.examples:
        AddVocabularyParameters.model_validate(example)
