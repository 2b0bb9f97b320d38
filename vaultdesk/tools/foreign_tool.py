"""ForeignTool: a tool of another package behind our rules: what it may claim to be, and its faults as answers.

It runs in this program and could do anything: it is trusted by being allowed. What is held here is what a person is
told of it: nothing goes unasked because it says it does nothing, and what it writes is shown before it is written.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pydantic import JsonValue

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.registry import NAME
from vaultdesk.tools.schema import json_schema
from vaultdesk.tools.tool import (
    TOOL_TIMEOUT,
    AnyTool,
    ChangingTool,
    Effect,
    ErrorCode,
    FileChoice,
    Parameters,
    Tool,
    ToolFailure,
    ToolOutput,
    ToolResult,
    View,
)
from vaultdesk.tools.visible import short
from vaultdesk.vault.staging import StagingArea
from vaultdesk.vault.vault import Vault

T = TypeVar("T")

CATEGORY = "toolsets"

LONGEST_TIMEOUT = 300.0
"""Seconds a foreign tool may ask for."""

LONGEST_DESCRIPTION = 4_000
"""Characters of a description, which every question carries."""

WORDS: Mapping[str, int] = {"display_name": 60, "purpose": 300, "description": LONGEST_DESCRIPTION}
"""What a tool has to say of itself, and at which length."""

EFFECTS: Mapping[Effect, str] = {
    "read": "a Tool", "network": "a Tool", "write": "a ChangingTool", "delete": "a ChangingTool"
}  # fmt: skip
"""The effects a foreign tool may have, and what it has to be then. None of them goes unasked by itself."""


class RefusedTool(Exception):
    """A class that a toolset brings cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class ForeignOrigin:
    """Where a tool comes from."""

    toolset: str
    package: str
    version: str = ""

    def __str__(self) -> str:
        return f"{self.package} {self.version}".strip()


@dataclass(frozen=True, slots=True)
class ToolsetRoom:
    """What a tool of another package is made with."""

    vault: Vault
    """To read notes. What a tool writes it stages in its draft."""
    searcher: Searcher
    """The search index."""


def checked_class(kind: object, taken: Collection[str]) -> type[AnyTool]:
    """Return *kind* where it is a tool that can be offered; names in *taken* are gone. Raises `RefusedTool`."""
    if not (isinstance(kind, type) and issubclass(kind, Tool)):
        raise RefusedTool(f"{short(repr(kind), 80)} is no Tool class.")
    name = getattr(kind, "name", None)
    if not isinstance(name, str) or NAME.fullmatch(name) is None:
        raise RefusedTool(f"{kind.__name__} has no name in snake_case.")
    if name in taken:
        raise RefusedTool(f"the name {name} is taken.")
    for word, longest in WORDS.items():
        said = getattr(kind, word, None)
        if not isinstance(said, str) or not said.strip() or len(said) > longest:
            raise RefusedTool(f"{name} needs a {word} of at most {longest} characters.")
    wanted = EFFECTS.get(getattr(kind, "effect", "none"))
    if wanted is None:
        raise RefusedTool(f"{name} must have the effect read, write, delete or network.")
    if issubclass(kind, ChangingTool) != (wanted == "a ChangingTool"):
        raise RefusedTool(f"{name} has the effect {kind.effect}, so it must be {wanted}.")
    parameters = getattr(kind, "parameters", None)
    try:
        assert isinstance(parameters, type)
        assert issubclass(parameters, Parameters)
        json_schema(parameters)
    except Exception:  # noqa: BLE001 - a foreign model may fail in any way when its schema is made
        raise RefusedTool(f"the parameters of {name} are no Parameters that can be written as JSON Schema.") from None
    return kind


def made_tool(kind: type[AnyTool], room: ToolsetRoom, origin: ForeignOrigin) -> AnyTool:
    """Return a tool of the checked class *kind*, made with *room*, behind our rules. Raises `RefusedTool`."""
    try:
        inner: AnyTool = kind(room)  # type: ignore[call-arg] # how a toolset's tools are made; ours take what they need
    except Exception as broken:  # noqa: BLE001 - whatever foreign code does on being made; its tool is left out
        raise RefusedTool(f"{kind.name} cannot be made ({_said(broken)}).") from None
    face = _ForeignChange if issubclass(kind, ChangingTool) else _ForeignTool
    timeout = getattr(kind, "timeout", TOOL_TIMEOUT)
    said = {
        "name": kind.name,
        "display_name": kind.display_name,
        "purpose": f"{kind.purpose.strip()} (A tool of {origin}.)",
        "description": kind.description,
        "category": CATEGORY,
        "effect": kind.effect,
        "parameters": kind.parameters,
        "timeout": min(float(timeout), LONGEST_TIMEOUT) if isinstance(timeout, int | float) else TOOL_TIMEOUT,
        "dangerous": bool(kind.dangerous) or kind.effect == "delete",
        "examples": tuple(kind.examples),
    }
    made: AnyTool = type(kind.__name__, (face,), said)(inner, origin)
    return made


class _Foreign(Tool[Parameters]):
    """What both kinds have in common. Names none of its aliases, and is shown like every other tool."""

    def __init__(self, inner: AnyTool, origin: ForeignOrigin) -> None:
        self.inner = inner
        self.origin = origin

    async def run(self, arguments: Parameters, view: View) -> ToolOutput:
        output = await self._kept(lambda: self.inner.run(arguments, view))
        if not isinstance(output, ToolOutput):
            raise self._failure("it answered with no ToolOutput")
        self._check(output.data)
        return output

    def summary(self, arguments: Parameters) -> str:
        return short(str(self._said(lambda: self.inner.summary(arguments), "")), 160)

    def action(self, arguments: Parameters) -> str:
        return short(str(self._said(lambda: self.inner.action(arguments), self.display_name)), 160)

    async def _kept(self, work: Callable[[], Awaitable[T]]) -> T:
        """Return what foreign *work* comes to; every fault of it is an answer, never the end of a run."""
        try:
            return await work()
        except (ToolFailure, VaultDeskError, TimeoutError):
            raise
        except Exception as broken:  # whatever foreign code does; the model is told, and the chat goes on
            raise self._failure(_said(broken)) from broken

    def _said(self, words: Callable[[], T], otherwise: T) -> T:
        try:
            return words()
        except Exception:  # noqa: BLE001 - foreign words for a headline: without them it is shorter
            return otherwise

    def _check(self, data: JsonValue) -> None:
        try:
            ToolResult(success=True, data=data)
        except ValueError:
            raise self._failure("it answered with what is no JSON") from None

    def _failure(self, why: str) -> ToolFailure:
        codes: Mapping[Effect, ErrorCode] = {"network": "NETWORK_FAILED", "read": "READ_FAILED"}
        return ToolFailure(codes.get(self.effect, "WRITE_FAILED"), f"{self.name} of {self.origin} failed: {why}.")


class _ForeignTool(_Foreign):
    async def files(self, arguments: Parameters) -> Sequence[FileChoice]:
        return await self._kept(lambda: self.inner.files(arguments))

    def with_files(self, arguments: Parameters, paths: Sequence[str]) -> Parameters:
        try:
            narrowed: Parameters = self.inner.with_files(arguments, paths)
        except Exception as broken:  # a fault here must not read files that were not ticked
            raise self._failure(_said(broken)) from broken
        return narrowed

    async def preview(self, arguments: Parameters, path: str) -> str:
        return await self._kept(lambda: self.inner.preview(arguments, path))


class _ForeignChange(_Foreign, ChangingTool[Parameters]):
    async def plan(self, arguments: Parameters, draft: StagingArea, view: View) -> JsonValue:
        inner = self.inner
        assert isinstance(inner, ChangingTool)
        data: JsonValue = await self._kept(lambda: inner.plan(arguments, draft, view))
        self._check(data)
        return data


def _said(broken: Exception) -> str:
    return f"{type(broken).__name__}: {short(str(broken), 200)}"
