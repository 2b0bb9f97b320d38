"""Capabilities of a model, how it is given tools, and the probe that measures both."""

import asyncio
import base64
import struct
import zlib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from datetime import UTC, datetime
from typing import Final, Literal

from msgspec import Struct, field
from pydantic import BaseModel, ConfigDict

from vaultdesk.chat.messages import ImagePart, Message, ToolCallPart, user_message
from vaultdesk.core.errors import ProviderError, ProviderRefused, ProviderUnreachable
from vaultdesk.core.phrases import Number, Phrase, Sentences
from vaultdesk.providers.lenient_json import parse_json
from vaultdesk.providers.provider import (
    CallReady,
    ModelInfo,
    ModelRequest,
    Provider,
    TextArrived,
    TextReclassified,
    ToolSpec,
    TurnEnded,
)

ToolMode = Literal["native", "sentinel", "xml", "none"]
"""How tools are given to a model: natively, as text in one of two dialects, or not at all."""

EmulationDialect = Literal["sentinel", "xml"]
"""The two dialects of tools as text."""

ToolModeSetting = Literal["auto", "native", "sentinel", "xml", "none"]
"""The user's setting for a provider (vaultdesk/core/README.md, "Settings file")."""


class CapabilityCard(BaseModel):
    """Results of probing a model; None if not tested or not conclusive."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    native: bool | None = None
    """Calls a tool natively."""
    parallel: bool | None = None
    """Calls two tools in one answer, in the mode that works."""
    sentinel: bool | None = None
    """Writes calls as `<tool_call>`."""
    xml: bool | None = None
    """Writes calls as `<use_tool>`."""
    json_answers: bool | None = None
    """Answers with JSON only if requested."""
    images: bool | None = None
    """Named the color of an image."""
    recalls: bool | None = None
    """Repeated a word from the beginning of a long question."""
    context: int = 0
    """Tokens of its window, if its provider reports it."""
    refused: bool = False
    """Answered a question with tools with an error that it does not support any."""
    lost_tools: bool = False
    """Its server reported far fewer prompt tokens than were sent: it dropped the tools silently."""
    no_system_role: bool = False
    """Refused a request because of its system message."""
    inline_reasoning: bool = False
    """Its reasoning arrived as text of the answer, without a tag at its beginning."""
    probed: datetime | None = None
    """Time of the probe; None if only a refusal is known."""

    def lines(self) -> tuple[Phrase, ...]:
        """Return the card as text, one line for each fact."""
        return (
            Phrase("Native tool calls: {0} (its server does not pass the tools on)", _yes_no_text(self.native or False))
            if self.lost_tools
            else Phrase("Native tool calls: {0} (it rejected the tools)", _yes_no_text(self.native))
            if self.refused
            else Phrase("Native tool calls: {0}", _yes_no_text(self.native)),
            Phrase("Text-based tools, <tool_call>: {0}", _yes_no_text(self.sentinel)),
            Phrase("Text-based tools, <use_tool>: {0}", _yes_no_text(self.xml)),
            Phrase("Two calls in one answer: {0}", _yes_no_text(self.parallel)),
            Phrase("Answers in JSON: {0}", _yes_no_text(self.json_answers)),
            Phrase("Sees pictures: {0}", _yes_no_text(self.images)),
            Phrase("Keeps the beginning of a long question: {0}", _yes_no_text(self.recalls)),
            Phrase("Context window: {0} tokens", Number(self.context))
            if self.context
            else Phrase("Context window: not known"),
        )


class ToolModeChoice(Struct, frozen=True):
    """How tools are given to one model, and why."""

    mode: ToolMode
    reason: Phrase
    """One sentence for the user."""

    @property
    def downgraded(self) -> bool:
        """True if not natively."""
        return self.mode != "native"


EMULATION_NOTE = Phrase("VaultDesk uses text-based tools with it.")
"""Last sentence of every explanation of emulation."""


def choose_tool_mode(
    setting: ToolModeSetting,
    provider: str,
    model: str,
    info: ModelInfo | None,
    card: CapabilityCard | None,
    preferred: EmulationDialect,
) -> ToolModeChoice:
    """Decide how *model* of *provider*, both as display names, is given tools.

    The user's setting takes precedence; then the results of the probe, then the provider's list.
    """
    if setting != "auto":
        return ToolModeChoice(
            setting, Phrase("Tools are off in Settings.") if setting == "none" else Phrase("This is set in Settings.")
        )
    text_mode = _emulation_dialect(card, preferred)
    if card is not None and not card.native and card.sentinel is False and card.xml is False:
        return ToolModeChoice("none", Phrase("{0} called no tool in any form when it was tested.", model))
    if card is not None and card.lost_tools and not (info is not None and info.tools):
        return ToolModeChoice(
            text_mode, Sentences(Phrase("{0} did not pass the tools on to {1}.", provider, model), EMULATION_NOTE)
        )
    if card is not None and card.refused:
        return ToolModeChoice(text_mode, Sentences(Phrase("{0} rejected the tools.", model), EMULATION_NOTE))
    if card is not None and card.native:
        return ToolModeChoice("native", Phrase("{0} called a tool when it was tested.", model))
    if card is not None and card.native is False:
        finding = Phrase("{0} made no native tool call when it was tested.", model)
        return ToolModeChoice(text_mode, Sentences(finding, EMULATION_NOTE))
    if info is not None and info.tools is False:
        finding = Phrase("{0} reports that {1} does not support tools.", provider, model)
        return ToolModeChoice(text_mode, Sentences(finding, EMULATION_NOTE))
    if info is not None and info.tools:
        return ToolModeChoice("native", Phrase("{0} reports that {1} supports tools.", provider, model))
    return ToolModeChoice(
        "native",
        Phrase(
            "{0} does not report whether {1} supports tools. If it rejects them, VaultDesk uses text-based tools.",
            provider,
            model,
        ),
    )


def _emulation_dialect(card: CapabilityCard | None, preferred: EmulationDialect) -> EmulationDialect:
    alternative: EmulationDialect = "xml" if preferred == "sentinel" else "sentinel"
    if card is not None and getattr(card, preferred) is False and getattr(card, alternative):
        return alternative
    return preferred


def _yes_no_text(value: bool | None) -> Phrase:
    return Phrase("not known") if value is None else Phrase("yes") if value else Phrase("no")


PROBE_TOOL: Final = ToolSpec(
    "repeat_word",
    "Repeats a word.",
    {
        "type": "object",
        "properties": {"word": {"type": "string", "description": "The word to repeat."}},
        "required": ["word"],
        "additionalProperties": False,
    },
)
"""The tool the model is asked to call."""

PROBE_SYSTEM_PROMPT: Final = "This is a test. Do exactly what is asked, briefly."
ONE_CALL_PROMPT: Final = "Call the tool repeat_word with the word boiler. Do not answer in words."
TWO_CALLS_PROMPT: Final = (
    "Call the tool repeat_word twice in this one answer: with the word boiler, and with the word radiator. "
    "Do not answer in words."
)
JSON_ONLY_PROMPT: Final = (
    'Answer with this JSON object and nothing else, no code fence: {"color": "green", "number": 7}'
)
COLOR_PROMPT: Final = "What color is this picture? Answer with one word."

CODE_WORD: Final = "zanzibar"
PADDING_SENTENCE: Final = "The meadow lay quiet, and the heron stood in the shallow water without a sound. "
PADDING_CHARACTERS: Final = 4
"""Characters of the padding per token."""

MAX_PADDING: Final = 6_000
"""Maximum tokens of the long question: more than the window of many local servers, if a larger one is known."""

LOCAL_SERVER_WINDOW: Final = 4_096
"""Tokens of the window that local servers use by default; the probe assumes it if none is known."""

PADDED_SHARE: Final = 0.7
"""Share of the window for padding and answer; the rest is for the template and the error of the estimate."""

PROBE_SECONDS: Final = 60.0
"""Seconds for the whole probe, as the user waits for it. Results not known by then stay unknown."""

MAX_PROBE_ANSWER: Final = 256
"""Maximum tokens of an answer: a word or a call is sufficient."""

MAX_THINKING_ANSWER: Final = 1_024
"""Tokens of an answer of a reasoning model whose reasoning cannot be switched off."""


def padding_for(window: int) -> str:
    """Return text for the middle of a long question, for a model with a *window* in tokens; 0 if not known."""
    available_tokens = int((window or LOCAL_SERVER_WINDOW) * PADDED_SHARE) - MAX_THINKING_ANSWER
    tokens = max(100, min(MAX_PADDING, available_tokens))
    return PADDING_SENTENCE * max(1, tokens * PADDING_CHARACTERS // len(PADDING_SENTENCE))


class _ProbeAnswer(Struct):
    text: str = ""
    calls: list[ToolCallPart] = field(default_factory=list)
    stop: str = ""

    @property
    def is_cut(self) -> bool:
        """Whether it reached its length limit or repeated itself, so that missing content proves nothing."""
        return self.stop in ("length", "repetition")

    @property
    def is_only_reasoning(self) -> bool:
        """Whether the limit was reached during reasoning, before an answer."""
        return self.is_cut and not self.text.strip() and not self.calls

    def called_words(self) -> list[object]:
        """Return the words the tool was correctly called with; none for a call that could not run."""
        if self.stop != "tool_calls":
            return []
        correct_calls = [call for call in self.calls if call.name == PROBE_TOOL.name and not call.problem]
        return [(call.arguments or {}).get("word") for call in correct_calls]


class CapabilityProbe:
    """One probe of one model."""

    def __init__(
        self,
        providers: Mapping[ToolMode, Provider],
        model: str,
        info: ModelInfo | None,
        report: Callable[[Phrase], None],
        *,
        limit: float = PROBE_SECONDS,
    ) -> None:
        """*providers* offer tools natively and by text; *report* receives one line for each step; *limit* are the
        seconds for all of them."""
        self._providers = providers
        self._model = model
        self._info = info
        self._report = report
        self._limit = limit
        self._max_answer = MAX_THINKING_ANSWER if info is not None and info.reasoning else MAX_PROBE_ANSWER
        self._found: dict[str, bool | None] = {}
        self._answered = False

    async def run(self) -> CapabilityCard:
        """Run all probes within the time limit. Raises `ProviderError` if the model does not answer at all."""
        try:
            async with asyncio.timeout(self._limit):
                await self._ask_everything()
        except TimeoutError:
            if not self._answered:
                raise ProviderUnreachable(
                    Phrase("{0} did not answer within {1} seconds", self._model, round(self._limit)),
                    hint=Phrase("It may still be loading, or be too large for this computer. Try again."),
                    kind="network",
                ) from None
            self._report(
                Phrase("The test ended after {0} seconds. The remaining results are not known.", round(self._limit))
            )
        context = self._info.usable_context if self._info else 0
        facts = {**self._found, "context": context, "probed": datetime.now(UTC).replace(microsecond=0)}
        return CapabilityCard.model_validate(facts)

    async def _ask_everything(self) -> None:
        results = self._found
        self._report(Phrase("Asking for one tool call…"))
        results["native"] = await self._calls_tool_natively()
        if not results["native"]:
            self._report(Phrase("Asking for a text-based tool call, as <tool_call>…"))
            results["sentinel"] = await self._calls_tool("sentinel", ONE_CALL_PROMPT, ["boiler"])
            self._report(Phrase("Asking for a text-based tool call, as <use_tool>…"))
            results["xml"] = await self._calls_tool("xml", ONE_CALL_PROMPT, ["boiler"])
        modes: tuple[ToolMode, ...] = ("native", "sentinel", "xml")
        mode = next((mode for mode in modes if results.get(mode)), None)
        if mode is not None:
            self._report(Phrase("Asking for two tool calls in one answer…"))
            results["parallel"] = await self._calls_tool(mode, TWO_CALLS_PROMPT, ["boiler", "radiator"])
        self._report(Phrase("Asking for JSON…"))
        results["json_answers"] = await self._try(self._answers_json)
        self._report(Phrase("Showing a picture…"))
        results["images"] = await self._sees_images()
        # Last, because without a GPU a model needs most of the time to read it.
        self._report(Phrase("Asking a long question…"))
        results["recalls"] = await self._try(self._recalls)

    async def _calls_tool_natively(self) -> bool | None:
        try:
            answer = await self._ask("native", user_message(ONE_CALL_PROMPT), tools=True)
        except ProviderRefused as refusal:
            if refusal.kind != "no_tools":
                raise
            self._answered = True
            self._found["refused"] = True
            return False
        return _probe_verdict(answer, is_correct=answer.called_words() == ["boiler"])

    async def _calls_tool(self, mode: ToolMode, question: str, expected_words: list[str]) -> bool | None:
        try:
            answer = await self._ask(mode, user_message(question), tools=True)
        except ProviderError as error:
            self._report(Phrase("It could not be determined: {0}.", error.title))
            return None
        return _probe_verdict(answer, is_correct=answer.called_words() == expected_words)

    async def _try(self, trial: Callable[[], Awaitable[bool | None]]) -> bool | None:
        try:
            return await trial()
        except ProviderError as error:
            self._report(Phrase("It could not be determined: {0}.", error.title))
            return None

    async def _answers_json(self) -> bool | None:
        answer = await self._ask("native", user_message(JSON_ONLY_PROMPT))
        try:
            is_correct = bool(parse_json(answer.text) == {"color": "green", "number": 7})
        except ValueError:
            is_correct = False
        # Text around the JSON is wrong even if it was cut; unfinished reasoning proves nothing.
        return None if answer.is_only_reasoning else is_correct

    async def _recalls(self) -> bool | None:
        padding = padding_for(self._info.usable_context if self._info else 0)
        question = (
            f"Remember this word: {CODE_WORD}.\n\n{padding}\n\nWhich word were you to remember? Answer with it alone."
        )
        answer = await self._ask("native", user_message(question))
        return _probe_verdict(answer, is_correct=CODE_WORD in answer.text.lower())

    async def _sees_images(self) -> bool | None:
        if self._info is not None and self._info.images is False:
            return False
        picture = ImagePart(media_type="image/png", data=base64.b64encode(red_square()).decode(), name="red.png")
        try:
            answer = await self._ask("native", user_message(COLOR_PROMPT, (picture,)))
        except ProviderRefused:
            return False  # Everything else was answered, so the image is refused.
        except ProviderError as error:
            self._report(Phrase("It could not be determined: {0}.", error.title))
            return None
        return _probe_verdict(answer, is_correct="red" in answer.text.lower())

    async def _ask(self, mode: ToolMode, question: Message, *, tools: bool = False) -> _ProbeAnswer:
        answer = await self._ask_once(mode, question, tools=tools)
        self._answered = True
        if answer.is_only_reasoning and self._max_answer < MAX_THINKING_ANSWER:
            self._max_answer = MAX_THINKING_ANSWER  # From here on, because it reasons first.
            answer = await self._ask_once(mode, question, tools=tools)
        return answer

    async def _ask_once(self, mode: ToolMode, question: Message, *, tools: bool) -> _ProbeAnswer:
        request = ModelRequest(
            model=self._model,
            system=PROBE_SYSTEM_PROMPT,
            messages=(question,),
            tools=(PROBE_TOOL,) if tools else (),
            max_output_tokens=self._max_answer,
            length_is_set=True,
            purpose="probe",
        )
        answer = _ProbeAnswer()
        async with aclosing(self._providers[mode].stream(request)) as events:
            async for event in events:
                match event:
                    case TextArrived(text):
                        answer.text += text
                    case TextReclassified():
                        answer.text = ""
                    case CallReady(call):
                        answer.calls.append(call)
                    case TurnEnded(stop):
                        answer.stop = stop
                    case _:
                        pass
        return answer


def _probe_verdict(answer: _ProbeAnswer, *, is_correct: bool) -> bool | None:
    """Return *is_correct*, but None instead of False if *answer* was cut."""
    return True if is_correct else None if answer.is_cut else False


def red_square(side: int = 64) -> bytes:
    """Return a red PNG of *side* by *side* pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\xd0\x10\x10" * side for _ in range(side))
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
