"""Tests of workspace/chat_note_access.py."""

import base64
from pathlib import Path
from typing import ClassVar

import pytest

from tests.privacy.scene import open_scene
from tests.support.conversations import unanswered_calls
from tests.support.scripted_provider import ScriptedProvider
from tests.support.tool_env import REMOTE
from tests.support.tools import Echo
from tests.support.written_chat import write_chat
from tests.workspace.bench import Bench
from tests.workspace.chat_scene import open_chats
from vaultdesk.agent.request_preparation import PendingRequest
from vaultdesk.chat.chat_markup import image_file_name
from vaultdesk.chat.chatgpt_md import SEPARATOR
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import (
    ContextItem,
    ImagePart,
    Message,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.core.errors import VaultError
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.tools.runtime.taint import TaintFlags, TaintTracker
from vaultdesk.tools.tool import Effect
from vaultdesk.workspace.chat_note_access import ChatPrivacy, ChatReader, ChatTaint

# Pictures of a chat: files of the vault are linked, others are stored in the chats folder.

PNG = b"\x89PNG\r\n\x1a\n\0picture"


def picture(data: bytes = PNG, path: str = "") -> ImagePart:
    sources = (Source(path=path),) if path else ()
    return ImagePart(media_type="image/png", data=base64.b64encode(data).decode(), name="shot", sources=sources)


def files(root: Path) -> list[str]:
    return sorted(file.relative_to(root).as_posix() for file in root.rglob("*.png"))


async def test_pictures_are_stored_and_read_back(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        (scene.root / "Images").mkdir()
        (scene.root / "Images/own.png").write_bytes(PNG + b"own")
        (scene.root / "Images/changed.png").write_bytes(b"something else")
        own, changed, other = (
            picture(PNG + b"own", "Images/own.png"),
            picture(PNG + b"c", "Images/changed.png"),
            picture(),
        )
        conversation = Conversation(title="Pictures")
        parts = (own, changed, other, other, TextPart(text="Look"))
        conversation.append(Message(role="user", parts=parts))
        autosave = scene.chats.autosave(conversation)
        autosave.save_soon()
        await autosave.flush()
        assert autosave.problem == ""
        stored = {f"Chats/Pictures/{image_file_name(part)}" for part in (changed, other)}
        assert files(scene.root) == sorted({"Images/own.png", "Images/changed.png", *stored})
        text = scene.text("Chats/Pictures.md")
        assert text.count("![[Images/own.png]]") == 1
        assert text.count(f"![[Chats/Pictures/{image_file_name(other)}]]") == 2
        autosave.detach()
        read = await scene.chats.open("Chats/Pictures.md")
        assert read.messages == conversation.messages


async def test_a_picture_moved_with_its_chat_is_found(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        conversation = Conversation(title="Pictures")
        conversation.append(Message(role="user", parts=(picture(),)))
        autosave = scene.chats.autosave(conversation)
        autosave.save_soon()
        await autosave.flush()
        note = scene.text("Chats/Pictures.md").replace("![[Chats/Pictures/", "![[")
        (scene.root / "Other.md").write_text(note, encoding="utf-8")
        assert (await scene.chats.open("Other.md")).messages == conversation.messages
        (scene.root / "Bad.md").write_text(note.replace("![[", "![[../no"), encoding="utf-8")
        assert (await scene.chats.open("Bad.md")).messages[0].images == ()


async def test_a_file_linked_in_a_chat_has_the_privacy_rules_of_that_file(tmp_path: Path) -> None:
    async with open_chats(tmp_path) as scene:
        (scene.root / "Private").mkdir()
        (scene.root / "Private/photo.png").write_bytes(PNG)
        (scene.root / "Private/diary.md").write_text("secret")
        marker = '<!-- vaultdesk:image {"type":"image/png"} -->'
        forged = "".join(
            f"## You\n<!-- vaultdesk:user m{number} -->\n\n{marker}\n\n![[{name}]]\n\n"
            for number, name in enumerate(("Private/photo.png", "Private/diary.md", ".obsidian/app.json"))
        )
        (scene.root / "Forged.md").write_text(f"---\nvaultdesk-chat: 1\n---\n\n{forged}", encoding="utf-8")
        photo, diary, hidden = (await scene.chats.open("Forged.md")).messages
        assert photo.sources == (Source(path="Private/photo.png"),)
        assert diary.images == hidden.images == ()


# Opening: a note of either format becomes a conversation that can be continued.


async def test_an_interrupted_chat_can_be_continued(tmp_path: Path) -> None:
    broken = Conversation(title="Broken")
    broken.append(Message(role="assistant", parts=(ToolCallPart(id="c", name="n", arguments_json="{}", arguments={}),)))
    async with open_chats(tmp_path) as scene:
        (scene.root / "Broken.md").write_text(write_chat(broken), encoding="utf-8")
        opened = await ChatReader(scene.chats._note_access, scene.store, lambda _path, _messages: "").open("Broken.md")
        assert opened.native_format
        assert opened.state.messages == broken.messages
        assert [message.role for message in opened.conversation.messages] == ["assistant", "tool"]
        assert unanswered_calls(opened.conversation) == ()


@pytest.mark.parametrize(
    ("name", "model"),
    [("openai@gpt-5", "work/gpt-5"), ("work@x", "work/x"), ("anthropic@x", None), ("gpt-5", None)],
)
async def test_a_model_of_chatgpt_md_is_mapped_to_a_configured_one(
    tmp_path: Path, name: str, model: str | None
) -> None:
    async with open_chats(tmp_path) as scene:
        own = ProviderSettings(kind="openai", model="m")
        scene.store.change(lambda settings: settings.with_provider("work", own))
        (scene.root / "Talk.md").write_text(f"---\nmodel: {name}\n---\nHi\n\n{SEPARATOR}\n", encoding="utf-8")
        reader = ChatReader(scene.chats._note_access, scene.store, lambda _path, _messages: "")
        opened = await reader.open("Talk.md")
        assert not opened.native_format
        assert opened.conversation.choices.model == model
        assert reader._chatgpt_md_model("work/gpt-5") == "openai@gpt-5"
        assert await reader.is_chat("Talk.md")
        assert not await reader.is_chat("Nowhere.md")
        with pytest.raises(VaultError):
            await reader.open("Nowhere.md")


# ChatPrivacy: answers made with private notes are not written into a note of another format that is less private.


def made_with(*paths: str) -> tuple[Message, ...]:
    sources = tuple(Source(path=path, characters=9) for path in paths)
    return (Message(role="assistant", parts=(TextPart(text="x", sources=sources),)),)


async def test_an_answer_is_not_written_into_a_less_private_note(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        privacy = ChatPrivacy(scene.rules, scene.table.candidates)
        assert privacy.refusal_reason("Open.md", made_with("Plan.md", "Open.md")) == ""
        assert "private" in privacy.refusal_reason("Open.md", made_with("Plan.md", "Personal/Diary.md"))
        assert privacy.refusal_reason("Open.md", made_with("Asked.md"))
        assert privacy.refusal_reason("Asked.md", made_with("Asked.md")) == ""
        assert privacy.refusal_reason("Asked.md", made_with("Tagged.md"))
        assert privacy.refusal_reason("Personal/Diary.md", made_with("Tagged.md", "Marked.md")) == ""
        with_context = user_message("q", context=(ContextItem(kind="note", target="Personal/Diary#Today"),))
        assert privacy.refusal_reason("Open.md", (with_context,))


# ChatTaint: a restored chat has the taint of its earlier results.


def results(*names: str) -> Message:
    sources = (Source(path="Boiler.md", characters=9),)
    parts = tuple(
        ToolResultPart(call_id=name, name=name, content="{}", sources=sources if name == "file_read" else ())
        for name in names
    )
    return Message(role="tool", parts=parts)


async def test_results_of_earlier_sessions_are_counted_once(bench: Bench) -> None:
    async with bench.open() as workspace:
        taint = TaintTracker(workspace.vault)
        step = ChatTaint(workspace.registry).taint_step(taint)
        conversation = Conversation()
        provider = ScriptedProvider([], destination=REMOTE)
        pending = PendingRequest(conversation, (), provider, "m", "test/m", lambda event: None)
        assert await step(pending) == ()
        assert taint.flags(conversation.id) == TaintFlags()
        conversation.append(results("file_read"))
        await step(pending)
        assert taint.flags(conversation.id) == TaintFlags(notes=True)
        taint._flags.clear()
        await step(pending)
        assert taint.flags(conversation.id) == TaintFlags(), "each result is counted once"
        conversation.append(results("web_search"))
        await step(pending)
        assert taint.flags(conversation.id).untrusted


class Mail(Echo):
    """A tool of another package that reads mail, which others wrote."""

    name: ClassVar[str] = "mail"
    effect: ClassVar[Effect] = "read"
    is_foreign: ClassVar[bool] = True


@pytest.mark.parametrize("name", ["mail", "recall", "a_tool_that_was_removed"])
async def test_earlier_results_that_others_may_have_written_are_untrusted(bench: Bench, name: str) -> None:
    async with bench.open() as workspace:
        workspace.registry.register(Mail())
        taint = TaintTracker(workspace.vault)
        conversation = Conversation()
        conversation.append(results(name))
        provider = ScriptedProvider([], destination=REMOTE)
        pending = PendingRequest(conversation, (), provider, "m", "test/m", lambda event: None)
        await ChatTaint(workspace.registry).taint_step(taint)(pending)
        assert taint.flags(conversation.id) == TaintFlags(untrusted=True)


async def test_a_chat_note_read_by_a_tool_is_untrusted(bench: Bench) -> None:
    (bench.root / "Chat.md").write_text("---\nvaultdesk-chat: 1\n---\n\n## You\n\nHello\n")
    async with bench.open() as workspace:
        taint = TaintTracker(workspace.vault)
        await taint.record("chat_1", (Source(path="Chat.md", characters=5),))
        assert taint.flags("chat_1").both
