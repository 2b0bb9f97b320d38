"""Tests of index/search/name_search.py."""

import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.scene import filled
from tests.support.vaults import write_vault
from vaultdesk.index.index_results import NameHit
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.name_search import (
    MentionedName,
    MentionedNote,
    MentionTables,
    find_name_spans,
    find_names,
    find_scattered,
    find_word_spans,
    scattered_matches,
    similar_words,
)
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_entry import IndexEntry, ScannedFile
from vaultdesk.index.store.index_file import Index
from vaultdesk.index.text_cache.note_catalog import NameKeys
from vaultdesk.index.text_cache.text_cache import TextCache
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.vault.vault import Vault

# Matches are marked on the displayed name, although folding may change its length.


def _marked_texts(name: str, marks: tuple[tuple[int, int], ...]) -> list[str]:
    return [name[start:end] for start, end in marks]


@pytest.mark.parametrize(
    ("name", "query", "expected"),
    [
        ("Garden plan", "plan", ["plan"]),
        ("Straße nach Łódź", "STRASSE", ["Straße"]),
        ("Straße nach Łódź", "lodz", ["Łódź"]),
        ("Cafe\u0301s", "cafe", ["Cafe\u0301"]),
        ("ﬁne ﬁsh", "fish", ["ﬁsh"]),
        ("Plan for Ann", "ann plan", ["Plan", "Ann"]),
        ("Plan for Ann", "planfor", []),
        ("Plan", "plan la", []),
        ("漢字メモ", "字メ", ["字メ"]),
    ],
)
def test_the_whole_query_or_its_separate_words_are_marked(name: str, query: str, expected: list[str]) -> None:
    assert _marked_texts(name, find_name_spans(name, fold_to_base(query))) == expected


def test_only_words_in_the_name_are_marked() -> None:
    assert _marked_texts("Boiler manual", find_word_spans("Boiler manual", ("manual", "attic"))) == ["manual"]
    assert _marked_texts("Boiler", find_word_spans("Boiler", ("boil", "boiler"))) == ["Boil"]


@pytest.mark.parametrize(
    ("name", "letters", "expected"),
    [
        ("Meeting with Ann", "mtg", ["M", "t", "g"]),
        ("NewMeetingNotes", "mn", ["M", "n"]),
        ("Garden plan", "gplan", ["G", "plan"]),
        ("Ärger im Büro", "abu", ["Ä", "Bü"]),
        ("Recovery codes", "vec", []),
        ("a" + " x" * 30 + " b", "ab", []),
        ("one two", "xy", []),
        ("", "a", []),
    ],
)
def test_scattered_letters_start_at_a_word_and_are_close_together(name: str, letters: str, expected: list[str]) -> None:
    assert _marked_texts(name, find_scattered(name, letters)) == expected


# Typing errors: one wrong, missing, additional or swapped letter is tolerated; short words must match exactly.

WORDS = {
    "b": ["boiler", "boilermaker", "broil", "budget"], "p": ["plan", "planet"], "r": ["recommendation"],
    "w": ["wärme"], "o": ["oboe"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("boiller", {"boiler": 1, "boilermaker": 1}),
        ("obiler", {"boiler": 1, "boilermaker": 1}),
        ("loiler", {}),
        ("bioler", {"boiler": 1, "boilermaker": 1}),
        ("boier", {"boiler": 1, "boilermaker": 1}),
        ("bodget", {"budget": 1}),
        ("plna", {"plan": 1, "planet": 1}),
        ("recomendatoin", {"recommendation": 2}),
        ("recomend", {"recommendation": 1}),
        ("warme", {"wärme": 1}),
        ("pln", {}),
        ("zzzzzz", {}),
    ],
)
def test_similar_words_and_words_with_a_similar_beginning_are_found(word: str, expected: dict[str, int]) -> None:
    assert similar_words(word, WORDS) == expected


def test_without_the_library_no_similar_words_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rapidfuzz.distance", None)
    assert similar_words("boiller", WORDS) == {}


# Names: the best match comes first, and a few letters suffice.

NOTES = {
    "Plan.md": "",
    "Planet.md": "",
    "Work/Garden plan.md": "",
    "Work/Explanation.md": "",
    "Work/Meeting with Ann.md": "---\naliases: [Planning, Über uns]\n---\n",
    "Daily/2024-01-02.md": "",
    "Recovery codes.md": "",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    folder = tmp_path_factory.mktemp("names")
    index = filled(folder / "index.sqlite", folder / "vault", NOTES)
    yield index
    index.close()


def _search_names(index: Index, query: str, limit: int = 10) -> list[NameHit]:
    with index.reading() as connection:
        return find_names(TextCache(), connection, query, limit)


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("plan", ["Plan.md", "Planet.md", "Work/Meeting with Ann.md", "Work/Garden plan.md", "Work/Explanation.md"]),
        ("PLAN garden", ["Work/Garden plan.md"]),
        ("mtg", ["Work/Meeting with Ann.md"]),
        ("gplan", ["Work/Garden plan.md"]),
        ("daily 01", ["Daily/2024-01-02.md"]),
        ("über", ["Work/Meeting with Ann.md"]),
        ("vec", []),
        ("zzz", []),
    ],
)
def test_matching_names_are_ranked(index: Index, query: str, paths: list[str]) -> None:
    assert [hit.path for hit in _search_names(index, query)] == paths


def test_marks_show_the_matched_text(index: Index) -> None:
    (contiguous,) = _search_names(index, "garden plan")
    assert (contiguous.name, contiguous.alias, contiguous.marks) == ("Garden plan", "", ((0, 11),))
    (scattered,) = _search_names(index, "gplan")
    assert [scattered.name[start:end] for start, end in scattered.marks] == ["G", "plan"]
    (alias,) = _search_names(index, "über u")
    assert (alias.name, alias.alias, alias.marks) == ("Meeting with Ann", "Über uns", ((0, 6),))


TITLES = {
    "Boiler.md": "",
    "Boiler manual for winter.md": "",
    "House/Old boiler.md": "",
    "Müller.md": "",
    "Muller.md": "",
    "Project plan.md": "---\naliases: [Łódź, Résumé]\n---\n",
    "Plan of the project.md": "",
    "Cafe\u0301 list.md": "",
    "Attachments/Picture.md": "",
}


@pytest.fixture(scope="module")
def titles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    folder = tmp_path_factory.mktemp("titles")
    index = filled(folder / "index.sqlite", folder / "vault", TITLES)
    yield index
    index.close()


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("boiler", ["Boiler.md", "Boiler manual for winter.md", "House/Old boiler.md"]),
        ("boiller", ["Boiler.md", "House/Old boiler.md", "Boiler manual for winter.md"]),
        ("bioler", ["Boiler.md", "House/Old boiler.md", "Boiler manual for winter.md"]),
        ("boiller mnaual", ["Boiler manual for winter.md"]),
        ("winetr", ["Boiler manual for winter.md"]),
        ("muller", ["Muller.md", "Müller.md"]),
        ("MÜLLER", ["Müller.md", "Muller.md"]),
        ("mu\u0308ller", ["Müller.md", "Muller.md"]),
        ("lodz", ["Project plan.md"]),
        ("resume", ["Project plan.md"]),
        ("project plan", ["Project plan.md", "Plan of the project.md"]),
        ("cafe", ["Cafe\u0301 list.md"]),
        ("picture attach", ["Attachments/Picture.md"]),
        ("ol bo", ["House/Old boiler.md"]),
        ("\ud800", []),
        ("\0", None),
        ("x" * 5000, []),
        ("(.*)[", []),
    ],
)
def test_typing_errors_accents_and_word_order_are_tolerated(titles: Index, query: str, paths: list[str] | None) -> None:
    results = [hit.path for hit in _search_names(titles, query)]
    if paths is None:
        assert sorted(results) == sorted(TITLES), "the query contains nothing to search for"
    elif query in ("muller", "lodz"):  # Two notes have names of equal length: their order depends on their times.
        assert sorted(results) == sorted(paths)
    else:
        assert results == paths


@pytest.mark.parametrize(
    ("query", "path", "expected"),
    [
        ("boiller", "House/Old boiler.md", ["boiler"]),
        ("muller", "Müller.md", ["Müller"]),
        ("resume", "Project plan.md", ["Résumé"]),
        ("plan project", "Project plan.md", ["Project", "plan"]),
        ("cafe l", "Cafe\u0301 list.md", ["Cafe\u0301 l"]),
        ("picture attach", "Attachments/Picture.md", ["Picture"]),
    ],
)
def test_marks_refer_to_the_displayed_name(titles: Index, query: str, path: str, expected: list[str]) -> None:
    (hit,) = [hit for hit in _search_names(titles, query) if hit.path == path]
    assert [(hit.alias or hit.name)[start:end] for start, end in hit.marks] == expected


def test_equal_matches_are_ordered_by_modification_time(tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    times = {"Plan a": 3, "Plan b": 9, "Plan c": 1, "Plan d": 5}
    index.apply([IndexEntry(f"{name}.md", name, name, 1, time, "digest") for name, time in times.items()])
    index.record_files([ScannedFile("Plan e.md", 1, 99, excluded=True)])
    assert [hit.path for hit in _search_names(index, "plan")] == ["Plan b.md", "Plan d.md", "Plan a.md", "Plan c.md"]
    assert [hit.path for hit in _search_names(index, "")] == ["Plan b.md", "Plan d.md", "Plan a.md", "Plan c.md"]
    index.close()


def test_invisible_notes_do_not_count_towards_the_limit(titles: Index) -> None:
    with titles.reading() as connection:
        visible = find_names(TextCache(), connection, "boiler", 1, lambda path: path != "Boiler.md")
        newest = find_names(TextCache(), connection, "", 50, lambda path: "/" in path)
    assert [hit.path for hit in visible] == ["Boiler manual for winter.md"]
    assert {hit.path for hit in newest} == {"House/Old boiler.md", "Attachments/Picture.md"}


def test_results_have_no_duplicates_and_do_not_exceed_the_limit(titles: Index) -> None:
    for query in ("p", "pl", "plan", "o", "boi", "e", "r", "li", "mal", "projet", "", "plan project"):
        for limit in (0, 1, 2, 3, 50):
            results = [hit.path for hit in _search_names(titles, query, limit)]
            assert len(results) == len(set(results)) <= limit
            assert results == [hit.path for hit in _search_names(titles, query, 50)][:limit]


def test_an_empty_query_gives_the_newest_notes(index: Index) -> None:
    assert len(_search_names(index, " ", limit=3)) == 3


NAME = st.text(st.sampled_from("abcAB éÜ-_/1.") | st.characters(), min_size=1, max_size=14)


@given(st.lists(NAME, min_size=1, max_size=8), st.text(st.sampled_from("abce1"), min_size=2, max_size=4))
def test_no_name_with_scattered_letters_is_missed(names: list[str], letters: str) -> None:
    keys = NameKeys([(number, name, (), f"{number}.md") for number, name in enumerate(names)])
    slots = {slot for _, slot, _ in scattered_matches(keys, letters)}

    assert slots == {slot for slot, name in enumerate(keys.display_names) if find_scattered(name, letters)}


def test_a_letter_of_several_bytes_counts_as_one_character() -> None:
    keys = NameKeys([(1, "E日本語E", (), "1.md")])
    assert [slot for _, slot, _ in scattered_matches(keys, "ee")] == [0]


# Mentions: notes, tags and folders by a few letters, and the newest notes for an empty query.

MENTION_TABLES_NOTES = {
    "Projects/House/Boiler.md": "---\naliases: [Heating]\ntags: [house/heat]\n---\nx\n",
    "Projects/House/Roof.md": "#house x\n",
    "Projects/Boat/Boiler.md": "#boat #house x\n",
    "Archive/Old house.md": "x\n",
}


class MentionScene:
    def __init__(self, searcher: Searcher, vault: Vault, indexer: Indexer) -> None:
        self.tables = MentionTables()
        self.searcher = searcher
        self.vault = vault
        self.indexer = indexer

    async def notes(self, query: str, limit: int = 20) -> list[MentionedNote]:
        return await self.searcher.read_index(lambda text_cache, db: self.tables.notes(text_cache, db, query, limit))

    async def tags(self, query: str, limit: int = 20) -> list[MentionedName]:
        return await self.searcher.read_index(lambda _, db: self.tables.tags(db, query, limit))

    async def folders(self, query: str, limit: int = 20) -> list[str]:
        folders = await self.searcher.read_index(
            lambda text_cache, db: self.tables.folders(text_cache, db, query, limit)
        )
        return [folder.name for folder in folders]


@asynccontextmanager
async def mention_scene(folder: Path) -> AsyncIterator[MentionScene]:
    root = write_vault(folder / "vault", MENTION_TABLES_NOTES)
    for age, path in enumerate(sorted(MENTION_TABLES_NOTES)):
        os.utime(root / path, (1_700_000_000 - age, 1_700_000_000 - age))
    index = Index(folder / "data" / "index.sqlite")
    async with Vault(root) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        yield MentionScene(searcher, vault, indexer)


async def test_a_note_has_its_shortest_unambiguous_link(tmp_path: Path) -> None:
    async with mention_scene(tmp_path) as at:
        assert {mention.hit.path: mention.link for mention in await at.notes("boiler")} == {
            "Projects/House/Boiler.md": "Projects/House/Boiler",
            "Projects/Boat/Boiler.md": "Projects/Boat/Boiler",
        }
        (roof, *_) = await at.notes("rof")
        assert roof.link == "Roof"
        (heating, *_) = await at.notes("heati")
        assert (heating.hit.alias, heating.link) == ("Heating", "Projects/House/Boiler")


async def test_an_empty_query_lists_the_newest_notes(tmp_path: Path) -> None:
    async with mention_scene(tmp_path) as at:
        assert [mention.hit.path for mention in await at.notes("")] == sorted(MENTION_TABLES_NOTES)
        assert len(await at.notes(" ", 2)) == 2


async def test_tags_are_ranked_by_prefix_and_then_by_use(tmp_path: Path) -> None:
    async with mention_scene(tmp_path) as at:
        assert await at.tags("") == [
            MentionedName("house", 2),
            MentionedName("boat", 1),
            MentionedName("house/heat", 1),
        ]
        assert [tag.name for tag in await at.tags("hou")] == ["house", "house/heat"]
        assert await at.tags("HEAT") == [MentionedName("house/heat", 1, ((6, 10),))]
        assert [tag.name for tag in await at.tags("hht")] == ["house/heat"]
        assert await at.tags("zz") == []


async def test_folders_are_found_by_any_part_of_their_path(tmp_path: Path) -> None:
    async with mention_scene(tmp_path) as at:
        assert await at.folders("") == ["Projects", "Projects/House", "Archive", "Projects/Boat"]
        assert await at.folders("proj", 1) == ["Projects"]
        assert await at.folders("bo/") == ["Projects/Boat"]
        assert await at.folders("Projects/H") == ["Projects/House"]


async def test_new_notes_tags_and_folders_are_offered_immediately(tmp_path: Path) -> None:
    async with mention_scene(tmp_path) as at:
        assert await at.tags("fresh") == []
        assert await at.folders("Fresh") == []
        assert (await at.notes(""))[0].hit.name == "Old house"
        with at.indexer.events.subscribe() as events:
            from vaultdesk.vault.note_path import NotePath

            await at.vault.create(NotePath("Fresh/New.md"), "#fresh\n")
            async for event in events:
                if "Fresh/New.md" in getattr(event, "paths", ()):
                    break

        assert [tag.name for tag in await at.tags("fresh")] == ["fresh"]
        assert await at.folders("Fresh") == ["Fresh"]
        assert (await at.notes(""))[0].hit.name == "New"


@pytest.mark.parametrize("query", ["\0", "\ud800", "[", "a" * 500])
async def test_any_query_is_accepted(tmp_path: Path, query: str) -> None:
    async with mention_scene(tmp_path) as at:
        assert await at.tags(query) == []
        assert await at.folders(query) == []
        assert len(await at.notes(query)) <= len(MENTION_TABLES_NOTES)
