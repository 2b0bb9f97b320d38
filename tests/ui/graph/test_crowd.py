"""Crowd: painted elsewhere, shown moved along meanwhile."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.graph.scenes import PLACES, house
from vaultdesk.ui.graph.crowd import GROUP_ROLES, Crowd, CrowdPicture, crowd_colors
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.zoom_view import Viewport


def test_points_have_the_colour_of_their_group_and_links_are_there() -> None:
    colors = crowd_colors()
    assert len(colors) == 3 + len(GROUP_ROLES)
    image = Crowd(house(local=False), [0, 1, 1, 6, 6]).paint(Viewport(1.0, 400, 100), QSize(800, 400), 1.0, colors)
    spots = [image.pixelColor(round(x) + 400, round(y) + 100) for x, y in PLACES[:3]]
    assert spots == [colors[2], colors[3], colors[3]]
    assert image.pixelColor(475, 100) != colors[0]
    assert image.pixelColor(790, 390) == colors[0]


@on_qt_loop
async def test_the_last_picture_is_moved_until_the_next_is_there() -> None:
    widget = QWidget()
    widget.resize(800, 400)
    widget.show()
    picture = CrowdPicture(widget)
    picture.renew(Viewport())
    assert not picture.settled
    picture.set_crowd(Crowd(house(local=False), [0] * 5))
    picture.renew(Viewport(1.0, 400, 100))
    await until(lambda: picture.settled)
    image = QImage(800, 400, QImage.Format.Format_RGB32)
    image.fill(theme().color("surface"))
    painter = QPainter(image)
    picture.draw(painter, Viewport(1.0, 410, 130))
    painter.end()
    assert image.pixelColor(410, 130) == crowd_colors()[2]
    picture.set_crowd(None)
    assert not picture.settled
    widget.close()
