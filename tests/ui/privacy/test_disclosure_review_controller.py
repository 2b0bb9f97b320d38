"""Tests of ui/privacy/disclosure_dialog.py."""

import asyncio
from pathlib import Path

import pytest

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.support.vault_settings import set_tool_calling
from tests.ui.privacy.requests import CLOUD
from vaultdesk.agent.question import Question
from vaultdesk.chat.messages import ContextItem, Message, Source, ToolCallPart, ToolResultPart
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.tools.runtime.approvals import DENY_ALL
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.privacy.disclosure_dialog import DisclosureDialog
from vaultdesk.ui.review import approve_delay


@pytest.fixture(autouse=True)
def no_approve_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(approve_delay, "APPROVE_DELAY_MS", 0)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


def dialogs(views: VaultViews) -> list[DisclosureDialog]:
    return [dialog for dialog in views._window.findChildren(DisclosureDialog) if dialog.isVisible()]


def add_note_result(views: VaultViews) -> None:
    """Add the result of reading a note to the shown conversation."""
    conversation = views.chat.conversations[-1].conversation
    call = ToolCallPart(id="call_1", name="read_note", arguments_json="{}", arguments={})
    source = Source(path="Boiler.md", characters=23, first_line=3, last_line=3, allowed="person")
    part = ToolResultPart(call_id="call_1", name="read_note", content="The old boiler leaks.", sources=(source,))
    conversation.append(Message(role="assistant", parts=(call,)))
    conversation.append(Message(role="tool", parts=(part,)))


@on_qt_loop
async def test_command_shows_what_a_question_would_send(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await views.workspace.wait_until_indexed()
        add_note_result(views)
        views.chat.composer.set_text("And the budget?")
        desktop.window.commands["what-leaves"].trigger()
        await until(lambda: dialogs(views))
        request = dialogs(views)[0].view.choices.request

        assert [(item.path, item.text) for item in request.excerpts] == [("Boiler.md", "The old boiler leaks.")]
        assert request.question == "And the budget?"
        assert request.destination.local
        dialogs(views)[0].reject()
        assert views.chat.composer.text == "And the budget?"


@on_qt_loop
async def test_t2_attachments_of_the_question_are_shown_too(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await views.workspace.wait_until_indexed()
        views.chat.composer.set_question(
            Question("And the budget?", (ContextItem(kind="note", target="Boiler.md"),), mode="chat")
        )
        desktop.window.commands["what-leaves"].trigger()
        await until(lambda: dialogs(views))

        (excerpt,) = dialogs(views)[0].view.choices.request.excerpts
        assert excerpt.path == "Boiler.md"
        assert "The old boiler leaks." in excerpt.text


@on_qt_loop
async def test_send_submits_the_question_without_unticked_passages(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        set_tool_calling(views.workspace, True)
        await views.workspace.wait_until_indexed()
        add_note_result(views)
        controller = views.chat.conversations[-1]
        views.chat.composer.set_text("And the budget?")
        desktop.window.commands["what-leaves"].trigger()
        await until(lambda: dialogs(views))
        view = dialogs(views)[0].view
        view.passages.model.tick_all(False)
        await until(view.send.isEnabled)
        view.send.click()

        await until(lambda: controller.exchanges)
        assert controller.exchanges[0].question == "And the budget?"
        assert views.chat.composer.text == ""
        assert set(views.workspace.egress_policy.history.of(controller.conversation.id).withheld.values()) == {None}
        controller.stop()
        await until(lambda: not controller.running)


@on_qt_loop
async def test_review_without_a_question_cannot_be_sent(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["what-leaves"].trigger()
        await until(lambda: dialogs(views))
        view = dialogs(views)[0].view

        assert not view.send.isEnabled()
        assert view.send.toolTip() == "Type a question to send it."


@on_qt_loop
async def test_gate_asks_in_the_window_and_declining_sends_nothing(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        egress_policy = views.workspace.egress_policy
        assert egress_policy.reviewer is views.activity.disclosure_review.reviewer
        request = await views.workspace.preview(views.chat.conversations[-1].conversation, "Hello")
        decision = asyncio.ensure_future(egress_policy.reviewer.review(request))
        await until(lambda: dialogs(views))
        dialogs(views)[0].reject()

        assert not (await decision).send
        workspace = views.workspace
    assert workspace.egress_policy.reviewer is None


@on_qt_loop
async def test_private_note_is_sent_only_as_shortened_by_the_user(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        workspace = views.workspace
        rule = PrivacyRule(kind="note", value="Boiler.md", answer="ask")
        workspace.store.change(lambda settings: settings.with_vault(workspace.vault.root, privacy=(rule,)))
        await workspace.wait_until_indexed()
        add_note_result(views)
        conversation = views.chat.conversations[-1].conversation
        request = await workspace.agent(DENY_ALL).request(conversation, "And the budget?")
        clearance = asyncio.ensure_future(workspace.egress_policy.clear(request, CLOUD))
        await until(lambda: dialogs(views))
        view = dialogs(views)[0].view
        (excerpt,) = view.choices.request.excerpts
        assert (excerpt.state, excerpt.reason) == ("ask", "by name")

        (passage,) = view.choices.passages.passages
        assert view.choices.passages.ticked_passages == ()
        view.text.shortened.emit(passage, "The old boiler")
        desktop.window.activateWindow()
        await until(view.send.isEnabled)
        view.send.click()
        cleared = (await clearance).request
        sent = " ".join(message.model_dump_json() for message in cleared.messages)
        assert "The old boiler" in sent
        assert "leaks" not in sent
        entries = await workspace.ledger.find()
        assert {(entry.kind, entry.decision) for entry in entries} == {("kept", "review"), ("sent", "review")}


class RemoteModel:
    """Description of a remote model."""

    title, label, local = "Anthropic", "anthropic/m", False


@on_qt_loop
async def test_disclosure_button_is_visible_for_a_remote_model(
    home: Path, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        composer = views.chat.composer
        assert not composer.disclosure_button.isVisibleTo(composer)
        monkeypatch.setattr(views.chat.models, "shown", RemoteModel())
        views.chat.model_changed.emit("Anthropic")
        assert composer.disclosure_button.isVisibleTo(composer)
        assert "Ctrl+Shift+" in composer.disclosure_button.toolTip()

        composer.disclosure_button.click()
        await until(lambda: dialogs(views))
        dialogs(views)[0].reject()
