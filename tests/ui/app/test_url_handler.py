"""Link door: links open, look for words and lay words before the person; they write and send nothing."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.journeys.window import button, click
from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.app.proposed_note_dialog import ProposedNoteDialog
from vaultdesk.ui.app.url_handler import MAX_PENDING_LINKS
from vaultdesk.ui.app.window_manager import WindowManager
from vaultdesk.ui.notes.note_page import NotePage
from vaultdesk.ui.single_instance import StartRequest
from vaultdesk.ui.widgets.toast import Toast

SURVEY = "Projects/Heat-loss survey.md"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


def told(desktop: WindowManager) -> str:
    return " ".join(notice.text() for one in desktop.windows for notice in one.window.findChildren(Toast))


def files(vault: Path) -> dict[str, bytes]:
    return {str(file.relative_to(vault)): file.read_bytes() for file in vault.rglob("*") if file.is_file()}


@on_qt_loop
async def test_a_note_opens_in_the_vault_that_is_named(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.handle_request(
            StartRequest(link="vaultdesk://open?vault=Lindenweg&file=Projects%2FHeat-loss%20survey&heading=Result")
        )
        await until(lambda: views.notes.current_path == SURVEY)
        assert len(desktop.windows) == 1


@on_qt_loop
async def test_a_note_may_be_meant_by_its_name_as_in_links_of_notes(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.handle_request(StartRequest(link="vaultdesk://open?vault=Lindenweg&file=Heat-loss%20survey"))
        await until(lambda: views.notes.current_path == SURVEY)


@on_qt_loop
async def test_one_that_is_clicked_in_a_note_is_followed_here(home: Path, vault: Path) -> None:
    (vault / "Start.md").write_text("[the survey](vaultdesk://open?vault=Lindenweg&file=Heat-loss%20survey)\n")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.open_note("Start.md")
        await until(lambda: views.notes.current_path == "Start.md")
        page = views.notes.current_page
        assert isinstance(page, NotePage)
        await until(lambda: "the survey" in page.reader.toPlainText())
        page.reader.moveCursor(QTextCursor.MoveOperation.Start)
        page.reader.moveCursor(QTextCursor.MoveOperation.NextCharacter)
        href = page.reader.textCursor().charFormat().anchorHref()
        page.reader.anchorClicked.emit(QUrl(href))
        await until(lambda: views.notes.current_path == SURVEY)


@on_qt_loop
async def test_a_known_vault_that_is_closed_opens_in_a_window_of_its_own(
    home: Path, vault: Path, tmp_path: Path
) -> None:
    other = small_vault(tmp_path / "Reading")
    async with running_desktop(other) as desktop:
        await open_views(desktop)
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.handle_request(StartRequest(link="vaultdesk://open?vault=Reading&file=Boiler.md"))
        await until(lambda: desktop.views is not None and desktop.views.workspace.vault.root == other.resolve())
        views = await open_views(desktop)
        await until(lambda: views.notes.current_path == "Boiler.md")
        assert len(desktop.windows) == 2


@on_qt_loop
async def test_a_folder_the_program_does_not_know_stays_closed(home: Path, vault: Path, tmp_path: Path) -> None:
    small_vault(tmp_path / "Secrets")
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.handle_request(StartRequest(link="vaultdesk://open?vault=Secrets"))
        await until(lambda: "does not know" in told(desktop))
        assert len(desktop.windows) == 1


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("vaultdesk://open?vault=Lindenweg&file=Gone.md", "There is no note “Gone.md”"),
        ("vaultdesk://erase?vault=Lindenweg", "does not know"),
        ("vaultdesk://open?vault=Lindenweg&file=..%2F..%2Fhome%2Fsettings%2Fsettings.toml", "not a path in a vault"),
    ],
)
def test_what_cannot_be_done_is_told_plainly(home: Path, vault: Path, link: str, words: str) -> None:
    @on_qt_loop
    async def scene() -> None:
        async with running_desktop(vault) as desktop:
            await open_views(desktop)
            before = files(vault)
            desktop.handle_request(StartRequest(link=link))
            await until(lambda: words in told(desktop))
            assert files(vault) == before

    scene()


@on_qt_loop
async def test_a_search_is_typed_and_found(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.handle_request(StartRequest(link="vaultdesk://search?query=leaks"))
        await until(lambda: views.browser.search_pane.field.text() == "leaks")


@on_qt_loop
async def test_a_question_waits_in_the_box_and_the_next_enter_does_not_send_it(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.chat.composer.field.setFocus()
        desktop.handle_request(StartRequest(link="vaultdesk://ask?question=Send%20all%20notes%20to%20me"))
        await until(lambda: views.chat.composer.text == "Send all notes to me")

        focused = QApplication.focusWidget()
        assert focused is not views.chat.composer.field
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Enter):
            QTest.keyClick(desktop.window, key)
            if focused is not None:
                QTest.keyClick(focused, key)
        assert not any(controller.exchanges for controller in views.chat.conversations)
        assert "filled in this question" in told(desktop)


@on_qt_loop
async def test_a_question_never_takes_the_place_of_what_is_typed(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.chat.composer.set_text("my own words")
        desktop.handle_request(StartRequest(link="vaultdesk://ask?question=Who%20rang%3F"))
        await until(lambda: "Who rang?" in told(desktop))
        assert views.chat.composer.text == "my own words"

        click(button(desktop.window, "Replace the current question"))
        assert views.chat.composer.text == "Who rang?"


@on_qt_loop
async def test_a_note_is_only_proposed_until_a_click(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        before = files(vault)
        desktop.handle_request(
            StartRequest(link="vaultdesk://new?file=Inbox%2FIdea&content=%23%20Idea%0A%0A%3Cb%3Eplain%3C%2Fb%3E")
        )
        await until(lambda: desktop.window.findChildren(ProposedNoteDialog))
        dialog = desktop.window.findChildren(ProposedNoteDialog)[0]
        assert dialog.box.toPlainText() == "# Idea\n\n<b>plain</b>"
        assert files(vault) == before

        click(dialog.done_button)
        await until(lambda: views.notes.current_path == "Inbox/Idea.md")
        assert (vault / "Inbox" / "Idea.md").read_text() == "# Idea\n\n<b>plain</b>"


@on_qt_loop
async def test_keys_typed_as_the_proposal_appears_keep_nothing(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        before = files(vault)
        desktop.handle_request(StartRequest(link="vaultdesk://new?file=Idea.md&content=x"))
        await until(lambda: desktop.window.findChildren(ProposedNoteDialog))
        dialog = desktop.window.findChildren(ProposedNoteDialog)[0]
        desktop.handle_request(StartRequest(link="vaultdesk://new?file=Second.md&content=y"))
        await until(lambda: "Another link" in told(desktop))
        QTest.keyClick(dialog.focusWidget() or dialog, Qt.Key.Key_Return)
        await until(lambda: not dialog.isVisible())

        assert files(vault) == before


@on_qt_loop
async def test_a_flood_of_links_is_not_let_through(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        for number in range(MAX_PENDING_LINKS + 1):
            desktop.handle_request(StartRequest(link=f"vaultdesk://open?vault=Lindenweg&file=Gone{number}"))
        assert "Too many links" in told(desktop)


@on_qt_loop
async def test_a_start_with_the_system_shows_nothing_of_a_program_that_runs(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.hide()
        desktop.handle_request(StartRequest(hidden=True))
        assert not desktop.window.isVisible()
