"""A request that is being prepared: its budget of the context window, and the steps that prepare its messages."""

from typing import Protocol

from msgspec import Struct

from vaultdesk.agent.run import Emit
from vaultdesk.agent.token_usage import estimate_request
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message
from vaultdesk.core.values import replace
from vaultdesk.providers.provider import ModelRequest, Provider
from vaultdesk.tools.runtime.agent_scope import UNRESTRICTED, AgentScope

ASSUMED_WINDOW = 32_000
"""Tokens assumed for a model whose window is not known: most models served today have at least as many."""

SMALL_WINDOW = 16_000
"""Tokens below which a request gets fewer tools and a shorter prompt."""

MIN_TOOL_WINDOW = 4_000
"""Tokens below which a request gets no tools: the program searches, and the model answers from the passages."""

USABLE_WINDOW_SHARE = 0.92
"""Share of a window that is used. Tokens are estimates; the server may count more."""

MIN_ANSWER_TOKENS = 256
"""Tokens kept for the answer even if the prompt leaves fewer."""

ANSWER_SHARE = 4
"""At most one part in this many of a window is reserved for the answer."""

RESULT_SHARE = 0.6
"""Share of the message budget that the tool results of one answer may take."""

PROGRAM_RESULT_SHARE = 1.0
"""The same for a search made by the program: no other result follows, and the request uses what fits."""

CHARACTERS_PER_TOKEN = 3
"""Characters per token of a tool result. Prose has more; results are JSON."""

MIN_RESULT_CHARACTERS = 1_500
"""Minimum characters of a result; a shorter one is not useful."""

TOOL_SHARE = 0.2
"""Share of a small window that tool definitions may take."""


class RequestBudget(Struct, frozen=True):
    """Tokens of a context window by part of one request."""

    window: int = 0
    """Prompt and answer together; 0 if not known."""
    system: int = 0
    """The system prompt."""
    tools: int = 0
    """The definitions of the tools."""
    instructions: int = 0
    """Instructions of agents and projects, inserted before the first question after compaction."""
    answer: int = 0
    """Maximum length of the answer."""

    @classmethod
    def of(cls, request: ModelRequest, window: int, sent: ModelRequest | None = None) -> "RequestBudget":
        """Return the budget for *request*, which contains no messages of the conversation yet.

        *sent* is the request as sent to the server if tools are given as text; None if it is *request* itself.
        """
        prompt_tokens = estimate_request(replace(request, tools=())).input_tokens
        total_tokens = estimate_request(sent or request).input_tokens
        return cls(window, system=prompt_tokens, tools=total_tokens - prompt_tokens, answer=request.max_output_tokens)

    @property
    def fixed(self) -> int:
        """Tokens of everything but the messages and the answer."""
        return self.system + self.tools + self.instructions

    @property
    def messages(self) -> int:
        """Tokens available for the messages, with room for the answer."""
        window = self.window or ASSUMED_WINDOW
        usable = int((window - min(self.answer, window // ANSWER_SHARE)) * USABLE_WINDOW_SHARE)
        return max(0, usable - self.fixed)

    def result_characters(self, calls: int, max_characters: int, share: float = RESULT_SHARE) -> int:
        """Return the maximum characters of each result of *calls* calls; *max_characters* if the window is not known.

        *share* is the share of the message budget for all results together.
        """
        if not self.window:
            return max_characters
        each = int(self.messages * share * CHARACTERS_PER_TOKEN) // max(1, calls)
        return min(max_characters, max(MIN_RESULT_CHARACTERS, each))

    def answer_limit(self, input_tokens: int) -> int:
        """Return the answer length to request after a prompt of *input_tokens*, limited by the window."""
        if not self.window:
            return self.answer
        remaining = int(self.window * USABLE_WINDOW_SHARE) - input_tokens
        return max(1, min(self.answer, max(remaining, min(MIN_ANSWER_TOKENS, self.window // ANSWER_SHARE))))


NO_BUDGET = RequestBudget()
"""Budget for an unknown window: `ASSUMED_WINDOW` is used."""


# Attaching context (text of notes and files with its sources) and compaction (a summary of what no longer fits) are
# such steps; an agent applies them in order before each request.


class PendingRequest(Struct, frozen=True):
    """A request that is being prepared."""

    conversation: Conversation
    messages: tuple[Message, ...]
    """The messages as prepared so far."""
    provider: Provider
    model: str
    """The name of the model at its provider."""
    label: str
    """`provider/name`."""
    emit: Emit
    """Emits an event of the run; only `Noticed` and `UsageReported` are allowed here."""
    budget: RequestBudget = NO_BUDGET
    """Division of the context window; `budget.messages` limits the messages."""
    preview: bool = False
    """True if nothing will be sent: the user is not asked, and the conversation is not changed."""
    agent_scope: AgentScope = UNRESTRICTED
    """What the agent may access in this run, within its project."""


class MessageStep(Protocol):
    """One step."""

    async def __call__(self, pending: PendingRequest, /) -> tuple[Message, ...]:
        """Return the messages of *pending* as they are to be sent. Raises `VaultDeskError`: then nothing is sent."""
        ...
