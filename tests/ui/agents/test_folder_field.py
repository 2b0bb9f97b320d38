"""Folder field: a folder is typed or picked; several are chips; only real folders pass."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.ui.agents.folder_field import FolderChips, FolderField, folder_entries, folders_of

FOLDERS = folders_of(["Projects/House/Boiler.md", "Projects/Plan.md", "Daily/x.md", "Top.md"])


class Scene:
    """A field and chips in a window."""

    def __init__(self, *chosen: str) -> None:
        self.window = QWidget()
        self.window.resize(600, 400)
        self.field = FolderField("Where", FOLDERS)
        self.chips = FolderChips(FOLDERS, chosen)
        column = QVBoxLayout(self.window)
        for widget in (self.field, self.chips):
            column.addWidget(widget)
        self.window.show()


def test_every_folder_on_the_way_is_one() -> None:
    assert FOLDERS == ("Daily", "Projects", "Projects/House")
    assert [entry.key for entry in folder_entries(FOLDERS, "pro hou")] == ["Projects/House"]


def test_nothing_typed_is_the_whole_vault_and_a_path_that_climbs_is_none() -> None:
    scene = Scene()
    assert (scene.field.folder(), scene.field.problem()) == ("", "")
    scene.field.field.set_text("/Projects/House/")
    assert (scene.field.folder(), scene.field.problem()) == ("Projects/House", "")
    scene.field.field.set_text("Projects/../..")
    assert scene.field.problem() == "This is not a folder inside a vault."


def test_a_folder_is_picked_by_typing_and_enter() -> None:
    scene = Scene()
    popup = scene.field.open()
    QTest.keyClicks(popup.search, "house")
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert scene.field.folder() == "Projects/House"


def test_chips_are_added_once_and_taken_away() -> None:
    scene = Scene("Daily")
    told: list[bool] = []
    scene.chips.changed.connect(lambda: told.append(True))
    popup = scene.chips.open()
    assert [entry.key for entry in popup.list.entries()] == ["Projects", "Projects/House"]
    popup.close()
    scene.chips.put("Projects")
    scene.chips.put("Projects")
    scene.chips.take("Daily")
    assert (scene.chips.folders(), len(told)) == (("Projects",), 2)
