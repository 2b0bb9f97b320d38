"""Theme: the choice decides the colours, the system's font decides the sizes, and everybody is told of changes."""

from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from vaultdesk.ui.theme.theme import Theme, theme
from vaultdesk.ui.theme.tokens import DARK, DARK_CONTRAST, LIGHT


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
