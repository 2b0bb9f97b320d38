"""Selection of the tools that a request names: a short core, what the conversation needs, and `find_tools`."""

from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from vaultdesk.agent.request_budget import MIN_TOOL_WINDOW, SMALL_WINDOW, TOOL_SHARE
from vaultdesk.agent.token_usage import estimate_request
from vaultdesk.chat.messages import Message, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.providers.provider import ModelRequest, ToolSpec
from vaultdesk.tools.runtime.result_passages import read_result
from vaultdesk.tools.tool import AnyTool
from vaultdesk.tools.tool_definition import tool_definition
from vaultdesk.tools.tool_words import named_tools

# Thirty definitions in every request cost more than the question, and no window of a local model holds them. What is
# named grows with the conversation and never shrinks: vendors cache the beginning of a request, and tools come first.
# A call of a tool that is not named is carried out as any other.

MAX_UNSELECTED = 6
"""Tools up to which all there are are named."""

MAX_NAMED_TOOLS = 3
"""Tools that the words of questions add in one conversation."""

MAX_DECLARED_TOOLS = 12
"""Tools of an agent's own list that are named at once."""

READING_CORE = (("local_search",), ("search_notes", "vault_search"), ("read_note", "file_read"), ("list_notes",))
WRITING_CORE = (("local_search",), ("search_notes", "vault_search"), ("read_note", "file_read"))
SMALL_READING_CORE = (("local_search", "vault_search"), ("read_note", "file_read"), ("list_notes",))
SMALL_WRITING_CORE = (("local_search", "vault_search"), ("read_note", "file_read"))
"""Names of the tools that are always named, each with another that takes its place where it is not there."""

WRITING_TOOLS = ("edit_note", "write_note")
"""The tools that are named where a change is asked for."""


def selected_tools(
    available: Sequence[AnyTool], messages: Sequence[Message], window: int = 0, declared: Sequence[str] | None = None
) -> tuple[AnyTool, ...]:
    """Return those of *available* that a request in the conversation *messages* names.

    *window* is the model's, 0 where nobody knows; *declared* are the tools an agent lists, None for all.
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
    return (*core, *finder, *(_within(added, core, window) if small else added))


def names_no_tools(window: int) -> bool:
    """Whether a window of *window* tokens is too small for tools and the text they find."""
    return 0 < window < MIN_TOOL_WINDOW


def tool_specs(tools: Iterable[AnyTool | type[AnyTool]]) -> tuple[ToolSpec, ...]:
    """Return *tools* as a request names them."""
    definitions = map(tool_definition, tools)
    return tuple(ToolSpec(one.name, one.description, one.parameters) for one in definitions)


def _core(
    tools: Mapping[str, AnyTool], messages: Sequence[Message], declared: Sequence[str] | None, *, small: bool
) -> tuple[AnyTool, ...]:
    if declared is not None:
        listed = [tool for tool in tools.values() if tool.name in declared]
        return tuple(listed[: MAX_UNSELECTED if small else MAX_DECLARED_TOOLS])
    # By the first question alone: what stands first in each request of a conversation stays the same.
    first = next((message for message in messages if message.role == "user"), None)
    changes = first is not None and _asks_for_change(first, tools)
    reading = SMALL_READING_CORE if small else READING_CORE
    writing = SMALL_WRITING_CORE if small else WRITING_CORE
    chosen = [_first_there(names, tools) for names in (writing if changes else reading)]
    chosen += [tools.get(name) for name in WRITING_TOOLS if changes]
    return tuple(dict.fromkeys(tool for tool in chosen if tool is not None))


def _needed(tools: Mapping[str, AnyTool], messages: Sequence[Message]) -> list[AnyTool]:
    """Return what the conversation needs besides, in the order it came up: by words, by calls, by `find_tools`."""
    needed: dict[str, None] = {}
    by_words = 0
    aliases = {alias: tool.name for tool in tools.values() for alias in tool.aliases}
    # A tool that was called without being named is named from the next question on: a call changes no request between.
    newest = max((place for place, message in enumerate(messages) if message.role == "user"), default=0)
    for place, message in enumerate(messages):
        if message.role == "user":
            if _asks_for_change(message, tools):
                needed.update(dict.fromkeys(WRITING_TOOLS))
            for tool in named_tools(_own_words(message), tools.values()):
                if tool.name not in needed and by_words < MAX_NAMED_TOOLS:
                    needed[tool.name] = None
                    by_words += 1
        for part in message.parts:
            if isinstance(part, ToolCallPart) and place < newest:
                needed[aliases.get(part.name, part.name)] = None
            elif isinstance(part, ToolResultPart) and not part.is_error and part.name == "find_tools":
                needed.update(dict.fromkeys(_found_names(part)))
    return [tools[name] for name in needed if name in tools]


def _asks_for_change(message: Message, tools: Mapping[str, AnyTool]) -> bool:
    """Whether *message* speaks of writing, or brings a text that it may be about."""
    writing = [tools[name] for name in WRITING_TOOLS if name in tools]
    brings_text = any(item.kind in ("selection", "active") for item in message.context)
    return bool(writing) and (brings_text or bool(named_tools(_own_words(message), writing)))


def _own_words(message: Message) -> str:
    return " ".join(
        part.text for part in message.parts if isinstance(part, TextPart) and not (part.sources or part.hidden)
    )


def _found_names(part: ToolResultPart) -> list[str]:
    """Return the tools that a result of `find_tools` gives with their parameters."""
    value = read_result(part)
    data: JsonValue = value.get("data") if isinstance(value, dict) else None
    found = data if isinstance(data, list) else []
    return [str(one["name"]) for one in found if isinstance(one, dict) and "name" in one and "parameters" in one]


def _first_there(names: Sequence[str], tools: Mapping[str, AnyTool]) -> AnyTool | None:
    return next((tools[name] for name in names if name in tools), None)


def _within(added: tuple[AnyTool, ...], core: tuple[AnyTool, ...], window: int) -> tuple[AnyTool, ...]:
    """Return the newest of *added* that fit beside *core* into the share of *window* that tools may take."""
    room = int(window * TOOL_SHARE) - definition_tokens(core)
    kept: list[AnyTool] = []
    for tool in reversed(added):
        room -= definition_tokens((tool,))
        if room < 0 and kept:
            break
        kept.insert(0, tool)
    return tuple(kept)


def definition_tokens(tools: Iterable[AnyTool | type[AnyTool]]) -> int:
    """Return about how many tokens the definitions of *tools* are."""
    return estimate_request(ModelRequest("", "", (), tool_specs(tools))).input_tokens
