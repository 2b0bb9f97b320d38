"""The gate: written down before the first byte, or nothing is sent."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

import pytest

from tests.support.desk import REMOTE
from vaultdesk.chat.messages import Message, Source, TextPart, ToolResultPart
from vaultdesk.errors import LedgerFailed
from vaultdesk.privacy.gate import DisclosureGate
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.providers.events import ModelEvent, TextArrived, TurnEnded
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.providers.scripted import Hang, ScriptedProvider

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
        provider = ScriptedProvider([[TextArrived("a"), Hang()]], destination=REMOTE)
        gate = DisclosureGate(provider, ledger)
        async with aclosing(gate.stream(request())) as events:
            assert await anext(events) == TextArrived("a")
        await gate.aclose()
        assert provider.closed
