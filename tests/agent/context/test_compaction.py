"""Tests of agent/context/compaction.py."""

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.plain_tokens import four_letters_a_token
from tests.support.scripted_provider import ScriptedProvider, ScriptedTurn
from tests.support.talk import text_turn
from tests.support.tool_env import REMOTE
from vaultdesk.agent.context.compaction import (
    MIN_CUT_CHARACTERS,
    Compaction,
    split_exchanges,
    tokens_in,
    truncated_to,
    without_old_rounds,
    without_old_texts,
    without_texts,
)
from vaultdesk.agent.context.context_window import (
    UNLIMITED_WINDOW,
    ContextFill,
    ContextMeter,
    PlannedRequest,
    context_window_of,
)
from vaultdesk.agent.context.conversation_summary import (
    SUMMARY_PROMPT,
    compacted_beginning,
    gap_part,
    notes_in,
    paths_of,
    summarize_messages,
    summary_part,
    with_leading_parts,
    with_notes,
)
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.agent.question import Question
from vaultdesk.agent.request_preparation import PendingRequest, RequestBudget
from vaultdesk.agent.run import RunEvent
from vaultdesk.chat.attached_text import is_attached, unwrap_attached, wrap_attached
from vaultdesk.chat.conversation import Checkpoint, Conversation
from vaultdesk.chat.messages import ImagePart, Message, Source, TextPart, ToolCallPart, ToolResultPart, user_message
from vaultdesk.core.errors import BudgetExceeded, ProviderBroken, ProviderRefused, ProviderUnreachable
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.providers.capabilities import CapabilityCard, ToolModeChoice
from vaultdesk.providers.known_models import ModelStatus
from vaultdesk.providers.provider import ModelInfo, ModelRequest, Noticed, TextArrived, TurnEnded, UsageReported


@pytest.fixture(scope="module", autouse=True)
def plain_tokens() -> Iterator[None]:
    """Count tokens by length, because these tests calculate with token counts."""
    with four_letters_a_token():
        yield


# The context window of a model, from all that is known about it.


def model_status(
    context: int = 0, card: int = 0, *, window: int = 0, local: bool = False, label: str = "work/m"
) -> ModelStatus:
    info = ModelInfo("m", context=context, window=window) if context else None
    capability_card = CapabilityCard(context=card) if card else None
    destination = Destination("Work", "" if local else "work.example", local=local)
    return ModelStatus(label, "m", "Work", destination, ToolModeChoice("native", ""), info, capability_card)


@pytest.mark.parametrize(
    ("kind", "status", "configured", "window"),
    [
        ("openai-compatible", model_status(), 0, 0),
        ("openai-compatible", model_status(8_192), 0, 8_192),
        ("openai-compatible", model_status(card=4_096), 0, 4_096),
        ("openai-compatible", model_status(8_192), 20_000, 20_000),
        ("openai", model_status(), 0, 128_000),
        ("anthropic", model_status(1_000_000), 0, 1_000_000),
        ("openai-compatible", model_status(8_192, window=2_048), 0, 2_048),
        ("lmstudio", model_status(131_072, window=4_096, local=True), 0, 4_096),
        ("ollama", model_status(131_072, window=32_768, local=True), 0, 32_768),
        ("ollama", model_status(131_072, local=True), 0, 16_384),
        ("ollama", model_status(131_072, local=True), 65_536, 65_536),
        ("ollama", model_status(131_072), 0, 131_072),
        ("gguf", model_status(131_072, local=True), 0, 8_192),
        ("gguf", model_status(2_048, local=True), 0, 2_048),
        ("gguf", model_status(2_048, local=True), 20_000, 2_048),
        ("gguf", model_status(local=True), 4_096, 4_096),
        ("offline", model_status(), 0, UNLIMITED_WINDOW),
    ],
)
def test_the_window_is_the_most_reliable_known_value(
    kind: ProviderKind, status: ModelStatus, configured: int, window: int
) -> None:
    assert context_window_of(status, ProviderSettings(kind=kind, context=configured)) == window


def test_a_provider_without_settings_is_recognized_by_its_name() -> None:
    assert context_window_of(model_status(label="offline/offline"), None) == UNLIMITED_WINDOW
    assert context_window_of(model_status(label="anthropic/m"), None) == 200_000


# Which parts of a conversation can be cut.

LONG = json.dumps({"success": True, "data": [{"path": "A.md", "content": "x" * 4000}]})


def assistant_message(text: str) -> Message:
    return Message(role="assistant", parts=(TextPart(text=text),))


def tool_round(call_id: str, content: str = LONG) -> tuple[Message, Message]:
    call = ToolCallPart(id=call_id, name="file_read", arguments_json="{}", arguments={})
    source = Source(path="A.md", characters=4000)
    result = ToolResultPart(call_id=call_id, name="file_read", content=content, sources=(source,))
    return Message(role="assistant", parts=(call,)), Message(role="tool", parts=(result,))


CONVERSATION = (user_message("One"), *tool_round("c1"), assistant_message("1"), user_message("Two"), *tool_round("c2"),
        *tool_round("c3"))  # fmt: skip


def contents(messages: tuple[Message, ...]) -> list[int]:
    return [len(part.content) for m in messages for part in m.parts if isinstance(part, ToolResultPart)]


def test_an_exchange_is_a_question_with_all_that_follows() -> None:
    assert [len(group) for group in split_exchanges(CONVERSATION)] == [4, 5]
    assert [len(group) for group in split_exchanges((assistant_message("Hello"), *CONVERSATION))] == [1, 4, 5]
    assert split_exchanges(()) == []


def test_old_results_are_left_out_and_their_calls_kept() -> None:
    cut = without_old_texts(CONVERSATION)
    first, second, third = contents(cut)

    assert first < MIN_CUT_CHARACTERS
    assert second == third == len(LONG)
    assert [message.id for message in cut] == [message.id for message in CONVERSATION]
    assert cut[2].sources == ()
    part = cut[2].parts[0]
    assert isinstance(part, ToolResultPart)
    content = json.loads(part.content)
    assert (content["success"], content["notes"]) == (True, ["A.md"])
    assert "xxxx" not in part.content


def test_the_last_tool_round_is_always_kept() -> None:
    assert [length == len(LONG) for length in contents(without_old_rounds(CONVERSATION))] == [False, False, True]


def test_small_results_are_kept() -> None:
    small = (user_message("One"), *tool_round("c1", '{"success": true}'), user_message("Two"))
    assert without_old_texts(small) == small


def test_context_texts_and_pictures_of_old_questions_are_replaced_by_their_names() -> None:
    source = Source(path="A.md", characters=4000, allowed="person")
    context_text = TextPart(text=wrap_attached("x" * 4000, note="A.md"), sources=(source,))
    picture = ImagePart(media_type="image/png", data="", name="plan.png", sources=(Source(path="plan.png"),))
    question = Message(role="user", parts=(context_text, picture, TextPart(text="So?")))
    (cut,) = without_texts((question,))

    assert cut.text.endswith("So?")
    assert "xxx" not in cut.text
    assert not cut.images
    # Named with their own sources: a rule that withholds the note also removes its name.
    assert [(source.path, source.characters) for source in cut.sources] == [("A.md", 0), ("plan.png", 0)]


def test_tokens_are_counted_as_for_the_caps() -> None:
    assert tokens_in((user_message("x" * 400),)) == 100


def test_long_texts_are_truncated_to_the_limit_and_stay_valid_json() -> None:
    source = Source(path="B.md", characters=9_000, allowed="person")
    context_text = TextPart(text=wrap_attached("y" * 9_000, note="B.md"), sources=(source,))
    question = Message(role="user", parts=(context_text, TextPart(text="z" * 2_000)))
    messages = (user_message("w" * 400), question, *tool_round("c1"))
    cut = truncated_to(messages, 2_600)

    assert 1_800 < tokens_in(cut) <= 2_600
    assert cut[0] == messages[0]
    assert cut[1].parts[1] == question.parts[1]
    assert "more characters]" in cut[1].text
    part = cut[-1].parts[0]
    assert isinstance(part, ToolResultPart)
    content = json.loads(part.content)["data"][0]
    assert content["path"] == "A.md"
    assert content["content"].endswith("more characters]")
    # Texts withheld by the user are recognized by their sources.
    assert [message.sources for message in cut] == [message.sources for message in messages]
    assert truncated_to(messages, 100_000) == messages


def test_a_result_that_is_not_json_is_truncated_as_text() -> None:
    messages = (user_message("w"), *tool_round("c1", "x" * 8_000))
    part = truncated_to(messages, 1_000)[-1].parts[0]
    assert isinstance(part, ToolResultPart)
    assert part.content.startswith("xxx")
    assert part.content.endswith("more characters]")


# A summary is written by the same model, has the sources of its messages, and replaces them.

READ = Message(role="user", parts=(TextPart(text="Text", sources=(Source(path="House/A.md", characters=4),)),))


def pending_request(events: list[RunEvent], *turns: ScriptedTurn) -> tuple[PendingRequest, ScriptedProvider]:
    provider = ScriptedProvider(turns, destination=REMOTE)
    return PendingRequest(Conversation(id="c"), (), provider, "m", "test/m", events.append), provider


async def test_a_summary_is_requested_once_and_its_usage_reported() -> None:
    raised: list[RunEvent] = []
    usage = UsageReported(100, 20, cost=0.01)
    turn = [Noticed("Slow."), TextArrived(" They chose "), TextArrived("a pump. "), usage, TurnEnded("end")]
    pending, provider = pending_request(raised, turn)
    summary = await summarize_messages(pending, (READ, user_message("So?")))

    assert summary == "They chose a pump.\n\nNotes: [[House/A.md]]"
    assert raised == [Noticed("Slow."), usage]
    (request,) = provider.requests
    assert [message.text for message in request.messages] == ["Text", "So?", SUMMARY_PROMPT]
    assert request.conversation_id == "c"
    assert request.tools == ()
    assert [source.path for source in request.sources] == ["House/A.md"]


async def test_an_empty_summary_raises_provider_broken() -> None:
    pending, _ = pending_request([], text_turn("  "))
    with pytest.raises(ProviderBroken):
        await summarize_messages(pending, (READ,))


@given(st.lists(st.text(min_size=1).filter(lambda path: path.strip() == path), unique=True, max_size=5), st.text())
def test_note_paths_of_a_summary_are_read_back(paths: list[str], text: str) -> None:
    assert notes_in(with_notes(text, paths)) == tuple(paths)


def test_a_notes_line_written_by_the_model_is_ignored() -> None:
    written = "Summary.\n\nNotes: [[Harmless.md]]"
    assert notes_in(with_notes(written, ["Private.md"])) == ("Private.md",)
    assert notes_in(with_notes(written, [])) == ()


def test_a_summary_has_the_sources_of_all_summarized_messages() -> None:
    checkpoint = Checkpoint("m1", with_notes("Summary.", ["Old.md"]), datetime.now(UTC), "test/m")
    part = summary_part(checkpoint, (READ,))

    assert [source.path for source in part.sources] == ["House/A.md", "Old.md"]
    assert unwrap_attached(part.text) == "Summary.", "names of notes that may be withheld are not in the text"
    assert paths_of((READ,)) == ("House/A.md",)


def test_a_summary_is_placed_in_the_first_question() -> None:
    part = gap_part((READ,))
    question, answer = user_message("Now?"), Message(role="assistant", parts=(TextPart(text="Yes."),))

    assert is_attached(part.text)
    assert with_leading_parts((part,), (question, answer))[0].parts == (part, *question.parts)
    assert [message.role for message in with_leading_parts((part,), (answer,))] == ["user", "assistant"]
    assert with_leading_parts((), (answer,)) == (answer,)


# Messages that no longer fit are summarized or left out; the stored ones stay, and calls keep their results.

OFFLINE = ProviderUnreachable("The network is gone", hint="Try again.", kind="network")


class CompactionBench:
    """A conversation and a model with a small context window."""

    def __init__(self, *turns: ScriptedTurn, window: int = 6_000, enabled: bool = True, system: int = 100) -> None:
        self.system_tokens = system
        self.provider = ScriptedProvider(turns, destination=REMOTE)
        self.conversation = Conversation(id="c")
        self.events: list[RunEvent] = []
        self.window = window
        self.compaction = Compaction(lambda: enabled)

    def say(self, *messages: Message) -> None:
        self.conversation.extend(messages)

    async def fit(self, *, preview: bool = False) -> tuple[Message, ...]:
        pending = PendingRequest(
            self.conversation, self.conversation.messages, self.provider, "m", "test/m", self.events.append,
            budget=RequestBudget(self.window, system=self.system_tokens, answer=8_192), preview=preview,
        )  # fmt: skip
        return await self.compaction.fit_messages(pending)

    def notices(self) -> list[str]:
        return [event.message for event in self.events if isinstance(event, Noticed)]


def long_conversation(count: int = 12, size: int = 1_500) -> list[Message]:
    pairs = [(user_message(f"Question {n} " + "w" * size), assistant_message(f"Answer {n}")) for n in range(count)]
    return [message for pair in pairs for message in pair]


def calls_have_results(messages: tuple[Message, ...]) -> bool:
    calls = [part.id for m in messages for part in m.parts if isinstance(part, ToolCallPart)]
    results = [part.call_id for m in messages for part in m.parts if isinstance(part, ToolResultPart)]
    return calls == results


async def test_messages_that_fit_are_sent_unchanged() -> None:
    bench = CompactionBench()
    bench.say(user_message("Hello"), assistant_message("Hi"), user_message("And?"))

    assert await bench.fit() == bench.conversation.messages
    assert bench.events == []


async def test_old_results_are_left_out_before_anything_is_summarized() -> None:
    bench = CompactionBench()
    for n in range(4):
        bench.say(user_message(f"Q{n}"), *tool_round(f"c{n}"), assistant_message(f"A{n}"))
    bench.say(user_message("Now?"))
    sent = await bench.fit()

    assert len(sent) == len(bench.conversation.messages)
    assert not any("xxxx" in str(message) for message in sent)
    assert bench.provider.requests == []
    assert calls_have_results(sent)
    assert bench.conversation.checkpoints == ()


async def test_all_tool_rounds_of_a_question_except_the_last_are_cut() -> None:
    bench = CompactionBench()
    bench.say(user_message("Look everywhere"))
    for n in range(6):
        bench.say(*tool_round(f"c{n}"))
    sent = await bench.fit()

    complete_results = [part.content == LONG for m in sent for part in m.parts if isinstance(part, ToolResultPart)]
    assert complete_results == [False] * 5 + [True]
    assert calls_have_results(sent)


async def test_a_long_conversation_is_summarized_once() -> None:
    bench = CompactionBench(text_turn("They talked of w."))
    bench.say(*long_conversation(), user_message("Now?"))
    before = bench.conversation.messages
    sent = await bench.fit()
    again = await bench.fit()

    (checkpoint,) = bench.conversation.checkpoints
    assert bench.conversation.messages == before
    assert len(bench.provider.requests) == 1
    assert bench.provider.requests[0].messages[-1].text == SUMMARY_PROMPT
    assert (checkpoint.summary, checkpoint.model) == ("They talked of w.", "test/m")
    assert again == sent
    assert sent[0].role == "user"
    assert "They talked of w." in sent[0].text
    assert "Now?" in sent[-1].text
    assert len(bench.notices()) == 1
    assert "summarized" in bench.notices()[0]
    beginning = compacted_beginning(bench.conversation, before)
    assert beginning.summarized_count == len(before) - len(sent)


async def test_a_summary_is_extended_by_the_next_one() -> None:
    bench = CompactionBench(text_turn("First summary."), text_turn("Second summary."))
    bench.say(*long_conversation(), user_message("Now?"))
    await bench.fit()
    bench.say(assistant_message("So."), *long_conversation(8), user_message("And now?"))
    sent = await bench.fit()

    assert [checkpoint.summary for checkpoint in bench.conversation.checkpoints] == [
        "First summary.",
        "Second summary.",
    ]
    assert "First summary." in bench.provider.requests[1].messages[0].text
    assert "Second summary." in sent[0].text
    assert "First summary." not in sent[0].text


async def test_a_summary_names_the_notes_of_previous_summaries() -> None:
    bench = CompactionBench(text_turn("First."), text_turn("Second."))
    bench.say(
        user_message("One"),
        *tool_round("c1"),
        assistant_message("It leaks."),
        *long_conversation(),
        user_message("Now?"),
    )
    await bench.fit()
    # As in a restored chat, where only the summary names the note.
    bench.conversation.replace(bench.conversation.messages[2].model_copy(update={"parts": ()}))
    bench.say(assistant_message("So."), *long_conversation(8), user_message("And now?"))
    sent = await bench.fit()

    assert [notes_in(checkpoint.summary) for checkpoint in bench.conversation.checkpoints] == [("A.md",), ("A.md",)]
    assert [source.path for source in sent[0].sources] == ["A.md"]


async def test_a_checkpoint_whose_message_is_missing_is_ignored() -> None:
    bench = CompactionBench(text_turn("New."))
    bench.say(*long_conversation(2), user_message("Now?"))
    messages = bench.conversation.messages
    old = Checkpoint(messages[1].id, "Old.", messages[1].created)
    bench.conversation.checkpoints = (old, Checkpoint("gone", "Gone.", messages[1].created))

    assert compacted_beginning(bench.conversation, messages).summarized_count == 2
    # A checkpoint that would separate a question from its answer is ignored as well.
    bench.conversation.checkpoints = (Checkpoint(messages[0].id, "Split.", messages[0].created),)
    assert compacted_beginning(bench.conversation, messages).summarized_count == 0


async def test_the_oldest_messages_are_left_out_with_one_notice_if_summarizing_fails() -> None:
    bench = CompactionBench(OFFLINE, text_turn("Later."))
    bench.say(*long_conversation(), user_message("Now?"))
    sent = await bench.fit()
    again = await bench.fit()

    assert again == sent
    assert len(bench.provider.requests) == 1
    assert bench.conversation.checkpoints == ()
    assert "They were left out" in sent[0].text
    assert len(bench.notices()) == 1
    assert "could not be summarized" in bench.notices()[0]
    bench.say(assistant_message("So."), user_message("And now?"))
    await bench.fit()
    assert [checkpoint.summary for checkpoint in bench.conversation.checkpoints] == ["Later."]


async def test_a_spending_cap_is_not_bypassed_by_summarizing() -> None:
    bench = CompactionBench(BudgetExceeded("The cap is reached"))
    bench.say(*long_conversation(), user_message("Now?"))
    with pytest.raises(BudgetExceeded):
        await bench.fit()


async def test_a_very_long_beginning_is_summarized_in_pieces() -> None:
    bench = CompactionBench(*[text_turn(f"Piece {n}.") for n in range(3)], window=6_000)
    bench.say(*long_conversation(40), user_message("Now?"))
    sent = await bench.fit()

    assert len(bench.provider.requests) == 3
    assert "Piece 1." in bench.provider.requests[2].messages[0].text
    assert "Piece 2." in sent[0].text
    assert any("too old to be summarized" in notice for notice in bench.notices())


async def test_a_preview_sends_no_request_and_stores_nothing() -> None:
    bench = CompactionBench()
    bench.say(*long_conversation(), user_message("Now?"))
    sent = await bench.fit(preview=True)

    assert len(sent) == len(bench.conversation.messages)
    assert bench.events == []
    assert bench.conversation.checkpoints == ()


async def test_with_compaction_disabled_a_too_long_conversation_is_not_sent() -> None:
    bench = CompactionBench(enabled=False)
    bench.say(*long_conversation(), user_message("Now?"))
    with pytest.raises(ProviderRefused, match="too long") as raised:
        await bench.fit()
    assert raised.value.kind == "context"
    assert "Settings" in raised.value.hint


async def test_a_too_long_question_is_not_sent() -> None:
    bench = CompactionBench()
    bench.say(user_message("w" * 60_000))
    with pytest.raises(ProviderRefused, match="too long"):
        await bench.fit()


async def test_a_too_long_tool_round_is_truncated_with_one_notice_per_question() -> None:
    bench = CompactionBench(window=3_000)
    long = json.dumps({"success": True, "data": [{"path": "A.md", "content": "x" * 30_000}]})
    bench.say(user_message("Read it"), *tool_round("c1", long))
    sent = await bench.fit()
    await bench.fit()

    assert "more characters]" in str(sent[-1])
    assert calls_have_results(sent)
    assert bench.notices() == ["Long texts were cut to fit the model's window; the model is told where."]
    assert [source.path for source in sent[-1].sources] == ["A.md"]


async def test_an_unknown_window_limits_nothing() -> None:
    bench = CompactionBench(window=0)
    bench.say(user_message("w" * 400_000))

    assert await bench.fit() == bench.conversation.messages


async def test_r1_a_window_filled_by_the_request_alone_is_reported() -> None:
    bench = CompactionBench(window=2_000, system=1_900)
    bench.say(user_message("Hello"))
    with pytest.raises(ProviderRefused) as raised:
        await bench.fit()

    assert str(raised.value.title) == (
        "The context window of test/m is too small: it has 2,000 tokens, and a request takes 1,900 before the question"
    )
    assert raised.value.hint == ("Set a larger context window in the server's settings, or choose another model.")


@pytest.mark.parametrize("enabled", [True, False])
async def test_r1_a_too_long_first_question_does_not_suggest_a_new_chat(enabled: bool) -> None:
    bench = CompactionBench(window=2_000, enabled=enabled)
    bench.say(user_message("w" * 40_000))
    with pytest.raises(ProviderRefused) as raised:
        await bench.fit()

    assert str(raised.value.title).startswith("The question is too long for test/m: about 10,000 tokens, and ")
    assert raised.value.hint == (
        "Attach less, set a larger context window in the server's settings, or choose another model."
    )


EXCHANGE = st.tuples(st.integers(0, 2_000), st.integers(0, 3), st.booleans())
"""Length of a question, number of tool rounds, and whether it was answered."""


@given(st.lists(EXCHANGE, max_size=12), st.integers(1_500, 9_000), st.booleans())
def test_any_conversation_is_sent_with_complete_calls_and_ends_with_the_question(
    exchanges: list[tuple[int, int, bool]], window: int, can_summarize: bool
) -> None:
    async def check() -> None:
        bench = CompactionBench(*([text_turn("A summary.") if can_summarize else OFFLINE] * 4), window=window)
        for number, (letters, rounds, answered) in enumerate(exchanges):
            bench.say(user_message(f"Q{number} " + "w" * letters))
            for nth in range(rounds):
                bench.say(*tool_round(f"c{number}_{nth}"))
            if answered:
                bench.say(assistant_message(f"A{number}"))
        bench.say(user_message("Now?"))
        before = bench.conversation.messages
        sent = await bench.fit()

        assert calls_have_results(sent)
        assert sent[-1].text.endswith("Now?")
        assert sent[0].role == "user"
        assert bench.conversation.messages == before
        ids = [message.id for message in sent]
        assert ids == [message.id for message in before][-len(ids) :]

    asyncio.run(check())


# Fill of the context window: the planned request compared with the window.


async def plan_request(
    conversation: Conversation, question: Question, model: str | None, _profile: AgentProfile
) -> PlannedRequest:
    request = ModelRequest("m", "", (*conversation.messages, question.message()))
    return PlannedRequest(request, model or "test/m")


@pytest.mark.parametrize(
    ("letters", "window", "fill"),
    [
        (400, 1_000, ContextFill(100, 1_000)),
        (3_200, 1_000, ContextFill(800, 1_000, is_nearly_full=True)),
        (3_196, 1_000, ContextFill(799, 1_000)),
        (3_200, 0, ContextFill(800, 0)),
        (3_200, UNLIMITED_WINDOW, None),
    ],
)
async def test_a_window_is_nearly_full_from_80_percent(letters: int, window: int, fill: ContextFill | None) -> None:
    meter = ContextMeter(plan_request, lambda _: window, lambda: True)
    assert await meter.measure(Conversation(), "x" * letters) == fill


async def test_summarized_messages_are_counted() -> None:
    conversation = CompactionBench().conversation
    conversation.extend(long_conversation(3))
    conversation.checkpoints = (Checkpoint(conversation.messages[3].id, "S", conversation.created),)
    measured = await ContextMeter(plan_request, lambda _: 0, lambda: True).measure(conversation, Question("?"))

    assert measured is not None
    assert measured.summarized_messages == 4
    disabled = await ContextMeter(plan_request, lambda _: 0, lambda: False).measure(conversation, Question("?"))
    assert disabled == replace(measured, summarized_messages=0)
