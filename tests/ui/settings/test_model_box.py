"""Model box: typed or picked; what a server lists is never trusted to be short or visible."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from vaultdesk.ui.settings.model_box import LONGEST_ID, MOST_MODELS, ModelBox


def box_of(qtbot: QtBot, model: str = "") -> ModelBox:
    box = ModelBox(model)
    qtbot.addWidget(box)
    box.show()
    return box


def test_a_typed_model_is_told_when_the_field_is_left(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    told: list[str] = []
    box.finished.connect(lambda: told.append(box.chosen()))
    edit = box.lineEdit()
    assert edit is not None
    QTest.keyClicks(edit, " qwen3:8b ")
    assert told == []
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert set(told) == {"qwen3:8b"}


def test_a_list_leaves_the_chosen_model_alone(qtbot: QtBot) -> None:
    box = box_of(qtbot, "mine")
    box.offer(["a", "b", "a"])
    assert (box.chosen(), box.models()) == ("mine", ["a", "b"])


def test_the_only_model_of_a_server_is_chosen_and_of_two_none(qtbot: QtBot) -> None:
    one, two = box_of(qtbot), box_of(qtbot)
    one.offer(["only"])
    two.offer(["a", "b"])
    assert (one.chosen(), two.chosen()) == ("only", "")
    edit = two.lineEdit()
    assert edit is not None
    assert edit.placeholderText() == "Choose one of 2 models, or type its name"


def test_a_picked_model_is_told_at_once(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    told: list[str] = []
    box.finished.connect(lambda: told.append(box.chosen()))
    box.offer(["a", "b"])
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert told == ["b"]


def test_ids_that_are_endless_invisible_or_too_many_are_left_out(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    box.offer(["", "x" * (LONGEST_ID + 1), "a\u202eb", "fine", *(f"m{number}" for number in range(MOST_MODELS * 2))])
    assert box.models()[0] == "fine"
    assert len(box.models()) == MOST_MODELS


def test_a_long_id_does_not_widen_the_form(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    before = box.minimumSizeHint().width()
    box.offer(["x" * LONGEST_ID])
    assert box.minimumSizeHint().width() == before
