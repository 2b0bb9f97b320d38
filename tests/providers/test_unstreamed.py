from tests.providers.asking import ask, request
from vaultdesk.providers.events import TextArrived, TurnEnded
from vaultdesk.providers.scripted import ScriptedProvider
from vaultdesk.providers.unstreamed import Unstreamed


async def test_the_answer_is_asked_for_whole_and_nothing_else_changes() -> None:
    inner = ScriptedProvider([[TextArrived("Hi"), TurnEnded("end")]])
    asked = request()
    outcome = await ask(Unstreamed(inner), asked)

    assert outcome.text == "Hi"
    assert inner.requests[0].streamed is False
    assert inner.requests[0].messages == asked.messages
