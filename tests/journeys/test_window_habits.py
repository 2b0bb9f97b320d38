"""Window, navigation: the scroll position is kept, an empty tab closes by its shortcut, new files are listed."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.notes.reading_view import NoteReader


@on_qt_loop
async def test_u11_changing_the_theme_or_zoom_keeps_the_scroll_position(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    paragraphs = (f"Paragraph {number} " + "word " * 40 for number in range(200))
    (vault / "Long.md").write_text("\n\n".join(paragraphs), encoding="utf-8")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.open_note("Long.md")
        await until(lambda: views.notes.current_page is not None and views.notes.current_path == "Long.md")
        page = views.notes.current_page
        assert page is not None
        reader = page.findChildren(NoteReader)[0]
        await until(lambda: reader.verticalScrollBar().maximum() > 5_000)

        def first_words() -> str:
            return reader.cursorForPosition(QPoint(reader.viewport().width() // 2, 1)).block().text()[:14]

        reader.verticalScrollBar().setValue(5_000)
        before = first_words()
        assert before != "Paragraph 0 wo"
        for command in ("theme", "zoom-in", "zoom-in", "zoom-reset", "theme"):
            desktop.window.commands[command].trigger()
            await until(lambda: first_words() == before)


@pytest.mark.parametrize("clicked", [False, True])
@on_qt_loop
async def test_u12_the_close_shortcut_closes_an_empty_tab(home: Path, tmp_path: Path, clicked: bool) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.activateWindow()
        views.open_note("Boiler.md")
        await until(lambda: views.notes.current_path == "Boiler.md")
        (plus,) = (
            button for button in views.notes.findChildren(QAbstractButton) if button.accessibleName() == "New tab"
        )
        plus.click()
        assert len(views.notes.widgets) == 2
        if clicked:
            page = views.notes.split_view.group.shown
            assert page is not None
            QTest.mouseClick(page, Qt.MouseButton.LeftButton)
        focused = desktop.window.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)

        await until(lambda: len(views.notes.widgets) == 1)
        assert views.notes.current_path == "Boiler.md"


@on_qt_loop
async def test_u13_canvases_bases_and_images_of_other_programs_are_listed(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        model = views.browser.model
        (vault / "First.canvas").write_text("{}", encoding="utf-8")
        await until(lambda: model.index_of("First.canvas").isValid())  # The initial listing is complete.
        (vault / "Plan.canvas").write_text(json.dumps({"nodes": [], "edges": []}), encoding="utf-8")
        await until(lambda: model.index_of("Plan.canvas").isValid())
        (vault / "Tasks.base").write_text("views: []\n", encoding="utf-8")
        await until(lambda: model.index_of("Tasks.base").isValid())
        (vault / "Projects" / "plan.png").write_bytes(b"x")
        await until(lambda: model.index_of("Projects/plan.png").isValid())
        (vault / "Projects" / "plan.png").unlink()
        await until(lambda: not model.index_of("Projects/plan.png").isValid())
