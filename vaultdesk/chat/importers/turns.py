"""Turns: what was said, put together into messages as our own runs make them: a call, its result, the rest."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from vaultdesk.chat.importers.imported import stable_id, writable
from vaultdesk.chat.importers.tool_steps import NOT_KEPT, answered
from vaultdesk.chat.messages import (
    ContextItem,
    Message,
    Part,
    ReasoningPart,
    Role,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)

MAX_MESSAGES = 20_000
"""Messages of one conversation that are read; what is longer is no talk of a person."""


@dataclass(frozen=True, slots=True)
class Said:
    """One speaker's turn as it was read: its parts may hold calls and results in the order they happened."""

    role: Role
    parts: tuple[Part, ...]
    created: datetime | None = None
    model: str = ""
    agent: str = ""
    mode: str = ""
    context: tuple[ContextItem, ...] = ()
    cut: bool = False
    key: str = ""
    """What its id is made from; empty: its place."""


class Turns:
    """Collects turns in their order; `messages` are what they come to."""

    def __init__(self, seed: str, start: datetime) -> None:
        """*seed* tells this conversation from others, *start* is the time of what has none of its own."""
        self._seed = seed
        self._start = start
        self._said: list[Said] = []
        self._remarks: Counter[str] = Counter()

    def add(self, said: Said) -> None:
        """Add a turn at the end; one that says nothing is left out."""
        parts = _joined(kept for part in said.parts if (kept := _kept(part)) is not None)
        if not parts and not said.context:
            return
        if len(self._said) >= MAX_MESSAGES:
            self.remark(f"Only the first {MAX_MESSAGES:,} messages were read.")
            return
        self._said.append(replace(said, parts=parts))

    def remark(self, sentence: str) -> None:
        """Note *sentence* for the person; the same one is told once, with its count."""
        self._remarks[sentence] += 1

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was remarked, in the order it first was."""
        return tuple(
            sentence if count == 1 else f"{sentence.rstrip('.')} ({count:,} times)."
            for sentence, count in self._remarks.items()
        )

    def messages(self) -> tuple[Message, ...]:
        """Return what was said: thoughts with what they led to, each call with a result."""
        steps: list[Said] = []
        for place, said in enumerate(self._said):
            split = _steps(replace(said, key=said.key or str(place)))
            if split and steps and _only_thoughts(steps[-1]) and split[0].role == "assistant":
                thoughts = steps.pop()
                split[0] = replace(split[0], parts=thoughts.parts + split[0].parts)
            steps.extend(split)
        return tuple(self._made(steps))

    def _made(self, steps: Sequence[Said]) -> Iterable[Message]:
        when = self._start
        waiting: dict[str, ToolCallPart] = {}
        for place, said in enumerate(steps):
            if waiting and said.role != "tool":
                yield self._unkept(waiting, when, str(place))
                waiting = {}
            when = said.created or when
            parts = said.parts
            if said.role == "tool":
                parts = tuple(p for p in parts if isinstance(p, ToolResultPart) and _taken(waiting, p.call_id))
                if not parts:
                    continue
            waiting |= {part.id: part for part in parts if isinstance(part, ToolCallPart)}
            yield Message(
                id=stable_id("msg", self._seed, said.key),
                role=said.role,
                parts=parts,
                created=when,
                model=said.model if said.role == "assistant" else "",
                agent=said.agent if said.role == "assistant" else "",
                mode=said.mode,
                context=said.context,
                cut=said.cut,
            )
        if waiting:
            yield self._unkept(waiting, when, "end")

    def _unkept(self, waiting: dict[str, ToolCallPart], when: datetime, key: str) -> Message:
        results = tuple(answered(call, NOT_KEPT, failed=True) for call in waiting.values())
        return Message(id=stable_id("msg", self._seed, "unkept", key), role="tool", parts=results, created=when)


def _taken(waiting: dict[str, ToolCallPart], call_id: str) -> bool:
    """Whether a call of that id was waiting; it is not any more."""
    return waiting.pop(call_id, None) is not None


def _kept(part: Part) -> Part | None:
    """Return *part* as a note can hold it; None where it says nothing."""
    if isinstance(part, TextPart | ReasoningPart):
        text = writable(part.text).strip()
        return part.model_copy(update={"text": text}) if text else None
    return part


def _joined(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return *parts* with texts that follow each other as one."""
    joined: list[Part] = []
    for part in parts:
        before = joined[-1] if joined else None
        if isinstance(part, TextPart) and isinstance(before, TextPart) and part.hidden == before.hidden:
            joined[-1] = before.model_copy(update={"text": f"{before.text}\n\n{part.text}"})
        else:
            joined.append(part)
    return tuple(joined)


def _only_thoughts(said: Said) -> bool:
    return said.role == "assistant" and all(isinstance(part, ReasoningPart) for part in said.parts)


def _steps(said: Said) -> list[Said]:
    """Return *said* cut where results stand: a call ends a message, its result is one, what follows is another."""
    if said.role != "assistant" or not any(isinstance(part, ToolResultPart) for part in said.parts):
        return [said]
    runs: list[tuple[Role, list[Part]]] = []
    for part in said.parts:
        role: Role = "tool" if isinstance(part, ToolResultPart) else "assistant"
        if not runs or runs[-1][0] != role:
            runs.append((role, []))
        runs[-1][1].append(part)
    last = len(runs) - 1
    return [
        replace(
            said,
            role=role,
            parts=tuple(parts),
            context=said.context if place == 0 else (),
            cut=said.cut and place == last,
            key=said.key if place == 0 else f"{said.key}.{place}",
        )
        for place, (role, parts) in enumerate(runs)
    ]
