"""Tests of ui/notes/related_panel.py."""

from pathlib import Path
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.desk import Desk, desk
from tests.ui.note.related_notes import Told
from tests.ui.recall.passages import ReadingStandsAt
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.index.related import DuplicatePair, Related, RelatedNote, UnlinkedMention
from vaultdesk.ui import bridge
from vaultdesk.ui.notes.related_panel import (
    MAX_ROWS,
    RelatedList,
    RelatedNotes,
    RelatedPanel,
    RelatedTab,
    RelatedTabBar,
    empty_list_text,
    related_title,
)
from vaultdesk.ui.notes.related_rows import RelatedRow
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.labels import PlainLabel


@on_qt_loop
async def test_without_what_knows_related_notes_there_are_links(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        beside = RelatedNotes(at.searcher)
        assert beside.tabs == ("links",)
        assert [(row.path, row.text) for row in await beside.rows("links", "Budget.md")] == [
            ("Boiler.md", "The boiler leaks. See Budget#Costs and Gone.")
        ]


@on_qt_loop
async def test_each_list_is_asked_for_by_itself(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told = Told()
        told.notes_told["A.md"] = [RelatedNote("B.md", "B", 1.0, ("links",), "", 1)]
        told.mentions_told = [UnlinkedMention("C.md", "C", 1, "A", ((0, 1),), "A")] * (MAX_ROWS + 5)
        told.twins = [DuplicatePair("A.md", "D.md", 1, "same text"), DuplicatePair("E.md", "F.md", 1, "same text")]
        beside = RelatedNotes(at.searcher, cast("Related", told))
        assert [row.path for row in await beside.rows("related", "A.md")] == ["B.md"]
        assert len(await beside.rows("mentions", "A.md")) == MAX_ROWS + 1
        assert [row.path for row in await beside.rows("similar", "A.md")] == ["D.md"]


# Foot words: names with counts, and a sentence for each empty list.


def test_counts_stand_with_the_names() -> None:
    assert [related_title("links", n) for n in (None, 0, 1, 4)] == [
        "Linked from no note", "Linked from no note", "Linked from 1 note", "Linked from 4 notes",
    ]  # fmt: skip
    assert related_title("related", None) == "Related"
    assert related_title("mentions", MAX_ROWS + 1).endswith("+")


def test_each_empty_list_has_its_own_sentence() -> None:
    assert len({empty_list_text(tab) for tab in ("links", "related", "mentions", "similar")}) == 4


def test_arrows_lead_on_and_space_presses(qtbot: QtBot) -> None:
    tab = RelatedTab()
    qtbot.addWidget(tab)
    tab.show()
    steps: list[int] = []
    tab.stepped.connect(steps.append)
    QTest.keyClick(tab, Qt.Key.Key_Left)
    QTest.keyClick(tab, Qt.Key.Key_Right)
    assert steps == [-1, 1]
    with qtbot.waitSignal(tab.entered):
        QTest.keyClick(tab, Qt.Key.Key_Down)
    with qtbot.waitSignal(tab.clicked):
        QTest.keyClick(tab, Qt.Key.Key_Space)


NAMES = ("Linked from 4 notes", "Related", "Mentions", "Similar")


def made(qtbot: QtBot, width: int, opened: str = "") -> RelatedTabBar:
    tabs = {}
    for name in NAMES:
        tabs[name] = RelatedTab()
        tabs[name].name(name, on=name == opened, opened=name == opened)
    outline = RelatedTab()
    outline.name("Outline", on=False, opened=False)
    aside: dict[QWidget, int] = {outline: 0}
    line = RelatedTabBar(IconButton("chevron-right", "Show"), tuple(tabs.values()), aside)
    qtbot.addWidget(line)
    line.show()
    line.resize(width, 30)
    QApplication.processEvents()
    return line


def names(line: RelatedTabBar) -> list[str]:
    return [tab.text() for tab in line.shown()]


def test_all_names_are_seen_where_there_is_room(qtbot: QtBot, dressed: Theme) -> None:
    line = made(qtbot, 900)
    assert names(line) == list(NAMES)
    assert line.more.isHidden()


def test_what_has_no_room_is_in_the_menu_and_no_name_is_cut(qtbot: QtBot, dressed: Theme) -> None:
    line = made(qtbot, 330)
    seen = names(line)
    assert 1 <= len(seen) < len(NAMES)
    assert all(tab.width() >= tab.sizeHint().width() for tab in line.shown())
    pressed: list[str] = []
    for tab in line.tabs:
        tab.clicked.connect(lambda _on=False, tab=tab: pressed.append(tab.text()))
    line.more.click()
    (menu,) = line.more.findChildren(QMenu)
    offered = [action.text() for action in menu.actions()]
    assert offered == [name for name in NAMES if name not in seen]
    menu.actions()[-1].trigger()
    assert pressed == ["Similar"]
    menu.close()


def test_the_open_one_stays_in_sight(qtbot: QtBot, dressed: Theme) -> None:
    assert "Similar" in names(made(qtbot, 330, "Similar"))


def test_names_come_back_with_the_room(qtbot: QtBot, dressed: Theme) -> None:
    line = made(qtbot, 250)
    line.resize(900, 30)
    QApplication.processEvents()
    assert names(line) == list(NAMES)


ROWS = [
    RelatedRow("a.md", "A & <b>" + "x" * 300, "the boiler leaks", ((4, 10),), "linked", "Result", "the boiler"),
    RelatedRow("b.md", "B", "", remark="the same text " * 20),
]


def shown_list(qtbot: QtBot, width: int = 500) -> RelatedList:
    made = RelatedList()
    qtbot.addWidget(made)
    made.resize(width, 144)
    made.show()
    made.show_related(ROWS)
    return made


def test_rows_are_drawn_with_their_marks_at_any_width(qtbot: QtBot, dressed: Theme) -> None:
    image = shown_list(qtbot).grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(0, image.height(), 2)}
    assert dressed.color("mark").name() in colours
    assert not shown_list(qtbot, 120).grab().isNull()


def test_what_is_marked_far_into_a_line_is_in_sight(qtbot: QtBot, dressed: Theme) -> None:
    made = shown_list(qtbot)
    made.show_related([RelatedRow("a.md", "A", "words " * 40 + "boiler", ((240, 246),))])
    image = made.grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(0, image.height(), 2)}
    assert dressed.color("mark").name() in colours


def test_keys_choose_and_lead_out(qtbot: QtBot) -> None:
    made = shown_list(qtbot)
    chosen: list[tuple[RelatedRow, bool]] = []
    made.row_chosen.connect(lambda row, new_tab: chosen.append((row, new_tab)))
    made.enter()
    QTest.keyClick(made, Qt.Key.Key_Return)
    QTest.keyClick(made, Qt.Key.Key_Down)
    QTest.keyClick(made, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert chosen == [(ROWS[0], False), (ROWS[1], True)]
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Escape):
        made.enter()
        made.go_first()
        with qtbot.waitSignal(made.left_at_top):
            QTest.keyClick(made, key)


def test_what_is_shown_is_read_out_and_told_whole(qtbot: QtBot) -> None:
    index = shown_list(qtbot).row_model.index(0, 0)
    assert "the boiler leaks" in str(index.data(Qt.ItemDataRole.AccessibleTextRole))
    assert "&lt;b&gt;" in str(index.data(Qt.ItemDataRole.ToolTipRole)) or "a.md" in str(
        index.data(Qt.ItemDataRole.ToolTipRole)
    )


def test_equal_rows_touch_nothing(qtbot: QtBot) -> None:
    made = shown_list(qtbot)
    with qtbot.assertNotEmitted(made.row_model.modelReset):
        made.show_related(list(ROWS))


def test_a_note_with_several_lines_is_named_plainly_once(qtbot: QtBot, dressed: Theme) -> None:
    made = shown_list(qtbot)
    made.show_related([RelatedRow("a.md", "MMMM", ""), RelatedRow("a.md", "MMMM", ""), RelatedRow("b.md", "MMMM", "")])
    image = made.grab().toImage()

    colours = []
    for row in range(3):
        place = made.visualRect(made.row_model.index(row, 0))
        points = ((x, y) for x in range(place.left(), place.right()) for y in range(place.top(), place.bottom()))
        colours.append(min(image.pixelColor(*point).lightness() for point in points))

    plain, muted = (dressed.color(role).lightness() for role in ("text", "muted"))
    assert [abs(one - plain) < abs(one - muted) for one in colours] == [True, False, True]


def related(path: str) -> RelatedNote:
    return RelatedNote(path, path.removesuffix(".md"), 0.9, ("meaning",), "Costs", 3)


def foot_of(at: Desk, told: Told | None, reading: ReadingStandsAt | None = None) -> RelatedPanel:
    beside = RelatedNotes(at.searcher, cast("Related | None", told), cast("EmbeddingIndex | None", reading))
    foot = RelatedPanel(beside)
    foot.resize(700, 200)
    return foot


def names_in(foot: RelatedPanel) -> list[str]:
    return [row.name for row in foot.list.related]


def words_in(foot: RelatedPanel) -> str:
    return " ".join(label.text() for label in foot.findChildren(PlainLabel) if label.isVisible())


@on_qt_loop
async def test_links_are_counted_and_a_note_without_any_has_no_foot(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        foot = foot_of(at, None)
        await foot.learn("Budget.md")
        assert foot.isVisible()
        assert foot.tabs["links"].text() == "Linked from 1 note"
        await foot.learn("Garden/Apples.md")
        assert foot.isHidden()
        foot.deleteLater()


@on_qt_loop
async def test_nothing_but_the_number_of_links_is_asked_while_it_is_folded(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told = Told()
        foot = foot_of(at, told)
        foot.show()
        await foot.learn("Budget.md")
        assert told.asked == []
        foot.tabs["related"].click()
        await until(lambda: foot.tabs["related"].text() == "Related 0")
        assert "No other note is related" in words_in(foot)
        foot.tabs["related"].click()
        await foot.learn("Boiler.md")
        assert told.asked == ["Budget.md"]
        await bridge.cancel_all()
        foot.deleteLater()


@on_qt_loop
async def test_the_newest_note_wins(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told = Told(held=True)
        told.notes_told = {"Budget.md": [related("Old.md")], "Boiler.md": [related("New.md"), related("B.md")]}
        foot = foot_of(at, told)
        await foot.learn("Budget.md")
        foot.show()
        foot.open("related")
        await until(lambda: told.asked == ["Budget.md"])
        await foot.learn("Boiler.md")
        await until(lambda: told.asked == ["Budget.md", "Boiler.md"])
        assert names_in(foot) == []
        told.let.set()
        await until(lambda: names_in(foot) == ["New", "B"])
        assert foot.tabs["related"].text() == "Related 2"
        assert foot.list.accessibleName() == "Related 2"
        await bridge.cancel_all()
        foot.deleteLater()


@on_qt_loop
async def test_changes_in_the_vault_are_asked_for_after_a_while(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told = Told()
        foot = foot_of(at, told)
        await foot.learn("Budget.md")
        foot.show()
        foot.open("related")
        await until(lambda: foot.tabs["related"].text() == "Related 0")
        told.notes_told["Budget.md"] = [related("New.md")]
        for _ in range(5):
            await foot.learn("Budget.md")
        assert len(told.asked) == 1
        await until(lambda: names_in(foot) == ["New"])
        assert len(told.asked) == 2
        foot.deleteLater()


@on_qt_loop
async def test_rows_are_reached_and_opened_by_keys(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told = Told()
        told.mentions_told = [UnlinkedMention("Garden/Apples.md", "Apples", 1, "the budget", ((4, 10),), "Budget")]
        foot = foot_of(at, told)
        await foot.learn("Budget.md")
        foot.show()
        foot.activateWindow()
        chosen: list[tuple[RelatedRow, bool]] = []
        foot.chosen.connect(lambda row, new_tab: chosen.append((row, new_tab)))
        foot.fold.click()
        await until(lambda: names_in(foot) == ["Boiler"])
        foot.tabs["mentions"].setFocus()
        QTest.keyClick(foot.tabs["mentions"], Qt.Key.Key_Space)
        await until(lambda: names_in(foot) == ["Apples"])
        QTest.keyClick(foot.tabs["mentions"], Qt.Key.Key_Down)
        QTest.keyClick(foot.list, Qt.Key.Key_Return)
        assert [(row.path, row.passage, new) for row, new in chosen] == [("Garden/Apples.md", "the budget", False)]
        await bridge.cancel_all()
        foot.deleteLater()


@on_qt_loop
async def test_the_next_note_has_the_same_list_open(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        beside = RelatedNotes(at.searcher, cast("Related", Told()))
        first, second = RelatedPanel(beside), RelatedPanel(beside)
        await first.learn("Budget.md")
        first.show()
        first.open("links")
        await second.learn("Budget.md")
        second.show()
        await until(lambda: names_in(second) == ["Boiler"])
        await bridge.cancel_all()
        first.deleteLater()
        second.deleteLater()


@on_qt_loop
async def test_how_far_the_reading_is_stands_beside_related_notes_until_all_is_read(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told = Told()
        reading = ReadingStandsAt(EmbeddingState("reading", 1200, 5400))
        foot = foot_of(at, told, reading)
        await foot.learn("Budget.md")
        foot.show()
        assert "passages indexed" not in words_in(foot)
        foot.open("related")
        await until(lambda: foot.tabs["related"].text() == "Related 0")
        assert "Related by meaning: 1,200 of 5,400 passages indexed" in words_in(foot)
        told.notes_told["Budget.md"] = [related("New.md")]
        reading.move(EmbeddingState("ready", 5400, 5400, passages=5400))
        await until(lambda: names_in(foot) == ["New"])
        assert "passages indexed" not in words_in(foot)
        await bridge.cancel_all()
        foot.deleteLater()


@on_qt_loop
async def test_a_failing_index_is_said(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told = Told()
        told.failing = True
        foot = foot_of(at, told)
        await foot.learn("Budget.md")
        foot.show()
        foot.open("related")
        await until(lambda: "The index is gone." in words_in(foot))
        await bridge.cancel_all()
        foot.deleteLater()


@on_qt_loop
async def test_a_list_folded_before_it_came_is_asked_for_when_it_is_opened_again(tmp_path: Path) -> None:
    async with desk(tmp_path) as at:
        told = Told(held=True)
        told.notes_told["Budget.md"] = [related("New.md")]
        foot = foot_of(at, told)
        await foot.learn("Budget.md")
        foot.show()
        quiet = bridge.running()
        foot.open("related")
        await until(lambda: told.asked)
        foot.open(None)
        told.let.set()
        await until(lambda: bridge.running() == quiet)
        foot.open("related")
        await until(lambda: names_in(foot) == ["New"])
        await bridge.cancel_all()
        foot.deleteLater()
