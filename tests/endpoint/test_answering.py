"""Answering: the turns behind one response."""

from typing import Any

from tests.endpoint.bench import SEAL, asked, said, scripted
from tests.support.responses_checker import check_stream
from vaultdesk.chat.messages import ProviderPart
from vaultdesk.core.errors import LedgerFailed
from vaultdesk.endpoint.answering import MOST_PAUSES, Answering
from vaultdesk.endpoint.input_items import read_input
from vaultdesk.providers.model_events import TextArrived, TurnEnded, UsageReported
from vaultdesk.providers.scripted_provider import ScriptedProvider

HIDDEN = {"include": ["reasoning.encrypted_content"]}


async def answered(provider: ScriptedProvider, **wishes: Any) -> tuple[Answering, list[Any]]:
    answering = Answering(provider, asked({"input": "Hello", **wishes}), "m")
    return answering, [event async for event in answering.events()]


async def test_a_model_that_pauses_goes_on_in_the_same_response() -> None:
    sign = ProviderPart(family="x", item={"sign": 1})
    provider = scripted(
        [TextArrived("One, "), UsageReported(5, 2), TurnEnded("pause", (sign,))],
        [TextArrived("two."), UsageReported(7, 3), TurnEnded("end")],
    )
    _, events = await answered(provider)

    final = check_stream(events)
    assert (final.status, final.output_text) == ("completed", "One, two.")
    assert final.usage
    assert (final.usage.input_tokens, final.usage.output_tokens) == (12, 5)
    assert [message.role for message in provider.requests[1].messages] == ["user", "assistant"]
    assert provider.requests[1].messages[1].parts[1:] == (sign,)


async def test_each_part_of_a_paused_answer_keeps_what_is_its_own() -> None:
    one, two = ProviderPart(family="x", item={"sign": 1}), ProviderPart(family="x", item={"sign": 2})
    provider = scripted(
        [TextArrived("One, "), TurnEnded("pause", (one,))], [TextArrived("two."), TurnEnded("end", (two,))]
    )
    _, events = await answered(provider, **HIDDEN)

    final = check_stream(events)
    assert [item.type for item in final.output] == ["message", "reasoning"] * 2
    given: list[Any] = [item.to_dict(mode="json") for item in final.output]
    back = read_input(given, None, SEAL).messages
    assert [(message.text, message.parts[-1]) for message in back] == [("One, ", one), ("two.", two)]


async def test_a_model_that_pauses_for_ever_is_left() -> None:
    provider = scripted(*[said("a", stop="pause")] * (MOST_PAUSES + 5))
    _, events = await answered(provider)

    assert check_stream(events).status == "incomplete"
    assert len(provider.requests) == MOST_PAUSES + 1


async def test_a_turn_without_an_end_fails() -> None:
    answering, events = await answered(scripted([TextArrived("a")]))

    final = check_stream(events)
    assert final.error
    assert final.error.message == "The answer ended without its end"
    assert answering.failure is not None


async def test_what_the_ledger_cannot_write_is_not_sent_and_said() -> None:
    answering, events = await answered(scripted(LedgerFailed("The ledger cannot be written", hint="Free some space.")))

    final = check_stream(events)
    assert final.error
    assert (final.error.code, final.error.message) == ("server_error", "The ledger cannot be written. Free some space.")
    assert isinstance(answering.failure, LedgerFailed)
