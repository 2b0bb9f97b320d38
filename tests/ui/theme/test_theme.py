"""Theme: the choice decides the colours, the system's font decides the sizes, and everybody is told of changes."""

import gc
from types import SimpleNamespace

import pytest
import shiboken6
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.theme.theme import ContrastChoice, MotionChoice, Theme, theme
from vaultdesk.ui.theme.tokens import DARK, DARK_CONTRAST, LIGHT, LIGHT_CONTRAST, Tokens


def test_there_is_one_theme() -> None:
    assert theme() is theme()


def test_choosing_dark_changes_colours_palette_and_tells_it(dressed: Theme, qapp: QApplication) -> None:
    told: list[str] = []
    dressed.changed.connect(lambda: told.append(dressed.color("text").name()))

    dressed.set_choice("dark")

    assert dressed.tokens is DARK
    assert told == [DARK.text.lower()]
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == DARK.background.lower()


def test_choosing_the_same_again_tells_nothing(dressed: Theme) -> None:
    told: list[int] = []
    dressed.changed.connect(lambda: told.append(1))

    dressed.set_choice("light")

    assert told == []


def test_palette_has_a_disabled_group_and_an_accent(dressed: Theme, qapp: QApplication) -> None:
    dressed.wear(DARK_CONTRAST)
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
            told.append(self.name)

    told: list[str] = []
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

    assert told == ["nobody has a name for it"]
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
