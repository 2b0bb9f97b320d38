"""What no longer fits is summed up or left out; what was said stays whole, and no call is split from its result."""

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.agent.test_exchanges import LONG, round_of_tools, said
from tests.support.desk import REMOTE
from tests.support.talk import says
from vaultdesk.agent.compaction import Compaction, beginning
from vaultdesk.agent.events import RunEvent
from vaultdesk.agent.preparing import Preparation
from vaultdesk.agent.summary import ASK, notes_in
from vaultdesk.chat.conversation import Checkpoint, Conversation
from vaultdesk.chat.messages import Message, ToolCallPart, ToolResultPart, user_message
from vaultdesk.core.errors import ProviderRefused, ProviderUnreachable, SpendingStopped
from vaultdesk.providers.model_events import Noticed
from vaultdesk.providers.scripted_provider import ScriptedProvider, ScriptedTurn

OFFLINE = ProviderUnreachable("The network is gone", hint="Try again.", trouble="network")


class Bench:
    """A conversation, and a model with a small window."""

    def __init__(self, *turns: ScriptedTurn, window: int = 6_000, on: bool = True, beside: int = 100) -> None:
        self.beside = beside
        self.provider = ScriptedProvider(turns, destination=REMOTE)
        self.conversation = Conversation(id="c")
        self.told: list[RunEvent] = []
        self.compaction = Compaction(lambda _: window, lambda: on)

    def say(self, *messages: Message) -> None:
        self.conversation.extend(messages)

    async def fit(self, *, looking: bool = False) -> tuple[Message, ...]:
        work = Preparation(
            self.conversation, self.conversation.messages, self.provider, "m", "test/m", self.told.append,
            beside_tokens=self.beside, answer_tokens=8_192, looking=looking,
        )  # fmt: skip
        return await self.compaction.fit(work)

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
    assert bench.provider.requests[0].messages[-1].text == ASK
    assert (checkpoint.summary, checkpoint.model) == ("They talked of w.", "test/m")
    assert again == sent
    assert sent[0].role == "user"
    assert "They talked of w." in sent[0].text
    assert "Now?" in sent[-1].text
    assert len(bench.notices()) == 1
    assert "summed up" in bench.notices()[0]
    begun = beginning(bench.conversation, before)
    assert begun.summed == len(before) - len(sent)


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

    assert beginning(bench.conversation, messages).summed == 2
    # One that would split an answer from its question's results does not hold either.
    bench.conversation.checkpoints = (Checkpoint(messages[0].id, "Split.", messages[0].created),)
    assert beginning(bench.conversation, messages).summed == 0


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
    assert "could not be summed up" in bench.notices()[0]
    bench.say(said("So."), user_message("And now?"))
    await bench.fit()
    assert [checkpoint.summary for checkpoint in bench.conversation.checkpoints] == ["Later."]


async def test_a_cap_of_the_person_is_not_gone_round() -> None:
    bench = Bench(SpendingStopped("The cap is reached"))
    bench.say(*long_talk(), user_message("Now?"))
    with pytest.raises(SpendingStopped):
        await bench.fit()


async def test_a_very_long_beginning_is_summed_up_in_pieces() -> None:
    bench = Bench(*[says(f"Piece {n}.") for n in range(3)], window=6_000)
    bench.say(*long_talk(40), user_message("Now?"))
    sent = await bench.fit()

    assert len(bench.provider.requests) == 3
    assert "Piece 1." in bench.provider.requests[2].messages[0].text
    assert "Piece 2." in sent[0].text
    assert any("too old to be summed up" in notice for notice in bench.notices())


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
    assert told.value.trouble == "context"
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


async def test_tools_that_fill_a_small_window_cost_a_short_chat_nothing() -> None:
    bench = Bench(window=6_000, beside=5_900)
    bench.say(user_message("Hello"), said("Hi"), user_message("w" * 4_000))

    assert await bench.fit() == bench.conversation.messages
    assert bench.told == []


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
