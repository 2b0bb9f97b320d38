"""The model, tools and limits of a run, and how they are completed for one conversation."""

from collections.abc import Awaitable, Callable, Sequence

from msgspec import Struct

from vaultdesk.agent.instructions.projects import ActiveProject
from vaultdesk.agent.instructions.vault_instructions import ChatNoteSettings
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile, Limits
from vaultdesk.agent.request_preparation import MessageStep
from vaultdesk.agent.tool_selection import is_too_small_for_tools, selected_tools
from vaultdesk.chat.chatgpt_md import NoteSettings
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message
from vaultdesk.core.phrases import NO_PHRASE, Number, Phrase
from vaultdesk.core.transmission import Purpose
from vaultdesk.core.values import replace
from vaultdesk.providers.capabilities import ToolMode
from vaultdesk.providers.gguf.model_files import label_display_name
from vaultdesk.providers.offline.offline_assistant import OFFLINE_DESTINATION
from vaultdesk.providers.provider import ModelInfo, Provider
from vaultdesk.providers.self_hosted.small_models import is_small_model
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.runtime.executor import ToolExecutor
from vaultdesk.tools.runtime.policy import offered_tools
from vaultdesk.tools.tool import AnyTool

AcceptedSettings = Callable[[Conversation], Awaitable[ChatNoteSettings | None]]
"""Returns the settings in the head of a conversation's note if the user accepted them."""


class RunConfig(Struct, frozen=True):
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
