"""The request to the model for the next answer: messages, system prompt and tool schemas."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from weakref import WeakKeyDictionary

from pydantic import JsonValue

from vaultdesk.agent.instructions.project_note import ActiveProject
from vaultdesk.agent.message_pipeline import MessageStep, PendingRequest
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile, Limits
from vaultdesk.agent.run import Emit
from vaultdesk.agent.system_prompt import project_prompt, system_prompt, vault_use_of, with_instructions
from vaultdesk.agent.token_usage import estimate_request
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.providers.provider import ModelRequest, Provider, ToolSpec
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.runtime.executor import ToolExecutor
from vaultdesk.tools.runtime.policy import offered_tools
from vaultdesk.tools.tool import AnyTool, Effect

# A filter inside a filter has the fields of the one around it: written out each time, two tools of thirty made a third
# of
# all that models read of tools, more than half of a small model's window.

EMPTY_DEFAULTS: tuple[JsonValue, ...] = (None, "", [], {})
"""Defaults that only repeat that a field may be left out."""

LARGE_OBJECT_FIELDS = 6
"""Fields from which an object that stands there a second time is named instead; so many same names are no chance."""

SAME_FIELDS_DESCRIPTION = "An object with the fields of `{name}`."


@dataclass(slots=True)
class _Told:
    words: set[tuple[str, str]] = field(default_factory=set)
    """Each field's name with its description, as far as they stand there already."""
    objects: dict[frozenset[str], str] = field(default_factory=dict)
    """Under which field an object with fields of these names first stands."""


def compact_schema(schema: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return *schema* without empty defaults, each description and each large object only where it first stands."""
    slimmed = _slim(dict(schema), _Told(), "")
    assert isinstance(slimmed, dict)
    return slimmed


def _slim(node: JsonValue, told: _Told, name: str) -> JsonValue:
    if isinstance(node, list):
        return [_slim(item, told, name) for item in node]
    if not isinstance(node, dict):
        return node
    fields = node.get("properties")
    if isinstance(fields, dict) and name and len(fields) >= LARGE_OBJECT_FIELDS:
        first = told.objects.setdefault(frozenset(fields), name)
        if first != name:
            return {"type": "object", "description": SAME_FIELDS_DESCRIPTION.format(name=first)}
    kept: dict[str, JsonValue] = {}
    for key, value in node.items():
        if key == "default" and value in EMPTY_DEFAULTS:
            continue
        if key == "properties" and isinstance(value, dict):
            kept[key] = {inner: _field(inner, one, told) for inner, one in value.items()}
        elif key in ("default", "const", "enum", "examples"):
            kept[key] = value
        else:
            kept[key] = _slim(value, told, name)
    return kept


def _field(name: str, node: JsonValue, told: _Told) -> JsonValue:
    if isinstance(node, dict) and isinstance(words := node.get("description"), str):
        if (name, words) in told.words:
            node = {key: value for key, value in node.items() if key != "description"}
        told.words.add((name, words))
    return _slim(node, told, name)


MAX_DESCRIPTION_CHARACTERS = 1_024
"""Characters: the wire of Chat Completions takes no more; an example that does not fit is left out."""

_SPECS: WeakKeyDictionary[AnyTool, ToolSpec] = WeakKeyDictionary()
"""What was made of each tool: what it says of itself never changes."""

EFFECT_DESCRIPTIONS: Mapping[Effect, str] = {
    "read": "reads notes",
    "write": "changes notes, the person reviews it first",
    "delete": "deletes notes, the person is asked first",
    "network": "asks the internet, the person is asked first",
    "none": "touches no notes",
}
"""What each effect comes to, for a model."""


def tool_specs(registry: ToolRegistry, tools: Sequence[AnyTool]) -> tuple[ToolSpec, ...]:
    """Return *tools*, which *registry* holds, as they are offered."""
    return tuple(_kept(registry, tool) for tool in tools)


def _kept(registry: ToolRegistry, tool: AnyTool) -> ToolSpec:
    # Thirty schemas take 40 ms to make, on the window's own thread, with every request and each look at one.
    if tool not in _SPECS:
        _SPECS[tool] = ToolSpec(tool.name, tool_description(tool), compact_schema(registry.schema(tool.name)))
    return _SPECS[tool]


def tool_description(tool: AnyTool | type[AnyTool]) -> str:
    """Return what a model reads of *tool*: its description, its category and effect, an example a line."""
    lines = [tool.description, f"({tool.category}: {EFFECT_DESCRIPTIONS[tool.effect]})"]
    for example in tool.examples:
        line = f"Example: {json.dumps(dict(example), ensure_ascii=False)}"
        if len("\n".join((*lines, line))) <= MAX_DESCRIPTION_CHARACTERS:
            lines.append(line)
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class RunConfig:
    """Who is asked, and with what."""

    provider: Provider
    model: str
    label: str
    runner: ToolExecutor
    limits: Limits
    tools_offered: bool
    """Whether tools may run at all: the vault's switch, or the person's consent for this run."""
    profile: AgentProfile = DEFAULT_PROFILE
    preparing: tuple[MessageStep, ...] = ()
    """What is done to the messages before each request, in order."""
    able: bool = True
    """Whether the model can ask for tools, by its own means or by text."""
    project: ActiveProject | None = None
    """The project it works in."""
    by_text: bool = False
    """Whether tools are given by text: in this run the provider refused them otherwise."""

    @property
    def leash(self) -> AgentScope:
        """How far the calls may go."""
        leash = self.profile.leash
        return leash if self.project is None else leash.within(self.project.bounds)

    def tools(self) -> Sequence[AnyTool]:
        """Return the tools there are for it; none where none may run."""
        registry = self.runner.registry
        return offered_tools(registry, self.leash, self.runner.permissions.preset()) if self.tools_offered else ()


@dataclass(frozen=True, slots=True)
class RequestOptions:
    """How one request is made."""

    offer: bool = True
    """Whether tools are named in it."""
    last_round: bool = False
    way: str = ""
    """What the way of asking tells the model; empty for what is usually said of tools."""
    quiet: bool = False
    """Whether only the calls of the answer matter: what it says beside them is neither shown nor kept."""
    read: Callable[[Message], Message] | None = None
    """How a message is handed on, where not as it stands."""


DEFAULT_REQUEST_OPTIONS = RequestOptions()
"""With every tool there is."""


async def prepare_messages(
    asked: RunConfig,
    conversation: Conversation,
    messages: tuple[Message, ...],
    emit: Emit,
    *,
    looking: bool = False,
) -> tuple[Message, ...]:
    """Return *messages* of *conversation* as they are to be sent; *looking* where nothing will be.

    Raises `VaultDeskError`.
    """
    if not asked.preparing:
        return messages
    beside = estimate_request(build_model_request(asked, conversation.id, ())).input_tokens
    work = PendingRequest(
        conversation,
        messages,
        asked.provider,
        asked.model,
        asked.label,
        emit,
        beside,
        asked.limits.max_output_tokens,
        looking,
        asked.leash,
    )
    for prepare in asked.preparing:
        work = replace(work, messages=await prepare(work))
    return work.messages


def build_model_request(
    asked: RunConfig,
    conversation_id: str,
    messages: tuple[Message, ...],
    manner: RequestOptions = DEFAULT_REQUEST_OPTIONS,
) -> ModelRequest:
    """Return the request for the answer that follows *messages*."""
    tools = asked.tools() if asked.able else ()
    told = tuple(_told(message, manner) for message in messages)
    today = datetime.now().astimezone().date()
    # What goes anywhere passes the gate with its source; what runs inside this program has none to pass.
    apart = bool(asked.provider.destination.host)
    profile, project = asked.profile, asked.project.project if asked.project is not None else None
    system = system_prompt(
        today,
        profile,
        vault_use_of(tools),
        apart=apart and bool(profile.path),
        last_round=manner.last_round,
        way=manner.way,
    )
    if project is not None:
        system = f"{system}\n\n{project_prompt(project, apart=apart)}"
    return ModelRequest(
        model=asked.model,
        system=system,
        messages=with_instructions(told, profile, project) if apart else told,
        tools=tool_specs(asked.runner.registry, tools) if manner.offer else (),
        max_output_tokens=asked.limits.max_output_tokens,
        conversation_id=conversation_id,
        effort=asked.limits.effort,
        by_text=asked.by_text,
    )


def _told(message: Message, manner: RequestOptions) -> Message:
    """Return *message* without what is kept for people only."""
    parts = tuple(part for part in message.parts if not (isinstance(part, TextPart) and part.hidden))
    kept = message if len(parts) == len(message.parts) else message.model_copy(update={"parts": parts})
    return kept if manner.read is None else manner.read(kept)
