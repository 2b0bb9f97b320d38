"""Tests of ui/widgets/zoom_view.py."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest

from vaultdesk.ui.widgets.zoom_view import MAX_SCALE, MIN_SCALE, Viewport, ZoomView, fitting_viewport

# Viewport: coordinate conversion after zooming and moving.


def test_zooming_keeps_the_point_under_the_pointer() -> None:
    viewport = Viewport(0.5, 30, 40)
    scene_point = viewport.to_scene(200, 100)

    zoomed = viewport.zoomed(1.7, 200, 100)

    assert zoomed.to_view(scene_point) == pytest.approx((200, 100))
    assert zoomed.scale == pytest.approx(0.85)


def test_scale_has_limits() -> None:
    assert Viewport().zoomed(1e9, 0, 0).scale == MAX_SCALE
    assert Viewport().zoomed(1e-9, 0, 0).scale == MIN_SCALE


def test_fitting_shows_everything_without_magnifying_small_scenes() -> None:
    viewport = fitting_viewport([(0, 0), (1000, 400)], 600, 600, 50, 1.0)
    assert viewport.to_view((0, 0))[0] == pytest.approx(75)
    assert viewport.to_view((1000, 400))[0] == pytest.approx(525)
    assert fitting_viewport([(7, 7)], 100, 100, 10, 1.0) == Viewport(1.0, 43, 43)
    assert fitting_viewport([], 100, 80, 10, 1.0) == Viewport(1.0, 50, 40)


# Zoom view: zoomed, moved and clicked by pointer and keyboard.


class RecordingZoomView(ZoomView):
    """Records clicks and selection moves."""

    def __init__(self) -> None:
        super().__init__("picture")
        self.events: list[object] = []
        self.resize(400, 300)

    def fitted(self) -> Viewport:
        return Viewport(0.5, 7, 7)

    def clicked_at(self, position: QPointF) -> None:
        self.events.append(("clicked", position.toPoint().toTuple()))

    def move_selection(self, dx: int, dy: int) -> None:
        self.events.append((dx, dy))


def test_arrow_keys_move_the_selection_with_shift_the_view_and_zero_resets() -> None:
    view = RecordingZoomView()
    QTest.keyClick(view, Qt.Key.Key_Left)
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.events == [(-1, 0), (0, 1)]
    before = view.viewport_state
    QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert view.viewport_state.x < before.x
    assert view.moved_by_user
    QTest.keyClicks(view, "0")
    assert view.viewport_state == Viewport(0.5, 7, 7)
    assert not view.moved_by_user


def test_plus_minus_and_wheel_zoom_around_their_anchor() -> None:
    view = RecordingZoomView()
    middle = view.viewport_state.to_scene(200, 150)
    QTest.keyClicks(view, "+")
    assert view.viewport_state.to_view(middle) == pytest.approx((200, 150))
    larger = view.viewport_state.scale
    QTest.keyClicks(view, "-")
    assert view.viewport_state.scale == pytest.approx(larger * 0.8)
    corner = view.viewport_state.to_scene(10, 10)
    event = QWheelEvent(
        QPointF(10, 10), QPointF(10, 10), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    view.wheelEvent(event)
    assert view.viewport_state.to_view(corner) == pytest.approx((10, 10))


def test_drag_moves_the_view_without_a_click() -> None:
    view = RecordingZoomView()
    before = view.viewport_state
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
    QTest.mouseMove(view, QPoint(160, 130))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(160, 130))
    assert (view.viewport_state.x - before.x, view.viewport_state.y - before.y) == (60, 30)
    assert view.events == []
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(50, 60))
    assert view.events == [("clicked", (50, 60))]


def test_resizing_fits_again_unless_the_user_moved_the_view() -> None:
    view = RecordingZoomView()
    view.refit()
    assert view.viewport_state == Viewport(0.5, 7, 7)
    view.zoom(2)
    moved = view.viewport_state
    view.refit()
    assert view.viewport_state == moved
