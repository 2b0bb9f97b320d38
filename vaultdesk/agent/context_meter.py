"""Context meter: how much of a model's window a conversation fills with the next question. Asks no model."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from vaultdesk.agent.compaction import beginning
from vaultdesk.agent.context_window import ENDLESS
from vaultdesk.agent.estimate import estimate
from vaultdesk.agent.profile import PLAIN, AgentProfile
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import Conversation
from vaultdesk.providers.provider import ModelRequest

NEAR = 0.8
"""Share of the window from which on it is worth a word: the next long answer may not fit."""


@dataclass(frozen=True, slots=True)
class Fill:
    """How full a window is."""

    used: int
    """About how many tokens the next request is, its answer not counted."""
    window: int
    """How many there may be; 0 where nobody knows, or there is no end."""
    summed_up: int = 0
    """Messages that are replaced by a summary for the model."""
    near: bool = False
    """Whether it is nearly full."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What would be sent, and to whom."""

    request: ModelRequest
    label: str
    """`provider/name`."""


Looked = Callable[[Conversation, Question, str | None, AgentProfile], Awaitable[Wanted]]
"""Makes the request that would be sent, and sends nothing."""


class ContextMeter:
    """Measures conversations, of whichever model."""

    def __init__(self, look: Looked, window: Callable[[str], int], compacts: Callable[[], bool]) -> None:
        """*window* tells the tokens a model takes by its label; *compacts* whether long chats are summed up."""
        self._look = look
        self._window = window
        self._compacts = compacts

    async def measure(
        self,
        conversation: Conversation,
        question: Question | str = "",
        model: str | None = None,
        profile: AgentProfile = PLAIN,
    ) -> Fill:
        """Return how full the window would be with *question*. Raises `VaultDeskError` where it could not be asked."""
        wanted = await self._look(conversation, Question.of(question), model, profile)
        used, window = estimate(wanted.request).input_tokens, self._window(wanted.label)
        summed = beginning(conversation, conversation.messages).summed if self._compacts() else 0
        if window >= ENDLESS:
            return Fill(used, 0, summed)
        return Fill(used, window, summed, near=bool(window) and used >= NEAR * window)
