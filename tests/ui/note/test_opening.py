from PySide6.QtWidgets import QLabel, QStackedWidget

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.desk import until
from vaultdesk.ui.note.opening import Opening
from vaultdesk.ui.widgets.empty_state import EmptyState


@on_qt_loop
async def test_it_comes_late_and_not_at_all_where_the_note_is_there() -> None:
    body = QStackedWidget()
    before = QLabel("before")
    body.addWidget(before)
    opening = Opening(body)
    body.setCurrentWidget(before)
    told: list[str] = []
    opening.late.connect(lambda: told.append("late"))
    opening.begin(at_once=False)
    opening.end()
    assert (body.currentWidget(), opening.active) == (before, False)
    opening.begin(at_once=False)
    assert body.currentWidget() is before
    await until(lambda: body.currentWidget() is opening)
    assert told == ["late"]


@on_qt_loop
async def test_at_once_the_place_is_empty_and_the_words_come_late() -> None:
    body = QStackedWidget()
    opening = Opening(body)
    opening.begin(at_once=True)
    words = opening.findChild(EmptyState)
    assert isinstance(words, EmptyState)
    assert body.currentWidget() is opening
    assert words.isHidden()
    await until(lambda: not words.isHidden())
