"""Model box: typed or picked; what a server lists is never trusted to be short or visible."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.settings.wheel import wheel_over
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.ui.settings.model_box import LONGEST_ID, MOST_MODELS, WORDS, ModelBox


def models(*ids: str) -> list[ModelInfo]:
    return [ModelInfo(one) for one in ids]


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
    box.offer(models("a", "b", "a"))
    assert (box.chosen(), box.models()) == ("mine", ["a", "b"])


def test_the_only_model_of_a_server_is_chosen_and_of_two_none(qtbot: QtBot) -> None:
    one, two = box_of(qtbot), box_of(qtbot)
    one.offer(models("only"))
    two.offer(models("a", "b"))
    assert (one.chosen(), two.chosen()) == ("only", "")
    edit = two.lineEdit()
    assert edit is not None
    assert edit.placeholderText() == "Choose one of 2, or type a name"


def test_a_picked_model_is_told_at_once(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    told: list[str] = []
    box.finished.connect(lambda: told.append(box.chosen()))
    box.offer(models("a", "b"))
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert told == ["b"]


def test_ids_that_are_endless_invisible_or_too_many_are_left_out(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    box.offer(
        models("", "x" * (LONGEST_ID + 1), "a\u202eb", "fine", *(f"m{number}" for number in range(MOST_MODELS * 2)))
    )
    assert box.models()[0] == "fine"
    assert len(box.models()) == MOST_MODELS


def test_a_long_id_does_not_widen_the_form(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    before = box.minimumSizeHint().width()
    box.offer(models("x" * LONGEST_ID))
    assert box.minimumSizeHint().width() == before


def test_each_entry_says_what_its_model_can_do_to_eye_and_voice(qtbot: QtBot) -> None:
    box = box_of(qtbot)
    box.offer([ModelInfo("a", tools=True, images=True, context=200_000), ModelInfo("b", tools=False), ModelInfo("c")])
    words = [box.itemData(place, WORDS) for place in range(3)]
    assert words == ["tools · sees pictures · 200k", "tools by text", ""]
    assert box.itemData(0, Qt.ItemDataRole.AccessibleDescriptionRole) == words[0]
    box.resize(400, box.sizeHint().height())
    box.showPopup()
    assert not box.view().grab().isNull()
    box.hidePopup()


def test_the_wheel_over_it_is_the_pages(qtbot: QtBot) -> None:
    box = box_of(qtbot, "b")
    box.offer(models("a", "b", "c"))
    box.setFocus()
    assert wheel_over(box) is False
    assert box.chosen() == "b"
