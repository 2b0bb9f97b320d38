"""Budget of one request: how the context window is divided between prompt, tools, messages and the answer."""

from dataclasses import dataclass, replace

from vaultdesk.agent.token_usage import estimate_request
from vaultdesk.providers.provider import ModelRequest

ASSUMED_WINDOW = 32_000
"""Tokens taken for granted where nobody says: most models that are served today have as many."""

SMALL_WINDOW = 16_000
"""Tokens below which a request names fewer tools and says less about them."""

MIN_TOOL_WINDOW = 4_000
"""Tokens below which no tools are named: the notes are searched first, and the model answers from the passages."""

USABLE_WINDOW_SHARE = 0.92
"""Share of a window that is used: tokens are estimated, and a server may count a few more."""

MIN_ANSWER_TOKENS = 256
"""Tokens of an answer that is worth asking for."""

ANSWER_SHARE = 4
"""The part of a window that is kept free for the answer at most."""

RESULT_SHARE = 0.6
"""Share of the room for messages that the results of one answer may take."""

PROGRAM_RESULT_SHARE = 1.0
"""The same for a search of the program's own: nothing else is looked up, and the request takes what fits of it."""

CHARACTERS_PER_TOKEN = 3
"""Characters of a result a token: fewer than of prose, as results are JSON."""

MIN_RESULT_CHARACTERS = 1_500
"""Characters that a result has at least: less says nothing."""

TOOL_SHARE = 0.2
"""Share of a small window that the definitions of tools may take."""


@dataclass(frozen=True, slots=True)
class RequestBudget:
    """What of a context window each part of one request takes, in tokens."""

    window: int = 0
    """Prompt and answer together; 0 where nobody knows."""
    system: int = 0
    """The system prompt."""
    tools: int = 0
    """The definitions of the tools."""
    instructions: int = 0
    """What is laid before the first question after the conversation was made to fit."""
    answer: int = 0
    """The longest answer that is wanted."""

    @classmethod
    def of(cls, request: ModelRequest, window: int, sent: ModelRequest | None = None) -> "RequestBudget":
        """Return the budget for *request*, which has no messages of the conversation yet.

        *sent* is the request as it is sent, where its tools are given by text.
        """
        bare = estimate_request(replace(request, tools=())).input_tokens
        whole = estimate_request(sent or request).input_tokens
        return cls(window, system=bare, tools=whole - bare, answer=request.max_output_tokens)

    @property
    def is_small(self) -> bool:
        """Whether the window is known and small."""
        return 0 < self.window < SMALL_WINDOW

    @property
    def fixed(self) -> int:
        """Tokens that every request of the conversation takes besides its messages."""
        return self.system + self.tools + self.instructions

    @property
    def messages(self) -> int:
        """Tokens the messages may be, with room for the answer."""
        window = self.window or ASSUMED_WINDOW
        usable = int((window - min(self.answer, window // ANSWER_SHARE)) * USABLE_WINDOW_SHARE)
        return max(0, usable - self.fixed)

    def result_characters(self, calls: int, most: int, share: float = RESULT_SHARE) -> int:
        """Return the characters each result of *calls* calls may have, *most* where the window is not known.

        *share* is what all results together may take of the room for messages.
        """
        if not self.window:
            return most
        each = int(self.messages * share * CHARACTERS_PER_TOKEN) // max(1, calls)
        return min(most, max(MIN_RESULT_CHARACTERS, each))

    def answer_limit(self, input_tokens: int) -> int:
        """Return the longest answer to ask for after a prompt of *input_tokens*: never more than the window holds."""
        if not self.window:
            return self.answer
        left = int(self.window * USABLE_WINDOW_SHARE) - input_tokens
        return max(1, min(self.answer, max(left, min(MIN_ANSWER_TOKENS, self.window // ANSWER_SHARE))))


NO_BUDGET = RequestBudget()
"""Where nothing is known: the assumed window."""
