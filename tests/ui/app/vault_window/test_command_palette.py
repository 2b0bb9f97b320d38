"""Tests of ui/app/vault_window/command_palette.py."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.app.vault_window.command_palette import (
    PALETTE_COMMAND,
    CommandPalette,
    PaletteCommand,
    PalettePopup,
    other_words,
    palette_count_text,
    palette_rows,
)
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.settings.settings_page import SettingsPage
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.window.window_state import StateFile

# Palette popup: Enter and a click run, Tab changes keys; nothing happens where nothing fits.


@pytest.fixture
def popup(qtbot: QtBot) -> Iterator[PalettePopup]:
    window = QWidget()
    window.resize(900, 600)
    qtbot.addWidget(window)
    window.show()
    created = PalettePopup(window, 50)
    created.open()
    yield created
    window.close()


def test_enter_runs_the_current_row_and_closes(popup: PalettePopup, qtbot: QtBot) -> None:
    chosen: list[str] = []
    popup.chosen.connect(chosen.append)
    popup.show_rows("", [ListRow("a", "Recently used", heading=True), ListRow("theme", "Toggle light and dark")], "")
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert chosen == ["theme"]
    qtbot.waitUntil(lambda: not shiboken6.isValid(popup))


def test_tab_asks_for_other_keys_of_the_current_row_and_leaves_the_field_its_keyboard(popup: PalettePopup) -> None:
    expected: list[str] = []
    popup.keys_requested.connect(expected.append)
    popup.show_rows("", [], "")
    QTest.keyClick(popup.field, Qt.Key.Key_Tab)
    assert expected == []
    popup.show_rows("", [ListRow("theme", "Toggle light and dark"), ListRow("quit", "Quit")], "")
    QTest.keyClick(popup.field, Qt.Key.Key_Down)
    QTest.keyClick(popup.field, Qt.Key.Key_Tab)
    assert expected == ["quit"]
    assert popup.focusWidget() is popup.field


# Palette rows: the best first while something is typed, else what was used last under its heading.

COMMANDS = [
    PaletteCommand("insert-answer", "Insert the last answer at the cursor", "Chat", "cursor"),
    PaletteCommand("new-note", "New note", "Note", "file-plus", "Ctrl+N"),
    PaletteCommand("insert-template", "Insert template…", "Note", "file-plus", "Ctrl+T"),
    PaletteCommand("command:Shorten.md", "Shorten", "Quick command", "bolt", about="In two lines"),
]


def test_what_was_used_last_stands_first_under_its_heading_and_only_once() -> None:
    rows = palette_rows("", COMMANDS, ["new-note", "gone-since"])
    assert [(row.title, row.heading) for row in rows[:3]] == [
        ("Recently used", True), ("New note", False), ("All commands", True),
    ]  # fmt: skip
    assert [row.key for row in rows if not row.heading].count("new-note") == 1
    assert len({row.key for row in rows}) == len(rows) == len(COMMANDS) + 2


def test_without_anything_used_there_are_no_headings() -> None:
    assert [row.key for row in palette_rows("", COMMANDS, [])] == [one.key for one in COMMANDS]


@pytest.mark.parametrize(
    ("typed", "title", "lit"),
    [
        ("ins", "Insert template…", "Ins"),
        ("temp ins", "Insert template…", "Ins temp"),
        ("nwn", "New note", "N w n"),
        ("shor", "Shorten", "Shor"),
    ],
)
def test_the_letters_typed_are_lit_in_the_name(typed: str, title: str, lit: str) -> None:
    row = next(row for row in palette_rows(typed, COMMANDS, ["new-note"]) if row.title == title)
    assert " ".join(title[start:end] for start, end in row.title_marks) == lit


def test_a_group_finds_its_commands_after_those_called_so() -> None:
    assert [row.key for row in palette_rows("note", COMMANDS, [])] == ["new-note", "insert-template"]
    (row,) = palette_rows("insert note", COMMANDS, [])
    assert (row.title, row.detail, row.keys) == ("Insert template…", "Note", "Ctrl+T")
    assert [row.detail[start:end] for start, end in row.detail_marks] == ["Note"]


def test_letters_that_stand_inside_words_by_chance_find_nothing() -> None:
    assert palette_rows("ewt", COMMANDS, []) == []


def test_the_count_passes_over_headings() -> None:
    assert palette_count_text(palette_rows("", COMMANDS, ["new-note"]), COMMANDS) == "4 of 4"
    assert palette_rows("zebra", COMMANDS, []) == []


# The palette offers what can be done now, with its keys, and the vault's quick commands.


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = small_vault(tmp_path / "Lindenweg")
    (root / "Assistant/Commands").mkdir(parents=True)
    command = "---\ndescription: In two lines\n---\nSum up {activeNote} in two lines.\n"
    (root / "Assistant/Commands/Shorten.md").write_text(command, encoding="utf-8")
    return root


def opened(desktop: WindowManager, palette: CommandPalette) -> PalettePopup:
    desktop.window.commands[PALETTE_COMMAND].trigger()
    assert palette.popup is not None
    return palette.popup


def titles(popup: PalettePopup) -> list[str]:
    return [row.title for row in popup.list.row_model.rows if not row.heading]


@on_qt_loop
async def test_what_can_be_done_is_offered_with_its_keys(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        popup = opened(desktop, views.composer_commands.palette)
        assert "New note" in titles(popup)
        assert "Commands…" not in titles(popup)
        rows = {row.title: row for row in popup.list.row_model.rows}
        assert (rows["Vocabulary"].keys, rows["Vocabulary"].detail) == ("Ctrl+Shift+Y", "Tools")
        assert all(row.icon for row in rows.values())
        desktop.window.commands["new-note"].setEnabled(False)
        QTest.keyClicks(popup.field, "new no")
        assert "New note" not in titles(popup)


@on_qt_loop
async def test_letters_find_and_enter_does(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        done: list[bool] = []
        desktop.window.commands.bind("theme", lambda: done.append(True))
        popup = opened(desktop, views.composer_commands.palette)
        QTest.keyClicks(popup.field, "ligh da")
        assert titles(popup)[:1] == ["Toggle light and dark"]
        QTest.keyClick(popup.field, Qt.Key.Key_Return)
        assert done == [True]
        await until(lambda: views.composer_commands.palette.popup is None)
        again = opened(desktop, views.composer_commands.palette)
        assert titles(again)[0] == "Toggle light and dark"
        QTest.keyClick(again.field, Qt.Key.Key_Escape)
        await until(lambda: views.composer_commands.palette.popup is None)
        assert done == [True]
        desktop.window.save_state()
        assert StateFile(home / "data" / "state.json").load().commands == ("theme",)


@on_qt_loop
async def test_at_most_five_are_kept_of_those_used_last(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        used = ["zoom-in", "zoom-out", "zoom-reset", "left-pane", "right-pane", "zoom-in", "theme"]
        for name in used:
            popup = opened(desktop, views.composer_commands.palette)
            popup.list.go_to(name)
            QTest.keyClick(popup.field, Qt.Key.Key_Return)
            await until(lambda: views.composer_commands.palette.popup is None)
        assert desktop.window.state.commands == ("theme", "zoom-in", "right-pane", "left-pane", "zoom-reset")


@on_qt_loop
async def test_its_keys_close_it_again_and_tab_leads_to_the_page_of_keys(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        for key in (Qt.Key.Key_P, Qt.Key.Key_K):
            popup = opened(desktop, views.composer_commands.palette)
            QTest.keyClick(popup.field, key, Qt.KeyboardModifier.ControlModifier)
            await until(lambda: views.composer_commands.palette.popup is None)
        popup = opened(desktop, views.composer_commands.palette)
        QTest.keyClicks(popup.field, "vocab")
        QTest.keyClick(popup.field, Qt.Key.Key_Tab)
        page = desktop.window.pages.page
        assert isinstance(page, SettingsPage)
        assert page.sheet() is page.shortcuts
        current = page.shortcuts.list.current()
        assert current is not None
        assert current.key == "vocabulary"
        assert page.shortcuts.capture.isVisibleTo(page)


@on_qt_loop
async def test_a_quick_command_goes_into_the_question(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await until(lambda: views.workspace.quick_commands.list())
        views.open_note("Boiler.md")
        await until(lambda: views.notes.current_path == "Boiler.md")
        popup = opened(desktop, views.composer_commands.palette)
        QTest.keyClicks(popup.field, "shorten")
        assert titles(popup)[:1] == ["Shorten"]
        QTest.keyClick(popup.field, Qt.Key.Key_Return)
        composer = views.chat.composer
        await until(lambda: "in two lines" in composer.text)
        assert [item.kind for item in composer.question.context] == ["active"]


@on_qt_loop
async def test_without_a_vault_there_is_no_palette(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        assert desktop.window.commands[PALETTE_COMMAND].isEnabled()
        desktop.close_vault()
        await until(lambda: not desktop.window.commands[PALETTE_COMMAND].isEnabled())


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("graph", "graph"), ("backlinks", "links"), ("delete", "delete-note"), ("sidebar", "left-pane"),
        ("model", "settings"), ("export", "copy-chat"), ("history", "activity"),
    ],
)  # fmt: skip
def test_u3_commands_are_found_by_the_words_of_other_programs(typed: str, name: str) -> None:
    words = other_words()
    commands = [PaletteCommand(key, "Zz", "Zz", "x", other_words=words[key]) for key in words]
    rows = palette_rows(typed, commands, ())

    assert name in [row.key for row in rows]
    assert all(typed in row.detail for row in rows)
