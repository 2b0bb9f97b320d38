"""Window, asking: from the first start to an answer whose sources can be opened, with every approval."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from tests.journeys.program import KEY
from tests.journeys.window import Window, button, click, open_window, seen, untick, window_of, words_of
from tests.support.desktop import running_desktop
from tests.support.qt_loop import on_qt_loop
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.agent.transcript_blocks import StepBlock
from vaultdesk.ui.app.no_vault_page import NoVaultPage
from vaultdesk.ui.chat.transcript.answer_view import AnswerView
from vaultdesk.ui.chat.transcript.exchange_view import ExchangeView
from vaultdesk.ui.rendering.render_plan import comparable_letters
from vaultdesk.ui.review.approval_view import ApprovalCard, ApprovalDialog
from vaultdesk.ui.review.first_use_card import FirstUseCard
from vaultdesk.ui.settings.permission_sheet import PermissionSheet
from vaultdesk.ui.widgets.chips import SourceChip

QUESTION = "What did we decide?"
SEARCHING = Turn("Let me look.", [Call("vault_search", {"query": "heat pump"})])
READING = Turn("I will read them.", [Call("file_read", {"file_paths": ["Boiler.md", "Budget.md"]})])
ANSWER = Turn("It costs 18,400 euros, see [[Budget#Budget]].")


@pytest.fixture(autouse=True)
def api_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNEY_KEY", KEY)


def chips_of(view: ExchangeView) -> list[SourceChip]:
    return [chip for chip in view.findChildren(SourceChip) if chip.isVisible()]


def links_of(answer: AnswerView) -> list[QPoint]:
    """Return the positions of the note links of an answer, in order."""
    places = []
    block = answer.rendered_document.begin()
    while block.isValid():
        pieces = block.begin()
        while not pieces.atEnd():
            part = pieces.fragment()
            pieces += 1
            if part.charFormat().anchorHref():
                cursor = QTextCursor(answer.rendered_document)
                cursor.setPosition(part.position() + part.length() // 2)
                places.append(answer.cursorRect(cursor).center())
        block = block.next()
    return places


def highlighted_text(window: Window) -> str:
    """Return the highlighted text of the shown note."""
    page = window.views.notes.current_page
    elements = page.reader.passage() if page is not None else None
    return "\n".join(page.reader.rendered_document.elements[n].text for n in elements or ()) if page is not None else ""


def clear_highlight(window: Window) -> None:
    """Clear the highlight, so that the next one can be detected."""
    page = window.views.notes.current_page
    if page is not None:
        page.reader.clear_passage()


@on_qt_loop
async def test_the_first_start_leads_to_an_answer_and_its_source_opens(home: Path) -> None:
    async with running_desktop() as desktop:
        page = desktop.window.pages.start
        assert isinstance(page, NoVaultPage)
        assert "Where are your notes?" in words_of(page)
        await seen(lambda: "Nothing has left this computer today" in words_of(page))
        click(button(page, "Look Around"))
        window = await window_of(desktop)
        assert window.views.workspace.tool_calling

        window.ask("What does the offline assistant do when the notes contain nothing?")
        await seen(lambda: window.first_use_sheets)
        assert "Nothing leaves this computer." in words_of(window.first_use_sheets[0])
        await window.decide_first_use("always")

        view = await window.over()
        assert window.dialogs == []
        assert "When the notes contain nothing about it, it says so" in view.exchange.text
        await seen(lambda: chips_of(view))  # they appear just after the end of the answer
        click(chips_of(view)[0])
        await seen(lambda: "offline assistant" in window.note_text())
        assert window.shown_note() == "Guide/Ask about your notes.md"


@on_qt_loop
async def test_every_link_and_chip_of_an_answer_highlights_its_own_passage(home: Path) -> None:
    async with running_desktop() as desktop:
        page = desktop.window.pages.start
        assert isinstance(page, NoVaultPage)
        click(button(page, "Look Around"))
        window = await window_of(desktop)
        window.ask("What did we decide about the heating?")
        await window.decide_first_use("always")
        view = await window.over()
        quoted = dict.fromkeys(
            line[2:].partition(" — ")[0] for line in view.exchange.text.split("\n") if line[:1] == ">"
        )
        assert len(quoted) >= 2
        await seen(lambda: chips_of(view))  # They appear just after the end of the answer, which is laid out again.
        for number, words in enumerate(quoted):
            clear_highlight(window)
            view = await window.over()  # Opening the last link may have replaced it.
            (answer,) = [answer_view for answer_view in view.answers if "Your notes say" in answer_view.toPlainText()]
            links = links_of(answer)
            assert len(links) == len(quoted)
            click(answer.viewport(), links[number])
            await seen(lambda: highlighted_text(window))
            assert comparable_letters(words) in comparable_letters(highlighted_text(window)), words
        for chip in chips_of(view):
            clear_highlight(window)
            click(chip)
            await seen(lambda: highlighted_text(window))
            assert any(comparable_letters(words) in comparable_letters(highlighted_text(window)) for words in quoted), (
                highlighted_text(window)
            )


@on_qt_loop
async def test_a_deselected_file_is_neither_read_nor_sent(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[SEARCHING, READING, ANSWER]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.ask(QUESTION)
        found = await window.dialog()
        assert found.view.passages is not None
        await window.approve()
        dialog = await window.dialog()
        checklist = dialog.view.checklist
        assert checklist is not None
        assert dialog.view.ticked() == ("Boiler.md", "Budget.md")
        assert dialog.view.footer.approve_button.text() == "Read 2 notes"
        untick(checklist.view(), 0)
        assert dialog.view.ticked() == ("Budget.md",)
        assert dialog.view.footer.approve_button.text() == "Read 1 note"
        await window.approve()

        view = await window.over()
        assert view.exchange.text.endswith(ANSWER.text)
        content = json.dumps(server.posts[2].json["messages"][-1])
        assert "18,400" in content
        assert "Nordwind heat pump. See" not in content
        await seen(lambda: chips_of(view))  # they appear just after the end of the answer
        (chip,) = chips_of(view)
        click(chip)
        await seen(lambda: "18,400" in window.note_text())
        assert window.shown_note() == "Budget.md"


def _press_cancel(dialog: ApprovalDialog) -> None:
    click(dialog.view.footer.cancel_button)


def _press_escape(dialog: ApprovalDialog) -> None:
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def _close(dialog: ApprovalDialog) -> None:
    dialog.close()


def _deselect_all(dialog: ApprovalDialog) -> None:
    click(button(dialog, "None"))
    click(dialog.view.footer.approve_button)


WAYS_TO_REFUSE = {"cancel": _press_cancel, "escape": _press_escape, "closing": _close, "no file": _deselect_all}


@pytest.mark.parametrize("way", WAYS_TO_REFUSE)
@on_qt_loop
async def test_declining_in_any_way_reads_no_note_and_continues_the_answer(
    home: Path, tmp_path: Path, way: str
) -> None:
    async with (
        WireServer(openai=[READING, Turn("Then I cannot say.")]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.ask(QUESTION)
        dialog = await window.dialog()
        WAYS_TO_REFUSE[way](dialog)
        view = await window.over()

        assert window.dialogs == []
        assert view.exchange.text.endswith("Then I cannot say.")
        assert not chips_of(view)
        content = json.loads(server.posts[1].json["messages"][-1]["content"])
        assert (content["success"], content["error"]["code"]) == (False, "CANCELLED")
        assert "18,400" not in json.dumps([request.json for request in server.posts])
        recorded_events = {entry.record.event for entry in window.views.workspace.audit_log.read()}
        assert "started" not in recorded_events


@on_qt_loop
async def test_the_reason_for_a_refusal_is_sent_to_the_model(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[READING, Turn("I see.")]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.ask(QUESTION)
        dialog = await window.dialog()
        footer = dialog.view.footer
        click(footer.reason_button)
        field = footer.findChild(type(footer._reason.edit))
        await seen(lambda: field.hasFocus())
        QTest.keyClicks(field, "These are private.")
        click(footer.cancel_button)
        await window.over()

        assert "These are private." in server.posts[1].json["messages"][-1]["content"]


@on_qt_loop
async def test_u8_keys_typed_as_the_approval_appears_approve_nothing(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[READING, Turn("I see.")]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.ask(QUESTION)
        await seen(lambda: window.dialogs)
        dialog = window.dialogs[0]
        for _ in range(50):
            QTest.keyClicks(dialog.focusWidget() or dialog, "a \r")
            if not window.dialogs:
                break
        await seen(lambda: window.exchanges[-1].is_finished or window.dialogs)
        recorded_events = {entry.record.event for entry in window.views.workspace.audit_log.read()}
        assert "started" not in recorded_events
        if window.dialogs:
            _press_escape(dialog)
        await window.over()


@on_qt_loop
async def test_t2_a_deselected_passage_of_a_search_is_not_sent(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[SEARCHING, ANSWER]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.ask(QUESTION)
        dialog = await window.dialog()
        view = dialog.view
        assert view.passages is not None
        assert view.header.search is not None
        shown = {passage.path: passage.text for passage in view.request.passages}
        assert "Budget.md" in shown
        (budget,) = [group for group in view.passages.choices.groups if group.path == "Budget.md"]
        view.passages.choices.tick(budget.passages, False)
        view.passages.refresh()
        number = len(view.passages.choices.ticked_passages)
        assert view.footer.approve_button.text() == (f"Read {number} passages" if number != 1 else "Read 1 passage")
        await window.approve()
        await window.over()

        content = server.posts[1].json["messages"][-1]["content"]
        assert "18,400" not in content
        assert "The user chose not to share" in content


@on_qt_loop
async def test_row_3_the_search_words_can_be_changed_in_the_approval_that_lists_the_notes_found(
    home: Path, tmp_path: Path
) -> None:
    async with (
        WireServer(openai=[SEARCHING, ANSWER]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.ask(QUESTION)
        dialog = await window.dialog()
        search, passages = dialog.view.header.search, dialog.view.passages
        assert search is not None
        assert passages is not None
        assert sorted(group.path for group in passages.choices.groups) == ["Boiler.md", "Budget.md"]
        click(search.sentence)
        search.field.set_text("Boskoop")
        QTest.keyClick(search.field.edit, Qt.Key.Key_Return)
        await seen(lambda: dialog.view.request.query == "Boskoop")
        assert window.dialogs == [dialog]
        assert dialog.view.passages is not None
        assert [group.path for group in dialog.view.passages.choices.groups] == ["Garden/Apples.md"]
        assert len(server.posts) == 1
        await window.approve()
        await window.over()

        content = server.posts[1].json["messages"][-1]["content"]
        assert "The user searched for other words instead" in content
        assert "Prune the Boskoop" in content
        assert "Nordwind" not in content


@on_qt_loop
async def test_u1_the_first_question_in_a_vault_takes_one_decision(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[SEARCHING, READING, ANSWER]) as server,
        open_window(home, tmp_path / "vault", server, tools=None) as window,
    ):
        window.ask(QUESTION)
        await seen(lambda: window.first_use_sheets)
        assert QUESTION in words_of(window.first_use_sheets[0])
        assert len(server.posts) == 1
        await window.decide_first_use("always")
        view = await window.over()

        assert view.exchange.text.endswith(ANSWER.text)
        assert (window.dialogs, window.first_use_sheets) == ([], [])
        assert "18,400" in json.dumps(server.posts[2].json)
        sheet = PermissionSheet(window.views.workspace)
        assert sheet.rules.list.texts() == ["Search and read without asking · models on this computer"]
        sheet.rules.list.buttons[0].click()
        assert window.views.workspace.store.settings.vault_settings(window.views.workspace.vault.root).rules == ()


@on_qt_loop
async def test_u1_an_offline_question_is_answered_after_one_decision(home: Path, tmp_path: Path) -> None:
    async with open_window(home, tmp_path / "vault", tools=None) as window:
        window.ask("What does the heat pump cost?")
        await window.decide_first_use("always")
        view = await window.over()

        assert (window.dialogs, window.first_use_sheets) == ([], [])
        assert "18,400" in view.exchange.text
        window.ask("And what is decided about the boiler?")
        await window.over()
        assert (window.dialogs, window.first_use_sheets) == ([], [])


@on_qt_loop
async def test_u1_consent_for_this_time_still_asks_with_the_list_of_passages(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[SEARCHING, ANSWER]) as server,
        open_window(home, tmp_path / "vault", server, tools=None) as window,
    ):
        window.ask(QUESTION)
        await window.decide_first_use("once")
        dialog = await window.dialog()
        assert dialog.view.passages is not None
        await window.approve()
        view = await window.over()

        assert view.exchange.text.endswith(ANSWER.text)
        assert len(server.posts) == 2


@on_qt_loop
async def test_u1_declining_answers_without_notes_and_asks_again_in_the_next_chat(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[SEARCHING, Turn("I cannot see your notes."), SEARCHING, ANSWER]) as server,
        open_window(home, tmp_path / "vault", server, tools=None) as window,
    ):
        window.ask(QUESTION)
        await window.decide_first_use("no")
        view = await window.over()
        assert view.exchange.text.endswith("I cannot see your notes.")
        assert "18,400" not in json.dumps([request.json for request in server.posts])
        window.views.chat.new_chat()
        window.ask(QUESTION)
        await window.decide_first_use("always")
        view = await window.over()
        assert view.exchange.text.endswith(ANSWER.text)


@on_qt_loop
async def test_u1_the_first_decision_is_a_card_when_cards_are_configured_and_the_step_waits(
    home: Path, tmp_path: Path
) -> None:
    async with (
        WireServer(openai=[SEARCHING, ANSWER]) as server,
        open_window(home, tmp_path / "vault", server, tools=None) as window,
    ):
        window.views.workspace.store.set("appearance.approval", "card")
        window.ask(QUESTION)

        def cards() -> list[FirstUseCard]:
            found = window.views.chat.findChildren(FirstUseCard)
            return [card for card in found if card.isVisible() and card.view.buttons["always"].isEnabled()]

        await seen(cards)
        blocks = window.exchanges[-1].exchange.blocks
        assert [block.state for block in blocks if isinstance(block, StepBlock)] == ["waiting"]
        click(cards()[0].view.buttons["always"])
        view = await window.over()
        assert view.exchange.text.endswith(ANSWER.text)
        assert server.posts[0].json["tools"]


@on_qt_loop
async def test_disabled_tools_are_not_offered(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[Turn("I cannot see your notes.")]) as server,
        open_window(home, tmp_path / "vault", server, tools=False) as window,
    ):
        window.ask(QUESTION)
        view = await window.over()
        assert view.exchange.text == "I cannot see your notes."
        assert "Not from your notes." in words_of(view)
        assert "tools" not in server.posts[0].json


@on_qt_loop
async def test_a_card_in_the_chat_asks_for_the_approval(home: Path, tmp_path: Path) -> None:
    async with (
        WireServer(openai=[READING, ANSWER]) as server,
        open_window(home, tmp_path / "vault", server) as window,
    ):
        window.views.workspace.store.set("appearance.approval", "card")
        window.ask(QUESTION)
        card = await _card(window)
        assert window.dialogs == []
        click(card.view.footer.approve_button)
        view = await window.over()

        assert view.exchange.text.endswith(ANSWER.text)
        assert not [one for one in window.views.chat.findChildren(ApprovalCard) if one.isVisible()]


async def _card(window: Window) -> ApprovalCard:
    def cards() -> list[ApprovalCard]:
        found = window.views.chat.findChildren(ApprovalCard)
        return [card for card in found if card.isVisible() and card.view.footer.approve_button.isEnabled()]

    await seen(cards)
    return cards()[0]
