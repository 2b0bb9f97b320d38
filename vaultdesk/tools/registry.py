"""Registry of the available tools by name and alias."""

import json
import re
from collections.abc import Mapping

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.core.phrases import Phrase
from vaultdesk.tools.argument_schema import InvalidArguments, json_schema, validate_arguments
from vaultdesk.tools.tool import AnyTool, Effect

TOOL_NAME_PATTERN = re.compile(r"[a-z][a-z0-9_]{0,63}")
"""A tool's own name: snake_case, and within the providers' limit of 64 characters."""


class DuplicateTool(Exception):
    """Two tools have the same name; neither replaces the other silently."""

    def __init__(self, name: str, first: AnyTool, second: AnyTool) -> None:
        super().__init__(
            f"two tools are called {name}: {type(first).__qualname__} ({first.name}) "
            f"and {type(second).__qualname__} ({second.name})"
        )
        self.name = name
        self.first = first
        self.second = second


class ToolText(Struct, frozen=True):
    """Display text of a call."""

    display_name: Phrase | str
    summary: Phrase | str = ""
    """The object in the step line: `"heating decision"`."""
    category: str = ""
    effect: Effect = "none"
    background: bool = False


class ToolRegistry:
    """Tools by name; they can be added and removed while the program runs."""

    def __init__(self, tools: tuple[AnyTool, ...] = ()) -> None:
        self._tools: dict[str, AnyTool] = {}
        self._names: dict[str, AnyTool] = {}
        for tool in tools:
            self.register(tool)

    @property
    def tools(self) -> tuple[AnyTool, ...]:
        """Every tool, in order of registration."""
        return tuple(self._tools.values())

    @property
    def names(self) -> tuple[str, ...]:
        """The names offered to models."""
        return tuple(self._tools)

    def register(self, tool: AnyTool) -> None:
        """Add *tool*. Raises `DuplicateTool`, and `ValueError` for an invalid one."""
        if not TOOL_NAME_PATTERN.fullmatch(tool.name):
            raise ValueError(f"{tool.name!r} is no tool name: write it in snake_case, at most 64 characters")
        if tool.background and tool.effect != "none":
            raise ValueError(f"{tool.name} may {tool.effect}: what happens in the background touches nothing")
        names = (tool.name, *tool.aliases)
        for name in names:
            if name in self._names:
                raise DuplicateTool(name, self._names[name], tool)
        if tool.is_foreign:
            json_schema(tool.parameters)  # An invalid schema must fail here, not in a run.
        self._tools[tool.name] = tool
        self._names.update(dict.fromkeys(names, tool))

    def unregister(self, name: str) -> None:
        """Remove a tool with its aliases. Raises `KeyError` if there is none."""
        tool = self._tools.pop(name)
        self._names = {known: registered for known, registered in self._names.items() if registered is not tool}

    def get(self, name: str) -> AnyTool | None:
        """Return the tool with *name* or an alias; None if there is none."""
        return self._names.get(name)

    def describe(self, name: str, arguments: Mapping[str, JsonValue] | None) -> ToolText:
        """Return the display text of a call of *name*; an unknown tool is named as by the model."""
        tool = self._names.get(name)
        if tool is None:
            return ToolText(name)
        try:
            summary = tool.summary(validate_arguments(tool.parameters, arguments)) if arguments is not None else ""
        except InvalidArguments:
            summary = json.dumps(arguments, ensure_ascii=False)
        return ToolText(tool.display_name, summary, tool.category, tool.effect, tool.background)
