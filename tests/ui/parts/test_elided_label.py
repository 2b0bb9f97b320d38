"""Elided label: what is cut can be read in the tooltip, literally."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.elided_label import ElidedLabel, as_tooltip


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
