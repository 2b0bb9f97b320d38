"""Tests of ui/graph/graph_view.py."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.graph.scenes import HOUSE, PLACES, house
from vaultdesk.index.link_graph import GraphNode, LinkGraph
from vaultdesk.ui.graph.graph_drawing import HighlightedNodes
from vaultdesk.ui.graph.graph_layout import Scene
from vaultdesk.ui.graph.graph_view import GraphView, NodeAnimation
from vaultdesk.ui.theme.theme import theme

# Moving: nodes slide where things may move, and are at once where they belong elsewhere.


@on_qt_loop
async def test_nodes_come_from_where_they_were() -> None:
    theme().set_motion("full")
    try:
        widget = QWidget()
        moving, before, after = NodeAnimation(widget), house(), house()
        after.move([(x + 100, y) for x, y in PLACES])
        moving.begin(before, after)
        assert after.positions[0] == (0.0, 0.0)
        assert moving.goal[0] == (100.0, 0.0)
        await until(lambda: after.positions[0] == (100.0, 0.0) and not moving.goal)
    finally:
        theme().set_motion("system")


def test_without_motion_they_are_there() -> None:
    theme().set_motion("none")
    try:
        widget = QWidget()
        moving, after = NodeAnimation(widget), house()
        after.move([(x + 100, y) for x, y in PLACES])
        moving.begin(house(), after)
        assert after.positions[0] == (100.0, 0.0)
        assert moving.goal == []
    finally:
        theme().set_motion("system")


# GraphView: nodes are walked to, chosen and opened; what was chosen survives another scene.


def shown() -> GraphView:
    view = GraphView("Graph of Boiler")
    view.resize(900, 600)
    view.show_scene(house(), {"House/Budget.md"})
    return view


def test_the_keys_walk_choose_open_centre_and_clear() -> None:
    view = shown()
    emitted: list[object] = []
    view.opened.connect(lambda key: emitted.append(("opened", key)))
    view.selected.connect(lambda key: emitted.append(("selected", key)))
    view.centre_requested.connect(lambda key: emitted.append(("centre", key)))
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_C, Qt.Key.Key_Escape):
        QTest.keyClick(view, key)
    survey = "House/Survey.md"
    assert emitted == [("selected", survey), ("opened", survey), ("centre", survey), ("selected", "")]
    assert view.accessibleDescription() == "Survey, linked with Boiler, Roof"


def test_the_pointer_chooses_and_opens_what_is_under_it() -> None:
    view = shown()
    opened: list[object] = []
    view.opened.connect(opened.append)
    at = QPointF(*view.viewport_state.to_view(PLACES[2]))
    view.hovered_at(at)
    view.clicked_at(at)
    assert (view.highlight.hovered, view.highlight.selected) == (2, 2)
    view.opened_at(at)
    assert opened == ["House/Budget.md"]
    view.clicked_at(QPointF(1, 1))
    view.hovered_at(None)
    assert view.highlight == HighlightedNodes(cursor=2, private=frozenset({2}))


def test_what_is_chosen_stays_chosen_while_it_is_there() -> None:
    view = shown()
    emitted: list[object] = []
    view.select("House/Budget.md")
    view.selected.connect(emitted.append)
    view.show_scene(Scene(LinkGraph(HOUSE.nodes[::-1]), PLACES, local=True))
    assert view.scene is not None
    assert view.scene.nodes[view.highlight.selected or 0].key == "House/Budget.md"
    assert emitted == []
    view.show_scene(Scene(LinkGraph(HOUSE.nodes[:1]), PLACES[:1], local=True))
    assert view.highlight.selected is None
    assert emitted == [""]


def test_everything_is_seen_unless_somebody_zoomed() -> None:
    view = shown()
    seen = [view.viewport_state.to_view(place) for place in PLACES]
    assert all(0 < x < 900 and 0 < y < 600 for x, y in seen)
    view.zoom(3)
    kept = view.viewport_state
    view.show_scene(house())
    assert view.viewport_state == kept
    other = LinkGraph((GraphNode("New.md", "New"), *HOUSE.nodes))
    view.show_scene(Scene(other, [(0.0, 0.0), *PLACES], local=True))
    assert not view.moved_by_user


def test_names_of_any_script_and_length_are_drawn() -> None:
    names = ["x" * 5000, "مرحبا بالعالم", "\u202eturned", "日本語のノート", "a\nb", ""]
    nodes = tuple(GraphNode(str(n), name, distance=min(n, 1)) for n, name in enumerate(names))
    view = shown()
    view.show_scene(Scene(LinkGraph(nodes, tuple((0, n) for n in range(1, 6))), [*PLACES, (9.0, 300.0)], local=True))
    assert not view.grab().isNull()
    assert view.accessible_text(99) == ""
