"""The agent: a model with tools, permissions and modes, which answers the questions of conversations, quotes the
notes for one, and defines words."""

from collections.abc import Awaitable, Callable
from copy import copy

from msgspec import Struct

from vaultdesk.agent.answer_modes import ModeDefaults, PlanFirstMode, mode_for
from vaultdesk.agent.profile import AgentProfile, Limits
from vaultdesk.agent.question import Question
from vaultdesk.agent.request import prepared_request, request_as_sent
from vaultdesk.agent.request_preparation import MessageStep
from vaultdesk.agent.run import Emit, Run, RunEvent, RunFailed
from vaultdesk.agent.run_config import AcceptedSettings, RunConfig, config_for_conversation, refreshed_config
from vaultdesk.agent.run_loop import RunLoop
from vaultdesk.chat.attached_text import wrap_attached
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.messages import Message, Source, TextPart
from vaultdesk.core.errors import ProviderBroken, UsageError, VaultDeskError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.transmission import Destination, Purpose
from vaultdesk.core.values import replace
from vaultdesk.providers.capabilities import ToolMode
from vaultdesk.providers.offline.offline_replies import without_signature
from vaultdesk.providers.provider import ModelInfo, ModelRequest, Provider
from vaultdesk.tools.builtin.vocabulary_notes import MAX_MEANING_CHARACTERS, VocabularyWord
from vaultdesk.tools.runtime.executor import ToolExecutor

DEFAULT_LIMITS = Limits()
"""Default limits of a question."""


class Agent:
    """Answers questions of any number of conversations; keeps no state of them."""

    def __init__(
        self,
        provider: Provider,
        model: str,
        executor: ToolExecutor,
        label: str = "",
        limits: Limits = DEFAULT_LIMITS,
        tools_enabled: bool = True,
    ) -> None:
        """*label* is `provider/name`; *tools_enabled* is the vault's switch, or the user's consent for this run."""
        self.label = label or f"{provider.destination.name}/{model}"
        self._mode_defaults = ModeDefaults()
        self._config = RunConfig(provider, model, self.label, executor, limits, tools_enabled)

    @property
    def name(self) -> str:
        """The name of the agent's profile; empty for the default assistant."""
        return self._config.profile.name

    @property
    def destination(self) -> Destination:
        return self._config.provider.destination

    def with_profile(self, profile: AgentProfile) -> "Agent":
        """Return an agent with the same model and tools that follows *profile*: its instructions, scope and limits."""
        agent = copy(self)
        user_limits = self._config.user_limits or self._config.limits
        agent._config = replace(
            self._config, profile=profile, limits=profile.limits(self._config.limits), user_limits=user_limits
        )
        return agent

    def with_accepted_settings(self, accepted: AcceptedSettings) -> "Agent":
        """Return a copy of the agent that applies the instructions and values of chat notes given by *accepted*."""
        agent = copy(self)
        agent._config = replace(self._config, accepted_settings=accepted)
        return agent

    def with_purpose(self, purpose: Purpose) -> "Agent":
        """Return the same agent whose requests are recorded as sent for *purpose*."""
        agent = copy(self)
        agent._config = replace(self._config, purpose=purpose)
        return agent

    def with_language(self, translate: Callable[[Phrase], str]) -> "Agent":
        """Return a copy of the agent that translates the program's own texts with *translate*."""
        agent = copy(self)
        agent._config = replace(self._config, translate=translate)
        return agent

    def with_message_steps(self, *steps: MessageStep) -> "Agent":
        """Return a copy of the agent that applies *steps* to the messages before each request."""
        agent = copy(self)
        agent._config = replace(self._config, message_steps=(*self._config.message_steps, *steps))
        return agent

    def with_model_facts(
        self,
        *,
        tool_mode: ToolMode = "native",
        context_window: Callable[[], int] = lambda: 0,
        is_untested: bool = False,
        model_info: Callable[[], ModelInfo | None] = lambda: None,
        refresh_facts: Callable[[], Awaitable[ToolMode]] | None = None,
        has_notes: Callable[[], bool] = lambda: False,
    ) -> "Agent":
        """Return a copy of the agent with facts about its model.

        *context_window* returns tokens, 0 if not known. *model_info* returns the facts reported by the server.
        *refresh_facts* is awaited before a question is prepared; it updates outdated facts and returns the tool mode.
        *has_notes* returns whether the vault has notes that an answer could be based on.
        """
        agent = copy(self)
        agent._config = replace(
            self._config,
            tool_mode=tool_mode,
            context_window=context_window,
            is_untested=is_untested,
            model_info=model_info,
            refresh_facts=refresh_facts,
            has_notes=has_notes,
        )
        return agent

    def with_mode_defaults(self, defaults: ModeDefaults, *, supports_tools: bool = True) -> "Agent":
        """Return a copy of the agent that uses *defaults* if neither question nor conversation names a mode.

        *supports_tools* says whether its model can call tools.
        """
        agent = copy(self)
        agent._mode_defaults, agent._config = defaults, replace(self._config, supports_tools=supports_tools)
        return agent

    def run(self, conversation: Conversation, question: Question | str) -> Run:
        """Return a run that adds *question* to *conversation* when it is entered, and answers it."""
        question = Question.of(question)
        message = question.message()
        return Run(AnswerTask(self._config, self._mode_defaults, conversation, message, question.plan_first))

    async def request(self, conversation: Conversation, question: Question | str) -> ModelRequest:
        """Return the request that would be sent first for *question*; an empty question adds nothing to the
        conversation.

        Raises `UsageError` if the question cannot be asked.
        """
        return (await self._planned_request(conversation, question))[1]

    async def request_as_sent(self, conversation: Conversation, question: Question | str) -> ModelRequest:
        """Return the request as the server would get it, with tools as text in its prompt. Raises `UsageError`."""
        return request_as_sent(*await self._planned_request(conversation, question))

    async def _planned_request(
        self, conversation: Conversation, question: Question | str
    ) -> tuple[RunConfig, ModelRequest]:
        question = Question.of(question)
        added = () if question.is_empty else (question.message(),)
        mode = mode_for(self._mode_defaults, conversation.choices, question.mode, plan_first=question.plan_first)
        config = await mode.narrowed_config(await config_for_conversation(self._config, conversation))
        messages = (*conversation.messages, *added)
        options = mode.first_request_options(config)
        return config, await prepared_request(config, conversation, messages, _ignore_event, options, preview=True)

    def retry(self, conversation: Conversation) -> Run:
        """Return a run that answers the last question again, dropping its old answer first. Raises `UsageError`."""
        return Run(RetryTask(self._config, self._mode_defaults, conversation, _last_question(conversation)))


class AnswerTask(Struct, frozen=True):
    """The work of a run that adds a new question to a conversation and answers it."""

    config: RunConfig
    mode_defaults: ModeDefaults
    conversation: Conversation
    message: Message
    plan_first: bool

    async def run(self, emit: Emit) -> None:
        self.conversation.append(self.message)
        run = RunLoop(self.config, self.conversation, self.message, emit)
        await answer_message(run, self.mode_defaults, plan_first=self.plan_first)


class RetryTask(Struct, frozen=True):
    """The work of a run that drops the answer to a question of a conversation and answers it again."""

    config: RunConfig
    mode_defaults: ModeDefaults
    conversation: Conversation
    message: Message

    async def run(self, emit: Emit) -> None:
        messages = self.conversation.messages
        followers = messages[messages.index(self.message) + 1 :]
        if followers:
            self.conversation.remove_from(followers[0].id)
        plan_first = any(message.mode == PlanFirstMode.name for message in followers)
        run = RunLoop(self.config, self.conversation, self.message, emit)
        await answer_message(run, self.mode_defaults, plan_first=plan_first)


async def answer_message(run: RunLoop, mode_defaults: ModeDefaults, *, plan_first: bool) -> None:
    """Choose the mode for the question of *run* and let it answer, with the events of the start and the end."""
    async with run.events():
        mode = mode_for(mode_defaults, run.conversation.choices, run.question.mode, plan_first=plan_first)
        run.mode = mode.name
        config = await refreshed_config(run.config)
        run.config = await config_for_conversation(config, run.conversation)
        run.stop = await mode.answer(run)


def _ignore_event(_event: RunEvent) -> None:
    """Discard an event: a preview of a request has no reader."""


def _last_question(conversation: Conversation) -> Message:
    for message in reversed(conversation.messages):
        if message.role == "user":
            return message
    raise UsageError(Phrase("There is no question to ask again."), hint=Phrase("Ask one first."))


async def quotes_on(question: str, offline: Agent) -> str:
    """Return sentences of the notes that *offline*, the built-in assistant, finds for *question*, as Markdown.

    Empty if it gives no answer. The conversation is not stored. Raises `VaultDeskError`.
    """
    conversation = Conversation(choices=ChatChoices(mode="agent"))
    async with offline.run(conversation, question) as run:
        await _run_to_end(run)
    last = conversation.messages[-1]
    return without_signature(last.text) if last.role == "assistant" else ""


async def _run_to_end(run: Run) -> None:
    """Wait for the end of *run*, and raise the error with which it failed."""
    failed: VaultDeskError | None = None
    async for event in run:
        if isinstance(event, RunFailed):
            failed = event.error
    if failed is not None:
        raise failed


DEFINITION_QUESTION = (
    "What does the word or phrase above mean? The answer is for a flashcard. Answer with the meaning alone: one or "
    "two short phrases of at most 200 characters, plain text without quotes or Markdown, no sentence around it. If "
    "it is a word of another language than English, give the English meaning."
)
"""The question to the model; the word is placed before it, as text of its note."""

QUOTE_CHARACTERS = "\"'“”„«»*_` "


async def define_word(word: VocabularyWord, agent: Agent) -> str:
    """Return *agent*'s definition of *word*, under the privacy rules of its note. Raises `VaultDeskError`."""
    conversation = Conversation(title=word.word, choices=ChatChoices(mode="chat"))
    source = Source(path=word.path, characters=len(word.word))
    word_part = TextPart(text=wrap_attached(word.word, word=word.path), sources=(source,))
    conversation.append(Message(role="user", parts=(word_part, TextPart(text=DEFINITION_QUESTION)), mode="chat"))
    async with agent.with_purpose("definition").retry(conversation) as run:
        await _run_to_end(run)
    answer = conversation.messages[-1]
    text = answer.text.strip() if answer.role == "assistant" else ""
    meaning = "\n".join(" ".join(line.split()) for line in text.splitlines() if line.strip()).strip(QUOTE_CHARACTERS)
    if not meaning or answer.cut:
        raise ProviderBroken(
            Phrase("The model gave no meaning."), hint=Phrase("Ask again, or write it yourself."), kind="protocol"
        )
    return meaning[:MAX_MEANING_CHARACTERS]
