from typing import get_args

import pytest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from vaultdesk.core.settings.settings_schema import SortOrder
from vaultdesk.ui.browser.files_foot import FilesFoot


@pytest.fixture
def foot(qtbot: QtBot) -> FilesFoot:
    made = FilesFoot()
    qtbot.addWidget(made)
    return made


def test_each_button_tells_and_has_a_name(foot: FilesFoot) -> None:
    told: list[str] = []
    foot.new_note_requested.connect(lambda: told.append("note"))
    foot.new_folder_requested.connect(lambda: told.append("folder"))
    foot.collapse_requested.connect(lambda: told.append("collapse"))
    for button in (foot.new_note, foot.new_folder, foot.collapse):
        button.click()
    assert told == ["note", "folder", "collapse"]
    assert all(button.accessibleName() or button.text() for button in foot.findChildren(QToolButton))


def test_the_six_orders_are_offered_and_one_is_ticked(foot: FilesFoot) -> None:
    foot.show()
    foot.show_order("modified")
    chosen: list[str] = []
    foot.sort_requested.connect(chosen.append)
    menu = foot.open_orders()
    actions = [action for action in menu.actions() if not action.isSeparator()]
    assert [action.isChecked() for action in actions] == [order == "modified" for order in get_args(SortOrder)]
    actions[-1].trigger()
    menu.close()
    assert chosen == ["created-oldest"]
