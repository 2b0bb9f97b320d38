"""Tests of ui/notes/related_panel.py."""

from pathlib import Path
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.note.note_area_env import NoteAreaEnv, open_note_area
from tests.ui.note.related_notes import FakeRelated
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
async def test_without_an_index_of_related_notes_only_links_are_listed(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        source = RelatedNotes(env.searcher)
        assert source.tabs == ("links",)
        assert [(row.path, row.text) for row in await source.rows("links", "Budget.md")] == [
            ("Boiler.md", "The boiler leaks. See Budget#Costs and Gone.")
        ]


@on_qt_loop
async def test_each_list_is_loaded_separately(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        fake = FakeRelated()
        fake.related_notes["A.md"] = [RelatedNote("B.md", "B", ("links",), "")]
        fake.unlinked_mentions = [UnlinkedMention("C.md", "C", 1, "A", ((0, 1),), "A")] * (MAX_ROWS + 5)
        fake.duplicate_pairs = [
            DuplicatePair("A.md", "D.md", 1, "same text"),
            DuplicatePair("E.md", "F.md", 1, "same text"),
        ]
        source = RelatedNotes(env.searcher, cast("Related", fake))
        assert [row.path for row in await source.rows("related", "A.md")] == ["B.md"]
        assert len(await source.rows("mentions", "A.md")) == MAX_ROWS + 1
        assert [row.path for row in await source.rows("similar", "A.md")] == ["D.md"]


# Titles with counts, and a message for each empty list.


def test_titles_contain_counts() -> None:
    assert [related_title("links", n) for n in (None, 0, 1, 4)] == [
        "Linked from no note", "Linked from no note", "Linked from 1 note", "Linked from 4 notes",
    ]  # fmt: skip
    assert related_title("related", None) == "Related"
    assert related_title("mentions", MAX_ROWS + 1).endswith("+")


def test_each_empty_list_has_its_own_message() -> None:
    assert len({empty_list_text(tab) for tab in ("links", "related", "mentions", "similar")}) == 4


def test_arrow_keys_step_between_tabs_and_space_clicks(qtbot: QtBot) -> None:
    tab = RelatedTab()
    qtbot.addWidget(tab)
    tab.show()
    steps: list[int] = []
    tab.stepped.connect(steps.append)
    QTest.keyClick(tab, Qt.Key.Key_Left)
    QTest.keyClick(tab, Qt.Key.Key_Right)
    assert steps == [-1, 1]
    with qtbot.waitSignal(tab.entered, timeout=30_000):
        QTest.keyClick(tab, Qt.Key.Key_Down)
    with qtbot.waitSignal(tab.clicked, timeout=30_000):
        QTest.keyClick(tab, Qt.Key.Key_Space)


NAMES = ("Linked from 4 notes", "Related", "Mentions", "Similar")


def tab_bar(qtbot: QtBot, width: int, opened: str = "") -> RelatedTabBar:
    tabs = {}
    for name in NAMES:
        tabs[name] = RelatedTab()
        tabs[name].name(name, on=name == opened, opened=name == opened)
    outline = RelatedTab()
    outline.name("Outline", on=False, opened=False)
    side_widgets: dict[QWidget, int] = {outline: 0}
    bar = RelatedTabBar(IconButton("chevron-right", "Show"), tuple(tabs.values()), side_widgets)
    qtbot.addWidget(bar)
    bar.show()
    bar.resize(width, 30)
    QApplication.processEvents()
    return bar


def tab_names(bar: RelatedTabBar) -> list[str]:
    return [tab.text() for tab in bar.shown()]


def test_all_tabs_are_visible_in_a_wide_bar(qtbot: QtBot, app_theme: Theme) -> None:
    bar = tab_bar(qtbot, 900)
    assert tab_names(bar) == list(NAMES)
    assert bar.more.isHidden()


def test_tabs_that_do_not_fit_are_in_the_menu_and_no_name_is_elided(qtbot: QtBot, app_theme: Theme) -> None:
    bar = tab_bar(qtbot, 330)
    visible = tab_names(bar)
    assert 1 <= len(visible) < len(NAMES)
    assert all(tab.width() >= tab.sizeHint().width() for tab in bar.shown())
    pressed: list[str] = []
    for tab in bar.tabs:
        tab.clicked.connect(lambda _on=False, tab=tab: pressed.append(tab.text()))
    bar.more.click()
    (menu,) = bar.more.findChildren(QMenu)
    offered = [action.text() for action in menu.actions()]
    assert offered == [name for name in NAMES if name not in visible]
    menu.actions()[-1].trigger()
    assert pressed == ["Similar"]
    menu.close()


def test_the_open_tab_stays_visible_in_a_narrow_bar(qtbot: QtBot, app_theme: Theme) -> None:
    assert "Similar" in tab_names(tab_bar(qtbot, 330, "Similar"))


def test_tabs_reappear_when_the_bar_becomes_wider(qtbot: QtBot, app_theme: Theme) -> None:
    bar = tab_bar(qtbot, 250)
    bar.resize(900, 30)
    QApplication.processEvents()
    assert tab_names(bar) == list(NAMES)


ROWS = [
    RelatedRow("a.md", "A & <b>" + "x" * 300, "the boiler leaks", ((4, 10),), "linked", "Result", "the boiler"),
    RelatedRow("b.md", "B", "", remark="the same text " * 20),
]


def shown_list(qtbot: QtBot, width: int = 500) -> RelatedList:
    widget = RelatedList()
    qtbot.addWidget(widget)
    widget.resize(width, 144)
    widget.show()
    widget.show_related(ROWS)
    return widget


def test_rows_are_painted_with_their_highlights_at_any_width(qtbot: QtBot, app_theme: Theme) -> None:
    image = shown_list(qtbot).grab().toImage()
    colors = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(0, image.height(), 2)}
    assert app_theme.color("mark").name() in colors
    assert not shown_list(qtbot, 120).grab().isNull()


def test_a_highlight_far_into_a_line_is_visible(qtbot: QtBot, app_theme: Theme) -> None:
    widget = shown_list(qtbot)
    widget.show_related([RelatedRow("a.md", "A", "words " * 40 + "boiler", ((240, 246),))])
    image = widget.grab().toImage()
    colors = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(0, image.height(), 2)}
    assert app_theme.color("mark").name() in colors


def test_keys_choose_a_row_and_leave_the_list(qtbot: QtBot) -> None:
    widget = shown_list(qtbot)
    chosen: list[tuple[RelatedRow, bool]] = []
    widget.row_chosen.connect(lambda row, new_tab: chosen.append((row, new_tab)))
    widget.enter()
    QTest.keyClick(widget, Qt.Key.Key_Return)
    QTest.keyClick(widget, Qt.Key.Key_Down)
    QTest.keyClick(widget, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert chosen == [(ROWS[0], False), (ROWS[1], True)]
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Escape):
        widget.enter()
        widget.go_first()
        with qtbot.waitSignal(widget.left_at_top, timeout=30_000):
            QTest.keyClick(widget, key)


def test_a_row_has_accessible_text_and_a_tooltip(qtbot: QtBot) -> None:
    index = shown_list(qtbot).row_model.index(0, 0)
    assert "the boiler leaks" in str(index.data(Qt.ItemDataRole.AccessibleTextRole))
    assert "&lt;b&gt;" in str(index.data(Qt.ItemDataRole.ToolTipRole)) or "a.md" in str(
        index.data(Qt.ItemDataRole.ToolTipRole)
    )


def test_showing_equal_rows_does_not_reset_the_model(qtbot: QtBot) -> None:
    widget = shown_list(qtbot)
    with qtbot.assertNotEmitted(widget.row_model.modelReset):
        widget.show_related(list(ROWS))


def test_the_name_of_a_note_with_several_rows_is_emphasised_only_in_the_first(qtbot: QtBot, app_theme: Theme) -> None:
    widget = shown_list(qtbot)
    widget.show_related(
        [RelatedRow("a.md", "MMMM", ""), RelatedRow("a.md", "MMMM", ""), RelatedRow("b.md", "MMMM", "")]
    )
    image = widget.grab().toImage()

    colors = []
    for row in range(3):
        rect = widget.visualRect(widget.row_model.index(row, 0))
        points = ((x, y) for x in range(rect.left(), rect.right()) for y in range(rect.top(), rect.bottom()))
        colors.append(min(image.pixelColor(*point).lightness() for point in points))

    plain, muted = (app_theme.color(role).lightness() for role in ("text", "muted"))
    assert [abs(lightness - plain) < abs(lightness - muted) for lightness in colors] == [True, False, True]


def related(path: str) -> RelatedNote:
    return RelatedNote(path, path.removesuffix(".md"), ("meaning",), "Costs")


def panel_of(env: NoteAreaEnv, fake: FakeRelated | None, reading: ReadingStandsAt | None = None) -> RelatedPanel:
    source = RelatedNotes(env.searcher, cast("Related | None", fake), cast("EmbeddingIndex | None", reading))
    panel = RelatedPanel(source)
    panel.resize(700, 200)
    return panel


def row_names(panel: RelatedPanel) -> list[str]:
    return [row.name for row in panel.list.related]


def visible_text(panel: RelatedPanel) -> str:
    return " ".join(label.text() for label in panel.findChildren(PlainLabel) if label.isVisible())


@on_qt_loop
async def test_the_panel_counts_links_and_is_hidden_without_any(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        panel = panel_of(env, None)
        await panel.learn("Budget.md")
        assert panel.isVisible()
        assert panel.tabs["links"].text() == "Linked from 1 note"
        await panel.learn("Garden/Apples.md")
        assert panel.isHidden()
        panel.deleteLater()


@on_qt_loop
async def test_a_folded_panel_requests_only_the_number_of_links(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        fake = FakeRelated()
        panel = panel_of(env, fake)
        panel.show()
        await panel.learn("Budget.md")
        assert fake.requested == []
        panel.tabs["related"].click()
        await until(lambda: panel.tabs["related"].text() == "Related 0")
        assert "No other note is related" in visible_text(panel)
        panel.tabs["related"].click()
        await panel.learn("Boiler.md")
        assert fake.requested == ["Budget.md"]
        await bridge.cancel_all()
        panel.deleteLater()


@on_qt_loop
async def test_a_late_answer_for_a_previous_note_is_ignored(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        fake = FakeRelated(blocked=True)
        fake.related_notes = {"Budget.md": [related("Old.md")], "Boiler.md": [related("New.md"), related("B.md")]}
        panel = panel_of(env, fake)
        await panel.learn("Budget.md")
        panel.show()
        panel.open("related")
        await until(lambda: fake.requested == ["Budget.md"])
        await panel.learn("Boiler.md")
        await until(lambda: fake.requested == ["Budget.md", "Boiler.md"])
        assert row_names(panel) == []
        fake.released.set()
        await until(lambda: row_names(panel) == ["New", "B"])
        assert panel.tabs["related"].text() == "Related 2"
        assert panel.list.accessibleName() == "Related 2"
        await bridge.cancel_all()
        panel.deleteLater()


@on_qt_loop
async def test_repeated_changes_cause_one_request_after_a_delay(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        fake = FakeRelated()
        panel = panel_of(env, fake)
        await panel.learn("Budget.md")
        panel.show()
        panel.open("related")
        await until(lambda: panel.tabs["related"].text() == "Related 0")
        fake.related_notes["Budget.md"] = [related("New.md")]
        for _ in range(5):
            await panel.learn("Budget.md")
        assert len(fake.requested) == 1
        await until(lambda: row_names(panel) == ["New"])
        assert len(fake.requested) == 2
        panel.deleteLater()


@on_qt_loop
async def test_rows_are_reached_and_opened_by_keys(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        fake = FakeRelated()
        fake.unlinked_mentions = [UnlinkedMention("Garden/Apples.md", "Apples", 1, "the budget", ((4, 10),), "Budget")]
        panel = panel_of(env, fake)
        await panel.learn("Budget.md")
        panel.show()
        panel.activateWindow()
        chosen: list[tuple[RelatedRow, bool]] = []
        panel.chosen.connect(lambda row, new_tab: chosen.append((row, new_tab)))
        panel.fold.click()
        await until(lambda: row_names(panel) == ["Boiler"])
        panel.tabs["mentions"].setFocus()
        QTest.keyClick(panel.tabs["mentions"], Qt.Key.Key_Space)
        await until(lambda: row_names(panel) == ["Apples"])
        QTest.keyClick(panel.tabs["mentions"], Qt.Key.Key_Down)
        QTest.keyClick(panel.list, Qt.Key.Key_Return)
        assert [(row.path, row.passage, new) for row, new in chosen] == [("Garden/Apples.md", "the budget", False)]
        await bridge.cancel_all()
        panel.deleteLater()


@on_qt_loop
async def test_the_open_list_is_shared_by_all_panels(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        source = RelatedNotes(env.searcher, cast("Related", FakeRelated()))
        first, second = RelatedPanel(source), RelatedPanel(source)
        await first.learn("Budget.md")
        first.show()
        first.open("links")
        await second.learn("Budget.md")
        second.show()
        await until(lambda: row_names(second) == ["Boiler"])
        await bridge.cancel_all()
        first.deleteLater()
        second.deleteLater()


@on_qt_loop
async def test_indexing_progress_is_shown_beside_related_notes_until_it_is_complete(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        fake = FakeRelated()
        reading = ReadingStandsAt(EmbeddingState("reading", 1200, 5400))
        panel = panel_of(env, fake, reading)
        await panel.learn("Budget.md")
        panel.show()
        assert "passages indexed" not in visible_text(panel)
        panel.open("related")
        await until(lambda: panel.tabs["related"].text() == "Related 0")
        assert "Related by meaning: 1,200 of 5,400 passages indexed" in visible_text(panel)
        fake.related_notes["Budget.md"] = [related("New.md")]
        reading.move(EmbeddingState("ready", 5400, 5400, passages=5400))
        await until(lambda: row_names(panel) == ["New"])
        assert "passages indexed" not in visible_text(panel)
        await bridge.cancel_all()
        panel.deleteLater()


@on_qt_loop
async def test_an_index_failure_is_shown(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        fake = FakeRelated()
        fake.failing = True
        panel = panel_of(env, fake)
        await panel.learn("Budget.md")
        panel.show()
        panel.open("related")
        await until(lambda: "The index is gone." in visible_text(panel))
        await bridge.cancel_all()
        panel.deleteLater()


@on_qt_loop
async def test_a_list_folded_while_loading_is_loaded_when_it_is_opened_again(tmp_path: Path) -> None:
    async with open_note_area(tmp_path) as env:
        fake = FakeRelated(blocked=True)
        fake.related_notes["Budget.md"] = [related("New.md")]
        panel = panel_of(env, fake)
        await panel.learn("Budget.md")
        panel.show()
        running_before = bridge.running()
        panel.open("related")
        await until(lambda: fake.requested)
        panel.open(None)
        fake.released.set()
        await until(lambda: bridge.running() <= running_before)  # Other tasks may end, too.
        panel.open("related")
        await until(lambda: row_names(panel) == ["New"])
        await bridge.cancel_all()
        panel.deleteLater()
