"""Tests of ui/window/drop_target.py."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.window.drop_target import NOTES_MIME_TYPE, DropOverlay, dropped_folder, dropped_paths


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


def test_the_window_takes_files_too_but_none_of_its_own_list(tmp_path: Path) -> None:
    note, picture = tmp_path / "note.md", tmp_path / "boiler.png"
    for file in (note, picture):
        file.write_text("x")
    url = QUrl.fromLocalFile(str(note)).toString()
    own = dragged(url)
    own.setData(NOTES_MIME_TYPE, b"[]")

    folder = QUrl.fromLocalFile(str(tmp_path)).toString()
    other = QUrl.fromLocalFile(str(picture)).toString()
    assert dropped_paths(dragged(url)) == (note,)
    assert dropped_paths(dragged(folder)) == (tmp_path,)
    assert dropped_paths(dragged(url, other)) == (note, picture)
    for taken in (dragged(url, folder), dragged(folder, folder), dragged(url, "https://example.org/"), own):
        assert dropped_paths(taken) == ()


def test_veil_covers_its_window(qtbot: QtBot, tmp_path: Path) -> None:
    window = QWidget()
    window.resize(300, 200)
    qtbot.addWidget(window)
    window.show()
    veil = DropOverlay(window)

    note = tmp_path / "note.md"
    note.write_text("x")
    said = set()
    for has_vault in (False, True):
        for paths in ((tmp_path,), (note,), (note, note)):
            veil.show_for(paths, has_vault=has_vault)
            said.add(veil._text)
            assert not veil.grab().isNull()

    assert veil.geometry() == window.rect()
    assert len(said) == 4
