"""Backends: one script played by each kind of model the endpoint may stand before: native tools, or text alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tests.endpoint.bench import call
from tests.support.scripted_provider import ScriptedProvider
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.providers.provider import (
    ModelEvent,
    Provider,
    ReasoningArrived,
    StopReason,
    TextArrived,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.tool_emulation.emulation import ToolEmulation
from vaultdesk.providers.tool_emulation.text_transcript import BRACKET_FRAMING, write_call

Kind = Literal["native", "sentinel", "xml"]
KINDS: tuple[Kind, ...] = ("native", "sentinel", "xml")


@dataclass(frozen=True)
class Called:
    """A tool the script asks for."""

    name: str
    arguments: str


@dataclass(frozen=True)
class Thought:
    text: str


Line = str | Called | Thought | VaultDeskError
Turn = tuple[Sequence[Line], StopReason]

PIECE = 3
"""Characters of one text event: every tag is cut somewhere."""


def turn(*lines: Line, stop: StopReason = "end") -> Turn:
    return lines, stop


def backend(kind: Kind, *turns: Turn) -> tuple[Provider, ScriptedProvider]:
    """Return the provider for the endpoint, and the far end of it that remembers what it was asked."""
    far = ScriptedProvider([_native(*one) if kind == "native" else _text(kind, *one) for one in turns])
    return (far if kind == "native" else ToolEmulation(far, mode=kind, framing=BRACKET_FRAMING)), far


def _native(lines: Sequence[Line], stop: StopReason) -> list[ModelEvent | VaultDeskError]:
    events: list[ModelEvent | VaultDeskError] = []
    ready: list[ModelEvent] = []
    for line in lines:
        match line:
            case str():
                events.extend(_pieces(line))
            case Called():
                *begun, whole = call(line.name, line.arguments)
                events.extend(begun)
                ready.append(whole)
            case Thought():
                events.append(ReasoningArrived(line.text))
            case _:
                return [*events, line]
    complete = stop == "end"
    return [
        *events,
        *(ready if complete else []),
        UsageReported(11, 7, cached_tokens=3, reasoning_tokens=2),
        TurnEnded("tool_calls" if ready and complete else stop),
    ]


def _text(
    kind: Literal["sentinel", "xml"], lines: Sequence[Line], stop: StopReason
) -> list[ModelEvent | VaultDeskError]:
    events: list[ModelEvent | VaultDeskError] = []
    for line in lines:
        match line:
            case str():
                events.extend(_pieces(line))
            case Called():
                written = f"\n{write_call(kind, line.name, line.arguments)}\n"
                # A text cut for length ends inside the call.
                events.extend(_pieces(written if stop == "end" else written[: len(written) // 2]))
            case Thought():
                events.extend(_pieces(f"<think>{line.text}</think>"))
            case _:
                return [*events, line]
    return [*events, UsageReported(11, 7, cached_tokens=3, reasoning_tokens=2), TurnEnded(stop)]


def _pieces(text: str) -> list[TextArrived]:
    return [TextArrived(text[start : start + PIECE]) for start in range(0, len(text), PIECE)]
