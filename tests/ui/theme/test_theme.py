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

# Palette: each role of Qt has its color.


@pytest.mark.parametrize("tokens", [LIGHT, DARK])
def test_every_role_has_its_token(tokens: Tokens) -> None:
    palette = palette_of(tokens)

    found = {role: palette.color(QPalette.ColorGroup.Active, role).name().upper() for role in ROLES}

    assert found == {role: tokens.hex(token) for role, token in ROLES.items()}


def test_disabled_text_has_the_disabled_color() -> None:
    palette = palette_of(LIGHT)

    found = {palette.color(QPalette.ColorGroup.Disabled, role).name().upper() for role in DISABLED_ROLES}

    assert found == {LIGHT.disabled}


# Focus ring: shown for keyboard focus, not for mouse clicks.


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
        """Return whether the accent color is painted just outside the left edge of *widget*."""
        QApplication.processEvents()
        image = self.grab().toImage()
        point = widget.mapTo(self, QPoint(-3, widget.height() // 2))
        return image.pixelColor(point) == self.accent

    accent = QColor()


@pytest.fixture
def form(qtbot: QtBot, app_theme: Theme) -> Form:
    created = Form()
    created.accent = app_theme.color("accent")
    qtbot.addWidget(created)
    created.show()
    created.activateWindow()
    qtbot.waitUntil(created.isActiveWindow, timeout=30_000)
    created.setFocus()
    return created


def test_tab_moves_the_ring_to_the_next_button(form: Form) -> None:
    form.first.setFocus(Qt.FocusReason.TabFocusReason)
    assert form.ring_at(form.first)

    QTest.keyClick(form.first, Qt.Key.Key_Tab)

    assert form.ring_at(form.second)
    assert not form.ring_at(form.first)


def test_a_click_shows_no_ring(form: Form) -> None:
    QTest.mousePress(form.second, Qt.MouseButton.LeftButton)

    assert form.second.hasFocus()
    assert not form.ring_at(form.second)
    QTest.mouseRelease(form.second, Qt.MouseButton.LeftButton)


def test_focus_set_by_the_program_shows_the_ring(form: Form) -> None:
    """A dialog focuses its safe button: that must be visible, even after the click that opened the dialog."""
    form.second.setFocus(Qt.FocusReason.OtherFocusReason)

    assert form.ring_at(form.second)


def test_a_focused_field_has_an_accent_border_and_no_ring(form: Form) -> None:
    form.field.setFocus(Qt.FocusReason.TabFocusReason)

    assert not form.ring_at(form.field)
    image = form.grab().toImage()
    edge = form.field.mapTo(form, QPoint(0, form.field.height() // 2))
    assert image.pixelColor(edge) == form.accent
    assert image.pixelColor(edge + QPoint(1, 0)) == form.accent


def test_the_ring_works_after_its_window_was_deleted(qtbot: QtBot, app_theme: Theme, form: Form) -> None:
    deleted = Form()
    deleted.show()
    deleted.activateWindow()
    qtbot.waitUntil(deleted.isActiveWindow, timeout=30_000)
    deleted.first.setFocus(Qt.FocusReason.TabFocusReason)
    assert deleted.findChild(QFocusFrame) is not None
    shiboken6.delete(deleted)

    form.activateWindow()
    qtbot.waitUntil(form.isActiveWindow, timeout=30_000)
    form.icon.setFocus(Qt.FocusReason.TabFocusReason)

    assert form.ring_at(form.icon)


# Theme: the choice determines the colors, the system font the sizes, and changes emit a signal.


def test_the_theme_is_a_singleton() -> None:
    assert theme() is theme()


def test_choosing_dark_changes_the_palette_and_emits_changed(app_theme: Theme, qapp: QApplication) -> None:
    received: list[str] = []
    app_theme.changed.connect(lambda: received.append(app_theme.color("text").name()))

    app_theme.set_choice("dark")

    assert app_theme.tokens is DARK
    assert received == [DARK.text.lower()]
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == DARK.background.lower()


def test_choosing_the_current_theme_emits_nothing(app_theme: Theme) -> None:
    received: list[int] = []
    app_theme.changed.connect(lambda: received.append(1))

    app_theme.set_choice("light")

    assert received == []


def test_palette_has_a_disabled_group_and_an_accent(app_theme: Theme, qapp: QApplication) -> None:
    app_theme.use_tokens(DARK_CONTRAST)
    palette = qapp.palette()

    assert palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text).name() == DARK_CONTRAST.disabled.lower()
    assert palette.color(QPalette.ColorRole.Accent).name() == DARK_CONTRAST.accent.lower()


def test_the_system_theme_defaults_to_light(app_theme: Theme) -> None:
    app_theme.set_choice("dark")
    app_theme.set_choice("system")

    assert app_theme.tokens is LIGHT


def test_deleted_widgets_receive_no_signal(app_theme: Theme, qapp: QApplication) -> None:
    class Listener(QWidget):
        def __init__(self, name: str, parent: QWidget | None = None) -> None:
            super().__init__(parent)
            self.name = name
            app_theme.changed.connect(self.on_changed)

        def on_changed(self) -> None:
            received.append(self.name)

    received: list[str] = []
    parent, area = QWidget(), QScrollArea()
    child = Listener("its parent was deleted", parent)
    Listener("no name refers to it", area.viewport())
    dropped = Listener("its last name was dropped")
    taken_out = Listener("it was taken out and dropped", area)
    taken_out.setParent(None)
    deferred = Listener("it was deleted later")
    deferred.deleteLater()
    cycle = Listener("it was in a cycle")
    cycle.me = cycle  # type: ignore[attr-defined] # the cycle
    shiboken6.delete(parent)
    del dropped, taken_out, cycle
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()

    app_theme.set_choice("dark")

    assert received == ["no name refers to it"]
    assert not shiboken6.isValid(child)


def test_widgets_may_be_deleted_while_the_signal_is_emitted(app_theme: Theme) -> None:
    labels = [PlainLabel(str(number)) for number in range(20)]

    def drop_half() -> None:
        del labels[::2]
        gc.collect()

    app_theme.changed.connect(drop_half)
    app_theme.set_choice("dark")
    app_theme.set_choice("light")
    app_theme.changed.disconnect(drop_half)

    assert len(labels) == 5


def test_the_contrast_choice_overrides_the_system(app_theme: Theme) -> None:
    app_theme.set_choice("dark")
    app_theme.set_contrast("high")
    high = app_theme.tokens
    app_theme.set_contrast("system")

    assert (high, app_theme.tokens) == (DARK_CONTRAST, DARK)


def test_system_high_contrast_is_followed_unless_normal_is_chosen(
    app_theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The offscreen platform cannot report high contrast, so its style hints are replaced."""
    preference = SimpleNamespace(contrastPreference=lambda: SimpleNamespace(name="HighContrast"))
    hints = SimpleNamespace(colorScheme=lambda: Qt.ColorScheme.Light, accessibility=lambda: preference)
    monkeypatch.setattr(QGuiApplication, "styleHints", lambda: hints)
    applied: list[Tokens] = []
    choices: tuple[ContrastChoice, ...] = ("system", "normal", "high")
    for contrast in choices:
        app_theme.set_contrast(contrast)
        applied.append(app_theme.tokens)

    assert applied == [LIGHT_CONTRAST, LIGHT, LIGHT_CONTRAST]


def test_motion_follows_the_choice_of_the_user_or_else_the_system(app_theme: Theme, qapp: QApplication) -> None:
    motions = []
    choices: tuple[MotionChoice, ...] = ("full", "none", "system", "system")
    for choice, system in zip(choices, (False, True, True, False), strict=True):
        qapp.setEffectEnabled(Qt.UIEffect.UI_General, system)
        app_theme.set_motion(choice)
        motions.append(app_theme.motion)

    assert motions == [True, False, True, False]
