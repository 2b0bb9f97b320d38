"""Answer targets: answers go to the cursor or the end of the open note, and out of it again."""

from pathlib import Path

import pytest

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.desktop import Desktop
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.vault_views import VaultViews
from vaultdesk.ui.widgets.overlays import Notice


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


async def writing(views: VaultViews) -> NotePage:
    """Open a note in the editor."""
    page = await views.notes.show_note("Boiler.md")
    await until(lambda: page.text is not None)
    page.toggle_edit()
    await until(lambda: page.editing and page.editor.text())
    return page


def last_notice(desktop: Desktop) -> Notice:
    return desktop.window.findChildren(Notice)[-1]


@on_qt_loop
async def test_an_answer_goes_to_the_cursor_and_out_again(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await writing(views)
        before = page.editor.text()
        cursor = page.editor.textCursor()
        cursor.setPosition(len("# Boiler\n\n"))
        page.editor.setTextCursor(cursor)
        views.chat.insert_requested.emit("A **pump**. ")
        assert "\n\nA **pump**. The old boiler" in page.editor.text()
        assert last_notice(desktop).text() == "Inserted into “Boiler”."
        last_notice(desktop)._act.click()
        assert page.editor.text() == before


@on_qt_loop
async def test_what_was_typed_behind_an_inserted_answer_stays_when_it_is_taken_out(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await writing(views)
        cursor = page.editor.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        page.editor.setTextCursor(cursor)
        views.chat.insert_requested.emit("A pump.")
        page.editor.insertPlainText(" Mine.")
        last_notice(desktop)._act.click()
        assert page.editor.text().endswith("[[Heat-loss survey]].\n Mine.")


@on_qt_loop
async def test_an_answer_goes_to_the_end_of_a_note_that_is_read_and_out_again(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await views.notes.show_note("Boiler.md")
        before = (vault / "Boiler.md").read_text(encoding="utf-8")
        views.chat.append_requested.emit("A **pump**.")
        await until(lambda: (vault / "Boiler.md").read_text(encoding="utf-8") == f"{before}\nA **pump**.\n")
        await until(lambda: desktop.window.findChildren(Notice))
        assert last_notice(desktop).text() == "Appended to “Boiler”."
        last_notice(desktop)._act.click()
        await until(lambda: (vault / "Boiler.md").read_text(encoding="utf-8") == before)


@on_qt_loop
async def test_without_a_cursor_the_end_is_offered_and_without_a_note_nothing(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["insert-answer"].trigger()
        assert last_notice(desktop).text() == "There is no answer in this chat yet."
        await views.notes.show_note("Boiler.md")
        views.workspace.set_tool_calling(False)
        talk = views.chat.conversations[0]
        talk.ask("What leaks?")
        await until(lambda: not talk.running and talk.exchanges[-1].text)
        desktop.window.commands["insert-answer"].trigger()
        assert last_notice(desktop).text() == "No note is being written, so there is no cursor."
        last_notice(desktop)._act.click()
        ending = talk.exchanges[-1].text.strip().splitlines()[-1]
        await until(lambda: ending in (vault / "Boiler.md").read_text(encoding="utf-8"))


@on_qt_loop
async def test_under_answers_stands_only_what_works(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        talk = views.chat.conversations[0]
        views.workspace.set_tool_calling(False)
        talk.ask("What leaks?")
        await until(lambda: not talk.running and views.chat.view.views and views.chat.view.views[0]._foot)
        foot = views.chat.view.views[0]._foot
        assert foot is not None
        assert foot.button("append").isHidden()
        await views.notes.show_note("Boiler.md")
        await until(lambda: not foot.button("append").isHidden())
        views.chat_place.choose("tab")
        assert not foot.button("append").isHidden(), "the note is open behind the chat's tab"
        views.chat_place.choose("dock")
