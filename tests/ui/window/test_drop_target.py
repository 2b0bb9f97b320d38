"""Drop: exactly one folder or note of this computer is taken."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.window.drop_target import OWN_NOTES, DropOverlay, dropped_folder, dropped_path


def dragged(*urls: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl(url) for url in urls])
    return data


def test_one_folder_is_taken_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "note.md"
    file.write_text("x")
    folder = QUrl.fromLocalFile(str(tmp_path)).toString()

    assert dropped_folder(dragged(folder)) == tmp_path
    assert dropped_folder(dragged(folder, folder)) is None
    assert dropped_folder(dragged(QUrl.fromLocalFile(str(file)).toString())) is None
    assert dropped_folder(dragged("https://example.org/")) is None
    assert dropped_folder(QMimeData()) is None


def test_the_window_takes_a_note_too_but_none_of_its_own_list(tmp_path: Path) -> None:
    note, picture = tmp_path / "note.md", tmp_path / "boiler.png"
    for file in (note, picture):
        file.write_text("x")
    url = QUrl.fromLocalFile(str(note)).toString()
    own = dragged(url)
    own.setData(OWN_NOTES, b"[]")

    assert dropped_path(dragged(url)) == note
    assert dropped_path(dragged(QUrl.fromLocalFile(str(tmp_path)).toString())) == tmp_path
    assert dropped_path(dragged(QUrl.fromLocalFile(str(picture)).toString())) is None
    assert dropped_path(dragged(url, url)) is None
    assert dropped_path(own) is None


def test_veil_covers_its_window(qtbot: QtBot, tmp_path: Path) -> None:
    window = QWidget()
    window.resize(300, 200)
    qtbot.addWidget(window)
    window.show()
    veil = DropOverlay(window)

    veil.show_for(tmp_path)

    assert veil.geometry() == window.rect()
    assert not veil.grab().isNull()
