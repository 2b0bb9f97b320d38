"""Labels: hostile text is shown literally, and what is cut can be read in the tooltip."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.labels import ElidedLabel, PlainLabel, as_tooltip
from vaultdesk.ui.theme.theme import Theme


def test_markup_is_shown_as_text(qtbot: QtBot) -> None:
    label = PlainLabel("<b>bold</b> &amp; <img src=x>")
    qtbot.addWidget(label)

    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.text() == "<b>bold</b> &amp; <img src=x>"


def test_label_has_its_colour_on_any_ground_and_in_any_theme(qtbot: QtBot, dressed: Theme) -> None:
    holder = QWidget()
    holder.setBackgroundRole(QPalette.ColorRole.Base)
    label = PlainLabel("muted", "muted", parent=holder)
    qtbot.addWidget(holder)
    assert label.palette().color(label.foregroundRole()).name() == dressed.tokens.muted.lower()

    dressed.set_choice("dark")

    assert label.palette().color(label.foregroundRole()).name() == dressed.tokens.muted.lower()


def test_elided_label_tells_everything_in_the_tooltip_only_when_cut(qtbot: QtBot) -> None:
    label = ElidedLabel("Projects/House/A very long name of a note.md", Qt.TextElideMode.ElideMiddle)
    qtbot.addWidget(label)
    label.resize(label.sizeHint())
    label.show()
    assert label.toolTip() == ""

    label.resize(60, label.height())

    assert label.toolTip() == "Projects/House/A very long name of a note.md"


def test_tooltip_shows_markup_literally() -> None:
    assert as_tooltip("Boiler") == "Boiler"
    assert as_tooltip("<b>x</b>") == '<p style="white-space:pre-wrap">&lt;b&gt;x&lt;/b&gt;</p>'
