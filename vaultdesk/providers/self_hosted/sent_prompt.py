"""Detects from the prompt tokens reported by a server whether it truncated the prompt or dropped the tools."""

import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing

from msgspec import Struct

from vaultdesk.chat.messages import TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.text_tokens import text_tokens, vocabulary_of
from vaultdesk.providers.provider import (
    CallReady,
    CallStarted,
    ModelEvent,
    ModelRequest,
    PromptProgress,
    Provider,
    UsageReported,
)
from vaultdesk.providers.wrappers import ProviderWrapper

LOST_TOOLS = "lost_tools"
"""The `reason` of the error if the server dropped the tools silently."""

FULL_WINDOW_MARGIN = 16
"""The window counts as full from this many tokens below it: a truncated prompt ends slightly short of it."""

TRUNCATION_RATIO = 1.4
"""A prompt counts as truncated if the estimate is more than this factor above the reported tokens. Ollama keeps half of
the window, and the estimate is never that much too high for text of any language."""

FILLED_SHARE = 0.7
"""Share of the window that the estimate must exceed for that; below it the text is assumed to have short tokens."""

LOST_TOOLS_SHARE = 0.5
"""A prompt has lost its tools if it is below this share of the estimate and as long as estimated without them."""

MESSAGE_TOLERANCE = 1.5
"""Tolerance factor, up and down, between the reported tokens and the estimate without tools. Servers that count only
tokens that were not cached report less."""

MIN_TOOLS = 200
"""Tokens of tools below which the estimate is not exact enough to conclude anything."""

TEMPLATE_TOKENS = 64
"""Tokens that a chat template adds to a short prompt."""


class SentPrompt(Struct, frozen=True):
    """Estimated size of a prompt, to compare with the tokens that the server reports."""

    window: int
    """Tokens of the context window for prompt and answer; 0 if not known."""
    message_tokens: int
    """Estimated tokens of system prompt and messages."""
    tool_tokens: int = 0
    """Estimated tokens of the tool definitions."""

    @classmethod
    def of(cls, request: ModelRequest, window: int = 0) -> "SentPrompt":
        """Return the estimate for *request*."""
        vocabulary = vocabulary_of(request.model)
        tools = request.tools if request.tool_choice.mode != "none" else ()
        definitions = (f"{tool.name} {tool.description} {json.dumps(dict(tool.parameters))}" for tool in tools)
        return cls(
            window,
            sum(text_tokens(text, vocabulary) for text in _message_texts(request)),
            sum(text_tokens(definition, vocabulary) for definition in definitions),
        )

    def overflows(self, reported: int) -> bool:
        """Return whether the prompt was likely truncated; *reported* are the tokens the server reports, 0 for none.

        Ollama does not report truncation. It removes the oldest messages until half of the window is free.
        """
        if reported <= 0 or not self.window:
            return False
        return reported >= self.window - FULL_WINDOW_MARGIN or (
            self.message_tokens > reported * TRUNCATION_RATIO
            and self.message_tokens > self.window * FILLED_SHARE
            and reported < self.window
        )

    def lost_tools(self, reported: int) -> bool:
        """Return whether *reported* tokens are about those of the prompt without its tools.

        Then the chat template of the server does not support tools, and they were dropped silently.
        """
        return (
            self.tool_tokens >= MIN_TOOLS
            and self.message_tokens / MESSAGE_TOLERANCE
            <= reported
            <= self.message_tokens * MESSAGE_TOLERANCE + TEMPLATE_TOKENS
            and reported < (self.message_tokens + self.tool_tokens) * LOST_TOOLS_SHARE
        )


def _message_texts(request: ModelRequest) -> list[str]:
    texts = [request.system]
    for message in request.messages:
        for part in message.parts:
            match part:
                case TextPart():
                    texts.append(part.text)
                case ToolResultPart():
                    texts.append(part.content)
                case ToolCallPart():
                    texts.append(f"{part.name} {part.arguments_json}")
                case _:
                    pass  # Reasoning is rarely sent back, and each server counts images differently.
    return texts


def _reported_tokens(event: ModelEvent) -> int:
    """Return the prompt tokens that *event* reports; 0 for any other event."""
    match event:
        case PromptProgress(total_tokens=tokens) | UsageReported(input_tokens=tokens):
            return tokens
        case _:
            return 0


class LostToolsGuard(ProviderWrapper):
    """Wraps *provider* for requests with native tools; raises an error if its server drops the tools silently.

    Most servers report the length of the prompt at the end of the answer, so part of it may precede the error.
    """

    def __init__(self, provider: Provider, is_known: Callable[[], bool], record: Callable[[], Awaitable[None]]) -> None:
        """*is_known* returns whether the model certainly supports tools; *record* stores that they were dropped."""
        super().__init__(provider)
        self._is_known = is_known
        self._record = record
        self._tools_arrived = False

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream the answer. Raises `ProviderError`, with the reason `LOST_TOOLS` if the tools were dropped."""
        estimate = None if self._tools_arrived or self._is_known() else SentPrompt.of(request)
        async with aclosing(self._provider.stream(request)) as events:
            async for event in events:
                reported = _reported_tokens(event)
                includes_tools = (
                    estimate is not None
                    and estimate.tool_tokens
                    and reported >= estimate.message_tokens + estimate.tool_tokens * LOST_TOOLS_SHARE
                )
                if includes_tools or isinstance(event, CallStarted | CallReady):
                    self._tools_arrived = True
                elif estimate is not None and not self._tools_arrived and estimate.lost_tools(reported):
                    await self._record()
                    raise ProviderRefused(
                        Phrase("{0} did not pass the tools on to the model", self.destination.name),
                        hint=Phrase("Ask again. VaultDesk now uses text-based tools with this model."),
                        kind="no_tools",
                        reason=LOST_TOOLS,
                    )
                yield event
