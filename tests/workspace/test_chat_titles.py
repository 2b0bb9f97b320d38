"""Tests of workspace/chat_titles.py: one request with the first exchange; if it fails, the title stays."""

import asyncio
from pathlib import Path

import pytest

from tests.support.scripted_provider import ScriptedProvider
from tests.support.talk import text_turn
from tests.workspace.chat_scene import begin, finish, open_chats
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart, ToolCallPart, user_message
from vaultdesk.core.errors import ProviderUnreachable, UsageError
from vaultdesk.core.settings.settings_schema import ChatSettings
from vaultdesk.providers.catalog import ChosenModel
from vaultdesk.workspace.chat_titles import ChatTitles


def conversation_with_answer() -> Conversation:
    conversation = Conversation()
    call = ToolCallPart(id="c", name="n", arguments_json="{}")
    conversation.extend(
        [
            user_message("What of the boiler?"),
            Message(role="assistant", parts=(TextPart(text="I look."), call), model="work/m"),
            Message(
                role="assistant", parts=(TextPart(text="It leaks."), TextPart(text="-", hidden=True)), model="work/m"
            ),
        ]
    )
    return conversation


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        ("The leaking boiler", "The leaking boiler"),
        ("\n **“The leaking boiler.”**\nBecause…", "The leaking boiler"),
        ("# Title", "Title"),
        ("", ""),
        ("word " * 90, "word " * 10 + "word…"),
    ],
)
async def test_the_first_line_of_the_answer_is_the_title(answer: str, title: str) -> None:
    provider = ScriptedProvider([text_turn(answer)])
    titles = ChatTitles(lambda label: ChosenModel(provider, "m", "work/m") if label == "work/m" else None)
    assert await titles.suggest_title(conversation_with_answer()) == title
    (request,) = provider.requests
    assert [message.text for message in request.messages][:2] == ["What of the boiler?", "It leaks."]
    assert request.tools == ()
    assert request.conversation_id


async def test_without_an_answer_or_an_available_model_there_is_no_title() -> None:
    provider = ScriptedProvider([])
    assert await ChatTitles(lambda _label: ChosenModel(provider, "m", "work/m")).suggest_title(Conversation()) == ""
    assert await ChatTitles(lambda _label: None).suggest_title(conversation_with_answer()) == ""

    def unknown(_label: str) -> ChosenModel:
        raise UsageError("No such model")

    assert await ChatTitles(unknown).suggest_title(conversation_with_answer()) == ""
    failing = ScriptedProvider([ProviderUnreachable("away", kind="network")])
    assert (
        await ChatTitles(lambda _label: ChosenModel(failing, "m", "work/m")).suggest_title(conversation_with_answer())
        == ""
    )


async def test_a_chat_is_titled_once_by_the_model_if_configured(tmp_path: Path) -> None:
    provider = ScriptedProvider([text_turn("The leaking boiler"), text_turn("Never asked")])
    async with open_chats(tmp_path, titles=ChatTitles(lambda _label: ChosenModel(provider, "m", "work/m"))) as scene:
        chat_settings = ChatSettings(titles="model")
        scene.store.change(lambda settings: settings.model_copy(update={"chat": chat_settings}))
        autosave = scene.chats.autosave(Conversation())
        with autosave.changes.subscribe() as notifications:
            begin(autosave, "What of the boiler?")
            finish(autosave, "It leaks.")
            async with asyncio.timeout(20):
                while autosave.path != "Chats/The leaking boiler.md":
                    await anext(notifications)
        await autosave.flush()
        assert scene.read(autosave.path).title == "The leaking boiler"
        begin(autosave, "More?")
        finish(autosave, "No.")
        await autosave.flush()
        assert autosave.path == "Chats/The leaking boiler.md"
        assert len(provider.requests) == 1
        assert [entry.title for entry in scene.chats.entries()] == ["The leaking boiler"]
