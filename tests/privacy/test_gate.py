"""The gate: written down before the first byte, or nothing is sent."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

import pytest

from tests.privacy.scene import OTHER, RULES, answered, open_scene, question, read, wire
from tests.privacy.scene import request as scene_request
from tests.support.desk import REMOTE
from vaultdesk.chat.messages import Message, Source, TextPart, ToolResultPart
from vaultdesk.core.errors import LedgerFailed
from vaultdesk.privacy.gate import DisclosureGate
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.providers.model_events import ModelEvent, Noticed, TextArrived, TurnEnded
from vaultdesk.providers.provider import ModelRequest, Price
from vaultdesk.providers.scripted_provider import HangStep, ScriptedProvider

TURN = [TextArrived("Hello"), TurnEnded("end")]


def request(*sources: Source) -> ModelRequest:
    part = ToolResultPart(call_id="c1", name="file_read", content="{}", sources=sources)
    messages = (Message(role="user", parts=(TextPart(text="Hi"),)), Message(role="tool", parts=(part,)))
    return ModelRequest("m", "", messages, conversation_id="chat_1")


class Peeking(ScriptedProvider):
    """Looks into the ledger as it is asked."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__([TURN], destination=REMOTE)
        self._ledger = ledger
        self.seen: list[str] = []

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        self.seen = [disclosed.path for disclosed in await self._ledger.recent()]
        async with aclosing(super().stream(request)) as events:
            async for event in events:
                yield event


async def test_the_ledger_is_written_before_the_provider_is_asked(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        provider = Peeking(ledger)
        gate = DisclosureGate(provider, ledger)
        events = [event async for event in gate.stream(request(Source(path="a.md", characters=3)))]
        assert events == TURN
        assert provider.seen == ["a.md"]
        assert gate.destination == REMOTE


async def test_nothing_is_sent_that_cannot_be_written_down(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite").mkdir()
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        provider = ScriptedProvider([TURN], destination=REMOTE)
        with pytest.raises(LedgerFailed):
            [event async for event in DisclosureGate(provider, ledger).stream(request(Source(path="a.md")))]
        assert provider.requests == []


async def test_a_request_without_notes_leaves_no_line(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        gate = DisclosureGate(ScriptedProvider([TURN], destination=REMOTE), ledger)
        assert [event async for event in gate.stream(request())] == TURN
        assert await ledger.recent() == ()
        assert len(await gate.models()) == 1


async def test_hanging_up_reaches_the_provider(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        provider = ScriptedProvider([[TextArrived("a"), HangStep()]], destination=REMOTE)
        gate = DisclosureGate(provider, ledger)
        async with aclosing(gate.stream(request())) as events:
            assert await anext(events) == TextArrived("a")
        await gate.aclose()
        assert provider.closed


async def test_a_gate_with_rules_sends_what_may_go_and_tells_what_stayed(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        provider = ScriptedProvider([TURN, TURN], destination=REMOTE)
        gate = scene.gate(provider)
        asked = scene_request(question(), *read("Open.md", "Tagged.md"))
        told = await answered(gate, asked)
        assert told == [Noticed("1 private note of this conversation stayed on this computer."), *TURN]
        assert "CANARY" not in wire(provider.requests[0])
        assert await answered(gate, asked) == TURN
        assert "18,400" in wire(provider.requests[1])


async def test_a_host_is_told_its_own_words_again_and_another_is_not(tmp_path: Path) -> None:
    said = [TextArrived("The tag says "), TextArrived("CANARY-TAGGED."), TurnEnded("end")]
    async with open_scene(tmp_path) as scene:
        scene.set(privacy=())
        reading = (question(), *read("Tagged.md"))
        first = ScriptedProvider([said], destination=REMOTE)
        await answered(scene.gate(first), scene_request(*reading))
        answer = Message(id="said", role="assistant", parts=(TextPart(text="The tag says CANARY-TAGGED."),))
        scene.set(privacy=RULES)
        later = scene_request(*reading, answer, question("And?"))
        assert wire(await scene.sent(later)).count("CANARY") == 1, "its own answer, and not the note"
        assert "CANARY" not in wire(await scene.sent(later, OTHER))


async def test_an_answer_that_was_stopped_is_known_again(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        provider = ScriptedProvider([[TextArrived("CANARY-DIARY so far"), HangStep()]], destination=REMOTE)
        async with aclosing(scene.gate(provider).stream(scene_request(question()))) as events:
            assert await anext(events) == TextArrived("CANARY-DIARY so far")
        cut = Message(id="cut", role="assistant", parts=(TextPart(text="CANARY-DIARY so far"),), cut=True)
        later = scene_request(question(), *read("Personal/Diary.md"), cut, question("Go on"))
        assert wire(await scene.sent(later)).count("CANARY-DIARY") == 1


async def test_the_gate_tells_what_a_request_would_send(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        provider = ScriptedProvider([], destination=REMOTE)
        gate = DisclosureGate(provider, scene.ledger, scene.clearance, lambda: Price(3.0, 15.0))
        shown = await gate.preview(scene_request(question(), *read("Open.md")))
        assert ([one.path for one in shown.excerpts], shown.price) == (["Open.md"], Price(3.0, 15.0))
        bare = await DisclosureGate(provider, scene.ledger).preview(scene_request(question()))
        assert (bare.destination, bare.question, bare.excerpts) == (REMOTE, "What does it cost?", ())
        assert provider.requests == []


async def test_without_a_vault_there_are_no_rules_and_still_a_ledger(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        gate = DisclosureGate(ScriptedProvider([TURN], destination=REMOTE), ledger)
        await answered(gate, request(Source(path="a.md", characters=3, first_line=2, last_line=4, allowed="rule")))
        (entry,) = await ledger.recent()
        assert (entry.question, entry.decision, entry.where, entry.tokens) == ("Hi", "rule", "lines 2-4", 1)
