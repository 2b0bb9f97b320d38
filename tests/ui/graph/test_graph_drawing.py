"""Tests of ui/graph/graph_drawing.py."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.graph.scenes import PLACES, house
from vaultdesk.ui.graph.graph_drawing import (
    GROUP_ROLES,
    HighlightedNodes,
    LargeScene,
    LargeScenePicture,
    NodeName,
    draw_links,
    draw_names,
    draw_nodes,
    large_scene_colors,
    names_to_draw,
    placed_names,
    visible_radius,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.zoom_view import Viewport

# Names: the first ones find room, none covers another.


def test_a_name_stands_below_its_node_else_above_it() -> None:
    first, second = NodeName(0, 100, 100, 5, 80), NodeName(1, 110, 100, 5, 80)

    placed = placed_names([first, second], 16, 3)

    assert [one.area for one in placed] == [(60, 108, 140, 124), (70, 76, 150, 92)]


def test_who_finds_no_room_is_left_out_unless_it_must_be_shown() -> None:
    crowd = [NodeName(number, 100, 100, 5, 80) for number in range(6)]

    placed = placed_names([*crowd, NodeName(9, 100, 100, 5, 80, required=True)], 16, 3)

    assert [one.index for one in placed] == [0, 1, 2, 3, 9]


def test_no_name_covers_a_node() -> None:
    placed = placed_names([NodeName(0, 100, 100, 5, 80)], 16, 3, nodes=[(95, 95, 105, 105), (95, 110, 105, 120)])

    assert placed[0].area[3] < 95


def test_no_more_than_wanted() -> None:
    far = [NodeName(number, number * 500, 0, 5, 80) for number in range(9)]

    assert len(placed_names(far, 16, 3, limit=4)) == 4


# Drawing: what stands out is in the accent colour, private notes carry a lock, names are cut.

SIGHT = Viewport(1.0, 400, 100)


def drawn(highlight: HighlightedNodes) -> QImage:
    image = QImage(800, 400, QImage.Format.Format_RGB32)
    image.fill(theme().color("surface"))
    painter = QPainter(image)
    scene = house()
    draw_links(painter, scene, SIGHT, highlight)
    draw_nodes(painter, scene, SIGHT, highlight)
    draw_names(painter, scene, highlight, names_to_draw(scene, SIGHT, highlight, QSize(800, 400), range(5)))
    painter.end()
    return image


def color_at(image: QImage, x: float, y: float) -> QColor:
    return image.pixelColor(round(x), round(y))


def test_the_middle_is_filled_and_what_is_chosen_too() -> None:
    accent, surface = theme().color("accent"), theme().color("surface")
    survey, budget = SIGHT.to_view(PLACES[1]), SIGHT.to_view(PLACES[2])
    image = drawn(HighlightedNodes(selected=1))
    assert color_at(image, 400, 100) == accent
    assert color_at(image, *survey) == accent
    assert color_at(image, *budget) == surface


def test_the_name_of_every_node_finds_room_and_long_ones_are_cut() -> None:
    names = names_to_draw(house(), SIGHT, HighlightedNodes(), QSize(800, 400), range(5))
    assert [words for _, words in names] == ["Boiler", "Survey", "Budget", "#heating", "Roof"]
    nowhere = names_to_draw(house(), Viewport(1.0, 9000, 0), HighlightedNodes(), QSize(800, 400), range(5))
    assert nowhere == []


def test_a_private_note_needs_more_room_for_its_lock() -> None:
    def width(highlight: HighlightedNodes) -> float:
        placed = next(
            one
            for one, words in names_to_draw(house(), SIGHT, highlight, QSize(800, 400), range(5))
            if words == "Budget"
        )
        return placed.area[2] - placed.area[0]

    assert width(HighlightedNodes(private=frozenset({2}))) > width(HighlightedNodes())
    assert drawn(HighlightedNodes(private=frozenset({2}))) != drawn(HighlightedNodes())


def test_nodes_grow_less_than_distances() -> None:
    near, far = visible_radius(house(), 0, Viewport(4.0)), visible_radius(house(), 0, Viewport(0.02))
    assert far < visible_radius(house(), 0, Viewport()) < near < 4 * visible_radius(house(), 0, Viewport())


# Crowd: painted elsewhere, shown moved along meanwhile.


def test_points_have_the_colour_of_their_group_and_links_are_there() -> None:
    colors = large_scene_colors()
    assert len(colors) == 3 + len(GROUP_ROLES)
    image = LargeScene(house(local=False), [0, 1, 1, 6, 6]).paint(Viewport(1.0, 400, 100), QSize(800, 400), 1.0, colors)
    spots = [image.pixelColor(round(x) + 400, round(y) + 100) for x, y in PLACES[:3]]
    assert spots == [colors[2], colors[3], colors[3]]
    assert image.pixelColor(475, 100) != colors[0]
    assert image.pixelColor(790, 390) == colors[0]


@on_qt_loop
async def test_the_last_picture_is_moved_until_the_next_is_there() -> None:
    widget = QWidget()
    widget.resize(800, 400)
    widget.show()
    picture = LargeScenePicture(widget)
    picture.renew(Viewport())
    assert not picture.settled
    picture.set_scene(LargeScene(house(local=False), [0] * 5))
    picture.renew(Viewport(1.0, 400, 100))
    await until(lambda: picture.settled)
    image = QImage(800, 400, QImage.Format.Format_RGB32)
    image.fill(theme().color("surface"))
    painter = QPainter(image)
    picture.draw(painter, Viewport(1.0, 410, 130))
    painter.end()
    assert image.pixelColor(410, 130) == large_scene_colors()[2]
    picture.set_scene(None)
    assert not picture.settled
    widget.close()
