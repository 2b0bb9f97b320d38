"""Tests of context_chip.py."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui.chat.names_at_hand import sized
from vaultdesk.chat.messages import ContextItem, ImagePart
from vaultdesk.ui.chat.context_chip import ContextChip, QuietChip

BOILER = ContextItem(kind="note", target="House/Boiler.md")


def test_a_chip_tells_its_size_when_that_is_known_and_why_it_cannot_be_sent() -> None:
    chip = ContextChip(BOILER)
    assert chip.size_said == "…"
    chip.show_size(sized(412))
    assert chip.accessibleName() == "Boiler, 412 tokens"
    assert chip.toolTip() == "House/Boiler.md\n412 tokens"
    chip.show_size(sized(0, 1, "This note is private: it stays on this computer."))
    assert chip.size_said == "not sent"
    assert chip.accessibleDescription() == chip.problem == "This note is private: it stays on this computer."
    chip.resize(30, 20)
    assert "private" in chip.toolTip()


def test_a_picture_has_its_size_at_once_and_can_be_one_too_many() -> None:
    chip = ContextChip(ImagePart(media_type="image/png", data="", name="Plan.png"))
    assert chip.size_said == "1.6k tokens"
    chip.show_problem("This model cannot see pictures.")
    assert chip.size_said == "not sent"
    chip.show_problem("")
    assert (chip.size_said, chip.problem) == ("1.6k tokens", "")


def test_keys_remove_it_go_on_and_go_back_into_the_text() -> None:
    chip, told = ContextChip(BOILER), []
    chip.removed.connect(lambda: told.append("removed"))
    chip.stepped.connect(lambda by: told.append(f"step {by}"))
    chip.left.connect(lambda: told.append("left"))
    chip.typed.connect(told.append)
    chip.show()
    for key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Escape):
        QTest.keyClick(chip, key)
    QTest.keyClicks(chip, "w")
    assert told == ["removed", "removed", "step -1", "step 1", "left", "w"]


def test_the_quiet_one_says_what_a_press_adds() -> None:
    quiet = QuietChip(ContextItem(kind="active", target="House/Boiler.md"), "Ctrl+J")
    assert quiet.accessibleName() == "Add Boiler to the question"
    assert quiet.toolTip() == "Add Boiler to the question (Ctrl+J)"
    assert quiet.grab().toImage() != ContextChip(quiet.thing).grab().toImage()
