"""Names: the best fitting name comes first, a few letters are enough, and nothing fits by chance."""

from collections.abc import Iterator

import pytest

from tests.index.scene import filled
from vaultdesk.index.haystack import Haystack
from vaultdesk.index.index import Index
from vaultdesk.index.names import find_names
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


def test_nothing_typed_gives_the_notes_changed_last(index: Index) -> None:
    assert len(_found(index, " ", limit=3)) == 3
