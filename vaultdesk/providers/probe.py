"""Probe: a model asked what it can do, by small questions with one right answer each. Carries no text of any note."""

import base64
import struct
import zlib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from vaultdesk.chat.messages import ImagePart, Message, ToolCallPart, user_message
from vaultdesk.core.errors import ProviderError, ProviderRefused
from vaultdesk.providers.capabilities import CapabilityCard, ToolWay
from vaultdesk.providers.events import CallReady, TextArrived, TurnEnded
from vaultdesk.providers.loose_json import read_value
from vaultdesk.providers.provider import ModelInfo, ModelRequest, Provider, ToolSpec

ECHO: Final = ToolSpec(
    "repeat_word",
    "Repeats a word.",
    {
        "type": "object",
        "properties": {"word": {"type": "string", "description": "The word to repeat."}},
        "required": ["word"],
        "additionalProperties": False,
    },
)
"""The tool a model is asked to call."""

SYSTEM: Final = "You are being tried out. Do exactly what is asked, briefly."
ONE_CALL: Final = "Call the tool repeat_word with the word boiler. Do not answer in words."
TWO_CALLS: Final = (
    "Call the tool repeat_word twice in this one answer: with the word boiler, and with the word radiator. "
    "Do not answer in words."
)
JSON_ONLY: Final = 'Answer with this JSON object and nothing else, no code fence: {"colour": "green", "number": 7}'
COLOUR: Final = "What colour is this picture? Answer with one word."

CODE_WORD: Final = "zanzibar"
PADDING: Final = "The meadow lay quiet, and the heron stood in the shallow water without a sound. "
PADDED_TO: Final = 24_000
"""Characters of the long question, some 6,000 tokens: over the window many a local server has unless told otherwise."""

ANSWER_LIMIT: Final = 2_000
"""Tokens of an answer: a word would do, but some models think first and cannot be told not to."""


@dataclass
class _Answer:
    text: str = ""
    calls: list[ToolCallPart] = field(default_factory=list)
    stop: str = ""

    def called_with(self) -> list[object]:
        """Return the words the tool was rightly called with; nothing from a call that could not run."""
        if self.stop != "tool_calls":
            return []
        named = [call for call in self.calls if call.name == ECHO.name and not call.problem]
        return [(call.arguments or {}).get("word") for call in named]


class Probe:
    """One trial of one model."""

    def __init__(
        self, ways: Mapping[ToolWay, Provider], model: str, info: ModelInfo | None, told: Callable[[str], None]
    ) -> None:
        """*ways* gives tools natively and by text; *told* is given a line for each thing tried."""
        self._ways = ways
        self._model = model
        self._info = info
        self._told = told
        self._refused = False

    async def run(self) -> CapabilityCard:
        """Ask everything. Raises `ProviderError` where the model cannot be asked at all."""
        self._told("Asking for one tool call…")
        native = await self._calls_natively()
        sentinel = xml = None
        if not native:
            self._told("Asking for a tool call by text, as <tool_call>…")
            sentinel = await self._calls("sentinel", ONE_CALL, ["boiler"])
            self._told("Asking for a tool call by text, as <use_tool>…")
            xml = await self._calls("xml", ONE_CALL, ["boiler"])
        way: ToolWay = "native" if native else "sentinel" if sentinel else "xml" if xml else "none"
        parallel = None
        if way != "none":
            self._told("Asking for two tool calls in one answer…")
            parallel = await self._calls(way, TWO_CALLS, ["boiler", "radiator"])
        self._told("Asking for JSON…")
        json_answers = await self._tried(self._answers_json)
        self._told("Asking a long question…")
        recalls = await self._tried(self._recalls)
        self._told("Showing a picture…")
        images = await self._sees()
        return CapabilityCard(
            native=native,
            sentinel=sentinel,
            xml=xml,
            parallel=parallel,
            json_answers=json_answers,
            recalls=recalls,
            images=images,
            context=self._info.context if self._info else 0,
            refused=self._refused,
            probed=datetime.now(UTC).replace(microsecond=0),
        )

    async def _calls_natively(self) -> bool:
        try:
            answer = await self._ask("native", user_message(ONE_CALL), tools=True)
        except ProviderRefused as refusal:
            if refusal.trouble != "no_tools":
                raise
            self._refused = True
            return False
        return answer.called_with() == ["boiler"]

    async def _calls(self, way: ToolWay, question: str, words: list[str]) -> bool | None:
        try:
            return (await self._ask(way, user_message(question), tools=True)).called_with() == words
        except ProviderError as problem:
            self._told(f"It could not be told: {problem.title}.")
            return None

    async def _tried(self, trial: Callable[[], Awaitable[bool]]) -> bool | None:
        try:
            return await trial()
        except ProviderError as problem:
            self._told(f"It could not be told: {problem.title}.")
            return None

    async def _answers_json(self) -> bool:
        answer = await self._ask("native", user_message(JSON_ONLY))
        try:
            return bool(read_value(answer.text) == {"colour": "green", "number": 7})
        except ValueError:
            return False

    async def _recalls(self) -> bool:
        middle = PADDING * (PADDED_TO // len(PADDING))
        question = (
            f"Remember this word: {CODE_WORD}.\n\n{middle}\n\nWhich word were you to remember? Answer with it alone."
        )
        answer = await self._ask("native", user_message(question))
        return CODE_WORD in answer.text.lower()

    async def _sees(self) -> bool | None:
        if self._info is not None and self._info.images is False:
            return False
        picture = ImagePart(media_type="image/png", data=base64.b64encode(red_square()).decode(), name="red.png")
        try:
            answer = await self._ask("native", user_message(COLOUR, (picture,)))
        except ProviderRefused:
            return False  # Everything else was answered: what is refused is the picture.
        except ProviderError as problem:
            self._told(f"It could not be told: {problem.title}.")
            return None
        return "red" in answer.text.lower()

    async def _ask(self, way: ToolWay, question: Message, *, tools: bool = False) -> _Answer:
        request = ModelRequest(
            model=self._model,
            system=SYSTEM,
            messages=(question,),
            tools=(ECHO,) if tools else (),
            max_output_tokens=ANSWER_LIMIT,
        )
        answer = _Answer()
        async with aclosing(self._ways[way].stream(request)) as events:
            async for event in events:
                match event:
                    case TextArrived(text):
                        answer.text += text
                    case CallReady(call):
                        answer.calls.append(call)
                    case TurnEnded(stop):
                        answer.stop = stop
                    case _:
                        pass
        return answer


def red_square(side: int = 64) -> bytes:
    """Return a PNG that is red all over, *side* pixels each way."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\xd0\x10\x10" * side for _ in range(side))
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
