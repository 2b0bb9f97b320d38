"""Tests of ui/graph/graph_view.py."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.graph.scenes import HOUSE, POSITIONS, house_scene
from vaultdesk.index.link_graph import GraphNode, LinkGraph
from vaultdesk.ui.graph.graph_drawing import HighlightedNodes
from vaultdesk.ui.graph.graph_layout import Scene
from vaultdesk.ui.graph.graph_view import GraphView, NodeAnimation
from vaultdesk.ui.theme.theme import theme

# Animation: nodes slide to their new positions unless motion is turned off.


@on_qt_loop
async def test_nodes_are_animated_from_their_previous_positions() -> None:
    theme().set_motion("full")
    try:
        widget = QWidget()
        animation, before, after = NodeAnimation(widget), house_scene(), house_scene()
        after.move([(x + 100, y) for x, y in POSITIONS])
        animation.begin(before, after)
        assert after.positions[0] == (0.0, 0.0)
        assert animation.goal[0] == (100.0, 0.0)
        await until(lambda: after.positions[0] == (100.0, 0.0) and not animation.goal)
    finally:
        theme().set_motion("system")


def test_without_motion_nodes_are_at_their_new_positions_immediately() -> None:
    theme().set_motion("none")
    try:
        widget = QWidget()
        animation, after = NodeAnimation(widget), house_scene()
        after.move([(x + 100, y) for x, y in POSITIONS])
        animation.begin(house_scene(), after)
        assert after.positions[0] == (100.0, 0.0)
        assert animation.goal == []
    finally:
        theme().set_motion("system")


# GraphView: selection by keyboard and pointer, which is retained in a new scene.


def graph_view() -> GraphView:
    view = GraphView("Graph of Boiler")
    view.resize(900, 600)
    view.show_scene(house_scene(), {"House/Budget.md"})
    return view


def test_keys_move_select_open_center_and_clear() -> None:
    view = graph_view()
    emitted: list[object] = []
    view.opened.connect(lambda key: emitted.append(("opened", key)))
    view.selected.connect(lambda key: emitted.append(("selected", key)))
    view.center_requested.connect(lambda key: emitted.append(("center", key)))
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_C, Qt.Key.Key_Escape):
        QTest.keyClick(view, key)
    survey = "House/Survey.md"
    assert emitted == [("selected", survey), ("opened", survey), ("center", survey), ("selected", "")]
    assert view.accessibleDescription() == "Survey, linked with Boiler, Roof"


def test_the_pointer_selects_and_opens_the_node_under_it() -> None:
    view = graph_view()
    opened: list[object] = []
    view.opened.connect(opened.append)
    position = QPointF(*view.viewport_state.to_view(POSITIONS[2]))
    view.hovered_at(position)
    view.clicked_at(position)
    assert (view.highlight.hovered, view.highlight.selected) == (2, 2)
    view.opened_at(position)
    assert opened == ["House/Budget.md"]
    view.clicked_at(QPointF(1, 1))
    view.hovered_at(None)
    assert view.highlight == HighlightedNodes(cursor=2, private=frozenset({2}))


def test_the_selection_is_retained_while_its_node_exists() -> None:
    view = graph_view()
    emitted: list[object] = []
    view.select("House/Budget.md")
    view.selected.connect(emitted.append)
    view.show_scene(Scene(LinkGraph(HOUSE.nodes[::-1]), POSITIONS, local=True))
    assert view.scene is not None
    assert view.scene.nodes[view.highlight.selected or 0].key == "House/Budget.md"
    assert emitted == []
    view.show_scene(Scene(LinkGraph(HOUSE.nodes[:1]), POSITIONS[:1], local=True))
    assert view.highlight.selected is None
    assert emitted == [""]


def test_a_scene_is_fitted_unless_the_user_zoomed() -> None:
    view = graph_view()
    positions = [view.viewport_state.to_view(position) for position in POSITIONS]
    assert all(0 < x < 900 and 0 < y < 600 for x, y in positions)
    view.zoom(3)
    zoomed = view.viewport_state
    view.show_scene(house_scene())
    assert view.viewport_state == zoomed
    other = LinkGraph((GraphNode("New.md", "New"), *HOUSE.nodes))
    view.show_scene(Scene(other, [(0.0, 0.0), *POSITIONS], local=True))
    assert not view.moved_by_user


def test_names_of_any_script_and_length_are_drawn() -> None:
    names = ["x" * 5000, "مرحبا بالعالم", "\u202eturned", "日本語のノート", "a\nb", ""]
    nodes = tuple(GraphNode(str(n), name, distance=min(n, 1)) for n, name in enumerate(names))
    view = graph_view()
    view.show_scene(Scene(LinkGraph(nodes, tuple((0, n) for n in range(1, 6))), [*POSITIONS, (9.0, 300.0)], local=True))
    assert not view.grab().isNull()
    assert view.accessible_text(99) == ""
