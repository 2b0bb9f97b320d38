"""Tests of index/related.py."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.index.scene import Scene, at_work, filled, lay
from tests.index.synonyms import understood
from vaultdesk.index import related as module
from vaultdesk.index.embeddings.nearest_neighbours import NearPassage
from vaultdesk.index.link_graph import Network
from vaultdesk.index.related import (
    MAX_LINE_LENGTH,
    DuplicatePair,
    Related,
    RelatedNote,
    UnlinkedMention,
    copies_by_name,
    equal_texts,
    mentionable_names,
    mentions_in,
    notes_naming,
    related_notes,
    shared_words,
    text_digests,
    without_known,
)

# Related notes: links, citations, tags and meaning as one list, news first.

NOTES = {
    "Open.md": "[[Linked]] [[Source]] #rare", "Linked.md": "", "Back.md": "[[Open]]",
    "Citing.md": "[[Source]]", "Source.md": "", "Tagged.md": "#rare", "List.md": "[[Open]] [[Beside]]", "Beside.md": "",
    "Near.md": "# Title of Near\ntext", "Stranger.md": "nothing", "Hidden.md": "[[Source]] #rare",
}  # fmt: skip


def near(path: str, similarity: float) -> NearPassage:
    return NearPassage(1, 0, path, "Title of Near", 1, 2, 0, 20, similarity)


async def related(scene: Scene, *passages: NearPassage, path: str = "Open.md", limit: int = 20) -> list[RelatedNote]:
    return await scene.searcher.read_note_table(
        lambda table: related_notes(Network(table, lambda one: one != "Hidden.md"), path, passages, limit)
    )


async def test_each_reason_is_told_and_linked_notes_come_last(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        found = await related(scene, near("Near.md", 0.8), near("Near.md", 0.7), near("Linked.md", 0.6))
    why = {one.path: one.reasons for one in found}
    assert why == {
        "Near.md": ("meaning",), "Citing.md": ("cites",), "Beside.md": ("cites",), "Tagged.md": ("tags",),
        "Linked.md": ("meaning", "links"), "Source.md": ("links",), "Back.md": ("links",), "List.md": ("links",),
    }  # fmt: skip
    linked = ["links" in one.reasons for one in found]
    assert linked == sorted(linked), "what is linked already is no news"
    assert [one.path for one in found][:1] == ["Near.md"]
    assert all(0 < one.score <= 1 for one in found)


async def test_the_nearest_passage_says_where_to_look(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        found = {one.path: one for one in await related(scene, near("Near.md", 0.8))}
    assert (found["Near.md"].title, found["Near.md"].heading, found["Near.md"].first_line) == (
        "Near", "Title of Near", 1,
    )  # fmt: skip
    assert (found["Tagged.md"].heading, found["Tagged.md"].first_line) == ("", 1)


async def test_what_has_hardly_anything_in_common_or_is_hidden_is_no_relation(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        found = [one.path for one in await related(scene, near("Stranger.md", 0.1), near("Hidden.md", 0.9))]
        assert not {"Stranger.md", "Hidden.md", "Open.md"} & set(found)
        assert await related(scene, path="Stranger.md") == []
        assert len(await related(scene, limit=2)) == 2


async def test_a_note_that_links_to_everything_relates_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_CITED", 1)
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        assert not [one for one in await related(scene) if "cites" in one.reasons]


async def test_a_tag_that_most_notes_have_relates_nothing(tmp_path: Path) -> None:
    notes = {f"{number}.md": "#common" for number in range(10)}
    async with at_work(lay(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        assert await related(scene, path="1.md") == []


# Mentions: lines that name a note and do not link to it.


async def mentions(folder: Path, notes: Mapping[str, str], path: str = "Heat pump.md") -> list[UnlinkedMention]:
    async with at_work(lay(folder / "vault", notes), folder / "index.sqlite") as scene:
        names = await scene.searcher.read_database(mentionable_names, path)
        notes = await scene.searcher.read_texts(notes_naming, path, names) if names else []
        return await scene.searcher.read_database(mentions_in, notes, names)


PUMP = {"Heat pump.md": "---\naliases: [WP, Wärmepumpe]\n---\nThe heat pump itself."}


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("We chose a heat pump.", ["heat pump"]),
        ("HEAT PUMP and Heat Pump", ["HEAT PUMP", "Heat Pump"]),
        ("Die wärmepumpe läuft", ["wärmepumpe"]),
        ("# On the heat pump", ["heat pump"]),
        ("*heat pump*, (heat pump)", ["heat pump", "heat pump"]),
        ("[[Other]] heat pump [[Heat pump]]", ["heat pump"]),
        ("a heat pumping station", []),
        ("preheat pump", []),
        ("heat_pump heat pump_", []),
        ("see [[Heat pump]]", []),
        ("see [[Other|the heat pump]]", []),
        ("see [the heat pump](Other.md)", []),
        ("see ![[heat pump.png]]", []),
        ("code `heat pump` code", []),
        ("```\nheat pump\n```", []),
        ("%% heat pump %%", []),
        ("<!-- heat pump -->", []),
        ("https://example.org/heat pump.html", []),
        ("https://example.org/wärmepumpe", []),
        ("#wärmepumpe", []),
        ("the WP", []),
    ],
)
async def test_a_mention_is_where_a_link_would_be_one(tmp_path: Path, line: str, marked: list[str]) -> None:
    found = await mentions(tmp_path, PUMP | {"Other.md": f"---\nabout: the heat pump\n---\nFirst.\n\n{line}\n"})
    assert [one.text[start:end] for one in found for start, end in one.marks] == marked


async def test_a_mention_tells_its_line_and_the_name_as_the_note_has_it(tmp_path: Path) -> None:
    (found,) = await mentions(tmp_path, PUMP | {"Sub/Other.md": "# Plan\n\n  - the HEAT PUMP\n"})
    assert found == UnlinkedMention("Sub/Other.md", "Other", 3, "- the HEAT PUMP", ((6, 15),), "Heat pump")


async def test_of_a_long_line_the_part_around_the_name_is_shown(tmp_path: Path) -> None:
    (found,) = await mentions(tmp_path, PUMP | {"Other.md": "word " * 500 + "heat pump " + "word " * 500})
    assert len(found.text) <= MAX_LINE_LENGTH
    assert [found.text[start:end] for start, end in found.marks] == ["heat pump"]


async def test_the_note_itself_and_excluded_ones_do_not_mention_it(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", PUMP | {"Old/Other.md": "heat pump", "New.md": "heat pump"})
    lay(root, {".obsidian/app.json": '{"userIgnoreFilters": ["Old/"]}'})
    assert [one.path for one in await mentions(tmp_path, {})] == ["New.md"]


async def test_too_short_names_are_not_looked_for(tmp_path: Path) -> None:
    notes = {"Go.md": "", "Other.md": "go there", "漢字.md": "", "Japanese.md": "この漢字は"}
    assert await mentions(tmp_path, notes, "Go.md") == []
    assert [one.path for one in await mentions(tmp_path, notes, "漢字.md")] == ["Japanese.md"]
    assert await mentions(tmp_path, notes, "Absent.md") == []


# Duplicates: the same text, or a name that says it is a copy.

TEXT = "One two three four five six."


def test_texts_are_the_same_whatever_their_blanks_case_and_properties(tmp_path: Path) -> None:
    notes = {
        "A.md": TEXT, "Sub/B.md": f"---\nid: 1\n---\n{TEXT.upper()}\n\n", "C.md": TEXT.replace(" ", "\n"),
        "D.md": f"{TEXT} seven", "Short.md": "one", "Short 2.md": "one", "Empty.md": "", "Empty 2.md": "",
    }  # fmt: skip
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as db:
        marks = text_digests(db, [note for (note,) in db.execute("SELECT id FROM note")])
        assert equal_texts(marks) == [
            DuplicatePair("A.md", "C.md", 1.0, "same text"), DuplicatePair("A.md", "Sub/B.md", 1.0, "same text"),
        ]  # fmt: skip
        assert shared_words(db, "A.md", "Sub/B.md") == 1
        assert shared_words(db, "A.md", "D.md") == pytest.approx(6 / 7)
        assert shared_words(db, "A.md", "Empty.md") == shared_words(db, "A.md", "Absent.md") == 0
    index.close()


@pytest.mark.parametrize(
    "copy",
    [
        "Note 1.md", "Note (1).md", "Note (copy).md", "Note copy.md", "Note copy 2.md", "Note - Copy (2).md",
        "Note Kopie.md", "Note (Copie 3).md", "note 12.MD".replace("MD", "md"),
        "Note.sync-conflict-20240101-120000-ABCDEF7.md", "Note (conflicted copy 2024-01-01).md",
    ],
)  # fmt: skip
def test_names_that_copies_have_are_told_beside_their_original(copy: str) -> None:
    assert copies_by_name(["Folder/Note.md", f"Folder/{copy}"]) == [("Folder/Note.md", f"Folder/{copy}")]
    assert copies_by_name(["Note.md", f"Folder/{copy}"]) == [], "only in the same folder"


@pytest.mark.parametrize("other", ["Notebook.md", "Note 2024.md", "Notes.md", "Note A.md", "Note.copy.md", "1.md"])
def test_other_names_are_no_copies(other: str) -> None:
    assert copies_by_name(["Note.md", other]) == []


def test_what_is_told_already_is_not_told_again() -> None:
    known = [DuplicatePair("A.md", "B.md", 1.0, "same text")]
    new = DuplicatePair("A.md", "C.md", 0.9, "name")
    assert without_known([DuplicatePair("B.md", "A.md", 0.95, "meaning"), new], known) == [new]


# Related: everything that stands beside an open note, over a real index and its vectors.

LONG = " ".join(f"word{number}" for number in range(110))
FUEL = " ".join(f"fuel{number}" for number in range(110))

RELATED_NOTES = {
    "Boiler.md": f"# Boiler\n\nthe boiler burns {FUEL}\n\n# Garden\n\nroses {LONG}\n",
    "Furnace.md": f"the furnace burns {FUEL}\n", "Roses.md": f"roses {LONG}\n",
    "Diary.md": "The boiler man came. See [[Roses]].\n", "Copy/Diary 1.md": "",
    "Diary 1.md": "The boiler man came. See [[Roses]] again.\n", "Same.md": f"ROSES  {LONG}\n",
}  # fmt: skip


async def test_notes_and_passages_that_mean_the_same_are_related(tmp_path: Path) -> None:
    async with understood(tmp_path, RELATED_NOTES) as at:
        related = Related(at.scene.searcher, at.meaning)
        found = {one.path: one for one in await related.notes("Boiler.md")}
        assert found["Furnace.md"].reasons == ("meaning",)
        assert "Boiler.md" not in found
        first = (await related.passages("Boiler.md", 3))[0]
        assert (first.path, first.text, first.reasons.embedding_rank) == ("Furnace.md", f"the furnace burns {FUEL}", 1)
        assert first.reasons.similarity is not None
        assert (await related.passages("Boiler.md", 7))[0].path in ("Roses.md", "Same.md")
        assert await related.passages("Absent.md", 1) == await related.notes("Absent.md") == []


async def test_without_meaning_words_and_links_relate(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", RELATED_NOTES), tmp_path / "index.sqlite") as scene:
        related = Related(scene.searcher, None)
        assert [(one.path, one.reasons) for one in await related.notes("Diary.md")] == [
            ("Diary 1.md", ("cites",)), ("Roses.md", ("links",)),
        ]  # fmt: skip
        found = await related.passages("Boiler.md", 7, limit=2)
        assert {one.path for one in found} == {"Roses.md", "Same.md"}
        assert await related.passages("Absent.md", 1) == []


async def test_mentions_of_an_open_note_are_lines_of_others(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", RELATED_NOTES), tmp_path / "index.sqlite") as scene:
        related = Related(scene.searcher, None)
        found = await related.mentions("Boiler.md")
        assert sorted((one.path, one.line, one.name) for one in found) == [
            ("Diary 1.md", 1, "Boiler"), ("Diary.md", 1, "Boiler"),
        ]  # fmt: skip
        assert len(await related.mentions("Boiler.md", limit=1)) == 1
        assert await related.mentions("Absent.md") == []


async def test_duplicates_are_told_once_the_surest_first(tmp_path: Path) -> None:
    async with understood(tmp_path, RELATED_NOTES) as at:
        related = Related(at.scene.searcher, at.meaning)
        found = await related.duplicates()
        assert found[0] == DuplicatePair("Same.md", "Roses.md", 1.0, "same text")
        assert [(one.first, one.second, one.reason) for one in found[1:2]] == [("Diary.md", "Diary 1.md", "name")]
        assert ("Boiler.md", "Furnace.md", "same text") not in [(one.first, one.second, one.reason) for one in found]
        pairs = [frozenset((one.first, one.second)) for one in found]
        assert len(pairs) == len(set(pairs))
        assert await related.duplicates(limit=1) == found[:1]


async def test_nothing_is_asked_of_a_model_for_what_is_read_already(tmp_path: Path) -> None:
    async with understood(tmp_path, RELATED_NOTES) as at:
        related = Related(at.scene.searcher, at.meaning)
        before = at.meaning.state
        await related.notes("Boiler.md")
        await related.passages("Boiler.md", 3)
        await related.duplicates()
        assert at.meaning.state == before
