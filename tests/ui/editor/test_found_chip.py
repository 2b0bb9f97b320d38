from pytestqt.qtbot import QtBot

from vaultdesk.ui.editor.found_chip import FoundChip


def test_it_says_which_of_how_many_and_is_not_there_without_any(qtbot: QtBot) -> None:
    chip = FoundChip()
    qtbot.addWidget(chip)
    chip.show_count(2, 3)
    assert chip.count.text() == "2 of 3"
    assert chip.isVisible()
    chip.show_count(0, 0)
    assert not chip.isVisible()


def test_its_buttons_step_and_close(qtbot: QtBot) -> None:
    chip = FoundChip()
    qtbot.addWidget(chip)
    told: list[object] = []
    chip.stepped.connect(told.append)
    chip.closed.connect(lambda: told.append("closed"))
    for button in (chip.previous, chip.next, chip.close_button):
        assert button.accessibleName()
        button.click()
    assert told == [-1, 1, "closed"]
