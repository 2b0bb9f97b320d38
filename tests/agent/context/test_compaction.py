"""Tests of agent/context/compaction.py."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.desk import REMOTE
from tests.support.plain_tokens import four_letters_a_token
from tests.support.scripted_provider import ScriptedProvider, ScriptedTurn
from tests.support.talk import says
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
from vaultdesk.providers.capabilities import CapabilityCard, ToolModeChoice
from vaultdesk.providers.known_models import ModelStatus
from vaultdesk.providers.provider import ModelInfo, ModelRequest, Noticed, TextArrived, TurnEnded, UsageReported


@pytest.fixture(scope="module", autouse=True)
def plain_tokens() -> Iterator[None]:
    """These tests do sums of tokens."""
    with four_letters_a_token():
        yield


# How many tokens a model takes, by what is known of it.


def standing(
    context: int = 0, card: int = 0, *, window: int = 0, local: bool = False, label: str = "work/m"
) -> ModelStatus:
    info = ModelInfo("m", context=context, window=window) if context else None
    known = CapabilityCard(context=card) if card else None
    destination = Destination("Work", "" if local else "work.example", local=local)
    return ModelStatus(label, "m", "Work", destination, ToolModeChoice("native", ""), info, known)


@pytest.mark.parametrize(
    ("kind", "known", "set_to", "window"),
    [
        ("openai-compatible", standing(), 0, 0),
        ("openai-compatible", standing(8_192), 0, 8_192),
        ("openai-compatible", standing(card=4_096), 0, 4_096),
        ("openai-compatible", standing(8_192), 20_000, 20_000),
        ("openai", standing(), 0, 128_000),
        ("anthropic", standing(1_000_000), 0, 1_000_000),
        ("openai-compatible", standing(8_192, window=2_048), 0, 2_048),
        ("lmstudio", standing(131_072, window=4_096, local=True), 0, 4_096),
        ("ollama", standing(131_072, window=32_768, local=True), 0, 32_768),
        ("ollama", standing(131_072, local=True), 0, 16_384),
        ("ollama", standing(131_072, local=True), 65_536, 65_536),
        ("ollama", standing(131_072), 0, 131_072),
        ("gguf", standing(131_072, local=True), 0, 8_192),
        ("gguf", standing(2_048, local=True), 0, 2_048),
        ("gguf", standing(2_048, local=True), 20_000, 2_048),
        ("gguf", standing(local=True), 4_096, 4_096),
        ("offline", standing(), 0, UNLIMITED_WINDOW),
    ],
)
def test_the_window_is_what_is_known_best(kind: ProviderKind, known: ModelStatus, set_to: int, window: int) -> None:
    assert context_window_of(known, ProviderSettings(kind=kind, context=set_to)) == window


def test_a_provider_without_settings_is_known_by_its_name() -> None:
    assert context_window_of(standing(label="offline/offline"), None) == UNLIMITED_WINDOW
    assert context_window_of(standing(label="anthropic/m"), None) == 200_000


# What can be cut of a conversation, and what never is.

LONG = json.dumps({"success": True, "data": [{"path": "A.md", "content": "x" * 4000}]})


def said(text: str) -> Message:
    return Message(role="assistant", parts=(TextPart(text=text),))


def round_of_tools(call_id: str, content: str = LONG) -> tuple[Message, Message]:
    call = ToolCallPart(id=call_id, name="file_read", arguments_json="{}", arguments={})
    source = Source(path="A.md", characters=4000)
    result = ToolResultPart(call_id=call_id, name="file_read", content=content, sources=(source,))
    return Message(role="assistant", parts=(call,)), Message(role="tool", parts=(result,))


TALK = (user_message("One"), *round_of_tools("c1"), said("1"), user_message("Two"), *round_of_tools("c2"),
        *round_of_tools("c3"))  # fmt: skip


def contents(messages: tuple[Message, ...]) -> list[int]:
    return [len(part.content) for m in messages for part in m.parts if isinstance(part, ToolResultPart)]


def test_an_exchange_is_a_question_with_all_that_followed() -> None:
    assert [len(group) for group in split_exchanges(TALK)] == [4, 5]
    assert [len(group) for group in split_exchanges((said("Hello"), *TALK))] == [1, 4, 5]
    assert split_exchanges(()) == []


def test_old_results_are_left_out_without_their_calls() -> None:
    cut = without_old_texts(TALK)
    first, second, third = contents(cut)

    assert first < MIN_CUT_CHARACTERS
    assert second == third == len(LONG)
    assert [message.id for message in cut] == [message.id for message in TALK]
    assert cut[2].sources == ()
    part = cut[2].parts[0]
    assert isinstance(part, ToolResultPart)
    told = json.loads(part.content)
    assert (told["success"], told["notes"]) == (True, ["A.md"])
    assert "xxxx" not in part.content


def test_the_last_round_of_tools_stays_whatever_is_cut() -> None:
    assert [length == len(LONG) for length in contents(without_old_rounds(TALK))] == [False, False, True]


def test_small_results_stay() -> None:
    small = (user_message("One"), *round_of_tools("c1", '{"success": true}'), user_message("Two"))
    assert without_old_texts(small) == small


def test_texts_and_pictures_beside_old_questions_are_named_alone() -> None:
    source = Source(path="A.md", characters=4000, allowed="person")
    beside = TextPart(text=wrap_attached("x" * 4000, note="A.md"), sources=(source,))
    picture = ImagePart(media_type="image/png", data="", name="plan.png", sources=(Source(path="plan.png"),))
    question = Message(role="user", parts=(beside, picture, TextPart(text="So?")))
    (cut,) = without_texts((question,))

    assert cut.text.endswith("So?")
    assert "xxx" not in cut.text
    assert not cut.images
    # Named under their own sources: a rule that closes the note takes its name out, too.
    assert [(one.path, one.characters) for one in cut.sources] == [("A.md", 0), ("plan.png", 0)]


def test_tokens_are_counted_as_for_the_caps() -> None:
    assert tokens_in((user_message("x" * 400),)) == 100


def test_what_must_go_is_cut_as_far_as_it_must_and_stays_json() -> None:
    source = Source(path="B.md", characters=9_000, allowed="person")
    beside = TextPart(text=wrap_attached("y" * 9_000, note="B.md"), sources=(source,))
    question = Message(role="user", parts=(beside, TextPart(text="z" * 2_000)))
    talk = (user_message("w" * 400), question, *round_of_tools("c1"))
    cut = truncated_to(talk, 2_600)

    assert 1_800 < tokens_in(cut) <= 2_600
    assert cut[0] == talk[0]
    assert cut[1].parts[1] == question.parts[1]
    assert "more characters]" in cut[1].text
    part = cut[-1].parts[0]
    assert isinstance(part, ToolResultPart)
    content = json.loads(part.content)["data"][0]
    assert content["path"] == "A.md"
    assert content["content"].endswith("more characters]")
    # What the person kept back is known again by these.
    assert [one.sources for one in cut] == [one.sources for one in talk]
    assert truncated_to(talk, 100_000) == talk


def test_a_result_that_is_no_json_is_cut_as_a_text() -> None:
    talk = (user_message("w"), *round_of_tools("c1", "x" * 8_000))
    part = truncated_to(talk, 1_000)[-1].parts[0]
    assert isinstance(part, ToolResultPart)
    assert part.content.startswith("xxx")
    assert part.content.endswith("more characters]")


# A summary: asked of the same model, with the notes it is from, told in the place of what it sums up.

READ = Message(role="user", parts=(TextPart(text="Text", sources=(Source(path="House/A.md", characters=4),)),))


def work(told: list[RunEvent], *turns: ScriptedTurn) -> tuple[PendingRequest, ScriptedProvider]:
    provider = ScriptedProvider(turns, destination=REMOTE)
    return PendingRequest(Conversation(id="c"), (), provider, "m", "test/m", told.append), provider


async def test_the_model_is_asked_once_and_its_cost_told() -> None:
    told: list[RunEvent] = []
    usage = UsageReported(100, 20, cost=0.01)
    turn = [Noticed("Slow."), TextArrived(" They chose "), TextArrived("a pump. "), usage, TurnEnded("end")]
    preparation, provider = work(told, turn)
    summary = await summarize_messages(preparation, (READ, user_message("So?")))

    assert summary == "They chose a pump.\n\nNotes: [[House/A.md]]"
    assert told == [Noticed("Slow."), usage]
    (request,) = provider.requests
    assert [message.text for message in request.messages] == ["Text", "So?", SUMMARY_PROMPT]
    assert request.conversation_id == "c"
    assert request.tools == ()
    assert [source.path for source in request.sources] == ["House/A.md"]


async def test_an_empty_summary_is_none() -> None:
    preparation, _ = work([], says("  "))
    with pytest.raises(ProviderBroken):
        await summarize_messages(preparation, (READ,))


@given(st.lists(st.text(min_size=1).filter(lambda path: path.strip() == path), unique=True, max_size=5), st.text())
def test_the_notes_of_a_summary_come_out_again(paths: list[str], text: str) -> None:
    assert notes_in(with_notes(text, paths)) == tuple(paths)


def test_what_the_model_wrote_in_the_place_of_that_line_does_not_count() -> None:
    written = "Summary.\n\nNotes: [[Harmless.md]]"
    assert notes_in(with_notes(written, ["Private.md"])) == ("Private.md",)
    assert notes_in(with_notes(written, [])) == ()


def test_a_summary_has_the_sources_of_all_it_sums_up() -> None:
    checkpoint = Checkpoint("m1", with_notes("Summary.", ["Old.md"]), datetime.now(UTC), "test/m")
    part = summary_part(checkpoint, (READ,))

    assert [source.path for source in part.sources] == ["House/A.md", "Old.md"]
    assert unwrap_attached(part.text) == "Summary.", "names of notes that this receiver may not have are not in it"
    assert paths_of((READ,)) == ("House/A.md",)


def test_a_summary_goes_inside_the_first_question() -> None:
    part = gap_part((READ,))
    question, answer = user_message("Now?"), Message(role="assistant", parts=(TextPart(text="Yes."),))

    assert is_attached(part.text)
    assert with_leading_parts((part,), (question, answer))[0].parts == (part, *question.parts)
    assert [message.role for message in with_leading_parts((part,), (answer,))] == ["user", "assistant"]
    assert with_leading_parts((), (answer,)) == (answer,)


# What no longer fits is summed up or left out; what was said stays whole, and no call is split from its result.

OFFLINE = ProviderUnreachable("The network is gone", hint="Try again.", kind="network")


class Bench:
    """A conversation, and a model with a small window."""

    def __init__(self, *turns: ScriptedTurn, window: int = 6_000, on: bool = True, beside: int = 100) -> None:
        self.beside = beside
        self.provider = ScriptedProvider(turns, destination=REMOTE)
        self.conversation = Conversation(id="c")
        self.told: list[RunEvent] = []
        self.window = window
        self.compaction = Compaction(lambda: on)

    def say(self, *messages: Message) -> None:
        self.conversation.extend(messages)

    async def fit(self, *, looking: bool = False) -> tuple[Message, ...]:
        work = PendingRequest(
            self.conversation, self.conversation.messages, self.provider, "m", "test/m", self.told.append,
            budget=RequestBudget(self.window, system=self.beside, answer=8_192), preview=looking,
        )  # fmt: skip
        return await self.compaction.fit_messages(work)

    def notices(self) -> list[str]:
        return [event.message for event in self.told if isinstance(event, Noticed)]


def long_talk(count: int = 12, size: int = 1_500) -> list[Message]:
    talk = [(user_message(f"Question {n} " + "w" * size), said(f"Answer {n}")) for n in range(count)]
    return [message for pair in talk for message in pair]


def whole(messages: tuple[Message, ...]) -> bool:
    calls = [part.id for m in messages for part in m.parts if isinstance(part, ToolCallPart)]
    results = [part.call_id for m in messages for part in m.parts if isinstance(part, ToolResultPart)]
    return calls == results


async def test_what_fits_goes_as_it_is() -> None:
    bench = Bench()
    bench.say(user_message("Hello"), said("Hi"), user_message("And?"))

    assert await bench.fit() == bench.conversation.messages
    assert bench.told == []


async def test_old_results_go_before_anything_is_summed_up() -> None:
    bench = Bench()
    for n in range(4):
        bench.say(user_message(f"Q{n}"), *round_of_tools(f"c{n}"), said(f"A{n}"))
    bench.say(user_message("Now?"))
    sent = await bench.fit()

    assert len(sent) == len(bench.conversation.messages)
    assert not any("xxxx" in str(message) for message in sent)
    assert bench.provider.requests == []
    assert whole(sent)
    assert bench.conversation.checkpoints == ()


async def test_the_rounds_of_one_question_are_cut_but_the_last() -> None:
    bench = Bench()
    bench.say(user_message("Look everywhere"))
    for n in range(6):
        bench.say(*round_of_tools(f"c{n}"))
    sent = await bench.fit()

    kept = [part.content == LONG for m in sent for part in m.parts if isinstance(part, ToolResultPart)]
    assert kept == [False] * 5 + [True]
    assert whole(sent)


async def test_a_long_conversation_is_summed_up_once_and_goes_on() -> None:
    bench = Bench(says("They talked of w."))
    bench.say(*long_talk(), user_message("Now?"))
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
    begun = compacted_beginning(bench.conversation, before)
    assert begun.summarized_count == len(before) - len(sent)


async def test_a_summary_is_extended_by_the_next() -> None:
    bench = Bench(says("First summary."), says("Second summary."))
    bench.say(*long_talk(), user_message("Now?"))
    await bench.fit()
    bench.say(said("So."), *long_talk(8), user_message("And now?"))
    sent = await bench.fit()

    assert [checkpoint.summary for checkpoint in bench.conversation.checkpoints] == [
        "First summary.",
        "Second summary.",
    ]
    assert "First summary." in bench.provider.requests[1].messages[0].text
    assert "Second summary." in sent[0].text
    assert "First summary." not in sent[0].text


async def test_a_summary_names_the_notes_of_those_before_it() -> None:
    bench = Bench(says("First."), says("Second."))
    bench.say(user_message("One"), *round_of_tools("c1"), said("It leaks."), *long_talk(), user_message("Now?"))
    await bench.fit()
    # As in a chat that was read back, where the note is named by the summary alone.
    bench.conversation.replace(bench.conversation.messages[2].model_copy(update={"parts": ()}))
    bench.say(said("So."), *long_talk(8), user_message("And now?"))
    sent = await bench.fit()

    assert [notes_in(one.summary) for one in bench.conversation.checkpoints] == [("A.md",), ("A.md",)]
    assert [source.path for source in sent[0].sources] == ["A.md"]


async def test_a_checkpoint_whose_message_is_gone_does_not_hold() -> None:
    bench = Bench(says("New."))
    bench.say(*long_talk(2), user_message("Now?"))
    messages = bench.conversation.messages
    old = Checkpoint(messages[1].id, "Old.", messages[1].created)
    bench.conversation.checkpoints = (old, Checkpoint("gone", "Gone.", messages[1].created))

    assert compacted_beginning(bench.conversation, messages).summarized_count == 2
    # One that would split an answer from its question's results does not hold either.
    bench.conversation.checkpoints = (Checkpoint(messages[0].id, "Split.", messages[0].created),)
    assert compacted_beginning(bench.conversation, messages).summarized_count == 0


async def test_where_nobody_can_sum_up_the_oldest_are_left_out_and_it_is_told_once() -> None:
    bench = Bench(OFFLINE, says("Later."))
    bench.say(*long_talk(), user_message("Now?"))
    sent = await bench.fit()
    again = await bench.fit()

    assert again == sent
    assert len(bench.provider.requests) == 1
    assert bench.conversation.checkpoints == ()
    assert "They were left out" in sent[0].text
    assert len(bench.notices()) == 1
    assert "could not be summarized" in bench.notices()[0]
    bench.say(said("So."), user_message("And now?"))
    await bench.fit()
    assert [checkpoint.summary for checkpoint in bench.conversation.checkpoints] == ["Later."]


async def test_a_cap_of_the_person_is_not_gone_round() -> None:
    bench = Bench(BudgetExceeded("The cap is reached"))
    bench.say(*long_talk(), user_message("Now?"))
    with pytest.raises(BudgetExceeded):
        await bench.fit()


async def test_a_very_long_beginning_is_summed_up_in_pieces() -> None:
    bench = Bench(*[says(f"Piece {n}.") for n in range(3)], window=6_000)
    bench.say(*long_talk(40), user_message("Now?"))
    sent = await bench.fit()

    assert len(bench.provider.requests) == 3
    assert "Piece 1." in bench.provider.requests[2].messages[0].text
    assert "Piece 2." in sent[0].text
    assert any("too old to be summarized" in notice for notice in bench.notices())


async def test_looking_asks_nobody_and_keeps_nothing() -> None:
    bench = Bench()
    bench.say(*long_talk(), user_message("Now?"))
    sent = await bench.fit(looking=True)

    assert len(sent) == len(bench.conversation.messages)
    assert bench.told == []
    assert bench.conversation.checkpoints == ()


async def test_switched_off_what_cannot_fit_is_not_sent() -> None:
    bench = Bench(on=False)
    bench.say(*long_talk(), user_message("Now?"))
    with pytest.raises(ProviderRefused, match="too long") as told:
        await bench.fit()
    assert told.value.kind == "context"
    assert "Settings" in told.value.hint


async def test_a_question_too_long_by_itself_is_not_sent() -> None:
    bench = Bench()
    bench.say(user_message("w" * 60_000))
    with pytest.raises(ProviderRefused, match="too long"):
        await bench.fit()


async def test_one_round_that_is_too_long_is_cut_and_told_once_a_question() -> None:
    bench = Bench(window=3_000)
    long = json.dumps({"success": True, "data": [{"path": "A.md", "content": "x" * 30_000}]})
    bench.say(user_message("Read it"), *round_of_tools("c1", long))
    sent = await bench.fit()
    await bench.fit()

    assert "more characters]" in str(sent[-1])
    assert whole(sent)
    assert bench.notices() == ["Long texts were cut to fit the model's window; the model is told where."]
    assert [source.path for source in sent[-1].sources] == ["A.md"]


async def test_where_nobody_knows_the_window_it_is_only_supposed() -> None:
    bench = Bench(window=0)
    bench.say(user_message("w" * 400_000))

    assert await bench.fit() == bench.conversation.messages


async def test_r1_a_window_that_a_request_alone_fills_is_named_and_not_the_chat() -> None:
    bench = Bench(window=2_000, beside=1_900)
    bench.say(user_message("Hello"))
    with pytest.raises(ProviderRefused) as refused:
        await bench.fit()

    assert str(refused.value.title) == (
        "The context window of test/m is too small: it has 2,000 tokens, and a request takes 1,900 before the question"
    )
    assert refused.value.hint == ("Set a larger context window in the server's settings, or choose another model.")


@pytest.mark.parametrize("on", [True, False])
async def test_r1_a_first_question_that_is_too_long_is_not_told_to_start_a_new_chat(on: bool) -> None:
    bench = Bench(window=2_000, on=on)
    bench.say(user_message("w" * 40_000))
    with pytest.raises(ProviderRefused) as refused:
        await bench.fit()

    assert str(refused.value.title).startswith("The question is too long for test/m: about 10,000 tokens, and ")
    assert refused.value.hint == (
        "Attach less, set a larger context window in the server's settings, or choose another model."
    )


EXCHANGE = st.tuples(st.integers(0, 2_000), st.integers(0, 3), st.booleans())
"""Letters of a question, rounds of tools, and whether it was answered."""


@given(st.lists(EXCHANGE, max_size=12), st.integers(1_500, 9_000), st.booleans())
def test_whatever_was_said_what_is_sent_is_whole_and_ends_with_the_question(
    talk: list[tuple[int, int, bool]], window: int, able: bool
) -> None:
    async def check() -> None:
        bench = Bench(*([says("A summary.") if able else OFFLINE] * 4), window=window)
        for number, (letters, rounds, answered) in enumerate(talk):
            bench.say(user_message(f"Q{number} " + "w" * letters))
            for nth in range(rounds):
                bench.say(*round_of_tools(f"c{number}_{nth}"))
            if answered:
                bench.say(said(f"A{number}"))
        bench.say(user_message("Now?"))
        before = bench.conversation.messages
        sent = await bench.fit()

        assert whole(sent)
        assert sent[-1].text.endswith("Now?")
        assert sent[0].role == "user"
        assert bench.conversation.messages == before
        kept = [message.id for message in sent]
        assert kept == [message.id for message in before][-len(kept) :]

    asyncio.run(check())


# How full a window is: what would be sent against what fits.


async def look(
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
async def test_a_window_is_nearly_full_from_four_fifths_on(letters: int, window: int, fill: ContextFill | None) -> None:
    meter = ContextMeter(look, lambda _: window, lambda: True)
    assert await meter.measure(Conversation(), "x" * letters) == fill


async def test_what_is_summed_up_is_counted() -> None:
    conversation = Bench().conversation
    conversation.extend(long_talk(3))
    conversation.checkpoints = (Checkpoint(conversation.messages[3].id, "S", conversation.created),)
    measured = await ContextMeter(look, lambda _: 0, lambda: True).measure(conversation, Question("?"))

    assert measured is not None
    assert measured.summarized_messages == 4
    off = await ContextMeter(look, lambda _: 0, lambda: False).measure(conversation, Question("?"))
    assert off == replace(measured, summarized_messages=0)
