"""Tests of ui/widgets/zoom_view.py."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest

from vaultdesk.ui.widgets.zoom_view import MAX_SCALE, MIN_SCALE, Viewport, ZoomView, fitting_viewport

# Sight: what is seen where, after zooming and moving.


def test_zooming_keeps_what_is_under_the_pointer() -> None:
    sight = Viewport(0.5, 30, 40)
    under = sight.to_scene(200, 100)

    nearer = sight.zoomed(1.7, 200, 100)

    assert nearer.to_view(under) == pytest.approx((200, 100))
    assert nearer.scale == pytest.approx(0.85)


def test_nobody_zooms_into_nothing_or_out_of_sight() -> None:
    assert Viewport().zoomed(1e9, 0, 0).scale == MAX_SCALE
    assert Viewport().zoomed(1e-9, 0, 0).scale == MIN_SCALE


def test_everything_fits_and_few_things_are_not_blown_up() -> None:
    sight = fitting_viewport([(0, 0), (1000, 400)], 600, 600, 50, 1.0)
    assert sight.to_view((0, 0))[0] == pytest.approx(75)
    assert sight.to_view((1000, 400))[0] == pytest.approx(525)
    assert fitting_viewport([(7, 7)], 100, 100, 10, 1.0) == Viewport(1.0, 43, 43)
    assert fitting_viewport([], 100, 80, 10, 1.0) == Viewport(1.0, 50, 40)


# SightView: zoomed, moved and clicked by pointer and keys.


class Recording(ZoomView):
    """Tells what it was asked."""

    def __init__(self) -> None:
        super().__init__("picture")
        self.told: list[object] = []
        self.resize(400, 300)

    def fitted(self) -> Viewport:
        return Viewport(0.5, 7, 7)

    def clicked_at(self, position: QPointF) -> None:
        self.told.append(("clicked", position.toPoint().toTuple()))

    def move_selection(self, dx: int, dy: int) -> None:
        self.told.append((dx, dy))


def test_arrows_walk_and_with_shift_move_and_zero_shows_all() -> None:
    view = Recording()
    QTest.keyClick(view, Qt.Key.Key_Left)
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.told == [(-1, 0), (0, 1)]
    before = view.viewport_state
    QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert view.viewport_state.x < before.x
    assert view.moved_by_user
    QTest.keyClicks(view, "0")
    assert view.viewport_state == Viewport(0.5, 7, 7)
    assert not view.moved_by_user


def test_plus_and_minus_and_the_wheel_zoom_around_what_is_looked_at() -> None:
    view = Recording()
    middle = view.viewport_state.to_scene(200, 150)
    QTest.keyClicks(view, "+")
    assert view.viewport_state.to_view(middle) == pytest.approx((200, 150))
    larger = view.viewport_state.scale
    QTest.keyClicks(view, "-")
    assert view.viewport_state.scale == pytest.approx(larger * 0.8)
    corner = view.viewport_state.to_scene(10, 10)
    turned = QWheelEvent(
        QPointF(10, 10), QPointF(10, 10), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    view.wheelEvent(turned)
    assert view.viewport_state.to_view(corner) == pytest.approx((10, 10))


def test_a_drag_moves_and_is_no_click() -> None:
    view = Recording()
    before = view.viewport_state
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
    QTest.mouseMove(view, QPoint(160, 130))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(160, 130))
    assert (view.viewport_state.x - before.x, view.viewport_state.y - before.y) == (60, 30)
    assert view.told == []
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(50, 60))
    assert view.told == [("clicked", (50, 60))]


def test_another_size_shows_all_again_unless_somebody_moved_it() -> None:
    view = Recording()
    view.refit()
    assert view.viewport_state == Viewport(0.5, 7, 7)
    view.zoom(2)
    kept = view.viewport_state
    view.refit()
    assert view.viewport_state == kept
