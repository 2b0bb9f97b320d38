"""Row label: as high as the field beside it, and literal."""

from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.number_field import NumberField
from vaultdesk.ui.parts.row_label import row_label


def test_it_is_as_high_as_a_field_and_plain_text(qtbot: QtBot) -> None:
    label, field = row_label("<b>Days</b>"), NumberField("Days")
    qtbot.addWidget(label)
    qtbot.addWidget(field)
    assert label.height() == field.sizeHint().height()
    assert label.text() == "<b>Days</b>"
