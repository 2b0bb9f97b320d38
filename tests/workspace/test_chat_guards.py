"""Tests of workspace/chat_guards.py."""

from pathlib import Path

from tests.privacy.scene import open_scene
from tests.support.desk import REMOTE
from tests.workspace.bench import Bench
from vaultdesk.agent.request_preparation import PendingRequest
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import ContextItem, Message, Source, TextPart, ToolResultPart, user_message
from vaultdesk.providers.scripted_provider import ScriptedProvider
from vaultdesk.tools.runtime.taint import TaintFlags, TaintTracker
from vaultdesk.workspace.chat_guards import ChatPrivacy, ChatTaint

# ChatPrivacy: what was made with private notes is not written into a note that cannot say so.


def made_with(*paths: str) -> tuple[Message, ...]:
    sources = tuple(Source(path=path, characters=9) for path in paths)
    return (Message(role="assistant", parts=(TextPart(text="x", sources=sources),)),)


async def test_an_answer_stays_out_of_a_note_that_is_less_private(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        privacy = ChatPrivacy(scene.rules, scene.table.candidates)
        assert privacy.refusal_reason("Open.md", made_with("Plan.md", "Open.md")) == ""
        assert "private" in privacy.refusal_reason("Open.md", made_with("Plan.md", "Personal/Diary.md"))
        assert privacy.refusal_reason("Open.md", made_with("Asked.md"))
        assert privacy.refusal_reason("Asked.md", made_with("Asked.md")) == ""
        assert privacy.refusal_reason("Asked.md", made_with("Tagged.md"))
        assert privacy.refusal_reason("Personal/Diary.md", made_with("Tagged.md", "Marked.md")) == ""
        beside = user_message("q", context=(ContextItem(kind="note", target="Personal/Diary#Today"),))
        assert privacy.refusal_reason("Open.md", (beside,))


# ChatTaint: a chat that was read back holds what earlier sessions brought into it.


def results(*names: str) -> Message:
    sources = (Source(path="Boiler.md", characters=9),)
    parts = tuple(
        ToolResultPart(call_id=name, name=name, content="{}", sources=sources if name == "file_read" else ())
        for name in names
    )
    return Message(role="tool", parts=parts)


async def test_results_of_earlier_sessions_count_and_each_is_told_once(bench: Bench) -> None:
    async with bench.open() as workspace:
        taint = TaintTracker(workspace.vault)
        step = ChatTaint(workspace.registry).taint_step(taint)
        conversation = Conversation()
        provider = ScriptedProvider([], destination=REMOTE)
        work = PendingRequest(conversation, (), provider, "m", "test/m", lambda event: None)
        assert await step(work) == ()
        assert taint.flags(conversation.id) == TaintFlags()
        conversation.append(results("file_read"))
        await step(work)
        assert taint.flags(conversation.id) == TaintFlags(notes=True)
        taint._flags.clear()
        await step(work)
        assert taint.flags(conversation.id) == TaintFlags(), "each is told once"
        conversation.append(results("web_search"))
        await step(work)
        assert taint.flags(conversation.id).untrusted


async def test_a_chat_note_that_a_tool_reads_is_not_the_persons_own_words(bench: Bench) -> None:
    (bench.root / "Chat.md").write_text("---\nvaultdesk-chat: 1\n---\n\n## You\n\nHello\n")
    async with bench.open() as workspace:
        taint = TaintTracker(workspace.vault)
        await taint.record("chat_1", "read", (Source(path="Chat.md", characters=5),))
        assert taint.flags("chat_1").both
