"""URL handler: links open notes, search and propose text; they write and send nothing by themselves."""

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


def toast_texts(desktop: WindowManager) -> str:
    return " ".join(
        notice.text() for vault_window in desktop.windows for notice in vault_window.window.findChildren(Toast)
    )


def files(vault: Path) -> dict[str, bytes]:
    return {str(file.relative_to(vault)): file.read_bytes() for file in vault.rglob("*") if file.is_file()}


@on_qt_loop
async def test_a_link_opens_a_note_in_the_named_vault(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.handle_request(
            StartRequest(link="vaultdesk://open?vault=Lindenweg&file=Projects%2FHeat-loss%20survey&heading=Result")
        )
        await until(lambda: views.notes.current_path == SURVEY)
        assert len(desktop.windows) == 1


@on_qt_loop
async def test_a_link_may_name_a_note_without_its_folder(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.handle_request(StartRequest(link="vaultdesk://open?vault=Lindenweg&file=Heat-loss%20survey"))
        await until(lambda: views.notes.current_path == SURVEY)


@on_qt_loop
async def test_a_link_clicked_in_a_note_is_handled_by_the_program(home: Path, vault: Path) -> None:
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
async def test_a_known_closed_vault_opens_in_a_new_window(home: Path, vault: Path, tmp_path: Path) -> None:
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
async def test_an_unknown_vault_is_not_opened(home: Path, vault: Path, tmp_path: Path) -> None:
    small_vault(tmp_path / "Secrets")
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.handle_request(StartRequest(link="vaultdesk://open?vault=Secrets"))
        await until(lambda: "does not know" in toast_texts(desktop))
        assert len(desktop.windows) == 1


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("vaultdesk://open?vault=Lindenweg&file=Gone.md", "There is no note “Gone.md”"),
        ("vaultdesk://erase?vault=Lindenweg", "does not know"),
        ("vaultdesk://open?vault=Lindenweg&file=..%2F..%2Fhome%2Fsettings%2Fsettings.toml", "not a path in a vault"),
    ],
)
def test_an_invalid_link_shows_an_error_and_changes_nothing(home: Path, vault: Path, link: str, message: str) -> None:
    @on_qt_loop
    async def scene() -> None:
        async with running_desktop(vault) as desktop:
            await open_views(desktop)
            before = files(vault)
            desktop.handle_request(StartRequest(link=link))
            await until(lambda: message in toast_texts(desktop))
            assert files(vault) == before

    scene()


@on_qt_loop
async def test_a_search_link_fills_the_search_field(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.handle_request(StartRequest(link="vaultdesk://search?query=leaks"))
        await until(lambda: views.browser.search_pane.field.text() == "leaks")


@on_qt_loop
async def test_a_question_link_fills_the_composer_and_the_next_enter_does_not_send_it(home: Path, vault: Path) -> None:
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
        assert "filled in this question" in toast_texts(desktop)


@on_qt_loop
async def test_a_question_link_does_not_replace_typed_text(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.chat.composer.set_text("my own words")
        desktop.handle_request(StartRequest(link="vaultdesk://ask?question=Who%20rang%3F"))
        await until(lambda: "Who rang?" in toast_texts(desktop))
        assert views.chat.composer.text == "my own words"

        click(button(desktop.window, "Replace the current question"))
        assert views.chat.composer.text == "Who rang?"


@on_qt_loop
async def test_a_new_note_link_only_proposes_the_note_until_it_is_confirmed(home: Path, vault: Path) -> None:
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
async def test_keys_pressed_as_the_proposal_opens_create_nothing(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        before = files(vault)
        desktop.handle_request(StartRequest(link="vaultdesk://new?file=Idea.md&content=x"))
        await until(lambda: desktop.window.findChildren(ProposedNoteDialog))
        dialog = desktop.window.findChildren(ProposedNoteDialog)[0]
        desktop.handle_request(StartRequest(link="vaultdesk://new?file=Second.md&content=y"))
        await until(lambda: "Another link" in toast_texts(desktop))
        QTest.keyClick(dialog.focusWidget() or dialog, Qt.Key.Key_Return)
        await until(lambda: not dialog.isVisible())

        assert files(vault) == before


@on_qt_loop
async def test_too_many_pending_links_are_refused(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        for number in range(MAX_PENDING_LINKS + 1):
            desktop.handle_request(StartRequest(link=f"vaultdesk://open?vault=Lindenweg&file=Gone{number}"))
        assert "Too many links" in toast_texts(desktop)


@on_qt_loop
async def test_a_hidden_start_does_not_show_the_window_of_a_running_program(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.hide()
        desktop.handle_request(StartRequest(hidden=True))
        assert not desktop.window.isVisible()
