"""Drawing: what stands out is in the accent colour, private notes carry a lock, names are cut."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter

from tests.ui.graph.scenes import PLACES, house
from vaultdesk.ui.graph.drawing import Lit, draw_links, draw_names, draw_nodes, names_to_draw, radius_seen
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.zoom_view import Viewport

SIGHT = Viewport(1.0, 400, 100)


def drawn(lit: Lit) -> QImage:
    image = QImage(800, 400, QImage.Format.Format_RGB32)
    image.fill(theme().color("surface"))
    painter = QPainter(image)
    scene = house()
    draw_links(painter, scene, SIGHT, lit)
    draw_nodes(painter, scene, SIGHT, lit)
    draw_names(painter, scene, lit, names_to_draw(scene, SIGHT, lit, QSize(800, 400), range(5)))
    painter.end()
    return image


def color_at(image: QImage, x: float, y: float) -> QColor:
    return image.pixelColor(round(x), round(y))


def test_the_middle_is_filled_and_what_is_chosen_too() -> None:
    accent, surface = theme().color("accent"), theme().color("surface")
    survey, budget = SIGHT.seen(PLACES[1]), SIGHT.seen(PLACES[2])
    image = drawn(Lit(selected=1))
    assert color_at(image, 400, 100) == accent
    assert color_at(image, *survey) == accent
    assert color_at(image, *budget) == surface


def test_the_name_of_every_node_finds_room_and_long_ones_are_cut() -> None:
    names = names_to_draw(house(), SIGHT, Lit(), QSize(800, 400), range(5))
    assert [words for _, words in names] == ["Boiler", "Survey", "Budget", "#heating", "Roof"]
    nowhere = names_to_draw(house(), Viewport(1.0, 9000, 0), Lit(), QSize(800, 400), range(5))
    assert nowhere == []


def test_a_private_note_needs_more_room_for_its_lock() -> None:
    def width(lit: Lit) -> float:
        placed = next(
            one for one, words in names_to_draw(house(), SIGHT, lit, QSize(800, 400), range(5)) if words == "Budget"
        )
        return placed.area[2] - placed.area[0]

    assert width(Lit(private=frozenset({2}))) > width(Lit())
    assert drawn(Lit(private=frozenset({2}))) != drawn(Lit())


def test_nodes_grow_less_than_distances() -> None:
    near, far = radius_seen(house(), 0, Viewport(4.0)), radius_seen(house(), 0, Viewport(0.02))
    assert far < radius_seen(house(), 0, Viewport()) < near < 4 * radius_seen(house(), 0, Viewport())
