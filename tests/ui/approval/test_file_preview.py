"""File preview: the text as the model would read it, and never markup."""

import asyncio
from pathlib import Path

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.errors import NoteNotFound
from vaultdesk.ui.approval.file_preview import LONGEST_PREVIEW, FilePreview


async def until_text(preview: FilePreview, beginning: str) -> None:
    await until(lambda: preview.text().startswith(beginning))


@on_qt_loop
async def test_the_newest_wish_wins(tmp_path: Path) -> None:
    gates = {"slow.md": asyncio.Event(), "fast.md": asyncio.Event()}
    gates["fast.md"].set()

    async def read(path: str) -> str:
        await gates[path].wait()
        return f"<b>{path}</b>"

    parent = QWidget()
    preview = FilePreview(read, 24, parent)
    preview.show_file("slow.md")
    preview.show_file("fast.md")
    await until_text(preview, "<b>fast.md</b>")
    gates["slow.md"].set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert preview.text() == "<b>fast.md</b>"
    assert preview.findChildren(QPlainTextEdit)[0].isReadOnly()


@on_qt_loop
async def test_a_vanished_note_is_said_in_its_place() -> None:
    async def read(path: str) -> str:
        raise NoteNotFound("There is no note x.md", hint="It may have been moved.")

    parent = QWidget()
    preview = FilePreview(read, 24, parent)
    preview.show_file("x.md")
    await until_text(preview, "There is no note x.md\nIt may have been moved.")


@on_qt_loop
async def test_a_line_without_an_end_is_cut_and_broken() -> None:
    async def read(path: str) -> str:
        return "x" * 1_000_000

    parent = QWidget()
    preview = FilePreview(read, 24, parent)
    preview.show_file("long.md")
    await until_text(preview, "xxx")
    assert len(preview.text()) < LONGEST_PREVIEW * 1.1
    assert max(map(len, preview.text().split("\n"))) <= 2_000
