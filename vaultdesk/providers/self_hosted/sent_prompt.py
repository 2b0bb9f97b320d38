"""Sent prompt: what a server's count of prompt tokens tells about the prompt: whole, cut, or without its tools."""

import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass

from vaultdesk.chat.messages import TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.text_tokens import text_tokens, vocabulary_of
from vaultdesk.providers.model_events import CallReady, CallStarted, ModelEvent, PromptProgress, UsageReported
from vaultdesk.providers.provider import ModelRequest, Provider
from vaultdesk.providers.wrappers import ProviderWrapper

LOST_TOOLS = "lost_tools"
"""The `reason` of a refusal of tools that the server did not tell."""

FULL_WINDOW_MARGIN = 16
"""Tokens below the window at which it counts as full: a cut prompt ends a few short of it."""

TRUNCATION_RATIO = 1.4
"""How many times our estimate a prompt may be shorter than before it counts as cut: Ollama keeps half of the window,
and our estimate is never so far above the truth with words of any language."""

FILLED_SHARE = 0.7
"""How much of the window our estimate must come to before a shorter prompt counts as cut, and not as short words."""

LOST_TOOLS_SHARE = 0.5
"""Share of our estimate under which a prompt has lost its tools, if without them it is as long as reported."""

WORDS_RATIO = 1.5
"""How many times our estimate of the words alone a prompt without tools may be, and what part of it at least: servers
that count only what was not cached report less."""

MIN_TOOLS = 200
"""Tokens of tools under which nothing is concluded: the estimates are not that exact."""

TEMPLATE_TOKENS = 64
"""Tokens a chat template adds to a short prompt."""


@dataclass(frozen=True, slots=True)
class SentPrompt:
    """What was sent, as far as a server's count can tell what became of it."""

    window: int
    """Tokens of the window it was to fit in, with its answer; 0 where it is not known."""
    words: int
    """About how many tokens the system prompt and the messages are."""
    tools: int = 0
    """About how many tokens the definitions of the tools are."""

    @classmethod
    def of(cls, request: ModelRequest, window: int = 0) -> "SentPrompt":
        """Return what *request* sends."""
        vocabulary = vocabulary_of(request.model)
        tools = request.tools if request.tool_choice.mode != "none" else ()
        definitions = (f"{tool.name} {tool.description} {json.dumps(dict(tool.parameters))}" for tool in tools)
        return cls(
            window,
            sum(text_tokens(text, vocabulary) for text in _words(request)),
            sum(text_tokens(definition, vocabulary) for definition in definitions),
        )

    def overflows(self, read: int) -> bool:
        """Tell whether the prompt was likely cut, of which the server says it read *read* tokens (0: it does not say).

        Ollama tells nothing of a cut. It leaves out what is oldest until half of the window is free.
        """
        if read <= 0 or not self.window:
            return False
        return read >= self.window - FULL_WINDOW_MARGIN or (
            self.words > read * TRUNCATION_RATIO and self.words > self.window * FILLED_SHARE and read < self.window
        )

    def lost_tools(self, read: int) -> bool:
        """Tell whether *read* tokens are the words without the tools: the server's chat template has no place for
        them, and left them out without a word."""
        return (
            self.tools >= MIN_TOOLS
            and self.words / WORDS_RATIO <= read <= self.words * WORDS_RATIO + TEMPLATE_TOKENS
            and read < (self.words + self.tools) * LOST_TOOLS_SHARE
        )


def _words(request: ModelRequest) -> list[str]:
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
                    pass  # Words of thought are rarely sent back, and pictures are counted differently everywhere.
    return texts


def _reported_tokens(event: ModelEvent) -> int:
    """Return how many tokens the server says the prompt is; 0 where *event* does not tell."""
    match event:
        case PromptProgress(total_tokens=read) | UsageReported(input_tokens=read):
            return read
        case _:
            return 0


class LostToolsGuard(ProviderWrapper):
    """Wraps *provider*, which is given native tools; refuses in its place where its server leaves them out silently.

    Most servers tell the length of the prompt with the end of the answer, so some of it may have arrived before the
    refusal.
    """

    def __init__(self, provider: Provider, is_known: Callable[[], bool], record: Callable[[], Awaitable[None]]) -> None:
        """*is_known* tells whether the model has tools for certain; *record* saves that they did not arrive."""
        super().__init__(provider)
        self._is_known = is_known
        self._record = record
        self._tools_arrived = False

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Ask. Raises `ProviderError`, a refusal with the reason `LOST_TOOLS` where the tools did not arrive."""
        sent = None if self._tools_arrived or self._is_known() else SentPrompt.of(request)
        async with aclosing(self._provider.stream(request)) as events:
            async for event in events:
                read = _reported_tokens(event)
                enough = sent is not None and sent.tools and read >= sent.words + sent.tools * LOST_TOOLS_SHARE
                if enough or isinstance(event, CallStarted | CallReady):
                    self._tools_arrived = True
                elif sent is not None and not self._tools_arrived and sent.lost_tools(read):
                    await self._record()
                    raise ProviderRefused(
                        Phrase("{0} did not pass the tools on to the model", self.destination.name),
                        hint=Phrase("Ask again: VaultDesk now gives it tools by text."),
                        kind="no_tools",
                        reason=LOST_TOOLS,
                    )
                yield event
