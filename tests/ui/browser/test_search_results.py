"""Tests of ui/browser/search_results.py."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop
from tests.ui.browser.hits import hit
from tests.ui.note.note_area_env import open_note_area
from vaultdesk.index.index_results import NotePassage, NotePassages
from vaultdesk.ui.browser.search_results import (
    SHOWN_PASSAGES,
    VISIBLE_RESULTS,
    ResultPassages,
    SearchResultList,
    result_rows,
    shown_passage,
)

# Result rows: each note with its passages, collapsed or expanded, and the target of each row.

BOILER = hit("Projects/Boiler.md", "the pump", (4, 8))


def passages(count: int) -> NotePassages:
    return NotePassages(count, tuple(NotePassage(f"pump {n}", ((0, 4),), n + 1, "Costs") for n in range(min(count, 5))))


def test_note_is_listed_above_its_passages_and_more_are_offered() -> None:
    rows, targets = result_rows([BOILER], {BOILER.path: passages(5)}, set(), set())
    assert [row.title or row.text for row in rows] == [
        "Boiler", "Costs: pump 0", "Costs: pump 1", "Costs: pump 2", "2 more in this note",
    ]  # fmt: skip
    assert (rows[0].detail, rows[0].right, rows[0].selectable) == ("Projects", "5", False)
    assert [row.text[start:end] for row in rows[1:4] for start, end in row.marks] == ["pump"] * SHOWN_PASSAGES
    assert targets[rows[2].key].hit.snippet == "pump 1"
    assert targets[rows[2].key].hit.line == 2
    assert targets[rows[-1].key].more


def test_all_passages_are_listed_on_request() -> None:
    rows, _ = result_rows([BOILER], {BOILER.path: passages(5)}, set(), {BOILER.path})
    assert len(rows) == 6
    assert not rows[-1].link


def test_collapsed_note_hides_its_passages_and_is_selectable() -> None:
    rows, targets = result_rows([BOILER], {BOILER.path: passages(2)}, {BOILER.path}, set())
    assert [(row.title, row.folded, row.selectable) for row in rows] == [("Boiler", True, True)]
    assert targets[rows[0].key].hit.snippet == "pump 0"


def test_best_passage_is_shown_until_all_are_loaded() -> None:
    rows, _ = result_rows([BOILER, hit("Empty.md", "")], {}, set(), set())
    assert [row.title or row.text for row in rows] == ["Boiler", "the pump", "Empty"]
    assert rows[2].folded is None


def test_first_match_is_near_the_beginning_of_the_excerpt() -> None:
    text = "words " * 30 + "pump"
    excerpt, marks = shown_passage(BOILER, NotePassage(text, ((180, 184),), 1, "Boiler"))
    assert [excerpt[start:end] for start, end in marks] == ["pump"]
    assert len(excerpt) < 50


def test_heading_at_the_beginning_of_the_passage_is_not_repeated() -> None:
    excerpt, marks = shown_passage(BOILER, NotePassage("Pump room Nobody goes there.", ((0, 4),), 1, "Pump room"))
    assert excerpt == "Pump room Nobody goes there."
    assert [excerpt[start:end] for start, end in marks] == ["Pump"]
    long_passage = "Pump room " + "words " * 30 + "valve"
    excerpt, _ = shown_passage(BOILER, NotePassage(long_passage, ((190, 195),), 1, "Pump room"))
    assert excerpt.startswith("Pump room: … ")


# Result list: passages are navigated and opened; the position is retained when results are replaced.


def four_passages(path: str) -> NotePassages:
    return NotePassages(4, tuple(NotePassage(f"{path} {n}", (), n, "") for n in range(4)))


def show_list(qtbot: QtBot, count: int = 30) -> SearchResultList:
    results = SearchResultList()
    qtbot.addWidget(results.view)
    results.view.resize(260, 300)
    results.view.show()
    results.show_hits([hit(f"{n}.md", "text") for n in range(count)], {}, same_query=False)
    return results


def test_another_query_scrolls_to_the_top_and_the_same_one_retains_the_position(qtbot: QtBot) -> None:
    results = show_list(qtbot)
    results.view.doItemsLayout()
    results.view.verticalScrollBar().setValue(200)
    results.show_hits([hit(f"{n}.md", "text") for n in range(29)], {}, same_query=True)
    assert results.view.verticalScrollBar().value() == 200
    results.show_hits([hit(f"x{n}.md", "text") for n in range(30)], {}, same_query=False)
    assert results.view.verticalScrollBar().value() == 0


def test_each_passage_can_be_opened(qtbot: QtBot) -> None:
    results = show_list(qtbot, 2)
    results.add_passages({"0.md": four_passages("0.md")})
    opened: list[tuple[str, str, bool]] = []
    results.opened.connect(lambda found, tab: opened.append((found.path, found.snippet, tab)))
    results.view.enter()
    QTest.keyClick(results.view, Qt.Key.Key_Down)
    QTest.keyClick(results.view, Qt.Key.Key_Return)
    QTest.keyClick(results.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert opened == [("0.md", "0.md 1", False), ("0.md", "0.md 1", True)]
    current = results.view.current()
    assert current is not None
    assert current.key == "passage 1 0.md"
    assert results.passages() == 4


def test_more_passages_of_a_note_are_requested_and_shown(qtbot: QtBot) -> None:
    results = show_list(qtbot, 1)
    results.add_passages({"0.md": four_passages("0.md")})
    results.view.go_to("more 0.md")
    with qtbot.waitSignal(results.more_requested, timeout=30_000) as blocker:
        QTest.keyClick(results.view, Qt.Key.Key_Return)
    assert blocker.args == ["0.md"]
    assert results.view.row_model.index_of("passage 3 0.md") == 4


def test_left_collapses_the_passages_of_a_note_and_right_expands_them(qtbot: QtBot) -> None:
    results = show_list(qtbot, 2)
    results.view.go_to("passage 0 1.md")
    QTest.keyClick(results.view, Qt.Key.Key_Left)
    assert [row.key for row in results.view.row_model.rows] == ["note 0.md", "passage 0 0.md", "note 1.md"]
    row = results.view.current()
    assert row is not None
    assert row.key == "note 1.md"
    QTest.keyClick(results.view, Qt.Key.Key_Right)
    assert len(results.view.row_model.rows) == 4
    results.fold_all(folded=True)
    assert len(results.view.row_model.rows) == 2


# Result passages: from a real index, visible ones first, and the note count of each query part.

NOTES = {
    f"{n:02}.md": "The pump leaks.\n\n" + "word " * 90 + "\n\nA pump. #heating\n" for n in range(VISIBLE_RESULTS + 3)
}


@on_qt_loop
async def test_visible_passages_are_loaded_before_the_others(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        result_passages = ResultPassages(env.searcher)
        hits = [hit(path, "") for path in NOTES]
        first = await result_passages.first("pump", hits, {})
        others = [batch async for batch in result_passages.others("pump", hits, first)]
        assert (len(first), [len(batch) for batch in others]) == (VISIBLE_RESULTS, [3])
        assert {result.count for result in first.values()} == {2}
        assert len((await result_passages.all_passages("pump", "00.md"))["00.md"].passages) == 2


@on_qt_loop
async def test_each_part_of_a_query_is_counted_separately(tmp_path: Path) -> None:
    async with open_note_area(tmp_path, NOTES) as env:
        result_passages = ResultPassages(env.searcher)
        counts = await result_passages.counted('tag:#heating "underfloor" -quote')
        assert [(count.part.operand, count.notes) for count in counts] == [("heating", len(NOTES)), ("underfloor", 0)]
        assert await result_passages.counted("pump") == []
