"""Found rows: each note with its passages below it, folded or not, and where every row leads."""

from tests.ui.browser.hits import hit
from vaultdesk.index.index_results import NotePassage, NotePassages
from vaultdesk.ui.browser.found_rows import SHOWN, found_rows, shown_passage

BOILER = hit("Projects/Boiler.md", "the pump", (4, 8))


def passages(count: int) -> NotePassages:
    return NotePassages(count, tuple(NotePassage(f"pump {n}", ((0, 4),), n + 1, "Costs") for n in range(min(count, 5))))


def test_a_note_stands_over_its_passages_and_more_are_offered() -> None:
    rows, places = found_rows([BOILER], {BOILER.path: passages(5)}, set(), set())
    assert [row.title or row.text for row in rows] == [
        "Boiler", "Costs: pump 0", "Costs: pump 1", "Costs: pump 2", "2 more in this note",
    ]  # fmt: skip
    assert (rows[0].beside, rows[0].right, rows[0].stop) == ("Projects", "5", False)
    assert [row.text[start:end] for row in rows[1:4] for start, end in row.marks] == ["pump"] * SHOWN
    assert places[rows[2].key].hit.snippet == "pump 1"
    assert places[rows[2].key].hit.line == 2
    assert places[rows[-1].key].more


def test_all_passages_are_shown_where_they_are_wanted() -> None:
    rows, _ = found_rows([BOILER], {BOILER.path: passages(5)}, set(), {BOILER.path})
    assert len(rows) == 6
    assert not rows[-1].link


def test_a_folded_note_hides_its_passages_and_can_be_stopped_at() -> None:
    rows, places = found_rows([BOILER], {BOILER.path: passages(2)}, {BOILER.path}, set())
    assert [(row.title, row.folded, row.stop) for row in rows] == [("Boiler", True, True)]
    assert places[rows[0].key].hit.snippet == "pump 0"


def test_before_the_passages_are_known_the_best_one_stands_there() -> None:
    rows, _ = found_rows([BOILER, hit("Empty.md", "")], {}, set(), set())
    assert [row.title or row.text for row in rows] == ["Boiler", "the pump", "Empty"]
    assert rows[2].folded is None


def test_the_first_found_word_stands_near_the_beginning() -> None:
    text = "words " * 30 + "pump"
    shown, marks = shown_passage(BOILER, NotePassage(text, ((180, 184),), 1, "Boiler"))
    assert [shown[start:end] for start, end in marks] == ["pump"]
    assert len(shown) < 50


def test_a_heading_that_the_passage_begins_with_is_not_told_twice() -> None:
    shown, marks = shown_passage(BOILER, NotePassage("Pump room Nobody goes there.", ((0, 4),), 1, "Pump room"))
    assert shown == "Pump room Nobody goes there."
    assert [shown[start:end] for start, end in marks] == ["Pump"]
    far = "Pump room " + "words " * 30 + "valve"
    shown, _ = shown_passage(BOILER, NotePassage(far, ((190, 195),), 1, "Pump room"))
    assert shown.startswith("Pump room: … ")
