"""Ranking: what comes before what, one reason at a time."""

import os
import time
from pathlib import Path

import pytest

from tests.index.scene import entry, filled, lay
from vaultdesk.index import ranking
from vaultdesk.index.haystack import Haystack
from vaultdesk.index.index import Index
from vaultdesk.index.ranked import Asking, search
from vaultdesk.index.results import Hit
from vaultdesk.index.search_language.parsing import understand

DAY = 86_400
FILLER = "Some other words that fill the note. " * 3


def _hits(index: Index, query: str) -> list[Hit]:
    with index.reading() as connection:
        return search(Asking(Haystack(), connection), understand(query), 10).hits


def _paths(index: Index, query: str) -> list[str]:
    return [hit.path for hit in _hits(index, query)]


def test_a_note_called_so_comes_before_notes_that_mention_it(tmp_path: Path) -> None:
    notes = {"Boiler.md": FILLER, "Log.md": "boiler boiler boiler", "About the boiler.md": "# Boiler\nboiler boiler"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _paths(index, "boiler")[0] == "Boiler.md"
    index.close()


def test_a_note_with_such_an_alias_is_a_note_called_so(tmp_path: Path) -> None:
    notes = {
        "Heating.md": f"---\naliases: [Old Boiler]\n---\n{FILLER}",
        "Old boiler log.md": "# Old boiler\nold boiler, old boiler",
        "Diary.md": "old boiler " * 9,
    }
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _paths(index, "old boiler")[0] == "Heating.md"
    assert _paths(index, "OLD BOILER")[0] == "Heating.md"
    index.close()


def test_a_note_with_such_a_title_is_a_note_called_so(tmp_path: Path) -> None:
    notes = {"2024-01.md": f"---\ntitle: Étude\n---\n{FILLER}", "Étude notes.md": "étude étude", "Log.md": "étude " * 9}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _paths(index, "étude")[0] == "2024-01.md"
    index.close()


def test_a_name_that_begins_so_comes_before_one_that_ends_so(tmp_path: Path) -> None:
    notes = {"Old boiler.md": FILLER, "Boiler plan.md": FILLER, "Log.md": FILLER}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    assert _paths(index, "boiler") == ["Boiler plan.md", "Old boiler.md"]
    index.close()


def test_of_two_equal_notes_the_newer_comes_first(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", {"A.md": f"pump {FILLER}", "B.md": f"pump {FILLER}", "C.md": FILLER})
    now = time.time()
    os.utime(root / "A.md", (now - 900 * DAY, now - 900 * DAY))
    os.utime(root / "B.md", (now, now))
    index = Index(tmp_path / "index.sqlite")
    index.apply([entry(root, name) for name in ("A.md", "B.md", "C.md")])
    assert _paths(index, "pump") == ["B.md", "A.md"]
    index.close()


def test_a_much_better_text_wins_over_a_newer_one(tmp_path: Path) -> None:
    root = lay(tmp_path / "vault", {"A.md": "pump pump pump", "B.md": f"{FILLER} pump {FILLER}", "C.md": FILLER})
    now = time.time()
    os.utime(root / "A.md", (now - 3_000 * DAY, now - 3_000 * DAY))
    index = Index(tmp_path / "index.sqlite")
    index.apply([entry(root, name) for name in ("A.md", "B.md", "C.md")])
    assert _paths(index, "pump") == ["A.md", "B.md"]
    index.close()


def test_of_two_equal_notes_the_one_linked_more_often_comes_first(tmp_path: Path) -> None:
    notes = {"A.md": f"pump {FILLER}", "B.md": f"pump {FILLER}"}
    links = {f"Link {number}.md": "See [[B]]." for number in range(5)}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes | links)
    assert _paths(index, "pump") == ["B.md", "A.md"]
    index.close()


def test_many_links_of_one_note_count_once_and_no_more_are_counted_than_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = {"A.md": "[[B]] [[B]] [[B]] [[C]]", "D.md": "[[C]]", "B.md": "b", "C.md": "c"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        assert ranking.linking(connection, ["b", "c", "nobody"]) == {"b": 1, "c": 2}
        monkeypatch.setattr(ranking, "MANY_LINKS", 1)
        assert ranking.linking(connection, ["b", "c", "nobody"]) == {"b": 1, "c": 1}
    index.close()


@pytest.mark.parametrize(("days", "links", "expected"), [(0, 0, 1.1), (180, 0, 1.05), (-5, 0, 1.1), (10**6, 0, 1.0)])
def test_time_is_a_gentle_nudge(days: int, links: int, expected: float) -> None:
    now = time.time_ns()
    assert ranking.nudge(now - days * DAY * 10**9, links, now) == pytest.approx(expected)


def test_links_are_a_nudge_that_ends() -> None:
    now = time.time_ns()
    old = now - 10**6 * DAY * 10**9
    nudges = [ranking.nudge(old, links, now) for links in (0, 1, 10, 256, 100_000)]
    assert nudges == sorted(nudges)
    assert nudges[-1] == nudges[-2] == pytest.approx(1 + ranking.LINKS)


def test_only_the_best_are_kept_and_those_called_so_always_are(tmp_path: Path) -> None:
    notes = {f"N{number}.md": f"word {FILLER}" for number in range(9)}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        numbers = [note for (note,) in connection.execute("SELECT id FROM note ORDER BY path")]
        scores = {note: 1.0 + place for place, note in enumerate(numbers)}
        found = ranking.ordered(connection, scores, ranking.called(connection, "n0"), 3)
        assert [one.path for one in found] == ["N0.md", "N8.md", "N7.md"]
        seen = ranking.ordered(connection, scores, ranking.called(connection, ""), 3, lambda path: path < "N3")
        assert [one.path for one in seen] == ["N2.md", "N1.md", "N0.md"]
    index.close()
