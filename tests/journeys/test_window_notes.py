"""Window, notes: what other programs do to notes while they are listed, read and written here."""

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest

from tests.journeys.window import Window, click, open_window, seen, words_of
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.browser.file_tree_model import TreeRole
from vaultdesk.ui.notes.note_page import NotePage

# watchdog 7.1 warns in its own thread when folders are made inside new folders; as an error it would end that thread.
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
    """Return the notes the search pane shows."""
    return sorted(window.views.browser.search_pane.results.paths())


async def opened(window: Window, row: int) -> NotePage:
    """Open a note by a click on a row of the tree."""
    tree = window.views.browser.tree

    def index() -> QModelIndex:
        """The row as it is now: the tree may be made anew while it is waited for."""
        return window.views.browser.model.index(row, 0, QModelIndex())

    await seen(lambda: not tree.visualRect(index()).isEmpty())
    path = index().data(TreeRole.PATH)
    click(tree.viewport(), tree.visualRect(index()).center())
    await seen(lambda: window.shown_note() == path and window.note_text())
    page = window.views.notes.current_page
    assert page is not None
    return page


async def edited(window: Window, row: int, words: str) -> NotePage:
    """Open a note, press the pencil's keys and type *words* at its start."""
    page = await opened(window, row)
    window.desktop.window.commands["toggle-edit"].trigger()
    await seen(lambda: page.editing)
    page.editor.moveCursor(page.editor.textCursor().MoveOperation.Start)
    QTest.keyClicks(page.editor, words)
    return page


@on_qt_loop
async def test_notes_written_moved_and_deleted_outside_are_followed(home: Path, tmp_path: Path) -> None:
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
async def test_an_open_note_shows_what_was_written_outside(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault) as window:
        page = await opened(window, 2)
        assert window.shown_note() == "Budget.md"
        (vault / "Budget.md").write_text("# Budget\n\nIt costs 21,000 euros now.\n")
        await seen(lambda: "21,000" in window.note_text())
        assert page.banner.text() == ""


@on_qt_loop
async def test_what_is_typed_is_saved(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault) as window:
        page = await edited(window, 2, "Mine. ")
        QTest.keyClick(page.editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        await seen(lambda: (vault / "Budget.md").read_text() == "Mine. " + BUDGET)


@on_qt_loop
async def test_what_is_typed_is_saved_when_the_window_is_closed(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault) as window:
        await edited(window, 2, "Mine. ")
    assert (vault / "Budget.md").read_text() == "Mine. " + BUDGET


async def _in_conflict(window: Window, vault: Path) -> NotePage:
    """Edit a note that another program writes at the same time."""
    page = await edited(window, 2, "Mine. ")
    (vault / "Budget.md").write_text("Theirs.\n")
    await seen(lambda: "changed by another program" in page.banner.text())
    assert "Nothing was overwritten." in page.banner.text()
    assert page.editor.text() == "Mine. " + BUDGET
    assert (vault / "Budget.md").read_text() == "Theirs.\n"
    return page


@on_qt_loop
async def test_changed_on_disk_while_edited_reload_takes_theirs(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault) as window:
        page = await _in_conflict(window, vault)
        click(await window.button(page.banner, "Reload"))
        await seen(lambda: page.editor.text() == "Theirs.\n")
        assert page.banner.text() == ""
        assert (vault / "Budget.md").read_text() == "Theirs.\n"


@on_qt_loop
async def test_changed_on_disk_while_edited_keep_puts_mine(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault) as window:
        page = await _in_conflict(window, vault)
        click(await window.button(page.banner, "Keep mine"))
        await seen(lambda: (vault / "Budget.md").read_text() == "Mine. " + BUDGET)
        await seen(lambda: page.banner.text() == "")


@on_qt_loop
async def test_closed_in_a_conflict_nothing_is_lost_without_a_word(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault) as window:
        page = await _in_conflict(window, vault)
        window.desktop.window.close()
        await seen(lambda: "A note could not be saved" in words_of(window.desktop.window.problems))
        assert window.desktop.window.isVisible()
        click(await window.button(page.banner, "Keep mine"))
        await seen(lambda: (vault / "Budget.md").read_text() == "Mine. " + BUDGET)


@on_qt_loop
async def test_deleted_outside_while_edited_the_text_is_kept(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    async with open_window(home, vault) as window:
        page = await edited(window, 2, "Mine. ")
        (vault / "Budget.md").unlink()
        await seen(lambda: "deleted by another program" in page.banner.text())
        click(await window.button(page.banner, "Save again"))
        await seen((vault / "Budget.md").exists)
        assert (vault / "Budget.md").read_text() == "Mine. " + BUDGET


@on_qt_loop
async def test_a_note_that_is_no_text_is_told_in_its_place(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "A picture.md").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    async with open_window(home, vault) as window:
        await seen(lambda: len(listed(window)) == 4)
        window.views.open_note("A picture.md")
        await seen(lambda: "is not a text file" in words_of(window.views.notes))
        window.views.open_note("Budget.md")
        await seen(lambda: "18,400" in window.note_text())
