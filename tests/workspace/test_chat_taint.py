"""ChatTaint: a chat that was read back holds what earlier sessions brought into it."""

from tests.support.desk import REMOTE
from tests.workspace.bench import Bench
from vaultdesk.agent.message_pipeline import PendingRequest
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, Source, ToolResultPart
from vaultdesk.providers.scripted_provider import ScriptedProvider
from vaultdesk.tools.runtime.taint import TaintFlags, TaintTracker
from vaultdesk.workspace.chat_taint import ChatTaint


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
        step = ChatTaint(workspace.registry).remembering(taint)
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
        await taint.note("chat_1", "read", (Source(path="Chat.md", characters=5),))
        assert taint.flags("chat_1").both
