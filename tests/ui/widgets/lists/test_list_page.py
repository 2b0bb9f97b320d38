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

# Save as: the file is written at the selected path in the selected format, and not at all on cancel.

KINDS = {"csv": ("Table", lambda: "a,b\r\n"), "json": ("JSON", lambda: '{"ä": 1}\n')}


async def answer_dialog(path: Path | None, folder: Path) -> Path | None:
    window = QWidget()
    window.show()
    pending = asyncio.ensure_future(save_as(window, "Export", "What left", KINDS))
    try:
        await until(
            lambda: [
                widget
                for widget in QApplication.topLevelWidgets()
                if isinstance(widget, QFileDialog) and widget.isVisible()
            ]
        )
        (dialog,) = [
            widget
            for widget in QApplication.topLevelWidgets()
            if isinstance(widget, QFileDialog) and widget.isVisible()
        ]
        dialog.setDirectory(str(folder))
        if path is None:
            dialog.reject()
        else:
            name = dialog.findChild(QLineEdit, "fileNameEdit")
            assert isinstance(name, QLineEdit)
            name.setText(str(path))
            dialog.accept()
        return await pending
    finally:
        window.deleteLater()


@on_qt_loop
async def test_file_extension_determines_the_format(tmp_path: Path) -> None:
    written = await answer_dialog(tmp_path / "out.json", tmp_path)

    assert written == tmp_path / "out.json"
    assert (tmp_path / "out.json").read_bytes() == '{"ä": 1}\n'.encode()


@on_qt_loop
async def test_selected_format_is_used_without_a_file_extension(tmp_path: Path) -> None:
    written = await answer_dialog(tmp_path / "out", tmp_path)

    assert written == tmp_path / "out.csv"
    assert (tmp_path / "out.csv").read_bytes() == b"a,b\r\n"


@on_qt_loop
async def test_nothing_is_written_when_the_dialog_is_cancelled(tmp_path: Path) -> None:
    assert await answer_dialog(None, tmp_path) is None
    assert not (tmp_path / "What left.csv").exists()


@on_qt_loop
async def test_unwritable_path_raises_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="gone"):
        await answer_dialog(tmp_path / "gone" / "out.csv", tmp_path)


# Filter box: the selection is retained when choices change, and the wheel changes nothing.

CHOICES = [("a", "Ada"), ("b", "Bob"), ("", "All")]


def test_first_choice_is_selected_initially_and_later_the_previous_value(qtbot: QtBot) -> None:
    box = FilterBox("Who", CHOICES)
    qtbot.addWidget(box)
    assert box.value() == "a"
    box.set_value("b")
    box.set_choices([("", "All"), ("b", "Bob")])
    assert box.value() == "b"
    box.set_choices([("", "All"), ("c", "Cy")])

    assert box.value() == ""


def test_only_changes_by_the_user_are_emitted(qtbot: QtBot) -> None:
    box = FilterBox("Who", CHOICES)
    qtbot.addWidget(box)
    values: list[str] = []
    box.chosen.connect(lambda: values.append(box.value()))
    box.set_value("b")
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)

    assert values == [""]


def test_wheel_events_are_left_to_the_page(qtbot: QtBot) -> None:
    box = FilterBox("Who", CHOICES)
    qtbot.addWidget(box)
    event = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    box.wheelEvent(event)

    assert box.value() == "a"
    assert not event.isAccepted()


def test_long_choices_are_shortened_and_ampersands_shown_literally(qtbot: QtBot) -> None:
    box = FilterBox("Who", [("x", "R&D " + "x" * 500)])
    qtbot.addWidget(box)

    assert box.itemText(0).startswith("R&D xxx")
    assert len(box.itemText(0)) == MAX_CHOICE_CHARACTERS


# List page: the list or its empty state; margins shrink in a narrow page.


def test_empty_list_shows_its_empty_state(qtbot: QtBot) -> None:
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


def test_margins_shrink_with_the_page(qtbot: QtBot) -> None:
    page = ListPage("Activity", "Newest first.", "What happened")
    qtbot.addWidget(page)
    page.show()
    page.resize(1000, 500)
    QApplication.processEvents()
    wide = page.list.mapTo(page, page.list.rect().topLeft()).x()
    page.resize(420, 500)
    QApplication.processEvents()

    assert page.list.mapTo(page, page.list.rect().topLeft()).x() < wide


def test_focusing_the_page_focuses_the_list(qtbot: QtBot) -> None:
    page = ListPage("Activity", "Newest first.", "What happened")
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow, timeout=30_000)
    page.show_rows([CardRow("a", (CardSpan("x"),))])
    page.setFocus()

    assert page.list.hasFocus()
