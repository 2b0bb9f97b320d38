"""Tests of ui/widgets/lists/list_page.py."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.lists.card_list import CardRow, CardSpan
from vaultdesk.ui.widgets.lists.list_page import MAX_CHOICE_CHARACTERS, FilterBox, ListPage, save_as

# Save as: the file is written where and as what the person said, and nowhere where they said nothing.

KINDS = {"csv": ("Table", lambda: "a,b\r\n"), "json": ("JSON", lambda: '{"ä": 1}\n')}


async def answered(file: Path | None, folder: Path) -> Path | None:
    window = QWidget()
    window.show()
    asking = asyncio.ensure_future(save_as(window, "Export", "What left", KINDS))
    try:
        await until(
            lambda: [one for one in QApplication.topLevelWidgets() if isinstance(one, QFileDialog) and one.isVisible()]
        )
        (dialog,) = [one for one in QApplication.topLevelWidgets() if isinstance(one, QFileDialog) and one.isVisible()]
        dialog.setDirectory(str(folder))
        if file is None:
            dialog.reject()
        else:
            name = dialog.findChild(QLineEdit, "fileNameEdit")
            assert isinstance(name, QLineEdit)
            name.setText(str(file))
            dialog.accept()
        return await asking
    finally:
        window.deleteLater()


@on_qt_loop
async def test_the_ending_says_what_is_written(tmp_path: Path) -> None:
    written = await answered(tmp_path / "out.json", tmp_path)

    assert written == tmp_path / "out.json"
    assert (tmp_path / "out.json").read_bytes() == '{"ä": 1}\n'.encode()


@on_qt_loop
async def test_without_an_ending_the_chosen_kind_counts(tmp_path: Path) -> None:
    written = await answered(tmp_path / "out", tmp_path)

    assert written == tmp_path / "out.csv"
    assert (tmp_path / "out.csv").read_bytes() == b"a,b\r\n"


@on_qt_loop
async def test_nothing_is_written_where_the_person_cancels(tmp_path: Path) -> None:
    assert await answered(None, tmp_path) is None
    assert not (tmp_path / "What left.csv").exists()


@on_qt_loop
async def test_a_place_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="gone"):
        await answered(tmp_path / "gone" / "out.csv", tmp_path)


# Filter box: what holds goes on holding, and the wheel changes nothing.

CHOICES = [("a", "Ada"), ("b", "Bob"), ("", "All")]


def test_the_first_choice_holds_at_the_beginning_and_later_what_held(qtbot: QtBot) -> None:
    box = FilterBox("Who", CHOICES)
    qtbot.addWidget(box)
    assert box.value() == "a"
    box.set_value("b")
    box.set_choices([("", "All"), ("b", "Bob")])
    assert box.value() == "b"
    box.set_choices([("", "All"), ("c", "Cy")])

    assert box.value() == ""


def test_a_choice_by_hand_is_told_and_one_by_the_program_is_not(qtbot: QtBot) -> None:
    box = FilterBox("Who", CHOICES)
    qtbot.addWidget(box)
    told: list[str] = []
    box.chosen.connect(lambda: told.append(box.value()))
    box.set_value("b")
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)

    assert told == [""]


def test_the_wheel_is_the_page_s(qtbot: QtBot) -> None:
    box = FilterBox("Who", CHOICES)
    qtbot.addWidget(box)
    turned = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    box.wheelEvent(turned)

    assert box.value() == "a"
    assert not turned.isAccepted()


def test_hostile_words_are_cut_and_are_no_access_keys(qtbot: QtBot) -> None:
    box = FilterBox("Who", [("x", "R&D " + "x" * 500)])
    qtbot.addWidget(box)

    assert box.itemText(0).startswith("R&D xxx")
    assert len(box.itemText(0)) == MAX_CHOICE_CHARACTERS


# List page: the list, or what is said where it is empty; less air where there is less room.


def test_an_empty_list_says_why(qtbot: QtBot) -> None:
    page = ListPage("Activity", "Newest first.", "What happened")
    qtbot.addWidget(page)
    page.resize(800, 500)
    page.show()
    page.empty.set_text("Nothing happened", "Ask something.")
    page.show_rows([])
    assert page.empty.isVisible()
    assert "Nothing happened" in [label.text() for label in page.empty.findChildren(PlainLabel)]
    page.show_rows([CardRow("a", (CardSpan("x"),))])

    assert page.list.isVisible()
    assert not page.empty.isVisible()


def test_the_sides_shrink_with_the_page(qtbot: QtBot) -> None:
    page = ListPage("Activity", "Newest first.", "What happened")
    qtbot.addWidget(page)
    page.show()
    page.resize(1000, 500)
    QApplication.processEvents()
    wide = page.list.mapTo(page, page.list.rect().topLeft()).x()
    page.resize(420, 500)
    QApplication.processEvents()

    assert page.list.mapTo(page, page.list.rect().topLeft()).x() < wide


def test_the_keyboard_goes_to_the_list(qtbot: QtBot) -> None:
    page = ListPage("Activity", "Newest first.", "What happened")
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.show_rows([CardRow("a", (CardSpan("x"),))])
    page.setFocus()

    assert page.list.hasFocus()
