"""Names: the best fitting name comes first, a few letters are enough, and nothing fits by chance."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.scene import filled
from vaultdesk.index.entry import Entry, Sighting
from vaultdesk.index.haystack import Haystack
from vaultdesk.index.index import Index
from vaultdesk.index.name_keys import NameKeys
from vaultdesk.index.name_marks import scattered
from vaultdesk.index.names import _scattered, find_names
from vaultdesk.index.results import NameHit

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


def _found(index: Index, query: str, limit: int = 10) -> list[NameHit]:
    with index.reading() as connection:
        return find_names(Haystack(), connection, query, limit)


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
def test_names_fit_in_order(index: Index, query: str, paths: list[str]) -> None:
    assert [hit.path for hit in _found(index, query)] == paths


def test_marks_show_what_fitted(index: Index) -> None:
    (whole,) = _found(index, "garden plan")
    assert (whole.name, whole.alias, whole.marks) == ("Garden plan", "", ((0, 11),))
    (scattered,) = _found(index, "gplan")
    assert [scattered.name[start:end] for start, end in scattered.marks] == ["G", "plan"]
    (alias,) = _found(index, "über u")
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
def test_slips_accents_and_order_of_words_do_not_matter(titles: Index, query: str, paths: list[str] | None) -> None:
    found = [hit.path for hit in _found(titles, query)]
    if paths is None:
        assert sorted(found) == sorted(TITLES), "nothing was typed that could be looked for"
    elif query in ("muller", "lodz"):  # Two notes of one length: the order is that of their times.
        assert sorted(found) == sorted(paths)
    else:
        assert found == paths


@pytest.mark.parametrize(
    ("query", "path", "shown"),
    [
        ("boiller", "House/Old boiler.md", ["boiler"]),
        ("muller", "Müller.md", ["Müller"]),
        ("resume", "Project plan.md", ["Résumé"]),
        ("plan project", "Project plan.md", ["Project", "plan"]),
        ("cafe l", "Cafe\u0301 list.md", ["Cafe\u0301 l"]),
        ("picture attach", "Attachments/Picture.md", ["Picture"]),
    ],
)
def test_marks_stand_on_the_name_as_it_is_shown(titles: Index, query: str, path: str, shown: list[str]) -> None:
    (hit,) = [hit for hit in _found(titles, query) if hit.path == path]
    assert [(hit.alias or hit.name)[start:end] for start, end in hit.marks] == shown


def test_of_names_that_fit_alike_the_note_changed_last_comes_first(tmp_path: Path) -> None:
    index = Index(tmp_path / "index.sqlite")
    times = {"Plan a": 3, "Plan b": 9, "Plan c": 1, "Plan d": 5}
    index.apply([Entry(f"{name}.md", name, name, 1, time, "digest") for name, time in times.items()])
    index.sight([Sighting("Plan e.md", 1, 99, excluded=True)])
    assert [hit.path for hit in _found(index, "plan")] == ["Plan b.md", "Plan d.md", "Plan a.md", "Plan c.md"]
    assert [hit.path for hit in _found(index, "")] == ["Plan b.md", "Plan d.md", "Plan a.md", "Plan c.md"]
    index.close()


def test_what_may_not_be_seen_takes_no_place(titles: Index) -> None:
    with titles.reading() as connection:
        found = find_names(Haystack(), connection, "boiler", 1, lambda path: path != "Boiler.md")
        newest = find_names(Haystack(), connection, "", 50, lambda path: "/" in path)
    assert [hit.path for hit in found] == ["Boiler manual for winter.md"]
    assert {hit.path for hit in newest} == {"House/Old boiler.md", "Attachments/Picture.md"}


def test_no_note_is_told_twice_and_never_more_than_asked_for(titles: Index) -> None:
    for query in ("p", "pl", "plan", "o", "boi", "e", "r", "li", "mal", "projet", "", "plan project"):
        for limit in (0, 1, 2, 3, 50):
            found = [hit.path for hit in _found(titles, query, limit)]
            assert len(found) == len(set(found)) <= limit
            assert found == [hit.path for hit in _found(titles, query, 50)][:limit]


def test_nothing_typed_gives_the_notes_changed_last(index: Index) -> None:
    assert len(_found(index, " ", limit=3)) == 3


NAME = st.text(st.sampled_from("abcAB éÜ-_/1.") | st.characters(), min_size=1, max_size=14)


@given(st.lists(NAME, min_size=1, max_size=8), st.text(st.sampled_from("abce1"), min_size=2, max_size=4))
def test_no_name_with_scattered_letters_is_missed(names: list[str], letters: str) -> None:
    keys = NameKeys([(number, name, (), f"{number}.md") for number, name in enumerate(names)])
    found = {slot for _, slot, _ in _scattered(keys, letters)}

    assert found == {slot for slot, name in enumerate(keys.shown) if scattered(name, letters)}


def test_letters_of_many_bytes_between_count_once() -> None:
    keys = NameKeys([(1, "E日本語E", (), "1.md")])
    assert [slot for _, slot, _ in _scattered(keys, "ee")] == [0]
