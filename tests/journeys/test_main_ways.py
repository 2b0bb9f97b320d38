"""The seven main workflows: the modules of each, recorded by a profiler, are those listed in ARCHITECTURE.md.

To write the recorded lists into the page: `VAULTDESK_WRITE_WAYS=1 pytest tests/journeys/test_main_ways.py`.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from tests.journeys.program import KEY
from tests.journeys.test_window_changes import NOTES, TURNS, texts
from tests.journeys.test_window_notes import found, listed
from tests.journeys.window import open_window, seen
from tests.support.qt_loop import on_qt_loop
from tests.support.ways import WayRecorder, recording
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.ui.settings.general_sheets import AppearanceSheet
from vaultdesk.ui.settings.settings_page import SettingsPage
from vaultdesk.ui.theme.theme import theme

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "ARCHITECTURE.md"

LONGEST_TRUNK = 20
"""Most modules of a workflow, so that it can be read in one sitting."""

SEARCH = Turn("Let me look.", [Call("vault_search", {"query": "heat pump"})])
READ = Turn("I will read them.", [Call("file_read", {"file_paths": ["Boiler.md", "Budget.md"]})])
ANSWER = Turn("It costs 18,400 euros, see [[Budget#Budget]].")

QUESTION_WAY = (
    "vaultdesk.ui.chat.submit_controller:SubmitController.submit",
    "vaultdesk.agent.run_loop:RunLoop.request_answer",
    "vaultdesk.providers.wrappers:RetryWrapper.stream",
    "vaultdesk.tools.runtime.execution:execute_call",
    "vaultdesk.ui.chat.open_conversations:ConversationController._stream_answer",
    "vaultdesk.ui.chat.transcript.exchange_view:ExchangeView.refresh",
)
READ_WAY = (
    "vaultdesk.tools.runtime.executor:ToolExecutor.run",
    "vaultdesk.ui.review.window_approver:WindowApprover.ask",
    "vaultdesk.tools.builtin.read_tools:FileRead.run",
    "vaultdesk.vault.disk.vault_files:VaultFiles.read",
)
WRITE_WAY = (
    "vaultdesk.ui.review.window_approver:WindowApprover.ask",
    "vaultdesk.vault.vault:Vault.apply",
    "vaultdesk.vault.transactions.journal:Journal.begin",
    "vaultdesk.vault.disk.atomic_write:replace_file",
    "vaultdesk.vault.undo:apply_undo",
)
SEARCH_WAY = (
    "vaultdesk.ui.browser.search_pane:SearchPane._search",
    "vaultdesk.index.search.searcher:Searcher.search_typing",
    "vaultdesk.index.search.ranked_search:search",
    "vaultdesk.index.search.ranking:order_by_rank",
    "vaultdesk.ui.browser.search_pane:SearchPane._show_answer",
    "vaultdesk.ui.browser.search_results:SearchResultList.show_hits",
)
CHANGE_WAY = (
    "vaultdesk.vault.disk.watcher:Watcher._on_event",
    "vaultdesk.vault.disk.watcher:DiskEventBatch._publish_batch",
    "vaultdesk.index.indexing.indexer:ChangeScheduler.take_change",
    "vaultdesk.index.indexing.index_updater:IndexUpdater.read",
    "vaultdesk.ui.browser.file_tree_model:FileTreeModel.put",
)
START_WAY = (
    "vaultdesk.__main__:open_window",
    "vaultdesk.ui.single_instance:SingleInstance.forward_to_running",
    "vaultdesk.core.settings.bootstrap_settings:read_bootstrap_settings",
    "vaultdesk.ui.translation:install_language",
    "vaultdesk.ui.theme.theme:Theme.apply",
    "vaultdesk.ui.app.application:paint",
)
SETTINGS_WAY = (
    "vaultdesk.ui.settings.sheet:SettingsWriter.save",
    "vaultdesk.core.settings.settings_store:SettingsStore.change",
    "vaultdesk.core.settings.toml_edit:edit_toml",
    "vaultdesk.core.platform.program_file:replace_file_bytes",
    "vaultdesk.ui.theme.theme:Theme.set_choice",
)


@pytest.fixture(autouse=True)
def api_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNEY_KEY", KEY)


def check(way: str, recorder: WayRecorder) -> None:
    """Compare the recorded modules with the list of *way* on the page."""
    assert recorder.missed == []
    check_modules(way, recorder.modules)


def check_modules(way: str, modules: Sequence[str]) -> None:
    assert len(modules) <= LONGEST_TRUNK, modules
    lines = "\n".join(f"{number}. `{module}`" for number, module in enumerate(modules, 1))
    section = re.compile(rf"(<!-- way: {way} -->\n)(.*?)(<!-- end -->)", re.DOTALL)
    text = PAGE.read_text(encoding="utf-8")
    (before, written, after) = next(section.finditer(text)).groups()
    if os.environ.get("VAULTDESK_WRITE_WAYS"):
        PAGE.write_text(text.replace(before + written + after, f"{before}\n{lines}\n\n{after}"), encoding="utf-8")
        return
    # Sorted, as the order of two threads is not fixed.
    assert sorted(re.findall(r"`(vaultdesk/\S+)`", written)) == sorted(modules)


def test_a_question_and_its_answer(home: Path, tmp_path: Path) -> None:
    with recording(QUESTION_WAY) as recorder:

        @on_qt_loop
        async def ask() -> None:
            async with (
                WireServer(openai=[SEARCH, READ, ANSWER]) as server,
                open_window(home, tmp_path / "vault", server) as window,
            ):
                recorder.clear()
                window.ask("What did we decide?")
                await window.approve()
                await window.approve()
                await window.over()

        ask()
    check("question", recorder)


def test_a_read_with_approval(home: Path, tmp_path: Path) -> None:
    with recording(READ_WAY) as recorder:

        @on_qt_loop
        async def ask() -> None:
            async with (
                WireServer(openai=[READ, ANSWER]) as server,
                open_window(home, tmp_path / "vault", server) as window,
            ):
                recorder.clear()
                window.ask("What did we decide?")
                await window.approve()
                await window.over()

        ask()
    check("read", recorder)


def test_a_write_with_review_journal_and_undo(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    with recording(WRITE_WAY) as recorder:

        @on_qt_loop
        async def ask() -> None:
            async with WireServer(openai=TURNS) as server, open_window(home, vault, server, notes=NOTES) as window:
                before = texts(vault)
                recorder.clear()
                window.ask("Bring the heating notes in order")
                await window.approve()
                view = await window.over()
                (await window.button(view, "Undo 2 changes")).click()
                await seen(lambda: texts(vault) == before)

        ask()
    check("write", recorder)


def test_a_search_key_stroke(home: Path, tmp_path: Path) -> None:
    with recording(SEARCH_WAY) as recorder:

        @on_qt_loop
        async def search() -> None:
            async with open_window(home, tmp_path / "vault") as window:
                window.desktop.window.commands["search-vault"].trigger()
                field = window.views.browser.search_pane.field
                await seen(field.hasFocus)
                recorder.clear()
                QTest.keyClicks(field, "heat pump")
                await seen(lambda: found(window))

        search()
    check("search", recorder)


# watchdog 7.1 warns in its own thread when folders are made in new folders; an error would end the thread.
@pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")
def test_a_file_changed_on_disk(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    with recording(CHANGE_WAY) as recorder:

        @on_qt_loop
        async def change() -> None:
            async with open_window(home, vault) as window:
                await seen(lambda: listed(window) == ["Boiler.md", "Budget.md", "Garden/Apples.md"])
                (vault / "Pears.md").write_text("# Pears\n")  # Once it is listed, the initial listing is complete.
                await seen(lambda: "Pears.md" in listed(window) and not window.views.files.is_listing)
                recorder.clear()
                (vault / "Quinces.md").write_text("# Quinces\n\nMake membrillo.\n")
                await seen(lambda: "Quinces.md" in listed(window))

        change()
    check("change", recorder)


START = """
import json, os, sys
sys.path.insert(0, sys.argv[1])
from tests.support.ways import recording
from vaultdesk.__main__ import main
milestones = json.loads(sys.argv[2])
with recording(milestones) as recorder:
    from vaultdesk.ui.app.window_manager import WindowManager
    def begin(self, *arguments):
        # The first window is painted, which ends this workflow.
        sys.setprofile(None)
        print(json.dumps([recorder.missed, recorder.modules]), flush=True)
        os._exit(0)
    WindowManager.__init__ = begin
    main([sys.argv[3]])
"""


def test_start_to_first_window(home: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "Boiler.md").write_text("The boiler leaks.\n")

    completed = subprocess.run(
        [sys.executable, "-P", "-c", START, str(ROOT), json.dumps(START_WAY), str(vault)],
        env={**os.environ, "DISPLAY": ":0", "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )

    assert completed.returncode == 0, completed.stderr
    missed, modules = json.loads(completed.stdout.splitlines()[-1])
    assert missed == []
    check_modules("start", modules)


def test_a_settings_change(home: Path, tmp_path: Path) -> None:
    with recording(SETTINGS_WAY) as recorder:

        @on_qt_loop
        async def change() -> None:
            async with open_window(home, tmp_path / "vault") as window:
                window.desktop.show_settings()
                await seen(lambda: window.desktop.window.findChildren(SettingsPage))
                (page,) = window.desktop.window.findChildren(SettingsPage)
                page.show_sheet("Appearance")
                await seen(lambda: isinstance(page.sheet(), AppearanceSheet))
                sheet = page.sheet()
                assert isinstance(sheet, AppearanceSheet)
                box = sheet.form.field("theme")
                recorder.clear()
                try:
                    box.setCurrentIndex(box.findData("dark"))
                    box.activated.emit(box.currentIndex())
                    await seen(lambda: theme().choice == "dark")
                finally:
                    theme().set_choice("system")

        change()
    check("settings", recorder)
