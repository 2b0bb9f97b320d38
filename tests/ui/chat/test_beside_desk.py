"""Tests of beside_desk.py."""

import json
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.chat.names_at_hand import Things, sized
from vaultdesk.chat.messages import ContextItem
from vaultdesk.ui.chat.beside_desk import MOST_FILES, BesideDesk
from vaultdesk.ui.chat.composer import Composer
from vaultdesk.ui.drop import OWN_NOTES

BOILER = ContextItem(kind="note", target="House/Boiler.md")


class Scene:
    """A composer with things at hand."""

    def __init__(self) -> None:
        self.composer = Composer()
        self.composer.resize(400, 160)
        self.composer.show()
        self.things = Things({"House/Boiler.md": sized(412)})
        self.desk = BesideDesk(self.composer, self.things)
        self.refused: list[str] = []
        self.composer.refused.connect(self.refused.append)

    @property
    def said(self) -> list[str]:
        return [chip.size_said for chip in self.composer.tray.chips]


def naming(*files: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    return data


@on_qt_loop
async def test_each_chip_gets_its_size_and_one_that_is_gone_its_reason() -> None:
    scene = Scene()
    scene.composer.tray.set_things((BOILER, ContextItem(kind="note", target="gone")))
    await until(lambda: scene.said == ["412 tokens", "not sent"])
    scene.things.sizes["House/Boiler.md"] = sized(9_000)
    scene.desk.measure_again()
    await until(lambda: scene.said[0] == "9.0k tokens")


async def _dropped(scene: Scene, data: QMimeData, place: QPoint) -> None:
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(place, copy, data, left, none)
    QApplication.sendEvent(scene.composer, entered)
    assert entered.isAccepted()
    QApplication.sendEvent(scene.composer, QDropEvent(place, copy, data, left, none))


def test_files_and_pictures_that_are_dropped_become_chips_and_the_rest_is_said(tmp_path: Path) -> None:
    (tmp_path / "quotes.txt").write_text("a quote " * 100, encoding="utf-8")

    @on_qt_loop
    async def story() -> None:
        scene = Scene()
        data = naming(tmp_path / "quotes.txt", tmp_path / "plan.png", tmp_path / "song.mp3")
        await _dropped(scene, data, QPoint(200, 5))
        await until(lambda: scene.said == ["200 tokens", "1.6k tokens"])
        assert scene.refused == ["song.mp3 cannot be read. Text, PDF and pictures can be."]
        assert [item.kind for item in scene.composer.question.context] == ["file"]
        assert [image.name for image in scene.composer.question.images] == ["plan.png"]

    story()


def test_a_heap_of_files_is_a_slip(tmp_path: Path) -> None:
    @on_qt_loop
    async def story() -> None:
        scene = Scene()
        await _dropped(scene, naming(*(tmp_path / f"{number}.txt" for number in range(MOST_FILES + 1))), QPoint(9, 9))
        assert scene.refused == ["Those are 21 files. Drop at most 20."]
        assert scene.composer.question.empty

    story()


@on_qt_loop
async def test_a_pasted_picture_lies_beside_the_question_and_a_blind_model_is_said() -> None:
    scene = Scene()
    picture = QImage(8, 8, QImage.Format.Format_RGB32)
    picture.fill(QColor("red"))
    data = QMimeData()
    data.setImageData(picture)
    scene.composer.box.insertFromMimeData(data)
    await until(lambda: len(scene.composer.tray.chips) == 1)
    scene.composer.box.insertFromMimeData(data)
    await until(lambda: len(scene.composer.tray.chips) == 2)
    assert [image.name for image in scene.composer.question.images] == ["Pasted picture", "Pasted picture 2"]
    assert scene.composer.send.isEnabled()
    scene.desk.set_sees(False)
    assert scene.said == ["not sent", "not sent"]
    scene.desk.set_sees(None)
    assert scene.said == ["1.6k tokens", "1.6k tokens"]


@on_qt_loop
async def test_the_open_note_and_what_is_selected_in_it_are_offered_and_not_added() -> None:
    scene = Scene()
    scene.desk.set_at_hand("House/Boiler.md", "it leaks", "Ctrl+J")
    assert [quiet.thing.kind for quiet in scene.composer.tray.offered] == ["selection", "active"]
    assert scene.composer.question.context == ()
    scene.desk.set_at_hand("House/Boiler.md", " ")
    assert [quiet.thing.kind for quiet in scene.composer.tray.offered] == ["active"]
    scene.desk.set_at_hand("")
    assert scene.composer.tray.offered == ()


@on_qt_loop
async def test_notes_and_folders_out_of_the_list_become_chips_and_no_text(tmp_path: Path) -> None:
    scene = Scene()
    data = naming(tmp_path / "House/Boiler.md", tmp_path / "House")
    data.setData(OWN_NOTES, json.dumps(["House/Boiler.md", "House/"]).encode())
    data.setText("[[Boiler]]")
    await _dropped(scene, data, QPoint(20, 20))
    assert [(item.kind, item.target) for item in scene.composer.tray.items] == [
        ("note", "House/Boiler"),
        ("folder", "House"),
    ]
    assert scene.composer.text == ""


@on_qt_loop
async def test_one_folder_of_the_list_is_a_chip_and_one_of_the_computer_is_the_windows(tmp_path: Path) -> None:
    scene = Scene()
    (tmp_path / "House").mkdir()
    folder = naming(tmp_path / "House")
    assert not scene.composer.box.canInsertFromMimeData(folder)
    folder.setData(OWN_NOTES, b'["House/"]')
    assert scene.composer.box.canInsertFromMimeData(folder)
    scene.composer.box.insertFromMimeData(folder)
    assert [item.kind for item in scene.composer.tray.items] == ["folder"]
