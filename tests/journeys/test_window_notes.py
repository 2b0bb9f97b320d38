"""Window, notes: changes by other programs to notes that are listed, open or being edited."""

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest

from tests.journeys.window import Window, click, open_window, seen, words_of
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.browser.file_tree_model import TreeRole
from vaultdesk.ui.notes.note_page import NotePage

# watchdog 7.1 warns in its own thread when folders are made in new folders; an error would end the thread.
pytestmark = pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")

BUDGET = "# Budget\n\nThe heat pump costs 18,400 euros.\n"


def listed(window: Window) -> list[str]:
    """Return every note in the tree."""
    model = window.views.browser.model

    def below(parent: QModelIndex) -> list[str]:
        found: list[str] = []
        for row in range(model.rowCount(parent)):
            index = model.index(row, 0, parent)
            found += below(index) if index.data(TreeRole.FOLDER) else [str(index.data(TreeRole.PATH))]
        return found

    return sorted(below(QModelIndex()))


def found(window: Window) -> list[str]:
    """Return the notes in the search pane."""
    return sorted(window.views.browser.search_pane.results.paths())


async def open_row(window: Window, row: int) -> NotePage:
    """Open a note by clicking a row of the tree."""
    tree = window.views.browser.tree

    def index() -> QModelIndex:
        """Return the current index of the row, as the model may be reset while waiting."""
        return window.views.browser.model.index(row, 0, QModelIndex())

    await seen(lambda: not tree.visualRect(index()).isEmpty())
    path = index().data(TreeRole.PATH)
    click(tree.viewport(), tree.visualRect(index()).center())
    await seen(lambda: window.shown_note() == path and window.note_text())
    page = window.views.notes.current_page
    assert page is not None
    return page


async def start_edit(window: Window, row: int, words: str) -> NotePage:
    """Open a note, start editing and type *words* at its start."""
    page = await open_row(window, row)
    window.desktop.window.commands["toggle-edit"].trigger()
    await seen(lambda: page.editing)
    page.editor.moveCursor(page.editor.textCursor().MoveOperation.Start)
    QTest.keyClicks(page.editor, words)
    return page


@on_qt_loop
async def test_notes_written_moved_and_deleted_by_other_programs_are_shown(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault) as window:
        await seen(lambda: listed(window) == ["Boiler.md", "Budget.md", "Garden/Apples.md"])
        (vault / "Quinces.md").write_text("# Quinces\n\nMake membrillo.\n")
        await seen(lambda: "Quinces.md" in listed(window))

        window.desktop.window.commands["search-vault"].trigger()
        field = window.views.browser.search_pane.field
        await seen(field.hasFocus)
        QTest.keyClicks(field, "membrillo")
        await seen(lambda: found(window) == ["Quinces.md"])
        (vault / "Pears.md").write_text("# Pears\n\nNo membrillo.\n")
        await seen(lambda: found(window) == ["Pears.md", "Quinces.md"])
        (vault / "Quinces.md").rename(vault / "Garden" / "Quinces.md")
        await seen(lambda: found(window) == ["Garden/Quinces.md", "Pears.md"])
        (vault / "Pears.md").unlink()
        await seen(lambda: listed(window) == ["Boiler.md", "Budget.md", "Garden/Apples.md", "Garden/Quinces.md"])
        await seen(lambda: found(window) == ["Garden/Quinces.md"])


@on_qt_loop
async def test_an_open_note_shows_a_change_by_another_program(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault) as window:
        page = await open_row(window, 2)
        assert window.shown_note() == "Budget.md"
        (vault / "Budget.md").write_text("# Budget\n\nIt costs 21,000 euros now.\n")
        await seen(lambda: "21,000" in window.note_text())
        assert page.banner.text() == ""


@on_qt_loop
async def test_typed_text_is_saved_by_the_shortcut(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault) as window:
        page = await start_edit(window, 2, "Mine. ")
        QTest.keyClick(page.editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        await seen(lambda: (vault / "Budget.md").read_text() == "Mine. " + BUDGET)


@on_qt_loop
async def test_typed_text_is_saved_when_the_window_closes(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault) as window:
        await start_edit(window, 2, "Mine. ")
    assert (vault / "Budget.md").read_text() == "Mine. " + BUDGET


async def edit_with_conflict(window: Window, vault: Path) -> NotePage:
    """Edit a note that another program changes at the same time."""
    page = await start_edit(window, 2, "Mine. ")
    (vault / "Budget.md").write_text("Theirs.\n")
    await seen(lambda: "changed by another program" in page.banner.text())
    assert "Nothing was overwritten." in page.banner.text()
    assert page.editor.text() == "Mine. " + BUDGET
    assert (vault / "Budget.md").read_text() == "Theirs.\n"
    return page


@on_qt_loop
async def test_reload_discards_the_edit_when_the_file_changed_on_disk(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault) as window:
        page = await edit_with_conflict(window, vault)
        click(await window.button(page.banner, "Reload"))
        await seen(lambda: page.editor.text() == "Theirs.\n")
        assert page.banner.text() == ""
        assert (vault / "Budget.md").read_text() == "Theirs.\n"


@on_qt_loop
async def test_keep_mine_overwrites_a_change_on_disk(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault) as window:
        page = await edit_with_conflict(window, vault)
        click(await window.button(page.banner, "Keep mine"))
        await seen(lambda: (vault / "Budget.md").read_text() == "Mine. " + BUDGET)
        await seen(lambda: page.banner.text() == "")


@on_qt_loop
async def test_closing_with_a_conflict_is_prevented_with_a_message(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault) as window:
        page = await edit_with_conflict(window, vault)
        window.desktop.window.close()
        await seen(lambda: "A note could not be saved" in words_of(window.desktop.window.problems))
        assert window.desktop.window.isVisible()
        click(await window.button(page.banner, "Keep mine"))
        await seen(lambda: (vault / "Budget.md").read_text() == "Mine. " + BUDGET)


@on_qt_loop
async def test_the_text_of_a_note_deleted_during_the_edit_can_be_saved_again(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault) as window:
        page = await start_edit(window, 2, "Mine. ")
        (vault / "Budget.md").unlink()
        await seen(lambda: "deleted by another program" in page.banner.text())
        click(await window.button(page.banner, "Save again"))
        await seen((vault / "Budget.md").exists)
        assert (vault / "Budget.md").read_text() == "Mine. " + BUDGET


@on_qt_loop
async def test_a_binary_file_shows_an_error_page(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "A picture.md").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    async with open_window(home, vault) as window:
        await seen(lambda: len(listed(window)) == 4)
        window.views.open_note("A picture.md")
        await seen(lambda: "is not a text file" in words_of(window.views.notes))
        window.views.open_note("Budget.md")
        await seen(lambda: "18,400" in window.note_text())
