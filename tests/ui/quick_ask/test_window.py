"""Tests of window.py: its size, its parts, and its look without a compositor."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from tests.ui.quick_ask.test_note_model import hit
from vaultdesk.ui.quick_ask import window as module
from vaultdesk.ui.quick_ask.window import WIDTH, QuickWindow
from vaultdesk.ui.theme.theme import theme


def test_it_is_as_high_as_what_is_in_it(qapp: object) -> None:
    window = QuickWindow()
    window.show_parts()
    bare = window.height()
    window.notes.show_hits([hit("Boiler.md"), hit("Budget.md")], lambda _path: False)
    window.show_parts(window.notes)
    assert window.height() == bare + 1 + window.notes.sizeHint().height()
    window.show_parts()
    assert window.height() == bare
    window.deleteLater()


def test_only_one_part_is_shown_and_without_a_vault_nothing_can_be_typed(qapp: object) -> None:
    window = QuickWindow()
    parts = (window.notes, window.answer, window.closed)
    for part in parts:
        window.show_parts(part)
        assert [one for one in parts if not one.isHidden()] == [part]
    assert not window.field.isEnabled()
    assert window.foot.isHidden()
    window.show_parts()
    assert window.field.isEnabled()
    window.deleteLater()


@pytest.mark.parametrize("translucent", [True, False])
def test_with_a_compositor_it_has_a_shadow_and_without_one_a_border_alone(
    qapp: object, monkeypatch: pytest.MonkeyPatch, translucent: bool
) -> None:
    monkeypatch.setattr(module, "can_be_translucent", lambda: translucent)
    window = QuickWindow()
    window.come_up()
    image = window.grab().toImage()
    body = theme().step(WIDTH)
    assert (window.width() == body) is not translucent
    corner = QColor.fromRgba(image.pixel(image.width() // 2, 1))
    border = theme().color("control")
    assert (corner.alpha() < 60) if translucent else True
    edge = QColor.fromRgba(image.pixel((image.width() - body) // 2, image.height() // 3))
    assert edge.name() == border.name()
    window.close()


def test_every_control_has_a_name_and_tab_goes_through_them(qapp: object) -> None:
    window = QuickWindow()
    window.notes.show_hits([hit("Boiler.md")], lambda _path: False)
    window.show_parts(window.notes)
    named = (window.field, window.send, window.notes.rows, window.answer.view, window.foot.note, window.foot.model)
    assert all(control.accessibleName() for control in named)
    window.come_up()
    QTest.keyClick(window.field, Qt.Key.Key_Tab)
    assert not window.field.hasFocus()
    window.close()


def test_esc_and_the_windows_keys_count_wherever_in_it_the_keyboard_is(qapp: object) -> None:
    window = QuickWindow()
    told: list[str] = []
    window.field.escaped.connect(lambda: told.append("escaped"))
    window.field.opened.connect(lambda: told.append("opened"))
    window.show_parts(window.answer)
    window.come_up()
    QTest.keyClick(window.foot.note, Qt.Key.Key_Escape)
    QTest.keyClick(window.answer.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    window.show_parts(window.closed)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert told == ["escaped", "opened", "escaped"]
    window.close()
