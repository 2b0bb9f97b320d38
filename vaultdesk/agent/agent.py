"""The agent: a model with tools, permissions and modes, which answers the questions of conversations."""

from copy import copy
from dataclasses import replace

from vaultdesk.agent.message_pipeline import MessageStep
from vaultdesk.agent.modes.mode_choice import ModeDefaults, PlanFirst, mode_for
from vaultdesk.agent.profile import AgentProfile, Limits
from vaultdesk.agent.question import Question
from vaultdesk.agent.request import RunConfig, build_model_request, prepare_messages
from vaultdesk.agent.run import Emit, Run, RunEvent
from vaultdesk.agent.run_loop import RunLoop
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message
from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import UsageError
from vaultdesk.providers.provider import ModelRequest, Provider
from vaultdesk.tools.runtime.executor import ToolExecutor

DEFAULT_LIMITS = Limits()
"""How far a question may go unless somebody says otherwise."""


class Agent:
    """Answers questions of any number of conversations; holds nothing of them."""

    def __init__(
        self,
        provider: Provider,
        model: str,
        runner: ToolExecutor,
        label: str = "",
        limits: Limits = DEFAULT_LIMITS,
        tools_offered: bool = True,
    ) -> None:
        """*label* is `provider/name`; *tools_offered* is the vault's switch, or the person's consent for this run."""
        self.label = label or f"{provider.destination.name}/{model}"
        self._usually = ModeDefaults()
        self._asked = RunConfig(provider, model, self.label, runner, limits, tools_offered)

    @property
    def name(self) -> str:
        """The name of the profile it works by; empty for the plain assistant."""
        return self._asked.profile.name

    @property
    def destination(self) -> Destination:
        """Where questions go."""
        return self._asked.provider.destination

    def working_as(self, profile: AgentProfile) -> "Agent":
        """Return the same model and tools at work as *profile*: its instructions, within its leash and its limits."""
        other = copy(self)
        other._asked = replace(self._asked, profile=profile, limits=profile.limits(self._asked.limits))
        return other

    def preparing(self, *steps: MessageStep) -> "Agent":
        """Return the same agent that does *steps* to the messages before each request."""
        other = copy(self)
        other._asked = replace(self._asked, preparing=(*self._asked.preparing, *steps))
        return other

    def asked_in(self, usually: ModeDefaults, *, able: bool = True) -> "Agent":
        """Return the same agent, asked in the way of *usually* where neither question nor conversation names one.

        *able* says whether its model can ask for tools at all.
        """
        other = copy(self)
        other._usually, other._asked = usually, replace(self._asked, able=able)
        return other

    def run(self, conversation: Conversation, asked: Question | str) -> Run:
        """Ask *asked*: it is added to *conversation* when the run is entered."""
        question = Question.of(asked)
        message = question.message()

        async def work(emit: Emit) -> None:
            conversation.append(message)
            await self._answer(RunLoop(self._asked, conversation, message, emit), plan_first=question.plan_first)

        return Run(work)

    async def request(self, conversation: Conversation, question: Question | str) -> ModelRequest:
        """Return what would be sent first if *question* were asked now; an empty one adds nothing to the conversation.

        Raises `UsageError` where it could not be asked.
        """
        question = Question.of(question)
        added = () if question.empty else (question.message(),)
        mode = mode_for(self._usually, conversation.choices, question.mode, plan_first=question.plan_first)
        asked = await mode.entered(self._asked)
        messages = (*conversation.messages, *added)
        messages = await prepare_messages(asked, conversation, messages, _unheard, looking=True)
        return build_model_request(asked, conversation.id, messages, mode.opening(asked))

    def retry(self, conversation: Conversation) -> Run:
        """Ask the last question again: what came after it is dropped when the run is entered. Raises `UsageError`."""
        question = _last_question(conversation)

        async def work(emit: Emit) -> None:
            messages = conversation.messages
            after = messages[messages.index(question) + 1 :]
            if after:
                conversation.drop_after(after[0].id)
            planned = any(message.mode == PlanFirst.name for message in after)
            await self._answer(RunLoop(self._asked, conversation, question, emit), plan_first=planned)

        return Run(work)

    async def _answer(self, run: RunLoop, *, plan_first: bool) -> None:
        async def flow(run: RunLoop) -> str:
            mode = mode_for(self._usually, run.conversation.choices, run.question.mode, plan_first=plan_first)
            run.mode = mode.name
            return await mode.answer(run)

        await run.answer(flow)


def _unheard(_event: RunEvent) -> None:
    """Nobody listens while a request is only looked at."""


def _last_question(conversation: Conversation) -> Message:
    for message in reversed(conversation.messages):
        if message.role == "user":
            return message
    raise UsageError("There is no question to ask again.", hint="Ask one first.")
