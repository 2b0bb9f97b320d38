"""The queue of a chat, quick ask and the endpoint send only text of notes that was shown, and no private note.

The host of the provider is remote; a proxy on this computer receives its requests.
"""

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.journeys.program import KEY, Program, program
from tests.journeys.test_serve_responses import ask as ask_endpoint
from tests.journeys.test_serve_responses import serving
from tests.journeys.window import Window, button, buttons, click, open_window, seen
from tests.support.qt_loop import on_qt_loop
from tests.support.wire import Call, Recorded, Turn, WireServer
from vaultdesk.agent.question import Question
from vaultdesk.chat.messages import ContextItem
from vaultdesk.privacy.ledger_entry import LedgerQuery
from vaultdesk.ui.app.quick_ask.quick_ask import QuickAsk
from vaultdesk.ui.privacy.disclosure_dialog import DisclosureDialog
from vaultdesk.ui.review.approval_view import ApprovalCard

HOST = "models.example.com"
NOTES = {
    "Boiler.md": "# Boiler\n\nThe boiler leaks op1z.\n",
    "Budget.md": "# Budget\n\nIt costs 18,400 op2z.\n",
    "Therapy.md": "---\ntags: [private]\n---\nNobody is told pv1z.\n",
}
MARKS = ("op1z", "op2z", "pv1z", "Therapy")


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNEY_KEY", KEY)
    for variable in ("NO_PROXY", "no_proxy", "ALL_PROXY", "all_proxy", "http_proxy"):
        monkeypatch.delenv(variable, raising=False)


@asynccontextmanager
async def window_elsewhere(
    home: Path, vault: Path, server: WireServer, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Window]:
    """Open the window with a remote model, each read of which needs an approval."""
    monkeypatch.setenv("HTTP_PROXY", server.url)
    Program(home, vault).write_provider(f"http://{HOST}", "openai-compatible")
    async with open_window(home, vault, notes=NOTES) as window:
        await window.views.workspace.wait_until_indexed()
        yield window


def marks_in(post: Recorded, *words: str) -> set[str]:
    """Return the marks in a request, except *words*, which the user wrote."""
    return {mark for mark in MARKS if mark in json.dumps(post.json, ensure_ascii=False)} - {*words}


def sheet_of(window: Window) -> DisclosureDialog | None:
    return next((dialog for dialog in window.desktop.window.findChildren(DisclosureDialog) if dialog.isVisible()), None)


async def shown_sheet(window: Window) -> DisclosureDialog:
    def armed() -> bool:
        sheet = sheet_of(window)
        return sheet is not None and sheet.view.send.isEnabled()

    await seen(armed)
    sheet = sheet_of(window)
    assert sheet is not None
    return sheet


def question_about(text: str, *paths: str) -> Question:
    return Question(text, tuple(ContextItem(kind="note", target=path) for path in paths), mode="chat")


@on_qt_loop
async def test_a_queued_question_is_reviewed_when_it_is_sent(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = [Turn("Hello there, how are you?", hold_after=5), Turn("It leaks."), Turn("18,400."), Turn("Never asked.")]
    with WireServer(openai=turns) as server:
        async with window_elsewhere(home, tmp_path / "vault", server, monkeypatch) as window:
            window.ask("Hello")
            await seen(lambda: server.posts)
            controller = window.views.chat.open_conversations.current
            controller.ask(question_about("What leaks?", "Boiler.md", "Therapy.md"))
            controller.ask(question_about("What does it cost?", "Budget.md"))
            assert len(server.posts) == 1
            await seen(lambda: buttons(window.views.chat.queue.cards[0], "Send now"))
            click(button(window.views.chat.queue.cards[0], "Send now"))
            sheet = await shown_sheet(window)
            assert len(server.posts) == 1, "nothing is sent before it was shown"
            passages = sheet.view.choices.passages
            assert [passage.path for passage in passages.passages] == ["Boiler.md"]
            assert "op1z" in passages.passages[0].text
            click(sheet.view.send)
            await seen(lambda: len(server.posts) == 2)
            assert marks_in(server.posts[1]) == {"op1z"}
            # The next question starts by itself; its text is shown too, and is not sent when cancelled.
            sheet = await shown_sheet(window)
            assert [passage.path for passage in sheet.view.choices.passages.passages if "op2z" in passage.text] == [
                "Budget.md"
            ]
            click(sheet.view.cancel)
            await seen(lambda: not controller.running and len(window.exchanges) == 3)
            assert len(server.posts) == 2
            entries = await window.views.workspace.ledger.find(LedgerQuery(kinds=("sent",)))
            assert [(entry.path, entry.decision) for entry in entries] == [("Boiler.md", "review")]


@on_qt_loop
async def test_quick_ask_sends_only_what_its_card_showed_and_no_private_note(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = Turn(calls=[Call("file_read", {"file_paths": ["Boiler.md", "Budget.md", "Therapy.md"]})])
    with WireServer(openai=[reading, Turn("It leaks.")]) as server:
        async with window_elsewhere(home, tmp_path / "vault", server, monkeypatch) as window:
            desktop = window.desktop
            quick = QuickAsk(lambda: desktop.views, desktop.window.bring_to_front)
            try:
                quick.show_for()
                await seen(quick.window.isActiveWindow)
                QTest.keyClicks(quick.window.field, "What of the boiler and [[Therapy]]?")
                QTest.keyClick(quick.window.field, Qt.Key.Key_Return)
                await seen(
                    lambda: cards(quick.window) and cards(quick.window)[0].view.footer.approve_button.isEnabled()
                )
                (card,) = cards(quick.window)
                checklist = card.view.checklist
                assert checklist is not None
                assert [choice.path for choice in card.view.request.files] == ["Boiler.md", "Budget.md"]
                assert [marks_in(post, "Therapy") for post in server.posts] == [set()]
                checklist.tick("Budget.md", False)
                click(card.view.footer.approve_button)
                session = quick.controller.session
                assert session is not None
                await seen(lambda: len(server.posts) == 2 and not session.conversation.running)
            finally:
                quick.close()
            assert marks_in(server.posts[1], "Therapy") == {"op1z"}
            entries = await window.views.workspace.ledger.find(LedgerQuery(kinds=("sent",)))
            assert [(entry.path, entry.decision) for entry in entries] == [("Boiler.md", "person")]


def cards(root: QWidget) -> list[ApprovalCard]:
    return [card for card in root.findChildren(ApprovalCard) if card.isVisible()]


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is sent to one process on POSIX only")
@pytest.mark.parametrize("open_the_vault_first", [False, True])
def test_the_endpoint_sends_the_text_of_its_caller_and_no_note(tmp_path: Path, open_the_vault_first: bool) -> None:
    server = WireServer(openai=[Turn("I do not know."), Turn("Still not.")], key=KEY)
    with program(tmp_path, server, notes=NOTES) as run:
        if open_the_vault_first:
            assert run("search", "boiler", "--vault", tmp_path / "vault").code == 0
        with serving(run) as served, served.client() as client:
            ask_endpoint(client, "What does [[Boiler]] say? Read Budget.md and all notes tagged #private.")
            ask_endpoint(client, [{"role": "user", "content": "And @Boiler?"}], instructions="Use the vault.")
    assert [marks_in(post) for post in server.posts] == [set(), set()]
    assert [[message["role"] for message in post.json["messages"]] for post in server.posts] == [
        ["user"],
        ["system", "user"],
    ]
    assert all("tools" not in post.json for post in server.posts)


@on_qt_loop
async def test_only_the_selected_lines_of_a_note_are_sent_and_recorded_as_approved(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = Turn(calls=[Call("file_read", {"file_paths": ["Boiler.md", "Budget.md"]})])
    with WireServer(openai=[reading, Turn("18,400.")]) as server:
        async with window_elsewhere(home, tmp_path / "vault", server, monkeypatch) as window:
            window.ask("What does it cost?")
            dialog = await window.dialog()
            preview, checklist = dialog.view.preview, dialog.view.checklist
            assert preview is not None
            assert checklist is not None
            await seen(preview.part_button.isVisible)
            assert preview.text() == NOTES["Boiler.md"]
            click(preview.part_button)
            preview.picker.toggle(1, 1)
            assert dialog.view.header.headline() == "Send 1 passage and 1 whole note to work?"
            await window.approve()
            await window.over()
            assert marks_in(server.posts[1]) == {"op2z"}, "only the first line of the first note was sent"
            assert "# Boiler" in json.dumps(server.posts[1].json)
            entries = await window.views.workspace.ledger.find(LedgerQuery(kinds=("sent",)))
            recorded = sorted((entry.path, entry.decision, entry.characters) for entry in entries)
            assert recorded == [
                ("Boiler.md", "person", len("# Boiler")),
                ("Budget.md", "person", len(NOTES["Budget.md"])),
            ]
