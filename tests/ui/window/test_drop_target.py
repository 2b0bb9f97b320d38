"""Tests of ui/window/drop_target.py."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.window.drop_target import NOTES_MIME_TYPE, DropOverlay, dropped_folder, dropped_paths


def mime_data(*urls: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl(url) for url in urls])
    return data


def test_only_a_single_folder_is_accepted(tmp_path: Path) -> None:
    file = tmp_path / "note.md"
    file.write_text("x")
    folder = QUrl.fromLocalFile(str(tmp_path)).toString()

    assert dropped_folder(mime_data(folder)) == tmp_path
    assert dropped_folder(mime_data(folder, folder)) is None
    assert dropped_folder(mime_data(QUrl.fromLocalFile(str(file)).toString())) is None
    assert dropped_folder(mime_data("https://example.org/")) is None
    assert dropped_folder(QMimeData()) is None


def test_the_window_accepts_files_except_those_of_its_own_list(tmp_path: Path) -> None:
    note, picture = tmp_path / "note.md", tmp_path / "boiler.png"
    for file in (note, picture):
        file.write_text("x")
    url = QUrl.fromLocalFile(str(note)).toString()
    own = mime_data(url)
    own.setData(NOTES_MIME_TYPE, b"[]")

    folder = QUrl.fromLocalFile(str(tmp_path)).toString()
    other = QUrl.fromLocalFile(str(picture)).toString()
    assert dropped_paths(mime_data(url)) == (note,)
    assert dropped_paths(mime_data(folder)) == (tmp_path,)
    assert dropped_paths(mime_data(url, other)) == (note, picture)
    for rejected in (mime_data(url, folder), mime_data(folder, folder), mime_data(url, "https://example.org/"), own):
        assert dropped_paths(rejected) == ()


def test_the_overlay_covers_its_window(qtbot: QtBot, tmp_path: Path) -> None:
    window = QWidget()
    window.resize(300, 200)
    qtbot.addWidget(window)
    window.show()
    overlay = DropOverlay(window)

    note = tmp_path / "note.md"
    note.write_text("x")
    texts = set()
    for has_vault in (False, True):
        for paths in ((tmp_path,), (note,), (note, note)):
            overlay.show_for(paths, has_vault=has_vault)
            texts.add(overlay._text)
            assert not overlay.grab().isNull()

    assert overlay.geometry() == window.rect()
    assert len(texts) == 4
