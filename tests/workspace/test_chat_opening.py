"""ChatOpening: a note of either format becomes a conversation that can go on."""

from pathlib import Path

import pytest

from tests.workspace.chat_scene import open_chats
from vaultdesk.chat.chatgpt_md import SEPARATOR
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, ToolCallPart
from vaultdesk.chat.note_format import write_chat
from vaultdesk.core.errors import VaultError
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.workspace.chat_opening import ChatOpening


async def test_a_chat_that_was_broken_off_can_go_on(tmp_path: Path) -> None:
    broken = Conversation(title="Broken")
    broken.append(Message(role="assistant", parts=(ToolCallPart(id="c", name="n", arguments_json="{}", arguments={}),)))
    async with open_chats(tmp_path) as scene:
        (scene.root / "Broken.md").write_text(write_chat(broken), encoding="utf-8")
        opened = await ChatOpening(scene.chats._desk, scene.store, lambda _path, _messages: "").open("Broken.md")
        assert opened.own
        assert opened.state.messages == broken.messages
        assert [message.role for message in opened.conversation.messages] == ["assistant", "tool"]
        assert opened.conversation.unanswered_calls() == ()


@pytest.mark.parametrize(
    ("spelled", "model"),
    [("openai@gpt-5", "work/gpt-5"), ("work@x", "work/x"), ("anthropic@x", None), ("gpt-5", None)],
)
async def test_a_model_of_chatgpt_md_is_one_that_is_set_up_here(
    tmp_path: Path, spelled: str, model: str | None
) -> None:
    async with open_chats(tmp_path) as scene:
        own = ProviderSettings(kind="openai", model="m")
        scene.store.change(lambda settings: settings.with_provider("work", own))
        (scene.root / "Talk.md").write_text(f"---\nmodel: {spelled}\n---\nHi\n\n{SEPARATOR}\n", encoding="utf-8")
        opening = ChatOpening(scene.chats._desk, scene.store, lambda _path, _messages: "")
        opened = await opening.open("Talk.md")
        assert not opened.own
        assert opened.conversation.choices.model == model
        assert opening._spelled("work/gpt-5") == "openai@gpt-5"
        assert await opening.is_chat("Talk.md")
        assert not await opening.is_chat("Nowhere.md")
        with pytest.raises(VaultError):
            await opening.open("Nowhere.md")
