from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.picture_view import STEP, PictureView


def view(qtbot: QtBot, width: int, height: int) -> PictureView:
    made = PictureView("Plan")
    qtbot.addWidget(made)
    made.resize(400, 400)
    made.show()
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    made.show_image(image, QSize(width, height))
    return made


def test_a_large_picture_is_fitted_and_a_small_one_is_shown_as_it_is(qtbot: QtBot) -> None:
    large = view(qtbot, 1000, 2000)
    assert large.fitted
    assert large.zoom * 2000 <= 400
    assert view(qtbot, 50, 50).zoom == 1.0


def test_keys_make_it_larger_smaller_and_fit_it_again(qtbot: QtBot) -> None:
    made = view(qtbot, 1000, 1000)
    before = made.zoom
    QTest.keyClick(made, Qt.Key.Key_Plus)
    assert abs(made.zoom - before * STEP) < 1e-9
    QTest.keyClick(made, Qt.Key.Key_Minus)
    QTest.keyClick(made, Qt.Key.Key_1)
    assert (made.zoom, made.fitted) == (1.0, False)
    assert made.verticalScrollBar().maximum() > 0
    QTest.keyClick(made, Qt.Key.Key_0)
    assert made.fitted


def test_the_point_under_the_mouse_stays_where_it_is(qtbot: QtBot) -> None:
    made = view(qtbot, 1000, 1000)
    made.set_zoom(1.0, QPointF(200, 200))
    seen = made.horizontalScrollBar().value() + 200
    made.set_zoom(2.0, QPointF(200, 200))
    assert abs(made.horizontalScrollBar().value() + 200 - 2 * seen) <= 2


def test_pages_are_turned_by_keys(qtbot: QtBot) -> None:
    made = view(qtbot, 10, 10)
    turned: list[int] = []
    made.turned.connect(turned.append)
    QTest.keyClick(made, Qt.Key.Key_PageDown)
    QTest.keyClick(made, Qt.Key.Key_PageUp)
    assert turned == [1, -1]
