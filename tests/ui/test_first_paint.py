"""First paint: told once the window was drawn."""

from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.first_paint import first_paint


class Canvas(QWidget):
    painted = 0

    def paintEvent(self, _event: object) -> None:  # noqa: N802 - Qt's own name
        self.painted += 1


@on_qt_loop
async def test_it_waits_for_the_drawing() -> None:
    canvas = Canvas()

    await first_paint(canvas)

    assert canvas.painted >= 1
    canvas.close()


@on_qt_loop
async def test_a_window_that_was_painted_before_is_painted_again() -> None:
    canvas = Canvas()
    await first_paint(canvas)

    await first_paint(canvas)

    assert canvas.painted >= 2
    canvas.close()
