"""Tests of ui/graph/graph_page.py."""

from pathlib import Path
from typing import cast

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop
from tests.ui.graph.scenes import HOUSE, house
from tests.ui.graph.vault import linked
from vaultdesk.ui.graph.graph_page import MAX_PASSAGE_LENGTH, GraphPage, NodeCard, text_around_name
from vaultdesk.ui.graph.graph_source import GraphSource

# NodeCard: what can be done with a node depends on its kind.


def test_a_tag_is_searched_for_and_an_unwritten_note_created() -> None:
    held = QWidget()
    held.resize(600, 400)
    card = NodeCard(held)
    _, survey, _, tag, roof = HOUSE.nodes
    said: list[tuple[str, bool, bool]] = []
    for node in (survey, tag, roof):
        card.show_node(node, "", private=False, centre=True)
        said.append((card.open.text(), card.centre.isVisibleTo(card), card.chat.isVisibleTo(card)))
    assert said == [("Open", True, True), ("Search for it", False, True), ("Create the note", False, False)]
    assert card.geometry().bottom() < 400
    assert card.accessibleName() == "Roof"


def test_a_long_passage_is_cut_to_what_stands_around_the_name() -> None:
    passage = "word " * 100 + "the Boiler decides " + "word " * 100
    cut = text_around_name(passage, "boiler")
    assert "Boiler decides" in cut
    assert cut.startswith("…word")
    assert cut.endswith("…")
    assert len(cut) <= MAX_PASSAGE_LENGTH + 2
    assert text_around_name("short", "x") == "short"


# GraphPage: what is asked in the picture, on the card and in the list is told with its node.


@on_qt_loop
async def test_every_way_to_open_and_add_tells_the_node(tmp_path: Path) -> None:
    async with linked(tmp_path) as (_, source):
        page = GraphPage(source, "Links")
        opened: list[str] = []
        added: list[str] = []
        centred: list[str] = []
        page.note_opened.connect(lambda node: opened.append(node.name))
        page.chat_requested.connect(lambda node: added.append(node.name))
        page.centre_requested.connect(centred.append)
        page.view.show_scene(house())
        page.show_graph()
        page.view.opened.emit("House/Survey.md")
        page.view.select("House/Budget.md")
        page.card.open.click()
        page.card.chat.click()
        page.card.centre.click()
        page.view.centre_requested.emit("#heating")
        page.as_list.click()
        page.list.chosen.emit("?roof")
        assert opened == ["Survey", "Budget", "Roof"]
        assert added == ["Budget"]
        assert centred == ["House/Budget.md"]
        assert page.body.currentWidget() is page.list
        page.show_error("No index", "Wait.")
        page.as_list.click()
        assert page.body.currentWidget() is page.error_state


def test_in_a_narrow_pane_the_count_goes_before_the_name_is_cut(qtbot: QtBot) -> None:
    page = GraphPage(cast("GraphSource", None), "Links")
    qtbot.addWidget(page)
    page.title.set_text("Boiler")
    page.status.set_text("9 direct links, 13 in two steps")
    page.show()
    page.resize(900, 400)
    qtbot.waitUntil(lambda: page.status.width() >= page.status.sizeHint().width())
    page.resize(page.title.sizeHint().width() + 160, 400)
    qtbot.waitUntil(lambda: page.status.width() < page.status.sizeHint().width())
    assert page.title.width() >= page.title.sizeHint().width()
