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

# PalettePopup: Enter and a click run a command, Tab changes its shortcut; without rows nothing happens.


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
    qtbot.waitUntil(lambda: not shiboken6.isValid(popup), timeout=30_000)


def test_tab_requests_a_shortcut_for_the_current_row_and_keeps_the_focus(popup: PalettePopup) -> None:
    requested: list[str] = []
    popup.keys_requested.connect(requested.append)
    popup.show_rows("", [], "")
    QTest.keyClick(popup.field, Qt.Key.Key_Tab)
    assert requested == []
    popup.show_rows("", [ListRow("theme", "Toggle light and dark"), ListRow("quit", "Quit")], "")
    QTest.keyClick(popup.field, Qt.Key.Key_Down)
    QTest.keyClick(popup.field, Qt.Key.Key_Tab)
    assert requested == ["quit"]
    assert popup.focusWidget() is popup.field


# Rows: the best match first for a query, otherwise recently used commands under a heading.

COMMANDS = [
    PaletteCommand("insert-answer", "Insert the last answer at the cursor", "Chat", "cursor"),
    PaletteCommand("new-note", "New note", "Note", "file-plus", "Ctrl+N"),
    PaletteCommand("insert-template", "Insert template…", "Note", "file-plus", "Ctrl+T"),
    PaletteCommand("command:Shorten.md", "Shorten", "Quick command", "bolt", about="In two lines"),
]


def test_recently_used_commands_are_listed_first_under_a_heading_and_only_once() -> None:
    rows = palette_rows("", COMMANDS, ["new-note", "gone-since"])
    assert [(row.title, row.heading) for row in rows[:3]] == [
        ("Recently used", True), ("New note", False), ("All commands", True),
    ]  # fmt: skip
    assert [row.key for row in rows if not row.heading].count("new-note") == 1
    assert len({row.key for row in rows}) == len(rows) == len(COMMANDS) + 2


def test_no_headings_are_shown_without_recent_commands() -> None:
    assert [row.key for row in palette_rows("", COMMANDS, [])] == [command.key for command in COMMANDS]


@pytest.mark.parametrize(
    ("typed", "title", "marked"),
    [
        ("ins", "Insert template…", "Ins"),
        ("temp ins", "Insert template…", "Ins temp"),
        ("nwn", "New note", "N w n"),
        ("shor", "Shorten", "Shor"),
    ],
)
def test_the_matched_letters_are_marked_in_the_title(typed: str, title: str, marked: str) -> None:
    row = next(row for row in palette_rows(typed, COMMANDS, ["new-note"]) if row.title == title)
    assert " ".join(title[start:end] for start, end in row.title_marks) == marked


def test_title_matches_come_before_group_matches() -> None:
    assert [row.key for row in palette_rows("note", COMMANDS, [])] == ["new-note", "insert-template"]
    (row,) = palette_rows("insert note", COMMANDS, [])
    assert (row.title, row.detail, row.keys) == ("Insert template…", "Note", "Ctrl+T")
    assert [row.detail[start:end] for start, end in row.detail_marks] == ["Note"]


def test_scattered_letters_inside_words_do_not_match() -> None:
    assert palette_rows("ewt", COMMANDS, []) == []


def test_the_count_excludes_headings() -> None:
    assert palette_count_text(palette_rows("", COMMANDS, ["new-note"]), COMMANDS) == "4 of 4"
    assert palette_rows("zebra", COMMANDS, []) == []


# CommandPalette: lists the enabled commands with their shortcuts, and the quick commands of the vault.


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = small_vault(tmp_path / "Lindenweg")
    (root / "Assistant/Commands").mkdir(parents=True)
    command = "---\ndescription: In two lines\n---\nSum up {activeNote} in two lines.\n"
    (root / "Assistant/Commands/Shorten.md").write_text(command, encoding="utf-8")
    return root


def open_palette(desktop: WindowManager, palette: CommandPalette) -> PalettePopup:
    desktop.window.commands[PALETTE_COMMAND].trigger()
    assert palette.popup is not None
    return palette.popup


def titles(popup: PalettePopup) -> list[str]:
    return [row.title for row in popup.list.row_model.rows if not row.heading]


@on_qt_loop
async def test_enabled_commands_are_listed_with_their_shortcuts(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        popup = open_palette(desktop, views.palette)
        assert "New note" in titles(popup)
        assert "Commands…" not in titles(popup)
        rows = {row.title: row for row in popup.list.row_model.rows}
        assert (rows["Vocabulary"].keys, rows["Vocabulary"].detail) == ("Ctrl+Shift+Y", "Tools")
        assert all(row.icon for row in rows.values())
        desktop.window.commands["new-note"].setEnabled(False)
        QTest.keyClicks(popup.field, "new no")
        assert "New note" not in titles(popup)


@on_qt_loop
async def test_typing_filters_the_commands_and_enter_runs_one(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        runs: list[bool] = []
        desktop.window.commands.bind("theme", lambda: runs.append(True))
        popup = open_palette(desktop, views.palette)
        QTest.keyClicks(popup.field, "ligh da")
        assert titles(popup)[:1] == ["Toggle light and dark"]
        QTest.keyClick(popup.field, Qt.Key.Key_Return)
        assert runs == [True]
        await until(lambda: views.palette.popup is None)
        reopened = open_palette(desktop, views.palette)
        assert titles(reopened)[0] == "Toggle light and dark"
        QTest.keyClick(reopened.field, Qt.Key.Key_Escape)
        await until(lambda: views.palette.popup is None)
        assert runs == [True]
        desktop.window.save_state()
        assert StateFile(home / "data" / "state.json").load().commands == ("theme",)


@on_qt_loop
async def test_at_most_five_recent_commands_are_stored(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        used = ["zoom-in", "zoom-out", "zoom-reset", "left-pane", "right-pane", "zoom-in", "theme"]
        for name in used:
            popup = open_palette(desktop, views.palette)
            popup.list.go_to(name)
            QTest.keyClick(popup.field, Qt.Key.Key_Return)
            await until(lambda: views.palette.popup is None)
        assert desktop.window.state.commands == ("theme", "zoom-in", "right-pane", "left-pane", "zoom-reset")


@on_qt_loop
async def test_the_palette_shortcuts_close_it_and_tab_opens_the_shortcut_settings(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        for key in (Qt.Key.Key_P, Qt.Key.Key_K):
            popup = open_palette(desktop, views.palette)
            QTest.keyClick(popup.field, key, Qt.KeyboardModifier.ControlModifier)
            await until(lambda: views.palette.popup is None)
        popup = open_palette(desktop, views.palette)
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
async def test_a_quick_command_is_inserted_into_the_composer(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await until(lambda: views.workspace.quick_commands.list())
        views.open_note("Boiler.md")
        await until(lambda: views.notes.current_path == "Boiler.md")
        popup = open_palette(desktop, views.palette)
        QTest.keyClicks(popup.field, "shorten")
        assert titles(popup)[:1] == ["Shorten"]
        QTest.keyClick(popup.field, Qt.Key.Key_Return)
        composer = views.chat.composer
        await until(lambda: "in two lines" in composer.text)
        assert [item.kind for item in composer.question.context] == ["active"]


@on_qt_loop
async def test_the_palette_is_disabled_without_a_vault(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        assert desktop.window.commands[PALETTE_COMMAND].isEnabled()
        desktop.front.close_vault()
        await until(lambda: not desktop.window.commands[PALETTE_COMMAND].isEnabled())


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("graph", "graph"), ("backlinks", "links"), ("delete", "delete-note"), ("sidebar", "left-pane"),
        ("model", "settings"), ("export", "copy-chat"), ("history", "activity"),
    ],
)  # fmt: skip
def test_u3_commands_are_found_by_the_terms_of_other_programs(typed: str, name: str) -> None:
    terms = other_words()
    commands = [PaletteCommand(key, "Zz", "Zz", "x", other_words=terms[key]) for key in terms]
    rows = palette_rows(typed, commands, ())

    assert name in [row.key for row in rows]
    assert all(typed in row.detail for row in rows)
