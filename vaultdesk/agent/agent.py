"""Agent: who is asked: a model, the tools it may ask for, and how far it may go. The loop is answering.py."""

from copy import copy
from dataclasses import replace

from vaultdesk.agent.answering import Answering
from vaultdesk.agent.limits import Limits
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.agent.request import Asked, request_of
from vaultdesk.agent.run import Emit, Run
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message, user_message
from vaultdesk.destination import Destination
from vaultdesk.errors import UsageError
from vaultdesk.providers.provider import ModelRequest, Provider
from vaultdesk.tools.runner import ToolRunner

USUAL = Limits()
"""How far a question may go unless somebody says otherwise."""


class Agent:
    """Answers questions of any number of conversations; holds nothing of them."""

    def __init__(
        self,
        provider: Provider,
        model: str,
        runner: ToolRunner,
        label: str = "",
        limits: Limits = USUAL,
        tools_offered: bool = True,
    ) -> None:
        """*label* is `provider/name`; *tools_offered* is the vault's switch, or the person's consent for this run."""
        self.label = label or f"{provider.destination.name}/{model}"
        self._asked = Asked(provider, model, self.label, runner, limits, tools_offered)

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

    def run(self, conversation: Conversation, text: str) -> Run:
        """Ask *text*: it is added to *conversation* when the run is entered."""
        question = user_message(text)

        async def work(emit: Emit) -> None:
            conversation.append(question)
            await Answering(self._asked, conversation, question, emit).answer()

        return Run(work)

    def request(self, conversation: Conversation, text: str) -> ModelRequest:
        """Return what would be sent if *text* were asked now; without a text what the conversation has so far."""
        question = (user_message(text),) if text.strip() else ()
        messages = (*conversation.messages, *question)
        asked, last = self._asked, self._asked.limits.rounds <= 0
        return request_of(asked, conversation.id, messages, offer=asked.tools_offered and not last, last_round=last)

    def retry(self, conversation: Conversation) -> Run:
        """Ask the last question again: what came after it is dropped when the run is entered. Raises `UsageError`."""
        question = _last_question(conversation)

        async def work(emit: Emit) -> None:
            messages = conversation.messages
            after = messages[messages.index(question) + 1 :]
            if after:
                conversation.drop_after(after[0].id)
            await Answering(self._asked, conversation, question, emit).answer()

        return Run(work)


def _last_question(conversation: Conversation) -> Message:
    for message in reversed(conversation.messages):
        if message.role == "user":
            return message
    raise UsageError("There is no question to ask again.", hint="Ask one first.")
