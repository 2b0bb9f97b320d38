"""Tests of ui/app/vault_window/vault_status.py."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.ledger_entries import record_sources
from tests.support.qt_loop import on_qt_loop, until
from tests.support.tool_env import ListAsker
from tests.support.vaults import write_vault
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Source
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import app_folders, vault_data_folder
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.index.index_state import IndexState
from vaultdesk.privacy.ledger import LedgerFiles
from vaultdesk.privacy.ledger_entry import LedgerPassage, SendContext, TextAmount, TransmissionContent
from vaultdesk.tools.builtin.pomodoro import FinishedSession
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.ui.app.vault_window.vault_status import MAX_MENU_ROWS, StatusMenus, VaultStatus
from vaultdesk.ui.chat.chat_dock import ChatDock
from vaultdesk.ui.chat.composer.model_menu import ModelPopup
from vaultdesk.ui.privacy.account_popup import AccountPopup
from vaultdesk.ui.privacy.disclosures_page import DisclosuresPage
from vaultdesk.ui.widgets.menu import Menu
from vaultdesk.ui.window.status_bar import StatusBar
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.transactions.file_edits import Origin
from vaultdesk.vault.transactions.journal import Intent, Journal
from vaultdesk.vault.transactions.write_access import WriteLock
from vaultdesk.workspace import Workspace

# Pomodoro timer in the status bar: shown while it runs, with a menu, and a notice at its end.


@on_qt_loop
async def test_the_timer_is_shown_while_it_runs_and_controlled_from_its_menu(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        item, timer = desktop.window.status.timer, views.workspace.pomodoro_timer
        assert not item.isVisible()
        desktop.window.commands["pomodoro"].trigger()
        await until(item.isVisible)
        assert item.shown_text() in ("25:00", "24:59")
        assert item.accessibleName().startswith("Pomodoro: 2")
        menu = views.pomodoro.menu()
        assert [action.text() for action in menu.actions()] == ["Pause", "Stop"]
        menu.actions()[0].trigger()
        await until(lambda: item.shown_text().endswith(" paused"))
        menu = views.pomodoro.menu()
        assert [action.text() for action in menu.actions()] == ["Resume", "Stop"]
        menu.actions()[0].trigger()
        assert timer.state.phase == "running"
        views.pomodoro.menu().actions()[1].trigger()
        await until(lambda: not item.isVisible())
        assert timer.state.phase == "idle"


@on_qt_loop
async def test_the_end_of_a_session_shows_a_notice_that_can_start_another(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        now = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)
        views.workspace.pomodoro_timer.finished.publish(FinishedSession(50, now, now))
        await until(lambda: desktop.window._notice is not None)
        notice = desktop.window._notice
        assert notice is not None
        assert notice.text() == "The 50-minute pomodoro is finished."
        notice._action_button.click()
        assert views.workspace.pomodoro_timer.state.minutes == 50


@on_qt_loop
async def test_a_session_that_could_not_be_logged_shows_a_notice(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        views.workspace.pomodoro_log.problems.publish("The disk is full.")
        await until(lambda: desktop.window._notice is not None)
        assert desktop.window._notice is not None
        assert desktop.window._notice.text() == "The pomodoro could not be logged: The disk is full."


# Egress status: updated immediately, and only for the conversation that is shown.

ANTHROPIC = Destination("Anthropic", "api.anthropic.com", False)


NOTE = [Source(path="Boiler.md", characters=12)]


@on_qt_loop
async def test_t1_the_egress_status_shows_the_chat_and_the_day(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        item = desktop.window.status.egress
        ledger = views.workspace.ledger
        await until(lambda: item.shown_text() == "Nothing has left this computer today")
        assert item.isVisible()

        await record_sources(ledger, ANTHROPIC, "m", "another conversation", NOTE)
        await until(lambda: (item.shown_text(), item.shown_remark()) == ("1 note was sent today", "none in this chat"))
        await record_sources(ledger, ANTHROPIC, "m", views.chat.conversation_id, NOTE)
        await until(lambda: item.shown_text() == "1 note was sent to Anthropic in this chat")
        await until(lambda: "about 6 tokens were sent to api.anthropic.com" in item.toolTip())

        # A new chat does not reset the count of the day.
        other = views.chat.open_conversations.add(Conversation())
        views.chat.show_conversation(other)
        await until(lambda: (item.shown_text(), item.shown_remark()) == ("1 note was sent today", "none in this chat"))
        rewrite = SendContext(ANTHROPIC, "m", "rewrite_1", "Shorter", "rewrite")
        await ledger.write(rewrite, [LedgerPassage(NOTE[0])])
        await until(lambda: item.shown_text() == "Boiler was sent to Anthropic to be rewritten")


@on_qt_loop
async def test_t1_data_sent_by_another_process_is_shown_immediately(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        item = desktop.window.status.egress
        files = LedgerFiles(app_folders().data)
        await until(lambda: item.shown_text() == "Nothing has left this computer today" and files.stamp.exists())
        await until(lambda: views.status._account_watch._files.files())
        async with files.open(files.endpoint) as ledger:
            context = SendContext(ANTHROPIC, "m", "resp_1", "Hello", "program", "Claude Code")
            await ledger.transmit(context, (), TransmissionContent(TextAmount(5, 20)))
        await until(lambda: item.shown_text() == "A question from Claude Code was sent to Anthropic")


@on_qt_loop
async def test_t1_the_egress_status_is_reset_on_a_new_day(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        item, account = desktop.window.status.egress, views.workspace.account
        await record_sources(views.workspace.ledger, ANTHROPIC, "m", views.chat.conversation_id, NOTE)
        await until(lambda: item.shown_text() == "1 note was sent to Anthropic in this chat")
        # The computer slept over midnight: no timer fires, but the bar is repainted.
        account._now = lambda: datetime.now().astimezone() + timedelta(days=1)
        desktop.window.status.repaint()
        await until(lambda: item.shown_text() == "Nothing has left this computer today")


@on_qt_loop
async def test_t1_notes_read_by_a_local_model_are_shown_as_usage(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        local = Destination("Ollama", "localhost:11434", True)
        await views.workspace.ledger.write(
            SendContext(local, "qwen3:8b", views.chat.conversation_id), [LedgerPassage(NOTE[0], "stayed")]
        )
        await until(lambda: desktop.window.status.usage.text() == "qwen3:8b read 1 note here")
        assert desktop.window.status.egress.shown_text() == "Nothing has left this computer today"


@on_qt_loop
async def test_t1_clicking_the_egress_status_opens_the_account_and_the_disclosures_of_the_chat(
    home: Path, tmp_path: Path
) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        chat = views.chat.conversation_id
        await record_sources(views.workspace.ledger, ANTHROPIC, "m", chat, NOTE)
        await record_sources(views.workspace.ledger, ANTHROPIC, "m", "another", [Source(path="Other.md", characters=1)])
        bar = desktop.window.status
        bar.egress.click()
        await until(lambda: bar.egress.findChild(AccountPopup) is not None)
        popup = bar.egress.findChild(AccountPopup)
        assert popup is not None
        await until(popup.isVisible)
        assert [row.path for row in popup.notes] == ["Boiler.md"]
        popup.footer.whole_list.click()
        page = views.notes.split_view.group.page_at(views.notes.tabs.current())
        assert isinstance(page, DisclosuresPage)
        await until(lambda: any("Boiler" in row.text for row in page.list.cards.rows))
        assert not any("Other" in row.text for row in page.list.cards.rows)
        assert page.scope_banner.isVisible()


@on_qt_loop
async def test_the_model_status_shows_where_the_model_runs(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        await open_views(desktop)

        assert "answers on this computer" in desktop.window.status.model.toolTip()


@on_qt_loop
async def test_a_scan_that_ends_when_the_status_was_just_created_is_not_missed(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        indexer, bar = views.workspace.indexer, StatusBar()
        ready = indexer.state
        indexer.state = replace(ready, phase="scanning", total=0)
        status = VaultStatus(bar, desktop.window.problems, views.workspace, views.chat)
        assert bar.index.shown_text() == "Scanning notes…"
        indexer.state = ready
        indexer.progress.publish(ready)

        await until(lambda: bar.index.shown_text().startswith("3 notes"), 10)

        status.close()


@on_qt_loop
async def test_an_index_failure_is_shown_above_the_panes_until_it_is_repaired(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        indexer, problems = views.workspace.indexer, desktop.window.problems
        previous = indexer.state

        indexer.state = IndexState("failed", error="The index is damaged. Build it again.")
        indexer.progress.publish(indexer.state)
        await until(lambda: problems.texts() == {"index": "The index is damaged. Build it again."})
        assert desktop.window.status.index.shown_text() == "The search index is paused"
        indexer.state = previous
        indexer.progress.publish(previous)

        await until(lambda: problems.texts() == {})


# Write lock: a vault locked by another process is read-only until the lock is released.


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


@on_qt_loop
async def test_a_vault_locked_by_another_process_is_read_only_until_it_is_released(home: Path, vault: Path) -> None:
    lease = WriteLock(vault_data_folder(app_folders(), vault) / "writer.lock")
    assert lease.acquire()
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        problems = desktop.window.problems
        await until(lambda: "read-only" in problems.texts())
        assert "has this vault open, so it can only be read here" in problems.texts()["read-only"]
        page = await views.notes.show_note("Boiler.md")
        page.toggle_edit()
        assert page.editor.isReadOnly()
        assert page.banner.text() == problems.texts()["read-only"]

        lease.release()
        (banner,) = [child for child in problems.children() if hasattr(child, "links")]
        banner.links[0].click()
        await until(lambda: "read-only" not in problems.texts())
        assert not page.editor.isReadOnly()
        assert page.banner.topic == ""


@on_qt_loop
async def test_the_write_lock_is_acquired_when_the_vault_opens(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        other = WriteLock(vault_data_folder(app_folders(), vault) / "writer.lock")
        await until(lambda: not other.acquire())
        page = await (await open_views(desktop)).notes.show_note("Boiler.md")
        page.toggle_edit()

        assert not page.editor.isReadOnly()


@on_qt_loop
async def test_changes_interrupted_by_a_crash_are_listed_in_the_activity(home: Path, vault: Path) -> None:
    data_folder = vault_data_folder(app_folders(), vault)
    journal = Journal(data_folder)
    old = (vault / "Boiler.md").read_bytes()
    intent = Intent("modify", "Boiler.md", old_digest=digest_of(old), new_digest="0" * 64, data=b"new", temporary=".x")
    journal.begin([intent], Origin("run_1", "Tag the notes"))
    journal.close()
    async with running_desktop(vault) as desktop:
        emitted: list[str] = []
        notify = desktop.window.notify
        desktop.window.notify = lambda text, *rest: emitted.append(text) or notify(text, *rest)  # type: ignore[method-assign] # listens
        views = await open_views(desktop)
        await until(lambda: views.workspace.vault.recovered)

        assert [change.sentence for change in views.workspace.vault.recovered] == [
            "A change of “Boiler.md” was interrupted and not made. The note is unchanged."
        ]
        page = views.activity.show_activity()
        await until(lambda: any("was interrupted" in row.text for row in page.list.cards.rows))


# Menus of the status bar.


class DenyingAsker(ListAsker):
    """Denies every request."""

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        return ApprovalDecision(approved=False)


class Scene:
    """A status bar over an open vault."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.window = QWidget()
        self.bar = StatusBar(self.window)
        self.chat = ChatDock(workspace, lambda _view: DenyingAsker(), self.window)
        self.opened: list[str] = []
        self.menus = StatusMenus(self.bar, workspace, self.chat, self.opened.append)


@asynccontextmanager
async def open_scene(home: Path, root: Path) -> AsyncIterator[Scene]:
    folders = app_folders({"VAULTDESK_HOME": str(home)})
    store = SettingsStore(folders.settings_file)
    credentials = Credentials({"VAULTDESK_HOME": str(home)})
    async with Workspace.open(write_vault(root), folders=folders, store=store, credentials=credentials) as workspace:
        await workspace.indexer.settled()
        scene = Scene(workspace)
        yield scene
        scene.menus.close()
        scene.window.deleteLater()


def entry_texts(menu: Menu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


@on_qt_loop
async def test_index_menu_names_unreadable_notes(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    for number in range(MAX_MENU_ROWS + 3):
        (root / f"bad{number:02}.md").write_bytes(b"\xff\xfe\x00x")
    async with open_scene(home, root) as scene:
        menu = scene.menus.index_menu(await scene.workspace.searcher.tree())
        texts = entry_texts(menu)
        assert texts[:4] == [
            "Search index", "Compare with the folder now", "Rebuild the index", "Could not be read",
        ]  # fmt: skip
        assert texts[4].startswith("bad00.md · ")
        assert texts[-3:] == ["and 3 more", "More about the index", "Activity"]


@on_qt_loop
async def test_index_menu_opens_the_activity_page(home: Path, tmp_path: Path) -> None:
    async with open_scene(home, tmp_path / "vault") as scene:
        emitted: list[str] = []
        scene.menus.activity_requested.connect(lambda: emitted.append("activity"))

        scene.menus.index_menu(()).actions()[-1].trigger()

        assert emitted == ["activity"]


@on_qt_loop
async def test_rebuilding_the_index_finds_all_notes_again(home: Path, tmp_path: Path) -> None:
    async with open_scene(home, tmp_path / "vault") as scene:
        before = scene.workspace.indexer.state.last_indexed
        assert before is not None
        menu = scene.menus.index_menu(await scene.workspace.searcher.tree())
        menu.actions()[2].trigger()
        await until(
            lambda: (
                scene.workspace.indexer.state.phase == "ready"
                and (scene.workspace.indexer.state.last_indexed or datetime.min.replace(tzinfo=UTC)) > before
            )
        )
        assert (await scene.workspace.searcher.counts()).notes == 3


@on_qt_loop
async def test_clicking_the_model_opens_the_menu_over_the_status_bar(home: Path, tmp_path: Path) -> None:
    async with open_scene(home, tmp_path / "vault") as scene:
        scene.window.resize(900, 600)
        scene.window.show()
        scene.bar.model_requested.emit()
        popup = scene.bar.model.findChild(ModelPopup)
        assert popup is not None
        assert popup.isVisible()
        popup.close()
