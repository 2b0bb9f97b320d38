"""The request to the model for the next answer: messages, system prompt, and the selected tools with their schemas."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pydantic import JsonValue

from vaultdesk.agent.found_passages import SMALL_MODEL_PASSAGES, passages_as_text
from vaultdesk.agent.instructions.projects import ActiveProject
from vaultdesk.agent.instructions.vault_instructions import ChatNoteSettings
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile, Limits
from vaultdesk.agent.request_preparation import (
    MIN_TOOL_WINDOW,
    SMALL_WINDOW,
    TOOL_SHARE,
    MessageStep,
    PendingRequest,
    RequestBudget,
)
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
from vaultdesk.chat.messages import (
    Message,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
    without_refused_questions,
)
from vaultdesk.core.phrases import NO_PHRASE, Number, Phrase
from vaultdesk.core.transmission import Purpose
from vaultdesk.providers.capabilities import EmulationDialect, ToolMode
from vaultdesk.providers.gguf.model_files import label_display_name
from vaultdesk.providers.offline.offline_assistant import OFFLINE_DESTINATION
from vaultdesk.providers.provider import AnswerFormat, ModelInfo, ModelRequest, Provider, ToolSpec
from vaultdesk.providers.self_hosted.small_models import is_small_model
from vaultdesk.tools.argument_schema import tool_definition
from vaultdesk.tools.builtin.find_tools import named_tools
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.runtime.executor import ToolExecutor
from vaultdesk.tools.runtime.policy import offered_tools
from vaultdesk.tools.runtime.result_passages import read_result
from vaultdesk.tools.tool import AnyTool

AcceptedSettings = Callable[[Conversation], Awaitable[ChatNoteSettings | None]]
"""Returns the settings in the head of a conversation's note if the user accepted them."""


@dataclass(frozen=True, slots=True)
class RunConfig:
    """The model, tools and limits of a run."""

    provider: Provider
    model: str
    label: str
    executor: ToolExecutor
    limits: Limits
    tools_enabled: bool
    """Whether tools may run at all: the vault's switch, or the user's consent for this run."""
    profile: AgentProfile = DEFAULT_PROFILE
    message_steps: tuple[MessageStep, ...] = ()
    """The steps applied to the messages before each request, in order."""
    supports_tools: bool = True
    """Whether the model can call tools, natively or as text."""
    tool_mode: ToolMode = "native"
    """How the model gets tools, as far as known. Tools as text make the prompt longer."""
    context_window: Callable[[], int] = lambda: 0
    """Returns the tokens of the model's context window; 0 if not known."""
    is_untested: bool = False
    """Whether the model was not probed, and the user did not set its tool mode."""
    model_info: Callable[[], ModelInfo | None] = lambda: None
    """Returns the facts reported by the model's server; None if there are none."""
    refresh_facts: Callable[[], Awaitable[ToolMode]] | None = None
    """Updates window and tool support from the model's server if outdated, and returns the tool mode."""
    has_notes: Callable[[], bool] = lambda: False
    """Returns whether the vault has notes that an answer could be based on."""
    project: ActiveProject | None = None
    """The project of the run."""
    tools_by_text: bool = False
    """Whether tools are given as text because the provider refused them otherwise in this run."""
    user_limits: Limits | None = None
    """The limits of the user's settings, before those of the profile; None if they are `limits`."""
    accepted_settings: AcceptedSettings | None = None
    """Source of the accepted settings in the head of a conversation's note."""
    note_settings: ChatNoteSettings | None = None
    """The accepted settings in the head of the conversation's note."""
    translate: Callable[[Phrase], str] = str
    """Translates an answer of the program into the user's language."""
    purpose: Purpose = "question"
    """The purpose recorded for its requests."""

    @property
    def agent_scope(self) -> AgentScope:
        """What the calls may access."""
        agent_scope = self.profile.agent_scope
        return agent_scope if self.project is None else agent_scope.within(self.project.bounds)

    @property
    def is_small_model(self) -> bool:
        """Whether the model is small, by its server's facts or its name."""
        return is_small_model(self.model, self.model_info())

    @property
    def is_offline(self) -> bool:
        """Whether the built-in assistant answers. It reads no prompt, so its requests are not shortened."""
        return self.provider.destination == OFFLINE_DESTINATION

    @property
    def no_tools_reason(self) -> Phrase:
        """Why the model gets no tools although they are enabled; empty if it gets some.

        The program then searches the notes, and the model answers from the passages.
        """
        window = self.context_window()
        if not self.tools_enabled:
            return NO_PHRASE
        if not self.supports_tools:
            return Phrase("Tools are switched off for {0}", label_display_name(self.label))
        if is_too_small_for_tools(window):
            name = label_display_name(self.label)
            return Phrase("The context window of {0} is too small for tools ({1} tokens)", name, Number(window))
        if self.is_untested and self.provider.destination.local and self.is_small_model:
            return Phrase("{0} is a small model that was not tested with tools", label_display_name(self.label))
        return NO_PHRASE

    def named_tools(self, messages: Sequence[Message]) -> Sequence[AnyTool]:
        """Return the tools to include in a request of the conversation *messages*."""
        if self.no_tools_reason or not self.supports_tools:
            return ()
        if self.is_offline:
            return tuple(tool for tool in self.available_tools() if not tool.lists_tools)
        return selected_tools(self.available_tools(), messages, self.context_window(), self.profile.tools)

    def only_reads(self, name: str) -> bool:
        """Return whether the tool *name* reads notes and changes nothing."""
        tool = self.executor.registry.get(name)
        return tool is not None and tool.effect == "read"

    def available_tools(self) -> Sequence[AnyTool]:
        """Return the tools available to the agent; none if tools may not run."""
        registry = self.executor.registry
        return (
            offered_tools(registry, self.agent_scope, self.executor.permissions.preset()) if self.tools_enabled else ()
        )


@dataclass(frozen=True, slots=True)
class RequestOptions:
    """How one request is made."""

    offer_tools: bool = True
    """Whether tools are included."""
    last_round: bool = False
    mode_prompt: str = ""
    """Prompt of the mode; empty for the default prompt about tools."""
    calls_only: bool = False
    """Whether only the calls of the answer are used: text beside them is neither shown nor stored."""
    message_filter: Callable[[Message], Message] | None = None
    """Changes a message before it is sent; None for no change."""
    passages_as_text: bool = False
    """Whether search results are put before the question as plain text, as much as fits."""
    answer_format: AnswerFormat | None = None
    reminder: str = ""
    """A line for the model after the last message, if its last answer was empty."""


DEFAULT_REQUEST_OPTIONS = RequestOptions()
"""With every available tool."""


async def refreshed_config(config: RunConfig) -> RunConfig:
    """Return *config* with the current tool mode, after outdated facts about the model were refreshed."""
    if config.refresh_facts is None:
        return config
    tool_mode = await config.refresh_facts()
    return replace(config, tool_mode=tool_mode, supports_tools=tool_mode != "none")


async def config_for_conversation(config: RunConfig, conversation: Conversation) -> RunConfig:
    """Return *config* with the settings for *conversation*: those of the user, else those of the accepted head of its
    note.

    A profile limits them as it limits the settings.
    """
    accepted = await config.accepted_settings(conversation) if config.accepted_settings is not None else None
    defaults, choices = config.user_limits or config.limits, conversation.choices
    from_note = accepted.settings if accepted is not None else NoteSettings()
    max_tokens = choices.max_tokens if choices.max_tokens is not None else from_note.max_tokens
    limits = replace(
        defaults,
        rounds=choices.rounds if choices.rounds is not None else defaults.rounds,
        max_output_tokens=max_tokens if max_tokens is not None else defaults.max_output_tokens,
        length_is_set=max_tokens is not None,
        temperature=choices.temperature if choices.temperature is not None else from_note.temperature,
    )
    narrowed = config.profile.limits(limits) if config.profile.name else limits
    return replace(config, limits=narrowed, note_settings=accepted)


async def prepared_request(
    config: RunConfig,
    conversation: Conversation,
    messages: tuple[Message, ...],
    emit: Emit,
    options: RequestOptions = DEFAULT_REQUEST_OPTIONS,
    *,
    preview: bool = False,
) -> ModelRequest:
    """Return the request for the answer that follows *messages* of *conversation*, made to fit the context window.

    *preview* is True if nothing will be sent. Raises `VaultDeskError`.
    """
    messages = without_refused_questions(messages)
    tools = config.named_tools(messages) if options.offer_tools else ()
    budget = request_budget(config, conversation.id, tools, options)
    if options.passages_as_text and not config.is_offline:
        limit = SMALL_MODEL_PASSAGES if config.is_small_model else None
        messages = passages_as_text(messages, budget.messages, config.model, config.only_reads, max_passages=limit)
    pending = PendingRequest(
        conversation,
        messages,
        config.provider,
        config.model,
        config.label,
        emit,
        budget,
        preview,
        config.agent_scope,
    )
    for prepare in config.message_steps:
        pending = replace(pending, messages=await prepare(pending))
    messages = with_reminder(pending.messages, options.reminder)
    request = build_model_request(config, conversation.id, messages, options, tools)
    return _with_fitted_answer(config, request, budget)


def with_reminder(messages: tuple[Message, ...], reminder: str) -> tuple[Message, ...]:
    """Return *messages* with *reminder* appended, and without final answers that contain only reasoning."""
    if not reminder:
        return messages
    result = list(messages)
    while result and result[-1].role == "assistant" and not (result[-1].text.strip() or result[-1].tool_calls):
        result.pop()
    if result and result[-1].role == "user":
        # Chat templates require user and assistant messages to alternate.
        result[-1] = result[-1].model_copy(update={"parts": (*result[-1].parts, TextPart(text=reminder))})
    else:
        result.append(user_message(reminder))
    return tuple(result)


def request_budget(
    config: RunConfig, conversation_id: str, tools: Sequence[AnyTool], options: RequestOptions
) -> RequestBudget:
    """Return the budget of the model's window, measured on a request with *options* and *tools* without messages."""
    # With a question, because instructions of an agent or project are put before it.
    empty_request = build_model_request(config, conversation_id, (user_message(""),), options, tools)
    return RequestBudget.of(empty_request, config.context_window(), request_as_sent(config, empty_request))


def request_as_sent(config: RunConfig, request: ModelRequest) -> ModelRequest:
    """Return *request* as the server gets it: tools by text are part of its prompt."""
    if not (config.tools_by_text or config.tool_mode in ("sentinel", "xml")):
        return request
    # The parsers of tools by text; the built-in assistant answers without them.
    from vaultdesk.providers.tool_emulation.emulation import ToolEmulation

    dialect: EmulationDialect = "xml" if config.tool_mode == "xml" else "sentinel"
    return ToolEmulation(config.provider, mode=dialect).prepared_request(request)


def _with_fitted_answer(config: RunConfig, request: ModelRequest, budget: RequestBudget) -> ModelRequest:
    """Return *request* with the answer limited to the rest of the window; local servers always get a limit."""
    prompt = estimate_request(replace(request, tools=())).input_tokens + budget.tools
    max_tokens = budget.answer_limit(prompt)
    length_is_set = request.length_is_set or max_tokens < request.max_output_tokens or config.provider.destination.local
    return replace(request, max_output_tokens=max_tokens, length_is_set=length_is_set)


def build_model_request(
    config: RunConfig,
    conversation_id: str,
    messages: tuple[Message, ...],
    options: RequestOptions = DEFAULT_REQUEST_OPTIONS,
    tools: Sequence[AnyTool] | None = None,
) -> ModelRequest:
    """Return the request for the answer that follows *messages*, with *tools*; None selects what *messages* need."""
    if tools is None:
        tools = config.named_tools(messages) if options.offer_tools else ()
    usable = config.available_tools() if config.supports_tools else ()
    visible = tuple(_visible_message(message, options) for message in messages)
    today = datetime.now().astimezone().date()
    # Text that is sent to a server passes the gate with its source; a provider inside this program has no gate.
    in_messages = bool(config.provider.destination.host)
    profile, project = config.profile, config.project.project if config.project is not None else None
    system = system_prompt(
        today,
        profile,
        vault_use_of(usable),
        in_messages=in_messages and bool(profile.path),
        last_round=options.last_round,
        mode_prompt=options.mode_prompt,
        brief=0 < config.context_window() < SMALL_WINDOW,
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
        tools=tool_specs(tools) if options.offer_tools else (),
        max_output_tokens=config.limits.max_output_tokens,
        length_is_set=config.limits.length_is_set,
        temperature=_temperature(config, options),
        conversation_id=conversation_id,
        effort=config.limits.effort,
        force_emulation=config.tools_by_text,
        purpose=config.purpose,
        known_tools=frozenset(tool.name for tool in usable) if options.offer_tools else frozenset(),
        answer_format=options.answer_format,
    )


def _temperature(config: RunConfig, options: RequestOptions) -> float | None:
    """Return the temperature that was set, else 0 for a local model that answers from passages."""
    if config.limits.temperature is None and options.passages_as_text and config.provider.destination.local:
        return 0.0
    return config.limits.temperature


def _visible_message(message: Message, options: RequestOptions) -> Message:
    """Return *message* without parts that are for display only."""
    parts = tuple(part for part in message.parts if not (isinstance(part, TextPart) and part.hidden))
    visible = message if len(parts) == len(message.parts) else message.model_copy(update={"parts": parts})
    return visible if options.message_filter is None else options.message_filter(visible)


# Thirty definitions in every request cost more tokens than the question and do not fit the window of a local model.
# The selection only grows within a conversation: vendors cache the beginning of a request, and tools come first.
# A call to a tool that is not in the request is executed like any other.

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
