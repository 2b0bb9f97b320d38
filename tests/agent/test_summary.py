"""A summary: asked of the same model, with the notes it is from, told in the place of what it sums up."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.desk import REMOTE
from tests.support.talk import says
from vaultdesk.agent.events import RunEvent
from vaultdesk.agent.preparing import Preparation
from vaultdesk.agent.summary import ASK, gap_part, led_by, notes_in, paths_of, summary_part, summed_up, with_notes
from vaultdesk.chat.attached_text import is_attached, unwrap_attached
from vaultdesk.chat.conversation import Checkpoint, Conversation
from vaultdesk.chat.messages import Message, Source, TextPart, user_message
from vaultdesk.core.errors import ProviderBroken
from vaultdesk.providers.model_events import Noticed, TextArrived, TurnEnded, UsageReported
from vaultdesk.providers.scripted_provider import ScriptedProvider, ScriptedTurn

READ = Message(role="user", parts=(TextPart(text="Text", sources=(Source(path="House/A.md", characters=4),)),))


def work(told: list[RunEvent], *turns: ScriptedTurn) -> tuple[Preparation, ScriptedProvider]:
    provider = ScriptedProvider(turns, destination=REMOTE)
    return Preparation(Conversation(id="c"), (), provider, "m", "test/m", told.append), provider


async def test_the_model_is_asked_once_and_its_cost_told() -> None:
    told: list[RunEvent] = []
    usage = UsageReported(100, 20, cost=0.01)
    turn = [Noticed("Slow."), TextArrived(" They chose "), TextArrived("a pump. "), usage, TurnEnded("end")]
    preparation, provider = work(told, turn)
    summary = await summed_up(preparation, (READ, user_message("So?")))

    assert summary == "They chose a pump.\n\nNotes: [[House/A.md]]"
    assert told == [Noticed("Slow."), usage]
    (request,) = provider.requests
    assert [message.text for message in request.messages] == ["Text", "So?", ASK]
    assert request.conversation_id == "c"
    assert request.tools == ()
    assert [source.path for source in request.sources] == ["House/A.md"]


async def test_an_empty_summary_is_none() -> None:
    preparation, _ = work([], says("  "))
    with pytest.raises(ProviderBroken):
        await summed_up(preparation, (READ,))


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
    assert unwrap_attached(part.text) == checkpoint.summary
    assert paths_of((READ,)) == ("House/A.md",)


def test_a_summary_goes_inside_the_first_question() -> None:
    part = gap_part((READ,))
    question, answer = user_message("Now?"), Message(role="assistant", parts=(TextPart(text="Yes."),))

    assert is_attached(part.text)
    assert led_by((part,), (question, answer))[0].parts == (part, *question.parts)
    assert [message.role for message in led_by((part,), (answer,))] == ["user", "assistant"]
    assert led_by((), (answer,)) == (answer,)
