"""Window, behavior promised by the founding documents, named by its row there; rows of the command line are in
test_seed_rows.py.
"""

from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from tests.journeys.program import KEY
from tests.journeys.window import Window, click, open_window, seen, words_of
from tests.support.qt_loop import on_qt_loop, until
from tests.support.wire import Call, Turn, WireServer
from tests.support.words import words_of as words_shown
from vaultdesk.ui.activity.activity_page import CALLS_SEGMENT, ActivityPage
from vaultdesk.ui.settings.permission_sheet import PermissionSheet
from vaultdesk.ui.settings.settings_page import SettingsPage
from vaultdesk.ui.widgets.form_dialog import FormDialog

QUESTION = "What did we decide?"
LOOKING = Turn(calls=[Call("vault_search", {"query": "Nordwind"})])
ANSWER = Turn("You chose the Nordwind heat pump, see [[Boiler]].")


@pytest.fixture(autouse=True)
def api_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNEY_KEY", KEY)


def rows_of(page: ActivityPage) -> list[str]:
    return ["".join(span.text for span in row.spans) for row in page.list.cards.rows]


async def settings_page(window: Window) -> SettingsPage:
    window.desktop.window.commands["settings"].trigger()
    await seen(lambda: window.desktop.window.findChildren(SettingsPage))
    (page,) = window.desktop.window.findChildren(SettingsPage)
    return page


@on_qt_loop
async def test_row_23_clearing_the_audit_log_in_the_window_is_recorded(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[LOOKING, ANSWER]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.ask(QUESTION)
        await window.approve()
        await window.over()
        before = len(window.views.workspace.audit_log.read())

        window.desktop.window.commands["activity"].trigger()
        await seen(lambda: window.desktop.window.findChildren(ActivityPage))
        (page,) = window.desktop.window.findChildren(ActivityPage)
        page.show_segment(CALLS_SEGMENT)
        await seen(lambda: any("Search notes" in row for row in rows_of(page)))
        click(page.clear)
        await seen(lambda: page.findChildren(FormDialog))
        (dialog,) = page.findChildren(FormDialog)
        click(dialog.done_button)
        await seen(lambda: any("Log cleared" in row for row in rows_of(page)))

        assert f"{before} entries were deleted" in " ".join(rows_of(page))
        assert "Search notes" not in " ".join(rows_of(page))
        (entry,) = window.views.workspace.audit_log.read()
        assert (entry.record.event, entry.record.cleared_lines) == ("cleared", before)
        assert window.views.workspace.audit_log.verify().is_intact


@on_qt_loop
async def test_row_24_the_round_limit_and_row_32_fallback_modes_are_shown_in_the_chat(
    home: Path, tmp_path: Path
) -> None:
    unread = [Turn(calls=[Call("nothing", {})]) for _ in range(8)]
    async with (
        WireServer(openai=[*unread, ANSWER, LOOKING, LOOKING]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.ask(QUESTION)
        await window.approve()
        view = await window.over()
        shown = words_of(view)
        assert shown.count("Continuing in Plus mode: what is needed is looked up first, then answered.") == 1
        assert shown.count("Continuing in Notes only mode: your notes are searched first") == 1
        assert view.exchange.text.endswith(ANSWER.text)

        window.views.workspace.store.set("chat.max_rounds", 1)
        window.ask("And the boiler?")
        await window.approve()
        await seen(lambda: len(window.exchanges) == 2)
        second = await window.over()
        assert second.exchange.text == (
            "I have used the one tool round allowed for this question and have no answer yet. Done so far: Search "
            "notes. Notes read: [[Boiler]]. Not carried out: Search notes. Tell me to continue, or ask for a "
            "part of it."
        )
        await until(lambda: "have no answer yet" in words_of(second))


@on_qt_loop
async def test_row_tools_are_listed_by_category_and_searched_by_words_in_the_permissions(
    home: Path, tmp_path: Path
) -> None:
    async with open_window(home, tmp_path / "vault") as window:
        page = await settings_page(window)
        page.show_sheet("Permissions")
        await seen(lambda: page.findChildren(PermissionSheet))
        (sheet,) = page.findChildren(PermissionSheet)
        await seen(lambda: "Searching" in words_of(sheet.tools))
        headings = [words for words in words_of(sheet.tools).splitlines() if words in ("Searching", "Web")]
        assert headings == ["Searching", "Web"]

        click(sheet.tools.search)
        QTest.keyClicks(sheet.tools.search, "trash")
        await seen(lambda: sheet.tools.shown_names() == {"edits": ["delete_note"]})
        await seen(lambda: "Delete a note" in words_shown(sheet.tools))
        assert "Searching" not in words_of(sheet.tools)
