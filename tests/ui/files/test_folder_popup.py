import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.files.folder_popup import ROOT, folder_popup

FOLDERS = ["A", "A/B", "A/B/C", "D"]


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(600, 500)
    made.show()
    return made


@pytest.mark.parametrize(
    ("moved", "typed", "offered"),
    [
        (["A/B"], "", [ROOT, "D"]),
        (["x.md"], "", ["A", "A/B", "A/B/C", "D"]),
        (["A/x.md", "y.md"], "b", ["A/B", "A/B/C", "b"]),
        (["A/x.md"], "vault", [ROOT, "vault"]),
        (["x.md"], "A/B/", ["A/B", "A/B/C"]),
        (["x.md"], "New/what?", []),
        (["x.md"], "New/one", ["New/one"]),
    ],
)
def test_only_folders_it_can_go_to_are_offered(
    window: QWidget, moved: list[str], typed: str, offered: list[str]
) -> None:
    popup = folder_popup(window, FOLDERS, moved)
    popup.open_at(None)
    popup.search.setText(typed)
    assert [entry.key for entry in popup._offer(typed)] == offered
    chosen: list[str] = []
    popup.chosen.connect(chosen.append)
    popup.list.choose_current()
    assert chosen == offered[:1]
