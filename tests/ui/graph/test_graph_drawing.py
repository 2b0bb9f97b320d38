"""Tests of ui/graph/graph_drawing.py."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.graph.scenes import POSITIONS, house_scene
from vaultdesk.ui.graph.graph_drawing import (
    GROUP_ROLES,
    Area,
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
    radius_scale,
    visible_radius,
)
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.zoom_view import Viewport

# Placement of names: earlier ones take precedence, none overlaps another.


def test_a_name_is_placed_below_its_node_or_else_above_it() -> None:
    first, second = NodeName(0, 100, 100, 5, 80), NodeName(1, 110, 100, 5, 80)

    placed = placed_names([first, second], 16, 3)

    assert [name.area for name in placed] == [(60, 108, 140, 124), (70, 76, 150, 92)]


def test_names_without_space_are_omitted_unless_required() -> None:
    crowd = [NodeName(number, 100, 100, 5, 80) for number in range(6)]

    placed = placed_names([*crowd, NodeName(9, 100, 100, 5, 80, required=True)], 16, 3)

    assert [name.index for name in placed] == [0, 1, 2, 3, 9]


def test_no_name_covers_a_node() -> None:
    placed = placed_names([NodeName(0, 100, 100, 5, 80)], 16, 3, nodes=[(95, 95, 105, 105), (95, 110, 105, 120)])

    assert placed[0].area[3] < 95


def test_the_number_of_names_is_limited() -> None:
    far = [NodeName(number, number * 500, 0, 5, 80) for number in range(9)]

    assert len(placed_names(far, 16, 3, limit=4)) == 4


@pytest.mark.parametrize(
    ("x", "y", "area"),
    [(10, 100, (18, 92, 98, 108)), (390, 100, (302, 92, 382, 108)), (200, 190, (160, 166, 240, 182))],
)
def test_a_name_is_placed_where_the_edge_of_the_view_does_not_cut_it_off(x: float, y: float, area: Area) -> None:
    placed = placed_names([NodeName(0, x, y, 5, 80)], 16, 3, bounds=(0, 0, 400, 200))

    assert [name.area for name in placed] == [area]


# Drawing: highlighted nodes in the accent color, locks of private notes, elided names.

VIEWPORT = Viewport(1.0, 400, 100)


def painted(highlight: HighlightedNodes) -> QImage:
    image = QImage(800, 400, QImage.Format.Format_RGB32)
    image.fill(theme().color("surface"))
    painter = QPainter(image)
    scene = house_scene()
    draw_links(painter, scene, VIEWPORT, highlight)
    draw_nodes(painter, scene, VIEWPORT, highlight)
    draw_names(painter, scene, highlight, names_to_draw(scene, VIEWPORT, highlight, QSize(800, 400), range(5)))
    painter.end()
    return image


def color_at(image: QImage, x: float, y: float) -> QColor:
    return image.pixelColor(round(x), round(y))


def test_the_center_and_the_selected_node_are_filled() -> None:
    accent, surface = theme().color("accent"), theme().color("surface")
    survey, budget = VIEWPORT.to_view(POSITIONS[1]), VIEWPORT.to_view(POSITIONS[2])
    image = painted(HighlightedNodes(selected=1))
    assert color_at(image, 400, 100) == accent
    assert color_at(image, *survey) == accent
    assert color_at(image, *budget) == surface


def test_the_names_of_all_visible_nodes_are_drawn() -> None:
    names = names_to_draw(house_scene(), VIEWPORT, HighlightedNodes(), QSize(800, 400), range(5))
    assert [text for _, text in names] == ["Boiler", "Survey", "Budget", "#heating", "Roof"]
    outside = names_to_draw(house_scene(), Viewport(1.0, 9000, 0), HighlightedNodes(), QSize(800, 400), range(5))
    assert outside == []


def test_the_name_of_a_private_note_is_wider_by_its_lock() -> None:
    def width(highlight: HighlightedNodes) -> float:
        placed = next(
            name
            for name, text in names_to_draw(house_scene(), VIEWPORT, highlight, QSize(800, 400), range(5))
            if text == "Budget"
        )
        return placed.area[2] - placed.area[0]

    assert width(HighlightedNodes(private=frozenset({2}))) > width(HighlightedNodes())
    assert painted(HighlightedNodes(private=frozenset({2}))) != painted(HighlightedNodes())


def test_node_radii_grow_less_than_distances_when_zooming() -> None:
    scene = house_scene()
    far, middle, near = (visible_radius(scene, 0, radius_scale(Viewport(zoom))) for zoom in (0.02, 1.0, 4.0))
    assert far < middle < near < 4 * middle


# Large scenes: painted in a thread; the last picture is moved until the next one is ready.


def test_a_large_scene_paints_links_and_nodes_in_the_colors_of_their_groups() -> None:
    colors = large_scene_colors()
    assert len(colors) == 3 + len(GROUP_ROLES)
    image = LargeScene(house_scene(local=False), [0, 1, 1, 6, 6]).paint(
        Viewport(1.0, 400, 100), QSize(800, 400), 1.0, colors
    )
    node_colors = [image.pixelColor(round(x) + 400, round(y) + 100) for x, y in POSITIONS[:3]]
    assert node_colors == [colors[2], colors[3], colors[3]]
    assert image.pixelColor(475, 100) != colors[0]
    assert image.pixelColor(790, 390) == colors[0]


def test_points_and_links_of_a_large_scene_are_as_wide_on_a_dense_screen() -> None:
    colors = large_scene_colors()
    scene = LargeScene(house_scene(local=False), [0, 1, 1, 6, 6])
    y = round(POSITIONS[0][1])
    widths = []
    for ratio in (1, 2):
        image = scene.paint(Viewport(1.0, 400, 100), QSize(800, 400), ratio, colors)
        row = [image.pixelColor(column, (y + 100) * ratio) == colors[2] for column in range(image.width())]
        widths.append(sum(row) / ratio)
    assert widths[0] == pytest.approx(widths[1], abs=1)


@on_qt_loop
async def test_the_last_picture_is_moved_until_the_next_one_is_ready() -> None:
    widget = QWidget()
    widget.resize(800, 400)
    widget.show()
    picture = LargeScenePicture(widget)
    picture.refresh(Viewport())
    assert not picture.settled
    picture.set_scene(LargeScene(house_scene(local=False), [0] * 5))
    picture.refresh(Viewport(1.0, 400, 100))
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
