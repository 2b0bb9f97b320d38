"""Tests of index/related.py."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.index.scene import Scene, at_work, filled
from tests.index.synonyms import synonym_scene
from tests.support.vaults import write_vault
from vaultdesk.index import related as module
from vaultdesk.index.embeddings.nearest_neighbors import NearPassage
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

# Related notes: links, citations, tags and embeddings in one list; notes that are not linked yet come first.

NOTES = {
    "Open.md": "[[Linked]] [[Source]] #rare", "Linked.md": "", "Back.md": "[[Open]]",
    "Citing.md": "[[Source]]", "Source.md": "", "Tagged.md": "#rare", "List.md": "[[Open]] [[Beside]]", "Beside.md": "",
    "Near.md": "# Title of Near\ntext", "Stranger.md": "nothing", "Hidden.md": "[[Source]] #rare",
}  # fmt: skip


def near_passage(path: str, similarity: float) -> NearPassage:
    return NearPassage(1, 0, path, "Title of Near", 1, 2, 0, 20, similarity)


async def find_related(
    scene: Scene, *passages: NearPassage, path: str = "Open.md", limit: int = 20
) -> list[RelatedNote]:
    return await scene.searcher.read_note_table(
        lambda table: related_notes(Network(table, lambda visible: visible != "Hidden.md"), path, passages, limit)
    )


async def test_each_reason_is_given_and_linked_notes_come_last(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        notes = await find_related(
            scene, near_passage("Near.md", 0.8), near_passage("Near.md", 0.7), near_passage("Linked.md", 0.6)
        )
    reasons = {note.path: note.reasons for note in notes}
    assert reasons == {
        "Near.md": ("meaning",), "Citing.md": ("cites",), "Beside.md": ("cites",), "Tagged.md": ("tags",),
        "Linked.md": ("meaning", "links"), "Source.md": ("links",), "Back.md": ("links",), "List.md": ("links",),
    }  # fmt: skip
    linked = ["links" in note.reasons for note in notes]
    assert linked == sorted(linked), "linked notes come last"
    assert [note.path for note in notes][:1] == ["Near.md"]


async def test_the_nearest_passage_gives_the_heading(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        notes = {note.path: note for note in await find_related(scene, near_passage("Near.md", 0.8))}
    assert (notes["Near.md"].title, notes["Near.md"].heading) == ("Near", "Title of Near")
    assert notes["Tagged.md"].heading == ""


async def test_dissimilar_and_hidden_notes_are_not_related(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        paths = [
            note.path
            for note in await find_related(scene, near_passage("Stranger.md", 0.1), near_passage("Hidden.md", 0.9))
        ]
        assert not {"Stranger.md", "Hidden.md", "Open.md"} & set(paths)
        assert await find_related(scene, path="Stranger.md") == []
        assert len(await find_related(scene, limit=2)) == 2


async def test_a_note_with_links_to_many_notes_is_not_used_as_a_citation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_CITED", 1)
    async with at_work(write_vault(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        assert not [note for note in await find_related(scene) if "cites" in note.reasons]


async def test_a_common_tag_does_not_relate_notes(tmp_path: Path) -> None:
    notes = {f"{number}.md": "#common" for number in range(10)}
    async with at_work(write_vault(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        assert await find_related(scene, path="1.md") == []


# Mentions: lines that contain the name of a note without a link to it.


async def find_mentions(folder: Path, notes: Mapping[str, str], path: str = "Heat pump.md") -> list[UnlinkedMention]:
    async with at_work(write_vault(folder / "vault", notes), folder / "index.sqlite") as scene:
        names = await scene.searcher.read_database(mentionable_names, path)
        notes = await scene.searcher.read_texts(notes_naming, path, names) if names else []
        return await scene.searcher.read_database(mentions_in, notes, names)


PUMP = {"Heat pump.md": "---\naliases: [WP, Wärmepumpe]\n---\nThe heat pump itself."}


@pytest.mark.parametrize(
    ("line", "expected"),
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
async def test_only_plain_text_counts_as_a_mention(tmp_path: Path, line: str, expected: list[str]) -> None:
    mentions_found = await find_mentions(
        tmp_path, PUMP | {"Other.md": f"---\nabout: the heat pump\n---\nFirst.\n\n{line}\n"}
    )
    assert [mention.text[start:end] for mention in mentions_found for start, end in mention.marks] == expected


async def test_a_mention_has_its_line_and_the_name_of_the_note(tmp_path: Path) -> None:
    (mention,) = await find_mentions(tmp_path, PUMP | {"Sub/Other.md": "# Plan\n\n  - the HEAT PUMP\n"})
    assert mention == UnlinkedMention("Sub/Other.md", "Other", 3, "- the HEAT PUMP", ((6, 15),), "Heat pump")


async def test_a_long_line_is_shortened_around_the_name(tmp_path: Path) -> None:
    (mention,) = await find_mentions(tmp_path, PUMP | {"Other.md": "word " * 500 + "heat pump " + "word " * 500})
    assert len(mention.text) <= MAX_LINE_LENGTH
    assert [mention.text[start:end] for start, end in mention.marks] == ["heat pump"]


async def test_the_note_itself_and_excluded_notes_are_not_mentions(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", PUMP | {"Old/Other.md": "heat pump", "New.md": "heat pump"})
    write_vault(root, {".obsidian/app.json": '{"userIgnoreFilters": ["Old/"]}'})
    assert [mention.path for mention in await find_mentions(tmp_path, {})] == ["New.md"]


async def test_short_names_are_not_searched(tmp_path: Path) -> None:
    notes = {"Go.md": "", "Other.md": "go there", "漢字.md": "", "Japanese.md": "この漢字は"}
    assert await find_mentions(tmp_path, notes, "Go.md") == []
    assert [mention.path for mention in await find_mentions(tmp_path, notes, "漢字.md")] == ["Japanese.md"]
    assert await find_mentions(tmp_path, notes, "Absent.md") == []


# Duplicates: notes with the same text, or with the name of a copy.

TEXT = "One two three four five six."


def test_texts_are_compared_without_whitespace_case_and_properties(tmp_path: Path) -> None:
    notes = {
        "A.md": TEXT, "Sub/B.md": f"---\nid: 1\n---\n{TEXT.upper()}\n\n", "C.md": TEXT.replace(" ", "\n"),
        "D.md": f"{TEXT} seven", "Short.md": "one", "Short 2.md": "one", "Empty.md": "", "Empty 2.md": "",
    }  # fmt: skip
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as db:
        digests = text_digests(db, [note for (note,) in db.execute("SELECT id FROM note")])
        assert equal_texts(digests) == [
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
def test_names_of_copies_are_matched_with_their_original(copy: str) -> None:
    assert copies_by_name(["Folder/Note.md", f"Folder/{copy}"]) == [("Folder/Note.md", f"Folder/{copy}")]
    assert copies_by_name(["Note.md", f"Folder/{copy}"]) == [], "only in the same folder"


@pytest.mark.parametrize("other", ["Notebook.md", "Note 2024.md", "Notes.md", "Note A.md", "Note.copy.md", "1.md"])
def test_other_names_are_not_copies(other: str) -> None:
    assert copies_by_name(["Note.md", other]) == []


def test_known_pairs_are_left_out() -> None:
    known = [DuplicatePair("A.md", "B.md", 1.0, "same text")]
    new = DuplicatePair("A.md", "C.md", 0.9, "name")
    assert without_known([DuplicatePair("B.md", "A.md", 0.95, "meaning"), new], known) == [new]


# The related notes of an open note, in a real index with embeddings.

FILLER = " ".join(f"word{number}" for number in range(110))
FUEL = " ".join(f"fuel{number}" for number in range(110))

RELATED_NOTES = {
    "Boiler.md": f"# Boiler\n\nthe boiler burns {FUEL}\n\n# Garden\n\nroses {FILLER}\n",
    "Furnace.md": f"the furnace burns {FUEL}\n", "Roses.md": f"roses {FILLER}\n",
    "Diary.md": "The boiler man came. See [[Roses]].\n", "Copy/Diary 1.md": "",
    "Diary 1.md": "The boiler man came. See [[Roses]] again.\n", "Same.md": f"ROSES  {FILLER}\n",
}  # fmt: skip


async def test_notes_with_the_same_meaning_are_related(tmp_path: Path) -> None:
    async with synonym_scene(tmp_path, RELATED_NOTES) as at:
        related = Related(at.scene.searcher, at.meaning)
        notes = {note.path: note for note in await related.notes("Boiler.md")}
        assert notes["Furnace.md"].reasons == ("meaning",)
        assert "Boiler.md" not in notes
        assert await related.notes("Absent.md") == []


async def test_without_embeddings_links_relate_notes(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", RELATED_NOTES), tmp_path / "index.sqlite") as scene:
        related = Related(scene.searcher, None)
        assert [(note.path, note.reasons) for note in await related.notes("Diary.md")] == [
            ("Diary 1.md", ("cites",)), ("Roses.md", ("links",)),
        ]  # fmt: skip


async def test_mentions_of_a_note_are_lines_of_other_notes(tmp_path: Path) -> None:
    async with at_work(write_vault(tmp_path / "vault", RELATED_NOTES), tmp_path / "index.sqlite") as scene:
        related = Related(scene.searcher, None)
        mentions = await related.mentions("Boiler.md")
        assert sorted((mention.path, mention.line, mention.name) for mention in mentions) == [
            ("Diary 1.md", 1, "Boiler"), ("Diary.md", 1, "Boiler"),
        ]  # fmt: skip
        assert len(await related.mentions("Boiler.md", limit=1)) == 1
        assert await related.mentions("Absent.md") == []


async def test_duplicates_are_listed_once_with_the_surest_first(tmp_path: Path) -> None:
    async with synonym_scene(tmp_path, RELATED_NOTES) as at:
        related = Related(at.scene.searcher, at.meaning)
        duplicates = await related.duplicates()
        assert duplicates[0] == DuplicatePair("Same.md", "Roses.md", 1.0, "same text")
        assert [(pair.first, pair.second, pair.reason) for pair in duplicates[1:2]] == [
            ("Diary.md", "Diary 1.md", "name")
        ]
        assert ("Boiler.md", "Furnace.md", "same text") not in [
            (pair.first, pair.second, pair.reason) for pair in duplicates
        ]
        pairs = [frozenset((pair.first, pair.second)) for pair in duplicates]
        assert len(pairs) == len(set(pairs))
        assert await related.duplicates(limit=1) == duplicates[:1]


async def test_embedded_notes_are_not_embedded_again(tmp_path: Path) -> None:
    async with synonym_scene(tmp_path, RELATED_NOTES) as at:
        related = Related(at.scene.searcher, at.meaning)
        before = at.meaning.state
        await related.notes("Boiler.md")
        await related.duplicates()
        assert at.meaning.state == before
