import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.files.name_popup import NamePopup


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    return made


def test_a_name_is_told_once_and_a_wrong_one_is_explained(window: QWidget) -> None:
    popup = NamePopup(window, "Boiler", lambda name: "No." if name == "bad" else "")
    named: list[str] = []
    popup.named.connect(named.append)
    popup.open()
    assert popup.field.edit.selectedText() == "Boiler"
    popup.field.set_text("bad")
    popup.field.submitted.emit()
    assert (popup.field.problem(), named) == ("No.", [])
    popup.field.set_text(" Heating ")
    assert popup.field.problem() == ""
    popup.field.submitted.emit()
    assert named == ["Heating"]


def test_the_same_name_changes_nothing(window: QWidget) -> None:
    popup = NamePopup(window, "Boiler", lambda _name: "never asked")
    named: list[str] = []
    popup.named.connect(named.append)
    popup.open()
    popup.field.submitted.emit()
    assert named == []
