"""Scripted backends: one script played by a model with native tools or with tools emulated in text."""

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
class ScriptedCall:
    """A tool call of the script."""

    name: str
    arguments: str


@dataclass(frozen=True)
class ScriptedReasoning:
    text: str


Line = str | ScriptedCall | ScriptedReasoning | VaultDeskError
Turn = tuple[Sequence[Line], StopReason]

PIECE = 3
"""Characters of one text event, so that every tag is split."""


def turn(*lines: Line, stop: StopReason = "end") -> Turn:
    return lines, stop


def backend(kind: Kind, *turns: Turn) -> tuple[Provider, ScriptedProvider]:
    """Return the provider for the endpoint, and the scripted provider behind it that records its requests."""
    scripted = ScriptedProvider([_native(*entry) if kind == "native" else _text(kind, *entry) for entry in turns])
    return (scripted if kind == "native" else ToolEmulation(scripted, mode=kind, framing=BRACKET_FRAMING)), scripted


def _native(lines: Sequence[Line], stop: StopReason) -> list[ModelEvent | VaultDeskError]:
    events: list[ModelEvent | VaultDeskError] = []
    ready: list[ModelEvent] = []
    for line in lines:
        match line:
            case str():
                events.extend(_pieces(line))
            case ScriptedCall():
                *partial, complete_call = call(line.name, line.arguments)
                events.extend(partial)
                ready.append(complete_call)
            case ScriptedReasoning():
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
            case ScriptedCall():
                written = f"\n{write_call(kind, line.name, line.arguments)}\n"
                # A text truncated at the length limit ends inside the call.
                events.extend(_pieces(written if stop == "end" else written[: len(written) // 2]))
            case ScriptedReasoning():
                events.extend(_pieces(f"<think>{line.text}</think>"))
            case _:
                return [*events, line]
    return [*events, UsageReported(11, 7, cached_tokens=3, reasoning_tokens=2), TurnEnded(stop)]


def _pieces(text: str) -> list[TextArrived]:
    return [TextArrived(text[start : start + PIECE]) for start in range(0, len(text), PIECE)]
