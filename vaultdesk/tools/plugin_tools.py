"""Toolsets of other installed packages: discovery, checks, and wrappers that put their tools under policy."""

import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import NamedTuple, TypeVar

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import Number, Phrase
from vaultdesk.core.transmission import Destination, TransmissionLog, record_request
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.argument_schema import json_schema
from vaultdesk.tools.registry import TOOL_NAME_PATTERN
from vaultdesk.tools.text_sanitizer import sanitize_line
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
    Visibility,
)
from vaultdesk.vault.staging import StagingArea
from vaultdesk.vault.vault import Vault

# Plugin code runs in this process and is not restricted: allowing a toolset means trusting it. This module ensures
# that the user sees its calls: none skips approval by declaring no effect, and changes are shown before they are
# written.

T = TypeVar("T")

PLUGIN_CATEGORY = "toolsets"

MAX_TIMEOUT = 300.0
"""Maximum timeout in seconds that a plugin tool may request."""

MAX_DESCRIPTION_CHARACTERS = 4_000
"""Maximum number of characters of a description, which is part of every request."""

TEXT_LIMITS: Mapping[str, int] = {"display_name": 60, "purpose": 300, "description": MAX_DESCRIPTION_CHARACTERS}
"""Required texts of a tool, with their maximum lengths."""

BASE_CLASS_BY_EFFECT: Mapping[Effect, str] = {
    "read": "Tool", "network": "Tool", "write": "ChangingTool", "delete": "ChangingTool"
}  # fmt: skip
"""The effects a plugin tool may have, with the required base class. Each of them requires approval."""


class RejectedTool(Exception):
    """A class of a toolset cannot be used."""

    def __init__(self, reason: Phrase) -> None:
        """*reason* is a sentence for the user."""
        super().__init__(reason)
        self.reason = reason


class PluginOrigin(Struct, frozen=True):
    """The package a tool comes from."""

    toolset: str
    package: str
    version: str = ""

    def __str__(self) -> str:
        return f"{self.package} {self.version}".strip()


class ToolsetContext(Struct, frozen=True):
    """Dependencies passed to a plugin tool."""

    vault: Vault
    """For reading notes. A tool writes through its staging area."""
    searcher: Searcher
    """The search index."""
    log: TransmissionLog | None = None
    """Records each call of a tool with the effect `network` before it runs."""


def check_tool_class(kind: object, taken_names: Collection[str]) -> type[AnyTool]:
    """Return *kind* if it is a usable tool whose name is not in *taken_names*. Raises `RejectedTool`."""
    if not (isinstance(kind, type) and issubclass(kind, Tool)):
        raise RejectedTool(Phrase("{0} is not a Tool class.", sanitize_line(_text_of(kind, repr), 80)))
    name = getattr(kind, "name", None)
    if not isinstance(name, str) or TOOL_NAME_PATTERN.fullmatch(name) is None:
        raise RejectedTool(Phrase("{0} has no name in snake_case.", kind.__name__))
    if name in taken_names:
        raise RejectedTool(Phrase("the name {0} is taken.", name))
    for attribute, max_length in TEXT_LIMITS.items():
        text = getattr(kind, attribute, None)
        if not isinstance(text, str) or not text.strip() or len(text) > max_length:
            raise RejectedTool(
                Phrase("{0} needs a {1} of at most {2} characters.", name, attribute, Number(max_length))
            )
    base_class = BASE_CLASS_BY_EFFECT.get(getattr(kind, "effect", "none"))
    if base_class is None:
        raise RejectedTool(Phrase("{0} must have the effect read, write, delete or network.", name))
    if issubclass(kind, ChangingTool) != (base_class == "ChangingTool"):
        raise RejectedTool(Phrase("{0} has the effect {1}, so it must be a {2}.", name, kind.effect, base_class))
    parameters = getattr(kind, "parameters", None)
    try:
        assert isinstance(parameters, type)
        assert issubclass(parameters, Parameters)
        json_schema(parameters)
    except Exception:  # noqa: BLE001 - creating the schema of a plugin's model may raise anything
        raise RejectedTool(
            Phrase("the parameters of {0} are not Parameters that can be written as JSON Schema.", name)
        ) from None
    return kind


def make_plugin_tool(kind: type[AnyTool], dependencies: ToolsetContext, origin: PluginOrigin) -> AnyTool:
    """Return a tool of the checked class *kind*, created with *dependencies* and wrapped in the policy. Raises
    `RejectedTool`.
    """
    try:
        return _wrapped_tool(kind, dependencies, origin)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a plugin may raise anything here; its tool is left out
        raise RejectedTool(Phrase("{0} cannot be created ({1}).", kind.name, error_text(error))) from None


def _wrapped_tool(kind: type[AnyTool], dependencies: ToolsetContext, origin: PluginOrigin) -> AnyTool:
    inner: AnyTool = kind(dependencies)  # type: ignore[call-arg] # tools of a toolset take one argument
    wrapper = _PluginChangingTool if issubclass(kind, ChangingTool) else _PluginTool
    timeout = getattr(kind, "timeout", TOOL_TIMEOUT)
    class_attributes = {
        "name": kind.name,
        "display_name": kind.display_name,
        "purpose": Phrase("{0} (A tool of {1}.)", kind.purpose.strip(), origin),
        "description": kind.description,
        "category": PLUGIN_CATEGORY,
        "effect": kind.effect,
        "parameters": kind.parameters,
        "timeout": min(float(timeout), MAX_TIMEOUT) if isinstance(timeout, int | float) else TOOL_TIMEOUT,
        "dangerous": bool(kind.dangerous) or kind.effect == "delete",
        "examples": tuple(kind.examples),
    }
    tool: AnyTool = type(kind.__name__, (wrapper,), class_attributes)(inner, origin, dependencies.log)
    return tool


class _PluginToolBase(Tool[Parameters]):
    """Shared part of both kinds of wrappers. Has no aliases, and is displayed like every other tool."""

    is_foreign = True

    def __init__(self, inner: AnyTool, origin: PluginOrigin, log: TransmissionLog | None = None) -> None:
        self.inner = inner
        self.origin = origin
        self._log = log

    async def run(self, arguments: Parameters, visibility: Visibility) -> ToolOutput:
        if self.effect == "network":
            # Connections of plugin code are not observable: its arguments count as sent.
            size = len(arguments.model_dump_json().encode("utf-8", "replace"))
            await record_request(self._log, Destination(str(self.origin), "", local=False), "tool", size)
        output = await self._run_guarded(lambda: self.inner.run(arguments, visibility))
        if not isinstance(output, ToolOutput):
            raise self._failure("it did not return a ToolOutput")
        self._check_json(output.data)
        return output

    def summary(self, arguments: Parameters) -> str:
        return sanitize_line(str(self._text_or(lambda: self.inner.summary(arguments), "")), 160)

    def action(self, arguments: Parameters) -> str:
        return sanitize_line(str(self._text_or(lambda: self.inner.action(arguments), self.display_name)), 160)

    async def _run_guarded(self, work: Callable[[], Awaitable[T]]) -> T:
        """Return the result of plugin *work*; every exception becomes a result instead of ending the run."""
        try:
            return await work()
        except (ToolFailure, VaultDeskError, TimeoutError):
            raise
        except Exception as error:  # plugin code may raise anything; the model is informed, and the chat continues
            raise self._failure(error_text(error)) from error

    def _text_or(self, get_text: Callable[[], T], default: T) -> T:
        try:
            return get_text()
        except Exception:  # noqa: BLE001 - a plugin's text for a headline; without it the headline is shorter
            return default

    def _check_json(self, data: JsonValue) -> None:
        try:
            ToolResult(success=True, data=data)
        except ValueError:
            raise self._failure("its result is not valid JSON") from None

    def _failure(self, why: str) -> ToolFailure:
        codes: Mapping[Effect, ErrorCode] = {"network": "NETWORK_FAILED", "read": "READ_FAILED"}
        return ToolFailure(codes.get(self.effect, "WRITE_FAILED"), f"{self.name} of {self.origin} failed: {why}.")


class _PluginTool(_PluginToolBase):
    async def files(self, arguments: Parameters) -> Sequence[FileChoice]:
        return await self._run_guarded(lambda: self.inner.files(arguments))

    def with_files(self, arguments: Parameters, paths: Sequence[str]) -> Parameters:
        try:
            narrowed: Parameters = self.inner.with_files(arguments, paths)
        except Exception as error:  # an error here must not read files that were not ticked
            raise self._failure(error_text(error)) from error
        return narrowed

    async def preview(self, arguments: Parameters, path: str) -> str:
        return await self._run_guarded(lambda: self.inner.preview(arguments, path))


class _PluginChangingTool(_PluginToolBase, ChangingTool[Parameters]):
    async def plan(self, arguments: Parameters, staging: StagingArea, visibility: Visibility) -> JsonValue:
        inner = self.inner
        assert isinstance(inner, ChangingTool)
        data: JsonValue = await self._run_guarded(lambda: inner.plan(arguments, staging, visibility))
        self._check_json(data)
        return data


def error_text(error: BaseException) -> str:
    """Return the type and message of an exception of plugin code; only the type if there is no message."""
    message = sanitize_line(_text_of(error, str), 200)
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _text_of(value: object, convert: Callable[[object], str]) -> str:
    """Return *value* of plugin code as text by *convert*, `str` or `repr`; the name of its type if that fails."""
    try:
        return convert(value)
    except Exception:  # noqa: BLE001 - a method of plugin code may raise anything
        return type(value).__name__


# A package names a toolset in its metadata, in the group `vaultdesk.toolsets`; the entry point refers to a sequence
# of tool classes, each created with one `ToolsetContext`. Calls of these tools pass every stage of the executor. A tool
# that cannot be used is reported; the others are loaded.

ENTRY_POINT_GROUP = "vaultdesk.toolsets"
"""The group of entry points."""

MAX_TOOLS = 50
"""Maximum number of tools of one toolset: each is part of every request."""

log = logging.getLogger(__name__)


class InstalledToolset(Struct, frozen=True):
    """One installed toolset."""

    name: str
    """The name in `toolsets` of the settings that allows it."""
    package: str
    version: str
    entry: EntryPoint

    @property
    def origin(self) -> PluginOrigin:
        """The package of its tools, for display."""
        return PluginOrigin(self.name, self.package, self.version)


class ToolsetTools(NamedTuple):
    """The tools of one toolset, and the problems of those that could not be created."""

    tools: tuple[AnyTool, ...]
    problems: tuple[Phrase, ...]


class LoadedToolset(Struct, frozen=True):
    """The tools of one allowed toolset."""

    name: str
    origin: PluginOrigin | None
    """None if no such toolset is installed."""
    classes: tuple[type[AnyTool], ...] = ()
    problems: tuple[Phrase, ...] = ()
    """What cannot be used, and why."""

    def tools(self, dependencies: ToolsetContext) -> "ToolsetTools":
        """Return its tools, created with *dependencies*, and the problems of those that could not be created."""
        tools: list[AnyTool] = []
        problems = []
        for kind in self.classes:
            assert self.origin is not None
            try:
                tools.append(make_plugin_tool(kind, dependencies, self.origin))
            except RejectedTool as error:
                problems.append(Phrase("{0}: {1}", self.name, error.reason))
        return ToolsetTools(tuple(tools), tuple(problems))


def find_toolsets() -> tuple[InstalledToolset, ...]:
    """Return the installed toolsets, by name, without importing them."""
    found: dict[str, InstalledToolset] = {}
    for entry in entry_points(group=ENTRY_POINT_GROUP):
        package = entry.dist.name if entry.dist is not None else "an unknown package"
        version = entry.dist.version if entry.dist is not None else ""
        found.setdefault(entry.name, InstalledToolset(entry.name, package, version, entry))
    return tuple(sorted(found.values(), key=lambda toolset: toolset.name))


def load_toolsets(allowed: Collection[str], taken_names: Collection[str]) -> tuple[LoadedToolset, ...]:
    """Import the *allowed* toolsets and return their tool classes; tools with *taken_names* are rejected."""
    if not allowed:
        return ()
    installed = {toolset.name: toolset for toolset in find_toolsets()}
    names = set(taken_names)
    loaded = []
    for name in dict.fromkeys(allowed):
        toolset = _load_toolset(installed[name], names) if name in installed else _missing_toolset(name)
        names.update(kind.name for kind in toolset.classes)
        for problem in toolset.problems:
            log.info("toolset: %s", problem)
        loaded.append(toolset)
    return tuple(loaded)


def _missing_toolset(name: str) -> LoadedToolset:
    problem = Phrase("{0}: no toolset of this name is installed.", sanitize_line(name, 60))
    return LoadedToolset(name, None, problems=(problem,))


def _load_toolset(toolset: InstalledToolset, taken_names: Collection[str]) -> LoadedToolset:
    """Return the usable classes of one toolset."""
    try:
        loaded = toolset.entry.load()
        kinds: Sequence[object] = tuple(loaded) if isinstance(loaded, Iterable) else (loaded,)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - importing a plugin may raise anything; its toolset is left out
        why = Phrase("{0}: it cannot be loaded ({1}).", toolset.name, error_text(error))
        return LoadedToolset(toolset.name, toolset.origin, problems=(why,))
    if not kinds:
        return LoadedToolset(
            toolset.name, toolset.origin, problems=(Phrase("{0}: it contains no tools.", toolset.name),)
        )
    classes: list[type[AnyTool]] = []
    problems = []
    if len(kinds) > MAX_TOOLS:
        problems.append(
            Phrase("{0}: only the first {1} of its {2} tools are used.", toolset.name, MAX_TOOLS, Number(len(kinds)))
        )
    for kind in kinds[:MAX_TOOLS]:
        try:
            classes.append(check_tool_class(kind, {*taken_names, *(accepted.name for accepted in classes)}))
        except RejectedTool as rejection:
            problems.append(Phrase("{0}: {1}", toolset.name, rejection.reason))
        except Exception as error:  # noqa: BLE001 - reading an attribute of a plugin's class may raise anything
            reason = Phrase("{0} cannot be created ({1}).", sanitize_line(_text_of(kind, repr), 80), error_text(error))
            problems.append(Phrase("{0}: {1}", toolset.name, reason))
    return LoadedToolset(toolset.name, toolset.origin, tuple(classes), tuple(problems))
