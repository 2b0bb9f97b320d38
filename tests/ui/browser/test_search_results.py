"""Tests of ui/browser/search_results.py."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop
from tests.ui.browser.hits import hit
from tests.ui.note.desk import desk
from vaultdesk.index.index_results import Hit, NotePassage, NotePassages
from vaultdesk.ui.browser.search_results import (
    SHOWN_PASSAGES,
    VISIBLE_RESULTS,
    ResultPassages,
    SearchResultList,
    result_rows,
    shown_passage,
)

# Found rows: each note with its passages below it, folded or not, and where every row leads.

BOILER = hit("Projects/Boiler.md", "the pump", (4, 8))


def passages(count: int) -> NotePassages:
    return NotePassages(count, tuple(NotePassage(f"pump {n}", ((0, 4),), n + 1, "Costs") for n in range(min(count, 5))))


def test_a_note_stands_over_its_passages_and_more_are_offered() -> None:
    rows, places = result_rows([BOILER], {BOILER.path: passages(5)}, set(), set())
    assert [row.title or row.text for row in rows] == [
        "Boiler", "Costs: pump 0", "Costs: pump 1", "Costs: pump 2", "2 more in this note",
    ]  # fmt: skip
    assert (rows[0].detail, rows[0].right, rows[0].selectable) == ("Projects", "5", False)
    assert [row.text[start:end] for row in rows[1:4] for start, end in row.marks] == ["pump"] * SHOWN_PASSAGES
    assert places[rows[2].key].hit.snippet == "pump 1"
    assert places[rows[2].key].hit.line == 2
    assert places[rows[-1].key].more


def test_all_passages_are_shown_where_they_are_wanted() -> None:
    rows, _ = result_rows([BOILER], {BOILER.path: passages(5)}, set(), {BOILER.path})
    assert len(rows) == 6
    assert not rows[-1].link


def test_a_folded_note_hides_its_passages_and_can_be_stopped_at() -> None:
    rows, places = result_rows([BOILER], {BOILER.path: passages(2)}, {BOILER.path}, set())
    assert [(row.title, row.folded, row.selectable) for row in rows] == [("Boiler", True, True)]
    assert places[rows[0].key].hit.snippet == "pump 0"


def test_before_the_passages_are_known_the_best_one_stands_there() -> None:
    rows, _ = result_rows([BOILER, hit("Empty.md", "")], {}, set(), set())
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


# Found list: passages are gone through and opened; the place stays while answers take each other's.


def two(path: str) -> NotePassages:
    return NotePassages(4, tuple(NotePassage(f"{path} {n}", (), n, "") for n in range(4)))


def shown_list(qtbot: QtBot, count: int = 30) -> SearchResultList:
    made = SearchResultList()
    qtbot.addWidget(made.view)
    made.view.resize(260, 300)
    made.view.show()
    made.show_hits([hit(f"{n}.md", "text") for n in range(count)], {}, same_query=False)
    return made


def test_another_question_begins_at_the_top_and_the_same_one_keeps_the_scroll(qtbot: QtBot) -> None:
    made = shown_list(qtbot)
    made.view.doItemsLayout()
    made.view.verticalScrollBar().setValue(200)
    made.show_hits([hit(f"{n}.md", "text") for n in range(29)], {}, same_query=True)
    assert made.view.verticalScrollBar().value() == 200
    made.show_hits([hit(f"x{n}.md", "text") for n in range(30)], {}, same_query=False)
    assert made.view.verticalScrollBar().value() == 0


def test_each_passage_is_opened_by_itself(qtbot: QtBot) -> None:
    made = shown_list(qtbot, 2)
    made.add_passages({"0.md": two("0.md")})
    opened: list[tuple[str, str, bool]] = []
    made.opened.connect(lambda found, tab: opened.append((found.path, found.snippet, tab)))
    made.view.enter()
    QTest.keyClick(made.view, Qt.Key.Key_Down)
    QTest.keyClick(made.view, Qt.Key.Key_Return)
    QTest.keyClick(made.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert opened == [("0.md", "0.md 1", False), ("0.md", "0.md 1", True)]
    current = made.current_hit()
    assert isinstance(current, Hit)
    assert current.snippet == "0.md 1"
    assert made.passages() == 4


def test_more_of_a_note_is_shown_and_asked_for(qtbot: QtBot) -> None:
    made = shown_list(qtbot, 1)
    made.add_passages({"0.md": two("0.md")})
    made.view.go_to("more 0.md")
    with qtbot.waitSignal(made.more_requested) as told:
        QTest.keyClick(made.view, Qt.Key.Key_Return)
    assert told.args == ["0.md"]
    assert made.view.row_model.index_of("passage 3 0.md") == 4


def test_left_hides_the_passages_of_a_note_and_right_shows_them(qtbot: QtBot) -> None:
    made = shown_list(qtbot, 2)
    made.view.go_to("passage 0 1.md")
    QTest.keyClick(made.view, Qt.Key.Key_Left)
    assert [row.key for row in made.view.row_model.rows] == ["note 0.md", "passage 0 0.md", "note 1.md"]
    row = made.view.current()
    assert row is not None
    assert row.key == "note 1.md"
    QTest.keyClick(made.view, Qt.Key.Key_Right)
    assert len(made.view.row_model.rows) == 4
    made.fold_all(folded=True)
    assert len(made.view.row_model.rows) == 2


# Found passages: from a real index, those in sight first, and how many notes fit each part of a search.

NOTES = {
    f"{n:02}.md": "The pump leaks.\n\n" + "word " * 90 + "\n\nA pump. #heating\n" for n in range(VISIBLE_RESULTS + 3)
}


@on_qt_loop
async def test_those_in_sight_come_first_and_then_the_others(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        asked = ResultPassages(at.searcher)
        hits = [hit(path, "") for path in NOTES]
        first = await asked.first("pump", hits, {})
        others = [known async for known in asked.others("pump", hits, first)]
        assert (len(first), [len(known) for known in others]) == (VISIBLE_RESULTS, [3])
        assert {one.count for one in first.values()} == {2}
        assert len((await asked.all_passages("pump", "00.md"))["00.md"].passages) == 2


@on_qt_loop
async def test_each_part_of_a_search_is_counted_by_itself(tmp_path: Path) -> None:
    async with desk(tmp_path, NOTES) as at:
        asked = ResultPassages(at.searcher)
        counted = await asked.counted('tag:#heating "underfloor" -quote')
        assert [(one.part.operand, one.notes) for one in counted] == [("heating", len(NOTES)), ("underfloor", 0)]
        assert await asked.counted("pump") == []
