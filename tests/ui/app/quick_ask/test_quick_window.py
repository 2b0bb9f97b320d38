"""Tests of ui/app/quick_ask/quick_window.py."""

import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.support.passages import found_request
from tests.support.qt_loop import on_qt_loop, until
from tests.support.requests import AWAY, read_request
from tests.ui.app.quick_ask.test_found_notes import hit
from tests.ui.chat.scenes import answered, begun
from tests.ui.privacy.requests import EVERYTHING
from vaultdesk.providers.provider import TextArrived
from vaultdesk.tools.runtime.approvals import FirstUseRequest
from vaultdesk.ui.app.quick_ask import quick_window as module
from vaultdesk.ui.app.quick_ask.quick_window import (
    WIDTH,
    AnswerPane,
    QuickWindow,
    can_be_translucent,
    screen_at_pointer,
    window_position,
)
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.privacy.disclosure_dialog import DisclosureCard
from vaultdesk.ui.review.approval_view import ApprovalCard
from vaultdesk.ui.review.first_use_card import FirstUseCard
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.frames import SHADOW_EXTENT

# Answer pane.


def pane() -> AnswerPane:
    created = AnswerPane()
    created.resize(600, 400)
    return created


def test_only_earlier_questions_are_shown_above_their_answers(qapp: object) -> None:
    shown = pane()
    exchanges: list[Exchange] = [answered(text="One.")]
    shown.add_exchange(exchanges[0], exchanges)
    exchanges.append(answered(text="Two."))
    shown.add_exchange(exchanges[1], exchanges)
    assert [view.card.isHidden() for view in shown.view.views] == [False, True]


@on_qt_loop
async def test_preferred_height_increases_as_the_answer_grows() -> None:
    shown = pane()
    shown.show()
    try:
        exchanges = [begun()]
        shown.add_exchange(exchanges[0], exchanges)
        await until(lambda: shown.preferred_height > 0)
        before = shown.preferred_height
        heights: list[int] = []
        shown.height_changed.connect(lambda: heights.append(shown.preferred_height))
        exchanges[0].apply(TextArrived("\n\n".join(["A paragraph of the answer."] * 6)))
        shown.view.exchange_changed(exchanges[0])
        await until(lambda: heights and heights[-1] > before + 100)
    finally:
        shown.close()


def test_an_answer_has_no_background_fill(qapp: object) -> None:
    shown = pane()
    exchanges = [begun()]
    shown.add_exchange(exchanges[0], exchanges)
    exchanges[0].apply(TextArrived("Grows."))
    shown.view.exchange_changed(exchanges[0])
    shown.view.flush()
    (answer,) = shown.view.views[0].answers
    assert not answer.viewport().autoFillBackground()


def test_a_card_is_added_to_the_pane_and_removed(qapp: object) -> None:
    shown, card = pane(), QWidget()
    shown.add_card(card)
    assert shown.isAncestorOf(card)
    shown.remove_card(card)
    assert card.isHidden()


# Placement.


def test_the_window_is_centered_near_the_top_of_its_screen(qapp: object) -> None:
    second = QRect(1920, 40, 1440, 860)
    geometry = window_position(QSize(640, 300), second)
    assert geometry == QRect(1920 + 400, 40 + 112, 640, 300)


def test_the_window_stays_within_a_small_screen(qapp: object) -> None:
    small = QRect(0, 0, 500, 300)
    assert small.contains(window_position(QSize(640, 290), small))


def test_a_screen_is_found_and_windows_can_be_translucent_without_x11(qapp: object) -> None:
    assert screen_at_pointer().availableGeometry().isValid()
    assert can_be_translucent()


# The window: its size, its parts, and its look without a compositor.


def test_window_height_follows_its_content(qapp: object) -> None:
    window = QuickWindow()
    window.show_parts()
    base_height = window.height()
    window.notes.show_hits([hit("Boiler.md"), hit("Budget.md")], lambda _path: False)
    window.show_parts(window.notes)
    assert window.height() == base_height + 1 + window.notes.sizeHint().height()
    window.show_parts()
    assert window.height() == base_height
    window.deleteLater()


def test_one_part_is_shown_at_a_time_and_the_field_is_disabled_without_a_vault(qapp: object) -> None:
    window = QuickWindow()
    parts = (window.notes, window.answer, window.closed)
    for part in parts:
        window.show_parts(part)
        assert [widget for widget in parts if not widget.isHidden()] == [part]
    assert not window.field.isEnabled()
    assert window.footer.isHidden()
    window.show_parts()
    assert window.field.isEnabled()
    window.deleteLater()


@pytest.mark.parametrize("translucent", [True, False])
def test_the_window_has_a_shadow_with_a_compositor_and_only_a_border_without_one(
    qapp: object, monkeypatch: pytest.MonkeyPatch, translucent: bool
) -> None:
    monkeypatch.setattr(module, "can_be_translucent", lambda: translucent)
    window = QuickWindow()
    window.show_front()
    image = window.grab().toImage()
    body = theme().px(WIDTH)
    assert (window.width() == body) is not translucent
    corner = QColor.fromRgba(image.pixel(image.width() // 2, 1))
    border = theme().color("control")
    assert (corner.alpha() < 60) if translucent else True
    edge = QColor.fromRgba(image.pixel((image.width() - body) // 2, image.height() // 3))
    assert edge.name() == border.name()
    window.close()


def test_every_control_has_an_accessible_name_and_tab_moves_the_focus(qapp: object) -> None:
    window = QuickWindow()
    window.notes.show_hits([hit("Boiler.md")], lambda _path: False)
    window.show_parts(window.notes)
    named = (window.field, window.send, window.notes.rows, window.answer.view, window.footer.note, window.footer.model)
    assert all(control.accessibleName() for control in named)
    window.show_front()
    QTest.keyClick(window.field, Qt.Key.Key_Tab)
    assert not window.field.hasFocus()
    window.close()


def test_esc_and_window_shortcuts_work_wherever_the_focus_is(qapp: object) -> None:
    window = QuickWindow()
    received: list[str] = []
    window.field.escaped.connect(lambda: received.append("escaped"))
    window.field.opened.connect(lambda: received.append("opened"))
    window.show_parts(window.answer)
    window.show_front()
    QTest.keyClick(window.footer.note, Qt.Key.Key_Escape)
    QTest.keyClick(window.answer.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    window.show_parts(window.closed)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert received == ["escaped", "opened", "escaped"]
    window.close()


# Cards: their buttons stay visible, and their content scrolls on a low screen.


async def read_notes(_path: str) -> str:
    return "\n".join(f"Line {number} of the quote." for number in range(40))


def request_cards() -> list[QWidget]:
    names = tuple(f"Projects/House/Quote {number}.md" for number in range(8))
    first = FirstUseRequest(AWAY, "What did we decide?", "Lindenweg", 1204, 58)
    return [
        ApprovalCard(read_request(names, preview=read_notes)),
        ApprovalCard(found_request()),
        DisclosureCard(EVERYTHING),
        FirstUseCard(first),
    ]


@pytest.mark.parametrize("card_index", range(4))
@pytest.mark.parametrize("screen_height", [800, 533])
@on_qt_loop
async def test_a_card_fits_in_the_window_with_its_buttons_visible(card_index: int, screen_height: int) -> None:
    window = QuickWindow()
    window._max_height = round(screen_height * module.MAX_HEIGHT_SHARE)
    exchanges = [begun()]
    window.answer.add_exchange(exchanges[0], exchanges)
    window.show_parts(window.answer)
    window.show()
    card = request_cards()[card_index]
    window.answer.add_card(card)
    try:
        await until(lambda: window.answer.cards == [card] and card.height() > 100)
        await until(lambda: all(fully_shown(button, window) for button in card_buttons(card)))
        frame = 2 * theme().px(SHADOW_EXTENT) + 2
        assert window.height() <= round(screen_height * module.MAX_HEIGHT_SHARE_WITH_CARD) + frame
        assert not card.geometry().intersects(window.answer.view.geometry())
        window.answer.remove_card(card)
        before = window.answer.height()
        await until(lambda: window.answer.height() <= before)
        assert window.answer.cards == []
    finally:
        card.deleteLater()
        window.close()


def card_buttons(card: QWidget) -> list[QWidget]:
    if isinstance(card, FirstUseCard):
        return [*card.view.buttons.values()]
    assert isinstance(card, ApprovalCard | DisclosureCard)
    return [card.view.footer.cancel_button, card.view.footer.approve_button]


def fully_shown(button: QWidget, window: QuickWindow) -> bool:
    """Whether all of *button* can be seen, above the footer of *window*."""
    inside = button.visibleRegion().boundingRect() == button.rect()
    return inside and button.mapTo(window, button.rect().bottomLeft()).y() < window.footer.geometry().top()
