"""Tests of ui/theme/theme.py."""

import gc
from types import SimpleNamespace

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFocusFrame, QLineEdit, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.theme.color_tokens import DARK, DARK_CONTRAST, LIGHT, LIGHT_CONTRAST, Tokens
from vaultdesk.ui.theme.theme import DISABLED_ROLES, ROLES, ContrastChoice, MotionChoice, Theme, palette_of, theme
from vaultdesk.ui.widgets.buttons import IconButton, PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel

# Palette: each of Qt's roles has its colour.


@pytest.mark.parametrize("tokens", [LIGHT, DARK])
def test_every_role_has_its_token(tokens: Tokens) -> None:
    palette = palette_of(tokens)

    found = {role: palette.color(QPalette.ColorGroup.Active, role).name().upper() for role in ROLES}

    assert found == {role: tokens.hex(token) for role, token in ROLES.items()}


def test_disabled_words_are_in_the_disabled_colour() -> None:
    palette = palette_of(LIGHT)

    found = {palette.color(QPalette.ColorGroup.Disabled, role).name().upper() for role in DISABLED_ROLES}

    assert found == {LIGHT.disabled}


# Focus ring: seen where the keyboard went, not where the mouse clicked.


class Form(QWidget):
    """Two buttons and a field."""

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 20)
        self.first, self.second = PlainButton("First"), PlainButton("Second")
        self.field = QLineEdit()
        self.icon = IconButton("copy", "Copy")
        for widget in (self.first, self.second, self.field, self.icon):
            column.addWidget(widget)

    def ring_at(self, widget: QWidget) -> bool:
        """Tell whether accent is drawn just outside the widget's left edge."""
        QApplication.processEvents()
        image = self.grab().toImage()
        spot = widget.mapTo(self, QPoint(-3, widget.height() // 2))
        return image.pixelColor(spot) == self.accent

    accent = QColor()


@pytest.fixture
def form(qtbot: QtBot, dressed: Theme) -> Form:
    created = Form()
    created.accent = dressed.color("accent")
    qtbot.addWidget(created)
    created.show()
    created.activateWindow()
    qtbot.waitUntil(created.isActiveWindow)
    created.setFocus()
    return created


def test_tab_puts_the_ring_on_the_next_button(form: Form) -> None:
    form.first.setFocus(Qt.FocusReason.TabFocusReason)
    assert form.ring_at(form.first)

    QTest.keyClick(form.first, Qt.Key.Key_Tab)

    assert form.ring_at(form.second)
    assert not form.ring_at(form.first)


def test_a_click_draws_no_ring(form: Form) -> None:
    QTest.mousePress(form.second, Qt.MouseButton.LeftButton)

    assert form.second.hasFocus()
    assert not form.ring_at(form.second)
    QTest.mouseRelease(form.second, Qt.MouseButton.LeftButton)


def test_focus_given_by_the_program_wears_the_ring(form: Form) -> None:
    """A dialog gives the keyboard to its safe button: that must be seen, even after the click that opened it."""
    form.second.setFocus(Qt.FocusReason.OtherFocusReason)

    assert form.ring_at(form.second)


def test_a_field_shows_its_focus_by_its_border_not_by_a_ring(form: Form) -> None:
    form.field.setFocus(Qt.FocusReason.TabFocusReason)

    assert not form.ring_at(form.field)
    image = form.grab().toImage()
    edge = form.field.mapTo(form, QPoint(0, form.field.height() // 2))
    assert image.pixelColor(edge) == form.accent
    assert image.pixelColor(edge + QPoint(1, 0)) == form.accent


def test_the_ring_survives_the_window_it_was_in(qtbot: QtBot, dressed: Theme, form: Form) -> None:
    gone = Form()
    gone.show()
    gone.activateWindow()
    qtbot.waitUntil(gone.isActiveWindow)
    gone.first.setFocus(Qt.FocusReason.TabFocusReason)
    assert gone.findChild(QFocusFrame) is not None
    shiboken6.delete(gone)

    form.activateWindow()
    qtbot.waitUntil(form.isActiveWindow)
    form.icon.setFocus(Qt.FocusReason.TabFocusReason)

    assert form.ring_at(form.icon)


# Theme: the choice decides the colours, the system's font decides the sizes, and everybody is told of changes.


def test_there_is_one_theme() -> None:
    assert theme() is theme()


def test_choosing_dark_changes_colours_palette_and_tells_it(dressed: Theme, qapp: QApplication) -> None:
    received: list[str] = []
    dressed.changed.connect(lambda: received.append(dressed.color("text").name()))

    dressed.set_choice("dark")

    assert dressed.tokens is DARK
    assert received == [DARK.text.lower()]
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == DARK.background.lower()


def test_choosing_the_same_again_tells_nothing(dressed: Theme) -> None:
    received: list[int] = []
    dressed.changed.connect(lambda: received.append(1))

    dressed.set_choice("light")

    assert received == []


def test_palette_has_a_disabled_group_and_an_accent(dressed: Theme, qapp: QApplication) -> None:
    dressed.use_tokens(DARK_CONTRAST)
    palette = qapp.palette()

    assert palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text).name() == DARK_CONTRAST.disabled.lower()
    assert palette.color(QPalette.ColorRole.Accent).name() == DARK_CONTRAST.accent.lower()


def test_system_is_light_where_the_system_says_nothing(dressed: Theme) -> None:
    dressed.set_choice("dark")
    dressed.set_choice("system")

    assert dressed.tokens is LIGHT


def test_a_widget_that_is_gone_in_whatever_way_is_not_told(dressed: Theme, qapp: QApplication) -> None:
    class Told(QWidget):
        def __init__(self, name: str, parent: QWidget | None = None) -> None:
            super().__init__(parent)
            self.name = name
            dressed.changed.connect(self.dress)

        def dress(self) -> None:
            received.append(self.name)

    received: list[str] = []
    parent, area = QWidget(), QScrollArea()
    kept = Told("its parent was deleted", parent)
    Told("nobody has a name for it", area.viewport())
    dropped = Told("its last name was dropped")
    taken_out = Told("it was taken out and dropped", area)
    taken_out.setParent(None)
    deferred = Told("it was deleted later")
    deferred.deleteLater()
    cycle = Told("it was in a cycle")
    cycle.me = cycle  # type: ignore[attr-defined] # the cycle
    shiboken6.delete(parent)
    del dropped, taken_out, cycle
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()

    dressed.set_choice("dark")

    assert received == ["nobody has a name for it"]
    assert not shiboken6.isValid(kept)


def test_a_widget_may_go_while_others_are_told(dressed: Theme) -> None:
    labels = [PlainLabel(str(number)) for number in range(20)]

    def drop_half() -> None:
        del labels[::2]
        gc.collect()

    dressed.changed.connect(drop_half)
    dressed.set_choice("dark")
    dressed.set_choice("light")
    dressed.changed.disconnect(drop_half)

    assert len(labels) == 5


def test_contrast_can_be_chosen_over_what_the_system_says(dressed: Theme) -> None:
    dressed.set_choice("dark")
    dressed.set_contrast("high")
    high = dressed.tokens
    dressed.set_contrast("system")

    assert (high, dressed.tokens) == (DARK_CONTRAST, DARK)


def test_high_contrast_of_the_system_is_followed_until_the_person_wants_the_normal_one(
    dressed: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No platform without a desktop can say so: its word is put into its mouth."""
    preference = SimpleNamespace(contrastPreference=lambda: SimpleNamespace(name="HighContrast"))
    hints = SimpleNamespace(colorScheme=lambda: Qt.ColorScheme.Light, accessibility=lambda: preference)
    monkeypatch.setattr(QGuiApplication, "styleHints", lambda: hints)
    worn: list[Tokens] = []
    choices: tuple[ContrastChoice, ...] = ("system", "normal", "high")
    for contrast in choices:
        dressed.set_contrast(contrast)
        worn.append(dressed.tokens)

    assert worn == [LIGHT_CONTRAST, LIGHT, LIGHT_CONTRAST]


def test_nothing_moves_where_the_person_or_else_the_system_wants_none(dressed: Theme, qapp: QApplication) -> None:
    asked = []
    choices: tuple[MotionChoice, ...] = ("full", "none", "system", "system")
    for choice, system in zip(choices, (False, True, True, False), strict=True):
        qapp.setEffectEnabled(Qt.UIEffect.UI_General, system)
        dressed.set_motion(choice)
        asked.append(dressed.motion)

    assert asked == [True, False, True, False]
