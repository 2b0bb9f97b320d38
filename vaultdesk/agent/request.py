"""The request to the model for the next answer: messages, system prompt and tool schemas."""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from weakref import WeakKeyDictionary

from pydantic import JsonValue

from vaultdesk.agent.instructions.chat_note_settings import ChatNoteSettings
from vaultdesk.agent.instructions.project_note import ActiveProject
from vaultdesk.agent.message_pipeline import MessageStep, PendingRequest
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile, Limits
from vaultdesk.agent.run import Emit
from vaultdesk.agent.system_prompt import (
    CHAT_NOTE_PROMPT,
    project_prompt,
    system_prompt,
    vault_use_of,
    with_instructions,
)
from vaultdesk.agent.token_usage import estimate_request
from vaultdesk.chat.chatgpt_md import NoteSettings
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.transmission import Purpose
from vaultdesk.providers.provider import ModelRequest, Provider, ToolSpec
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.runtime.executor import ToolExecutor
from vaultdesk.tools.runtime.policy import offered_tools
from vaultdesk.tools.tool import AnyTool, Effect

# A filter inside a filter has the fields of the one around it: written out each time, two tools of thirty made a third
# of all that models read of tools, more than half of a small model's window.

EMPTY_DEFAULTS: tuple[JsonValue, ...] = (None, "", [], {})
"""Defaults that only repeat that a field may be left out."""

LARGE_OBJECT_FIELDS = 6
"""Fields from which an object that stands there a second time is named instead; so many same names are no chance."""

SAME_FIELDS_DESCRIPTION = "An object with the fields of `{name}`."


@dataclass(slots=True)
class _SeenFields:
    descriptions: set[tuple[str, str]] = field(default_factory=set)
    """Each field's name with its description, as far as they stand there already."""
    objects: dict[frozenset[str], str] = field(default_factory=dict)
    """Under which field an object with fields of these names first stands."""


def compact_schema(schema: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return *schema* without empty defaults, each description and each large object only where it first stands."""
    slimmed = _compact(dict(schema), _SeenFields(), "")
    assert isinstance(slimmed, dict)
    return slimmed


def _compact(node: JsonValue, seen: _SeenFields, name: str) -> JsonValue:
    if isinstance(node, list):
        return [_compact(item, seen, name) for item in node]
    if not isinstance(node, dict):
        return node
    fields = node.get("properties")
    if isinstance(fields, dict) and name and len(fields) >= LARGE_OBJECT_FIELDS:
        first = seen.objects.setdefault(frozenset(fields), name)
        if first != name:
            return {"type": "object", "description": SAME_FIELDS_DESCRIPTION.format(name=first)}
    kept: dict[str, JsonValue] = {}
    for key, value in node.items():
        if key == "default" and value in EMPTY_DEFAULTS:
            continue
        if key == "properties" and isinstance(value, dict):
            kept[key] = {inner: _compact_field(inner, one, seen) for inner, one in value.items()}
        elif key in ("default", "const", "enum", "examples"):
            kept[key] = value
        else:
            kept[key] = _compact(value, seen, name)
    return kept


def _compact_field(name: str, node: JsonValue, seen: _SeenFields) -> JsonValue:
    if isinstance(node, dict) and isinstance(words := node.get("description"), str):
        if (name, words) in seen.descriptions:
            node = {key: value for key, value in node.items() if key != "description"}
        seen.descriptions.add((name, words))
    return _compact(node, seen, name)


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
    return tuple(_cached_spec(registry, tool) for tool in tools)


def _cached_spec(registry: ToolRegistry, tool: AnyTool) -> ToolSpec:
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


AcceptedSettings = Callable[[Conversation], Awaitable[ChatNoteSettings | None]]
"""Returns the settings in the head of a conversation's note where the user accepted them."""


@dataclass(frozen=True, slots=True)
class RunConfig:
    """Who is asked, and with what."""

    provider: Provider
    model: str
    label: str
    executor: ToolExecutor
    limits: Limits
    tools_enabled: bool
    """Whether tools may run at all: the vault's switch, or the person's consent for this run."""
    profile: AgentProfile = DEFAULT_PROFILE
    message_steps: tuple[MessageStep, ...] = ()
    """What is done to the messages before each request, in order."""
    supports_tools: bool = True
    """Whether the model can ask for tools, by its own means or by text."""
    project: ActiveProject | None = None
    """The project it works in."""
    tools_by_text: bool = False
    """Whether tools are given by text: in this run the provider refused them otherwise."""
    user_limits: Limits | None = None
    """The limits of the user's settings, before those of the profile; None where they are `limits`."""
    accepted_settings: AcceptedSettings | None = None
    """Where the accepted settings in the head of a conversation's note come from."""
    note_settings: ChatNoteSettings | None = None
    """The accepted settings in the head of the conversation's note."""
    translate: Callable[[Phrase], str] = str
    """Puts an answer in the program's own words into the person's language."""
    purpose: Purpose = "question"
    """What it is asked for."""

    @property
    def agent_scope(self) -> AgentScope:
        """How far the calls may go."""
        agent_scope = self.profile.agent_scope
        return agent_scope if self.project is None else agent_scope.within(self.project.bounds)

    def available_tools(self) -> Sequence[AnyTool]:
        """Return the tools there are for it; none where none may run."""
        registry = self.executor.registry
        return (
            offered_tools(registry, self.agent_scope, self.executor.permissions.preset()) if self.tools_enabled else ()
        )


@dataclass(frozen=True, slots=True)
class RequestOptions:
    """How one request is made."""

    offer_tools: bool = True
    """Whether tools are named in it."""
    last_round: bool = False
    mode_prompt: str = ""
    """What the way of asking tells the model; empty for what is usually said of tools."""
    calls_only: bool = False
    """Whether only the calls of the answer matter: what it says beside them is neither shown nor kept."""
    message_filter: Callable[[Message], Message] | None = None
    """How a message is handed on, where not as it stands."""


DEFAULT_REQUEST_OPTIONS = RequestOptions()
"""With every tool there is."""


async def config_for_conversation(config: RunConfig, conversation: Conversation) -> RunConfig:
    """Return *config* with what was set for *conversation*: by the user, else by the accepted head of its note.

    A profile narrows that as it narrows the settings.
    """
    accepted = await config.accepted_settings(conversation) if config.accepted_settings is not None else None
    usual, choices = config.user_limits or config.limits, conversation.choices
    asked = accepted.settings if accepted is not None else NoteSettings()
    max_tokens = choices.max_tokens if choices.max_tokens is not None else asked.max_tokens
    limits = replace(
        usual,
        rounds=choices.rounds if choices.rounds is not None else usual.rounds,
        max_output_tokens=max_tokens if max_tokens is not None else usual.max_output_tokens,
        length_is_set=max_tokens is not None,
        temperature=choices.temperature if choices.temperature is not None else asked.temperature,
    )
    narrowed = config.profile.limits(limits) if config.profile.name else limits
    return replace(config, limits=narrowed, note_settings=accepted)


async def prepare_messages(
    config: RunConfig,
    conversation: Conversation,
    messages: tuple[Message, ...],
    emit: Emit,
    *,
    preview: bool = False,
) -> tuple[Message, ...]:
    """Return *messages* of *conversation* as they are to be sent; *preview* where nothing will be.

    Raises `VaultDeskError`.
    """
    if not config.message_steps:
        return messages
    overhead = estimate_request(build_model_request(config, conversation.id, ())).input_tokens
    pending = PendingRequest(
        conversation,
        messages,
        config.provider,
        config.model,
        config.label,
        emit,
        overhead,
        config.limits.max_output_tokens,
        preview,
        config.agent_scope,
    )
    for prepare in config.message_steps:
        pending = replace(pending, messages=await prepare(pending))
    return pending.messages


def build_model_request(
    config: RunConfig,
    conversation_id: str,
    messages: tuple[Message, ...],
    options: RequestOptions = DEFAULT_REQUEST_OPTIONS,
) -> ModelRequest:
    """Return the request for the answer that follows *messages*."""
    tools = config.available_tools() if config.supports_tools else ()
    visible = tuple(_visible_message(message, options) for message in messages)
    today = datetime.now().astimezone().date()
    # What goes anywhere passes the gate with its source; what runs inside this program has none to pass.
    in_messages = bool(config.provider.destination.host)
    profile, project = config.profile, config.project.project if config.project is not None else None
    system = system_prompt(
        today,
        profile,
        vault_use_of(tools),
        in_messages=in_messages and bool(profile.path),
        last_round=options.last_round,
        mode_prompt=options.mode_prompt,
    )
    if project is not None:
        system = f"{system}\n\n{project_prompt(project, in_messages=in_messages)}"
    note_settings = config.note_settings if in_messages else None
    if note_settings is not None and note_settings.settings.instructions:
        system = f"{system}\n\n{CHAT_NOTE_PROMPT}"
    return ModelRequest(
        model=config.model,
        system=system,
        messages=with_instructions(visible, profile, project, note_settings) if in_messages else visible,
        tools=tool_specs(config.executor.registry, tools) if options.offer_tools else (),
        max_output_tokens=config.limits.max_output_tokens,
        length_is_set=config.limits.length_is_set,
        temperature=config.limits.temperature,
        conversation_id=conversation_id,
        effort=config.limits.effort,
        force_emulation=config.tools_by_text,
        purpose=config.purpose,
    )


def _visible_message(message: Message, options: RequestOptions) -> Message:
    """Return *message* without what is kept for people only."""
    parts = tuple(part for part in message.parts if not (isinstance(part, TextPart) and part.hidden))
    kept = message if len(parts) == len(message.parts) else message.model_copy(update={"parts": parts})
    return kept if options.message_filter is None else options.message_filter(kept)
