"""The request to the model for the next answer: messages and system prompt, fitted to the context window."""

from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec import Struct

from vaultdesk.agent.found_passages import SMALL_MODEL_PASSAGES, passages_as_text
from vaultdesk.agent.request_preparation import SMALL_WINDOW, PendingRequest, RequestBudget
from vaultdesk.agent.run import Emit
from vaultdesk.agent.run_config import RunConfig
from vaultdesk.agent.system_prompt import (
    CHAT_NOTE_PROMPT,
    project_prompt,
    system_prompt,
    vault_use_of,
    with_instructions,
)
from vaultdesk.agent.token_usage import estimate_request
from vaultdesk.agent.tool_selection import tool_specs
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, TextPart, user_message, without_refused_questions
from vaultdesk.core.values import replace
from vaultdesk.providers.capabilities import EmulationDialect
from vaultdesk.providers.provider import AnswerFormat, ModelRequest
from vaultdesk.tools.tool import AnyTool


class RequestOptions(Struct, frozen=True):
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
    if config.is_offline:  # Its window is unlimited: nothing needs to be counted.
        return RequestBudget(config.context_window(), answer=config.limits.max_output_tokens)
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
    prompt = 0 if config.is_offline else estimate_request(replace(request, tools=())).input_tokens + budget.tools
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
