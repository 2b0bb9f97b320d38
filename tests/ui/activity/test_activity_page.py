"""Tests of ui/activity/activity_page.py."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.activity.entries import change, lines
from tests.ui.activity.scene import called, open_vault, rename, rewrite, sent
from vaultdesk.core.platform.paths import app_folders, vault_data_folder
from vaultdesk.privacy.ledger_entry import LedgerEntry, by_question
from vaultdesk.ui import bridge
from vaultdesk.ui.activity import activity_page as module
from vaultdesk.ui.activity.activity_page import (
    CALLS_SEGMENT,
    CHANGES_SEGMENT,
    EVERYTHING_SEGMENT,
    ActivityPage,
    ActivityRecord,
    period_choices,
    period_start,
    timeline_rows,
)
from vaultdesk.ui.activity.audit_list import tool_calls
from vaultdesk.ui.activity.change_history import UndoAction, change_groups
from vaultdesk.ui.privacy.disclosures_page import DisclosuresPage
from vaultdesk.ui.widgets.form_dialog import FormDialog
from vaultdesk.ui.widgets.lists.card_list import CardRow
from vaultdesk.vault.note_text import digest_of
from vaultdesk.vault.transactions.file_edits import Origin
from vaultdesk.vault.transactions.journal import Intent, Journal
from vaultdesk.vault.transactions.write_access import WriteLock
from vaultdesk.workspace import Workspace

# Periods: each begins at the beginning of a day.

NOW = datetime(2026, 11, 20, 9, 58, tzinfo=UTC)


def test_periods_begin_with_their_first_day() -> None:
    assert {period: period_start(period, NOW) for period, _ in period_choices()} == {
        "today": datetime(2026, 11, 20, tzinfo=UTC),
        "week": datetime(2026, 11, 14, tzinfo=UTC),
        "month": datetime(2026, 10, 22, tzinfo=UTC),
        "all": None,
    }


# Record: what happened is read off the loop, period by period, and whatever is new is told.


def record_of(workspace: Workspace, parent: QObject) -> ActivityRecord:
    return ActivityRecord(workspace.vault, workspace.audit_log, workspace.ledger, parent)


@on_qt_loop
async def test_changes_calls_and_disclosures_are_read_for_a_period(home: Path, tmp_path: Path) -> None:
    async with open_vault(home, tmp_path / "vault") as workspace:
        owner = QObject()
        record = record_of(workspace, owner)
        await rewrite(workspace, "run_1", "Tag the notes", "Boiler.md", "Budget.md")
        called(workspace)
        await sent(workspace, "What of the boiler?", "Boiler.md")
        tomorrow = datetime.now().astimezone() + timedelta(days=1)

        assert [entry.path for entry in await record.changes(None)] == ["Budget.md", "Boiler.md"]
        (call,) = await record.calls(None)
        assert (call.tool, call.agent, call.outcome) == ("file_read", "Librarian", "done")
        assert [question.question for question in await record.questions(None)] == ["What of the boiler?"]
        assert (await record.check()).is_intact
        assert (await record.changes(tomorrow), await record.calls(tomorrow), await record.questions(tomorrow)) == (
            (), (), (),
        )  # fmt: skip


@on_qt_loop
async def test_a_changed_line_of_the_record_is_found(home: Path, tmp_path: Path) -> None:
    async with open_vault(home, tmp_path / "vault") as workspace:
        record = record_of(workspace, owner := QObject())
        called(workspace)
        file = workspace.audit_log.path
        file.write_bytes(file.read_bytes().replace(b'"by":"person"', b'"by":"default"', 1))

        assert not (await record.check()).is_intact
        del owner


@on_qt_loop
async def test_whatever_is_new_is_told_once_for_several_things(home: Path, tmp_path: Path) -> None:
    async with open_vault(home, tmp_path / "vault") as workspace:
        record = record_of(workspace, owner := QObject())
        emitted: list[int] = []
        record.changed.connect(lambda: emitted.append(1))

        await rewrite(workspace, "run_1", "Tag", "Boiler.md")
        await until(lambda: emitted)
        emitted.clear()
        await sent(workspace, "What?", "Boiler.md")
        await until(lambda: emitted)
        emitted.clear()
        called(workspace)
        await until(lambda: emitted)
        emitted.clear()
        # The file is known now; lines that are added to it are told too.
        called(workspace, "call_2")
        await until(lambda: emitted)
        del owner


@on_qt_loop
async def test_a_long_journal_is_read_to_the_period_s_beginning_and_no_further(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "JOURNAL_PAGE_SIZE", 2)
    async with open_vault(home, tmp_path / "vault") as workspace:
        record = record_of(workspace, owner := QObject())
        for number in range(5):
            await rewrite(workspace, f"run_{number}", f"Turn {number}", "Boiler.md")
        threads: list[str] = []
        changes = Journal.changes

        def watched(self: Journal, *rest: object, **more: object) -> object:
            threads.append(threading.current_thread().name)
            return changes(self, *rest, **more)  # type: ignore[arg-type] # handed on as they came

        monkeypatch.setattr(Journal, "changes", watched)
        assert len(await record.changes(None)) == 5
        assert len(threads) == 4
        assert threading.main_thread().name not in threads
        del owner


# Timeline rows: everything in one list, in the order it happened.


def line(number: int, kind: str, day: int = 20, **more: object) -> LedgerEntry:
    host, who = ("", "Ollama") if kind == "stayed" else ("api.anthropic.com", "Anthropic")
    time = datetime.fromisoformat(f"2026-11-{day}T12:{number:02}").astimezone(UTC)
    return LedgerEntry(number, time, f"c{number}", who, host, "m", "a.md", "", 40,
                     question=f"Question {number}", tokens=10, kind=kind, **more)  # type: ignore[arg-type] # fmt: skip


def test_everything_is_told_by_time_under_its_day() -> None:
    rows = timeline_rows(
        change_groups([change(1)]),
        tool_calls(lines("requested", "done", files=("Boiler.md",))),
        by_question([line(2, "sent"), line(3, "stayed"), line(4, "kept"), line(5, "sent", day=19)]),
        {"file_read": "Read notes"},
        date(2026, 11, 20),
    )

    assert ["".join(span.text for span in row.spans) for row in rows] == [
        "Today, 20 November",
        "Withheld   Question 4",
        "Read on this computer   Question 3",
        "Sent   Question 2",
        "Changed notes   Tag the notes   Librarian · 1 change",
        "Read notes   Boiler",
        "Yesterday, 19 November",
        "Sent   Question 5",
    ]
    assert [action.id for row in rows for action in row.actions if not action.in_menu] == [
        "left", "left", "left", "changes", "left",
    ]  # fmt: skip


# Activity page: what is shown is what happened, searched, narrowed down, and taken back.


class Scene:
    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.owner = QObject()
        record = ActivityRecord(workspace.vault, workspace.audit_log, workspace.ledger, self.owner)
        self.back = UndoAction(workspace.undo, workspace.redo, self.owner)
        self.page = ActivityPage(record, self.back, {"file_read": "Read notes"})
        self.page.resize(1000, 700)
        self.page.show()

    def rows(self) -> list[str]:
        return ["".join(span.text for span in row.spans) for row in self.page.list.cards.rows if row.spans]

    def row(self, words: str) -> CardRow:
        return next(row for row in self.page.list.cards.rows if words in row.text)


@asynccontextmanager
async def scene(home: Path, root: Path) -> AsyncIterator[Scene]:
    async with open_vault(home, root) as workspace:
        scene = Scene(workspace)
        yield scene
        await bridge.cancel_all()
        scene.page.deleteLater()


@on_qt_loop
async def test_a_change_appears_by_itself_and_is_undone_from_its_row(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "vault"
    async with scene(home, root) as at:
        await until(lambda: at.page.empty.isVisible())
        await rename(at.workspace, "run_1")
        await until(lambda: at.rows())
        assert at.rows() == [
            "Call it heating   Librarian · 1 change, 1 link", "Boiler → Heating", "Repaired links in Budget",
        ]  # fmt: skip

        at.page.list.acted.emit(at.row("Boiler → Heating"), "undo")
        await until(lambda: (root / "Boiler.md").exists())
        await until(lambda: "undone" in at.rows()[0])
        assert (root / "Budget.md").read_text() == "See [[Boiler]].\n"
        at.page.list.acted.emit(at.page.list.cards.rows[0], "redo")
        await until(lambda: (root / "Heating.md").exists())


@on_qt_loop
async def test_a_search_finds_by_question_and_by_note(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        await rewrite(at.workspace, "run_1", "Tag the notes", "Boiler.md")
        await rewrite(at.workspace, "run_2", "Sum it up", "Budget.md")
        await until(lambda: len(at.rows()) == 4)

        at.page.search.setText("boil")
        assert at.rows()[0].startswith("Tag the notes")
        assert len(at.rows()) == 2
        at.page.search.setText("SUM")
        assert at.rows()[0].startswith("Sum it up")
        at.page.search.setText("nothing like that")
        assert at.page.empty.isVisible()


@on_qt_loop
async def test_tool_calls_are_listed_under_the_state_of_their_record(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        called(at.workspace)
        called(at.workspace, "call_2", "vault_search", "Budget.md")
        at.page.show_segment(CALLS_SEGMENT)
        await until(lambda: "intact: 8 entries" in at.page.integrity.text())
        await until(lambda: len(at.rows()) == 3)
        assert at.rows()[1:] == ["vault_search   Budget", "Read notes   Boiler"]
        assert at.page.export.isVisible()

        at.page.calls.tool.set_value("file_read")
        at.page.calls.changed.emit()
        assert at.rows()[1:] == ["Read notes   Boiler"]
        at.page.list.acted.emit(at.row("Read notes"), "copy")
        assert QApplication.clipboard().text().startswith("file_read call_1")


@on_qt_loop
async def test_everything_is_told_by_time_and_leads_on(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        await rewrite(at.workspace, "run_1", "Tag the notes", "Boiler.md")
        called(at.workspace)
        await sent(at.workspace, "What of the boiler?", "Boiler.md")
        at.page.show_segment(EVERYTHING_SEGMENT)
        await until(lambda: len(at.rows()) == 4)
        emitted: list[str] = []
        at.page.disclosures_requested.connect(emitted.append)

        assert [row.split("   ")[0] for row in at.rows()[1:]] == ["Sent", "Read notes", "Changed notes"]
        at.page.list.acted.emit(at.row("What of the boiler?"), "left")
        at.page.list.acted.emit(at.row("Changed notes"), "changes")
        assert emitted == ["What of the boiler?"]
        assert (at.page.segments.current(), at.page.search.text()) == (CHANGES_SEGMENT, "Tag the notes")


@on_qt_loop
async def test_a_refused_undo_is_said_beside_its_answer_until_it_is_done(home: Path, tmp_path: Path) -> None:
    root = tmp_path / "vault"
    async with scene(home, root) as at:
        await rewrite(at.workspace, "run_1", "Tag the notes", "Boiler.md")
        await until(lambda: at.rows())
        (root / "Boiler.md").write_text("Written by hand.\nThe boiler leaks.\nTag the notes\n")
        at.page.list.acted.emit(at.page.list.cards.rows[0], "undo")
        await until(lambda: at.rows()[-1] == "“Boiler.md” has since changed.")
        again: list[object] = []
        at.back.refused.connect(lambda what, _again, _outcome: again.append(what))

        at.page.list.acted.emit(at.page.list.cards.rows[-1], "compare")
        assert again == ["run_1"]
        assert (await at.workspace.undo("run_1", True)).done
        await until(lambda: len(at.rows()) == 2)


@on_qt_loop
async def test_notes_are_opened_and_folds_are_kept(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        opened: list[str] = []
        at.page.note_opened.connect(opened.append)
        for number in range(7):
            (tmp_path / "vault" / f"{number}.md").write_text("x\n")
        await rewrite(at.workspace, "run_1", "Tag", *(f"{number}.md" for number in range(7)))
        await until(lambda: len(at.rows()) == 3)

        at.page.list.folded.emit(at.row("6 more notes"))
        assert len(at.rows()) == 9
        at.page.list.acted.emit(at.row("Changed 4"), "open")
        at.page.list.acted.emit(at.row("Changed 4"), "copy")
        assert opened == ["4.md"]
        assert QApplication.clipboard().text() == "4.md"


@on_qt_loop
async def test_what_is_listed_is_exported(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: dict[str, str] = {}

    async def save(_parent: object, _title: str, _name: str, kinds: dict[str, tuple[str, object]]) -> Path:
        written.update({ending: scene() for ending, (_, scene) in kinds.items()})  # type: ignore[operator] # contents
        return tmp_path / "calls.jsonl"

    monkeypatch.setattr(module, "save_as", save)
    async with scene(home, tmp_path / "vault") as at:
        emitted: list[str] = []
        at.page.message_requested.connect(lambda text, _action, _do: emitted.append(text))
        called(at.workspace)
        at.page.show_segment(CALLS_SEGMENT)
        await until(lambda: len(at.rows()) == 2)
        at.page.export.click()
        await until(lambda: emitted)

        assert emitted == ["Written to calls.jsonl."]
        assert written["jsonl"].count("\n") == 4
        assert written["csv"].count("\r\n") == 2


@on_qt_loop
async def test_every_control_has_a_name(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        controls = (at.page.segments, at.page.period, at.page.search, *at.page.calls.boxes, at.page.list)

        assert all(control.accessibleName() for control in controls)


@on_qt_loop
async def test_a_long_list_is_made_in_a_thread_and_only_the_last_one_is_shown(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_ROWS_AT_ONCE", 0)
    async with scene(home, tmp_path / "vault") as at:
        await rewrite(at.workspace, "run_1", "Tag the notes", "Boiler.md")
        await rewrite(at.workspace, "run_2", "Sum it up", "Budget.md")
        await until(lambda: len(at.rows()) == 4)
        at.page.search.setText("boil")
        at.page.search.setText("budg")
        await until(lambda: len(at.rows()) == 2)

        assert at.rows()[0].startswith("Sum it up")


@on_qt_loop
async def test_u20_the_record_is_cleared_after_a_question_and_keeps_that_it_was(home: Path, tmp_path: Path) -> None:
    async def question() -> FormDialog:
        await until(lambda: at.page.findChildren(FormDialog))
        return at.page.findChildren(FormDialog)[0]

    async with scene(home, tmp_path / "vault") as at:
        emitted: list[str] = []
        at.page.message_requested.connect(lambda text, _action, _do: emitted.append(text))
        called(at.workspace)
        assert not at.page.clear.isVisible()
        at.page.show_segment(CALLS_SEGMENT)
        await until(lambda: len(at.rows()) == 2)

        at.page.clear.click()
        dialog = await question()
        assert dialog.cancel.isDefault()
        dialog.cancel.click()
        await until(lambda: not at.page.findChildren(FormDialog))
        assert len(at.rows()) == 2

        at.page.clear.click()
        (await question()).done_button.click()
        await until(lambda: emitted)
        assert emitted == ["4 entries were deleted."]
        await until(lambda: "intact: 1 entry" in at.page.integrity.text())
        await until(lambda: any("Log cleared" in row for row in at.rows()))
        assert at.rows()[1].startswith("Log cleared   4 entries were deleted")
        assert len(at.rows()) == 2


# Write wiring: a vault that another program writes to is read only, says so, and is written to when that one ends.


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


@on_qt_loop
async def test_a_vault_that_another_one_has_is_read_only_until_that_one_ends(home: Path, vault: Path) -> None:
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
async def test_the_right_to_write_is_claimed_when_the_vault_opens(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        other = WriteLock(vault_data_folder(app_folders(), vault) / "writer.lock")
        await until(lambda: not other.acquire())
        page = await (await open_views(desktop)).notes.show_note("Boiler.md")
        page.toggle_edit()

        assert not page.editor.isReadOnly()


@on_qt_loop
async def test_what_a_crash_left_open_is_told_with_the_way_to_the_list(home: Path, vault: Path) -> None:
    place = vault_data_folder(app_folders(), vault)
    journal = Journal(place)
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

        assert [one.sentence for one in views.workspace.vault.recovered] == [
            "A change of “Boiler.md” was interrupted and not made. The note is unchanged."
        ]
        page = views.activity.show_activity()
        await until(lambda: any("was interrupted" in row.text for row in page.list.cards.rows))


# Wiring: commands and menus lead to the pages; pages are tabs that close and lead to notes.


@on_qt_loop
async def test_each_page_is_one_tab_that_closes_by_its_key(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await views.notes.show_note("Boiler.md")
        commands = desktop.window.commands
        for name in ("activity", "what-left", "activity"):
            commands[name].trigger()
        shown = [views.notes.page_at(number) for number in range(views.notes.tabs.count())]

        assert [type(page) for page in shown[1:]] == [ActivityPage, DisclosuresPage]
        assert views.notes.page_at(views.notes.tabs.current()) is shown[1]
        assert views.notes.current_path is None
        commands["close-tab"].trigger()
        commands["close-tab"].trigger()
        assert views.notes.tabs.count() == 1


@on_qt_loop
async def test_a_note_of_a_page_opens_beside_it(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = views.activity.show_activity()
        await rewrite(views.workspace, "run_1", "Tag", "Boiler.md")
        await until(lambda: page.list.cards.rows)

        page.list.acted.emit(page.list.cards.rows[1], "open")
        await until(lambda: views.notes.current_path == "Boiler.md")
        assert views.notes.page_at(0) is not None
        assert page in [views.notes.page_at(number) for number in range(views.notes.tabs.count())]


@on_qt_loop
async def test_an_undo_from_the_page_is_told_with_its_way_back(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = views.activity.show_activity()
        await rewrite(views.workspace, "run_1", "Tag", "Boiler.md")
        await until(lambda: page.list.cards.rows)
        emitted: list[tuple[str, str]] = []
        notify = desktop.window.notify
        desktop.window.notify = lambda text, action="", do=None: (  # type: ignore[method-assign] # listens
            emitted.append((text, action)) or notify(text, action, do)
        )

        page.list.acted.emit(page.list.cards.rows[0], "undo")
        await until(lambda: emitted)
        assert emitted == [("Undone: Boiler.", "Redo")]


@on_qt_loop
async def test_where_a_note_went_is_shown_from_the_tree_and_from_the_note(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await sent(views.workspace, "What of the boiler?", "Boiler.md", "Projects/Heat-loss survey.md")
        views.browser.tree.history_requested.emit("Boiler.md")
        page = views.activity.show_disclosures()
        await until(lambda: [row.text for row in page.list.cards.rows if row.key.startswith("note ")])
        assert page.note == "Boiler.md"
        assert page.title.text() == "Where “Boiler” was sent"

        views.notes.history_requested.emit("Projects/Heat-loss survey.md")
        assert page.note == "Projects/Heat-loss survey.md"


@on_qt_loop
async def test_never_again_closes_the_note_and_can_be_undone(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        privacy = views.workspace.privacy
        await until(lambda: privacy.strictest_rule("Boiler.md") is None)
        page = views.activity.show_disclosures()

        page.exclude_requested.emit("Boiler.md")
        await until(lambda: privacy.strictest_rule("Boiler.md") is not None)


@on_qt_loop
async def test_the_menus_of_the_status_bar_lead_to_the_pages(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.status.disclosures_requested.emit("today", "")
        assert isinstance(views.notes.page_at(views.notes.tabs.current()), DisclosuresPage)
        views.menus.activity_requested.emit()
        assert isinstance(views.notes.page_at(views.notes.tabs.current()), ActivityPage)
