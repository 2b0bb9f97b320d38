"""Tests of ui/app/quick_ask/quick_session.py."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from tests.support.passages import HEATING, found_request
from tests.support.qt_loop import on_qt_loop, until
from tests.support.requests import AWAY, read_request
from tests.ui.chat.chat_env import Answers, asks, open_chat, read, streamed_text
from tests.ui.privacy.requests import EVERYTHING
from tests.ui.quick_ask.quick_ask_env import open_quick
from vaultdesk.core.errors import OutsideVault, ProviderUnreachable
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.values import replace
from vaultdesk.privacy.disclosure_review import DisclosureDecision
from vaultdesk.tools.runtime.approvals import ApprovalDecision, FirstUseAnswer, FirstUseRequest
from vaultdesk.ui.app.quick_ask.quick_session import (
    RESUME_SECONDS,
    ProgramVisibility,
    QuickApprover,
    QuickConversation,
    add_to_today,
)
from vaultdesk.ui.chat.composer.model_menu import AnswerSettings
from vaultdesk.ui.chat.open_conversations import answering
from vaultdesk.ui.privacy.disclosure_dialog import DisclosureCard
from vaultdesk.ui.review.approval_view import ApprovalCard, ApprovalDialog
from vaultdesk.ui.review.first_use_card import FirstUseCard
from vaultdesk.ui.widgets.chips import SourceChip
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings
from vaultdesk.vault.undo import undo
from vaultdesk.vault.vault import Vault

# Approvals: where they are shown, and that each is requested only once.

NO = ApprovalDecision(approved=False)


class CardContainer(QWidget):
    """A widget that holds cards."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self.cards: list[QWidget] = []

    def add_card(self, card: QWidget) -> None:
        self.cards.append(card)
        self._column.addWidget(card)

    def remove_card(self, card: QWidget) -> None:
        self.cards.remove(card)


class WindowAnswers(Answers):
    """Answers of the main window that record the first-use requests."""

    def __init__(self, answer: ApprovalDecision) -> None:
        super().__init__(answer)
        self.first_uses: list[FirstUseRequest] = []

    async def ask_first_use(self, request: FirstUseRequest) -> FirstUseAnswer:
        self.first_uses.append(request)
        return "once"


@dataclass
class Scene:
    """Which windows are visible, and the calls made."""

    quick: bool = True
    main: bool = True
    calls: list[str] = field(default_factory=list)
    container: CardContainer = field(default_factory=CardContainer)
    window_answers: WindowAnswers = field(default_factory=lambda: WindowAnswers(NO))

    def add_waiting(self) -> None:
        self.calls.append("begins")

    def remove_waiting(self) -> None:
        self.calls.append("ends")

    def approver(self) -> QuickApprover:
        visibility = ProgramVisibility(lambda: self.quick, lambda: self.main, self)
        return QuickApprover(self.window_answers, self.container, visibility, self.container)


@on_qt_loop
async def test_approval_is_requested_in_a_card_while_quick_ask_is_visible() -> None:
    scene = Scene()
    approver = scene.approver()
    asking = asyncio.ensure_future(approver.ask(read_request()))
    await until(lambda: scene.container.cards)
    (card,) = scene.container.cards
    assert isinstance(card, ApprovalCard)
    assert approver.waiting
    card.view.answered.emit(ApprovalDecision(approved=True))
    assert (await asking).approved
    assert (scene.container.cards, scene.window_answers.requests, scene.calls, approver.waiting) == ([], [], [], False)


@on_qt_loop
async def test_approval_is_requested_in_the_main_window_when_only_it_is_visible() -> None:
    scene = Scene(quick=False)
    assert await scene.approver().ask(read_request()) is NO
    assert (len(scene.window_answers.requests), scene.container.cards) == (1, [])


@on_qt_loop
async def test_approval_calls_for_attention_and_waits_in_quick_ask_when_no_window_is_visible() -> None:
    scene = Scene(quick=False, main=False)
    asking = asyncio.ensure_future(scene.approver().ask(read_request()))
    await until(lambda: scene.container.cards)
    assert scene.calls == ["begins"]
    (card,) = scene.container.cards
    assert isinstance(card, ApprovalCard)
    card.view.answered.emit(NO)
    assert not (await asking).approved
    assert scene.calls == ["begins", "ends"]


@on_qt_loop
async def test_a_handed_over_approval_is_requested_again_in_the_main_window() -> None:
    scene = Scene()
    approver = scene.approver()
    asking = asyncio.ensure_future(approver.ask(read_request()))
    await until(lambda: scene.container.cards)
    approver.hand_over_to_window()
    assert await asking is NO
    assert (scene.container.cards, len(scene.window_answers.requests)) == ([], 1)


@on_qt_loop
async def test_stopping_an_answer_removes_its_card() -> None:
    scene = Scene()
    asking = asyncio.ensure_future(scene.approver().ask(read_request()))
    await until(lambda: scene.container.cards)
    asking.cancel()
    await asyncio.wait([asking])
    assert (scene.container.cards, scene.window_answers.requests) == ([], [])


FIRST = FirstUseRequest(AWAY, "What of the boiler?", "Lindenweg", 12, 0)


@on_qt_loop
async def test_u1_first_use_is_confirmed_in_quick_ask_while_it_is_visible() -> None:
    scene = Scene()
    asking = asyncio.ensure_future(scene.approver().ask_first_use(FIRST))
    await until(lambda: scene.container.cards)
    (card,) = scene.container.cards
    assert isinstance(card, FirstUseCard)
    card.view.answered.emit("always")
    assert await asking == "always"
    assert (scene.container.cards, scene.window_answers.first_uses) == ([], [])


@on_qt_loop
async def test_u1_first_use_is_confirmed_in_the_main_window_when_only_it_is_visible_or_after_handover() -> None:
    scene = Scene(quick=False)
    assert await scene.approver().ask_first_use(FIRST) == "once"
    scene = Scene()
    approver = scene.approver()
    asking = asyncio.ensure_future(approver.ask_first_use(FIRST))
    await until(lambda: scene.container.cards)
    approver.hand_over_to_window()
    assert await asking == "once"
    assert (scene.container.cards, scene.window_answers.first_uses) == ([], [FIRST])


class QuickAnswer:
    """A running conversation with the approver of quick ask."""

    def __init__(self, approver: QuickApprover | None) -> None:
        self.approver = approver


@on_qt_loop
async def test_t2_disclosures_of_a_quick_ask_answer_are_reviewed_in_quick_ask() -> None:
    scene = Scene()
    approver = scene.approver()

    async def review(owner: QuickApprover | None) -> DisclosureDecision | None:
        answering.set(QuickAnswer(owner))  # type: ignore[arg-type]  # only its approver is used
        return await approver.review(EVERYTHING)

    assert await review(None) is None
    asking = asyncio.ensure_future(review(approver))
    await until(lambda: scene.container.cards)
    (card,) = scene.container.cards
    assert isinstance(card, DisclosureCard)
    assert card.view.headline() == "Send 2 passages of 2 notes to Anthropic?"
    card.view.answered.emit(DisclosureDecision(send=True, replacements={"b": None}))
    assert await asking == DisclosureDecision(send=True, replacements={"b": None})
    assert scene.container.cards == []


@on_qt_loop
async def test_t2_the_card_stays_open_for_a_search_with_a_new_query() -> None:
    scene = Scene()
    approver = scene.approver()

    async def ask_twice() -> list[ApprovalDecision]:
        first = await approver.ask(found_request(request_id="ask_5"))
        return [first, await approver.ask(found_request(HEATING[:1], request_id="ask_6", continues="ask_5"))]

    asking = asyncio.ensure_future(ask_twice())
    await until(lambda: scene.container.cards)
    (card,) = scene.container.cards
    assert isinstance(card, ApprovalCard)
    search = card.view.header.search
    assert search is not None
    search.submitted.emit("noise")
    await until(lambda: card.view.request.id == "ask_6")
    assert scene.container.cards == [card]
    card.view.refuse()
    first, second = await asking
    assert (first.new_query, second) == ("noise", ApprovalDecision(approved=False))
    assert scene.container.cards == []


# QuickConversation: the conversation of quick ask among those of the chat.

DOWN = ProviderUnreachable("It is down", hint="Try again.", kind="overloaded")


@on_qt_loop
async def test_no_chat_is_created_until_a_question_is_asked_and_then_it_is_listed(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("It leaks.")]) as env:
        owner = QObject()
        controller = QuickConversation(env.dock, owner)
        assert (controller.conversation, controller.exchanges, controller.is_visible, controller.running) == (
            None,
            [],
            False,
            False,
        )
        assert len(env.dock.conversations) == 1
        controller.ask("Boiler?")
        assert controller.conversation in env.dock.conversations
        assert controller.conversation is not env.dock.conversations[0]
        await until(lambda: not controller.running)
        assert [item.title for item in env.dock.library.items()] == ["Boiler?"]
        assert controller.is_visible
        controller._ended -= RESUME_SECONDS + 1
        assert not controller.is_visible


@on_qt_loop
async def test_a_deleted_chat_is_replaced_by_a_new_one(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("It leaks."), streamed_text("Again.")]) as env:
        owner = QObject()
        controller = QuickConversation(env.dock, owner)
        controller.ask("Boiler?")
        await until(lambda: not controller.running)
        deleted = controller.conversation
        assert deleted is not None
        await env.dock.library.delete(deleted.key)
        assert (controller.conversation, controller.exchanges) == (None, [])
        controller.ask("Boiler again?")
        assert controller.conversation is not deleted
        await until(lambda: not controller.running)


@on_qt_loop
async def test_u19_answer_settings_apply_only_to_the_quick_ask_chat(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("It leaks.")]) as env:
        owner = QObject()
        controller = QuickConversation(env.dock, owner)
        controller.set_answers(AnswerSettings(0.3))
        assert controller.answers is None
        assert env.dock.conversations[0].conversation.choices.temperature is None
        controller.ask("Boiler?")
        await until(lambda: not controller.running)
        controller.set_answers(AnswerSettings(0.3, 300))
        assert controller.answers == AnswerSettings(0.3, 300)
        assert env.dock.conversations[0].conversation.choices.temperature is None


@on_qt_loop
async def test_a_failed_question_can_be_retried_and_sent_to_another_model(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [DOWN, DOWN]) as env:
        owner = QObject()
        controller = QuickConversation(env.dock, owner)
        controller.ask("Boiler?")
        await until(
            lambda: controller.last is not None and controller.last.error is not None and not controller.running
        )
        assert controller.last is not None
        controller.retry(controller.last)
        await until(
            lambda: controller.last is not None and controller.last.error is not None and not controller.running
        )
        env.dock.refresh_models()
        controller.retry_with_other_model(controller.last)
        await until(lambda: controller.last is not None and controller.last.text == "The other one answers.")
        assert len(controller.exchanges) == 1


# Daily note: in a real vault with its own settings and journal.

NOW = datetime(2026, 11, 22, 15, 30, tzinfo=UTC)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    (folder / ".obsidian").mkdir(parents=True)
    settings = '{"folder": "Journal", "format": "YYYY-MM-DD", "template": "Templates/Day"}'
    (folder / ".obsidian" / "daily-notes.json").write_text(settings, encoding="utf-8")
    (folder / "Templates").mkdir()
    (folder / "Templates" / "Day.md").write_text("# {{title}}\n\n## Log\n", encoding="utf-8")
    return folder


async def test_a_missing_daily_note_is_created_from_the_template_and_undone_by_its_group(
    root: Path, tmp_path: Path
) -> None:
    async with Vault(root, watch=False, data_folder=tmp_path / "place") as vault:
        result = await add_to_today(vault, "Call the fitter", "Noted", NOW)
        file = root / "Journal" / "2026-11-22.md"
        assert (result.path, result.created) == ("Journal/2026-11-22.md", True)
        assert file.read_text(encoding="utf-8") == "# 2026-11-22\n\n## Log\n\nCall the fitter\n"
        assert (await undo(vault, result.group)).done
        assert not file.exists()


async def test_text_is_appended_to_an_existing_daily_note(root: Path, tmp_path: Path) -> None:
    file = root / "Journal" / "2026-11-22.md"
    file.parent.mkdir()
    file.write_text("Morning.", encoding="utf-8")
    async with Vault(root, watch=False, data_folder=tmp_path / "place") as vault:
        result = await add_to_today(vault, "Evening.", "Noted", NOW)
        assert not result.created
        assert file.read_text(encoding="utf-8") == "Morning.\n\nEvening."
        assert (await undo(vault, result.group)).done
        assert file.read_text(encoding="utf-8") == "Morning."


async def test_concurrent_additions_are_both_stored(root: Path, tmp_path: Path) -> None:
    async with Vault(root, watch=False, data_folder=tmp_path / "place") as vault:
        await add_to_today(vault, "One.", "Noted", NOW)
        await asyncio.gather(*(add_to_today(vault, text, "Noted", NOW) for text in ("Two.", "Three.")))
        lines = (root / "Journal" / "2026-11-22.md").read_text(encoding="utf-8").splitlines()
        assert sorted(lines[-3:]) == ["", "Three.", "Two."]


async def test_a_missing_template_creates_the_daily_note_without_one(root: Path, tmp_path: Path) -> None:
    (root / "Templates" / "Day.md").unlink()
    async with Vault(root, watch=False, data_folder=tmp_path / "place") as vault:
        await add_to_today(vault, "Call the fitter", "Noted", NOW)
        assert (root / "Journal" / "2026-11-22.md").read_text(encoding="utf-8") == "Call the fitter\n"


async def test_a_daily_note_folder_outside_the_vault_writes_nothing(root: Path, tmp_path: Path) -> None:
    (root / ".obsidian" / "daily-notes.json").write_text('{"folder": "../elsewhere"}', encoding="utf-8")
    async with Vault(root, watch=False, data_folder=tmp_path / "place") as vault:
        with pytest.raises(OutsideVault):
            await add_to_today(vault, "Call the fitter", "Noted", NOW)
    assert not (tmp_path / "elsewhere").exists()


# Session: from quick ask to the main window.


@on_qt_loop
async def test_a_source_opens_in_the_main_window(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path, [streamed_text("It leaks, see [[Boiler]].")]) as env:
        await env.ask("Boiler?")
        (chip,) = env.quick.window.answer.findChildren(SourceChip)
        chip.click()
        await until(lambda: env.views.notes.current_path == "Boiler.md")
        assert (env.raised, env.quick.visible) == (["raised"], False)


@on_qt_loop
async def test_a_pending_approval_moves_to_the_main_window(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path, [asks(read("Boiler.md")), streamed_text("It leaks.")]) as env:
        env.type("Read the note")
        env.quick.controller.ask()
        await until(env.cards)
        env.session.open_chat("")
        main = env.desktop.window
        await until(lambda: [dialog for dialog in main.findChildren(ApprovalDialog) if dialog.isVisible()])
        assert env.cards() == []
        assert env.session.conversation.running


@on_qt_loop
async def test_choosing_a_model_sets_it_for_new_chats(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path) as env:
        env.session.choose_model("other/one")
        await until(lambda: env.session.conversation.model == "other/one")
        assert env.views.workspace.store.settings.chat.model == "other/one"


@on_qt_loop
async def test_a_daily_note_folder_outside_the_vault_shows_a_notice(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path) as env:
        (env.vault / ".obsidian").mkdir()
        received: list[str] = []
        env.session.notice.connect(lambda text, _label, _action: received.append(text))
        env.views.workspace.vault.settings = replace(
            env.views.workspace.vault.settings, daily=DailyNoteSettings(folder="../elsewhere")
        )
        env.session.save_to_daily_note("Call the fitter")
        await until(lambda: received)
        assert not (tmp_path / "elsewhere").exists()
        assert "is not a path in this vault" in received[0]


@on_qt_loop
async def test_t7_a_linked_private_note_is_announced_before_the_question_is_sent(tmp_path: Path, home: Path) -> None:
    async with open_quick(tmp_path) as env:
        footer, field, workspace = env.quick.window.footer, env.quick.window.field, env.views.workspace
        await workspace.wait_until_indexed()
        path = next(iter(workspace.known_notes.paths()))
        rule = PrivacyRule(kind="note", value=path, answer="never")
        workspace.store.change(lambda settings: settings.with_vault(workspace.vault.root, privacy=(rule,)))
        name = path.rpartition("/")[2].removesuffix(".md")
        field.setPlainText(f"What of [[{name}]]?")
        await until(lambda: footer._egress_text.text() == f"{name} will not be sent")
        workspace.store.change(lambda settings: settings.with_vault(workspace.vault.root, privacy=()))
        await until(lambda: "will not be sent" not in footer._egress_text.text())
