"""Selection of the tools that a request includes.

Thirty definitions in every request cost more tokens than the question and do not fit the window of a local model. The
selection only grows within a conversation: vendors cache the beginning of a request, and tools come first. A call to a
tool that is not in the request is executed like any other.
"""

from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from vaultdesk.agent.request_preparation import MIN_TOOL_WINDOW, SMALL_WINDOW, TOOL_SHARE
from vaultdesk.agent.token_usage import estimate_request
from vaultdesk.chat.messages import Message, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.providers.provider import ModelRequest, ToolSpec
from vaultdesk.tools.argument_schema import tool_definition
from vaultdesk.tools.builtin.find_tools import named_tools
from vaultdesk.tools.runtime.result_passages import read_result
from vaultdesk.tools.tool import AnyTool

MAX_UNSELECTED = 6
"""Up to this number of available tools, all are included."""

MAX_NAMED_TOOLS = 3
"""Tools that words of questions may add in one conversation."""

MAX_DECLARED_TOOLS = 12
"""Tools of an agent's own list that are included from the start."""

READING_CORE = (("local_search",), ("search_notes", "vault_search"), ("read_note", "file_read"), ("list_notes",))
WRITING_CORE = (("local_search",), ("search_notes", "vault_search"), ("read_note", "file_read"))
SMALL_READING_CORE = (("local_search", "vault_search"), ("read_note", "file_read"), ("list_notes",))
SMALL_WRITING_CORE = (("local_search", "vault_search"), ("read_note", "file_read"))
"""Tools included in every request: of each group the first one that is available."""

WRITING_TOOLS = ("edit_note", "write_note")
"""Tools added if the user asks for a change."""


def selected_tools(
    available: Sequence[AnyTool], messages: Sequence[Message], window: int = 0, declared: Sequence[str] | None = None
) -> tuple[AnyTool, ...]:
    """Return those of *available* to include in a request of the conversation *messages*.

    *window* is the model's context window in tokens, 0 if not known; *declared* are the tools an agent lists, None for
    all.
    """
    finder = tuple(tool for tool in available if tool.lists_tools)
    others = {tool.name: tool for tool in available if not tool.lists_tools}
    if len(others) <= MAX_UNSELECTED or not finder:
        return tuple(others.values())
    small = 0 < window < SMALL_WINDOW
    core = _core(others, messages, declared, small=small)
    if declared is not None and len(core) == len(others):
        return core
    added = tuple(tool for tool in _needed(others, messages) if tool not in core)
    return (*core, *finder, *(_newest_that_fit(added, core, window) if small else added))


def is_too_small_for_tools(window: int) -> bool:
    """Return whether a window of *window* tokens is too small for tools and their results."""
    return 0 < window < MIN_TOOL_WINDOW


def tool_specs(tools: Iterable[AnyTool | type[AnyTool]]) -> tuple[ToolSpec, ...]:
    """Return the definitions of *tools* for a request."""
    definitions = map(tool_definition, tools)
    return tuple(ToolSpec(definition.name, definition.description, definition.parameters) for definition in definitions)


def _core(
    tools: Mapping[str, AnyTool], messages: Sequence[Message], declared: Sequence[str] | None, *, small: bool
) -> tuple[AnyTool, ...]:
    if declared is not None:
        listed = [tool for tool in tools.values() if tool.name in declared]
        return tuple(listed[: MAX_UNSELECTED if small else MAX_DECLARED_TOOLS])
    # Chosen by the first question alone, so that the beginning of each request in the conversation stays the same.
    first = next((message for message in messages if message.role == "user"), None)
    asks_for_change = first is not None and _asks_for_change(first, tools)
    reading = SMALL_READING_CORE if small else READING_CORE
    writing = SMALL_WRITING_CORE if small else WRITING_CORE
    core = [_first_available(names, tools) for names in (writing if asks_for_change else reading)]
    core += [tools.get(name) for name in WRITING_TOOLS if asks_for_change]
    return tuple(dict.fromkeys(tool for tool in core if tool is not None))


def _needed(tools: Mapping[str, AnyTool], messages: Sequence[Message]) -> list[AnyTool]:
    """Return further tools in the order the conversation needed them: by words, by calls, by `find_tools`."""
    needed: dict[str, None] = {}
    by_words = 0
    aliases = {alias: tool.name for tool in tools.values() for alias in tool.aliases}
    # A tool called without being in the request is added with the next question, so that a run keeps its tools.
    last_question = max((index for index, message in enumerate(messages) if message.role == "user"), default=0)
    for index, message in enumerate(messages):
        if message.role == "user":
            if _asks_for_change(message, tools):
                needed.update(dict.fromkeys(WRITING_TOOLS))
            for tool in named_tools(_own_words(message), tools.values()):
                if tool.name not in needed and by_words < MAX_NAMED_TOOLS:
                    needed[tool.name] = None
                    by_words += 1
        for part in message.parts:
            if isinstance(part, ToolCallPart) and index < last_question:
                needed[aliases.get(part.name, part.name)] = None
            elif isinstance(part, ToolResultPart) and not part.is_error and part.name == "find_tools":
                needed.update(dict.fromkeys(_found_names(part)))
    return [tools[name] for name in needed if name in tools]


def _asks_for_change(message: Message, tools: Mapping[str, AnyTool]) -> bool:
    """Return whether *message* asks for writing, or has a selection or open note that it may ask to change."""
    writing = [tools[name] for name in WRITING_TOOLS if name in tools]
    brings_text = any(item.kind in ("selection", "active") for item in message.context)
    return bool(writing) and (brings_text or bool(named_tools(_own_words(message), writing)))


def _own_words(message: Message) -> str:
    return " ".join(
        part.text for part in message.parts if isinstance(part, TextPart) and not (part.sources or part.hidden)
    )


def _found_names(part: ToolResultPart) -> list[str]:
    """Return the names in a result of `find_tools` that were returned with their parameters."""
    value = read_result(part)
    data: JsonValue = value.get("data") if isinstance(value, dict) else None
    entries = data if isinstance(data, list) else []
    return [
        str(entry["name"]) for entry in entries if isinstance(entry, dict) and "name" in entry and "parameters" in entry
    ]


def _first_available(names: Sequence[str], tools: Mapping[str, AnyTool]) -> AnyTool | None:
    return next((tools[name] for name in names if name in tools), None)


def _newest_that_fit(added: tuple[AnyTool, ...], core: tuple[AnyTool, ...], window: int) -> tuple[AnyTool, ...]:
    """Return the newest of *added* that fit, with *core*, into `TOOL_SHARE` of *window*; at least one."""
    remaining = int(window * TOOL_SHARE) - definition_tokens(core)
    newest: list[AnyTool] = []
    for tool in reversed(added):
        remaining -= definition_tokens((tool,))
        if remaining < 0 and newest:
            break
        newest.insert(0, tool)
    return tuple(newest)


def definition_tokens(tools: Iterable[AnyTool | type[AnyTool]]) -> int:
    """Return the estimated tokens of the definitions of *tools*."""
    return estimate_request(ModelRequest("", "", (), tool_specs(tools))).input_tokens
