"""Passage candidates: the notes worth a look, none of them hidden, whatever the limit."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.index.scene import filled
from vaultdesk.index import passage_candidates
from vaultdesk.index.haystack import Haystack
from vaultdesk.index.passage_candidates import Window, candidates, paths_within, telling, with_letters
from vaultdesk.index.passage_words import Asked, asked_of
from vaultdesk.index.word_forms import Wanted, wanted

NOTES = {
    "Boiler.md": "The boiler leaks.", "Pump.md": "A pump for the garden.", "Plan.md": "The boiler plan of the house.",
    "Wärme.md": "Die Gasheizungsanlage ist alt.", "暖房.md": "去年の暖房費は高かった。",
}  # fmt: skip

Find = Callable[..., list[str]]


@contextmanager
def finding(folder: Path) -> Iterator[Find]:
    index = filled(folder / "index.sqlite", folder / "vault", NOTES)
    haystack = Haystack()

    def find(question: str, *salient: str, sees: Callable[[str], bool] = lambda _: True) -> list[str]:
        with index.reading() as db:
            known = [wanted(db, one) for one in asked_of(question, salient)]
            found = candidates(db, known, Window(), sees)
            found = with_letters(haystack, db, found, Window(), sees)
            return [db.execute("SELECT path FROM note WHERE id = ?", (note,)).fetchone()[0] for note in found.notes]

    yield find
    index.close()


def test_any_of_the_words_will_do_and_the_best_note_is_first(tmp_path: Path) -> None:
    with finding(tmp_path) as find:
        assert find("pump boiler") == ["Pump.md", "Boiler.md", "Plan.md"]


def test_hidden_notes_take_no_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passage_candidates, "MOST_NOTES", 1)
    with finding(tmp_path) as find:
        assert find("boiler") == ["Boiler.md"]
        assert find("boiler", sees=lambda path: path != "Boiler.md") == ["Plan.md"]
        assert find("heizung", sees=lambda path: path != "Wärme.md") == []


def test_salient_words_are_asked_for_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passage_candidates, "MOST_NOTES", 2)
    with finding(tmp_path) as find:
        assert find("boiler leaks plan garden") == ["Plan.md", "Boiler.md"]
        assert find("boiler leaks plan", "garden") == ["Pump.md", "Plan.md"]


def test_where_words_find_little_they_are_looked_for_inside_others(tmp_path: Path) -> None:
    with finding(tmp_path) as find:
        assert find("heizung") == ["Wärme.md"]
        assert find("heizung WÄRME") == ["Wärme.md"]


def test_scripts_without_blanks_are_found_by_their_signs(tmp_path: Path) -> None:
    with finding(tmp_path) as find:
        assert find("暖房費") == ["暖房.md"]


def test_words_too_common_or_too_many_to_be_ranked_are_left_out_but_the_first() -> None:
    def one(word: str, notes: int, salient: bool = False) -> Wanted:
        return Wanted(Asked(word, (word,), 1.0, salient), {word: 1.0}, notes)

    the, plan, boiler, unknown = one("the", 9_000), one("plan", 4_000), one("boiler", 3), one("zebra", 0)
    assert telling([the, plan, boiler, unknown], 10_000) == [boiler, plan]
    assert telling([the], 10_000) == [the]
    how = one("how", 3)
    assert telling([how, plan], 10_000) == [plan]
    assert telling([how, unknown], 10_000) == [how]
    assert telling([one("x", 20_000), one("z", 30_000)], 100_000) == [one("x", 20_000)]
    assert telling([plan, one("the", 9_000, salient=True)], 10_000)[0].asked.text == "the"


def test_a_window_holds_its_edges(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"A.md": "a"})
    with index.reading() as db:
        ((time,),) = db.execute("SELECT mtime_ns FROM note")
        assert paths_within(db, Window(time, time)) == {"A.md"}
        assert paths_within(db, Window(first_ns=time + 1)) == paths_within(db, Window(last_ns=time - 1)) == set()
    index.close()
    assert Window().is_open
    assert not Window(last_ns=0).is_open
