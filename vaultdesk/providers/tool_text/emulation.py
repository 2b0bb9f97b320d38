"""Emulation: a provider whose model has no tools, given them by text. Wraps; looks like a provider.

Three ways. By text in one of two dialects: tools are taught in the system prompt, the conversation goes on without a
call or a result in it. Natively: the request goes on untouched, and think blocks and calls that a local server left in
the text are found all the same (PROTOCOLS 3.6).
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Literal

from vaultdesk.chat.messages import TextPart
from vaultdesk.core.errors import ProviderError
from vaultdesk.providers.events import ModelEvent
from vaultdesk.providers.provider import AUTO, ModelRequest, Provider
from vaultdesk.providers.tool_text.adapters import adapter_for
from vaultdesk.providers.tool_text.framing import TAGS, Framing
from vaultdesk.providers.tool_text.quotations import Quotations
from vaultdesk.providers.tool_text.teaching import Lesson, without_tools
from vaultdesk.providers.tool_text.text_answer import Rules, TextAnswer
from vaultdesk.providers.tool_text.transcript_text import flattened
from vaultdesk.providers.wrapper import Wrapper


class ToolEmulation(Wrapper):
    """Tools for a model that has none, or that is not to be trusted with its own."""

    def __init__(
        self, provider: Provider, *, way: Literal["native", "sentinel", "xml"], framing: Framing = TAGS
    ) -> None:
        super().__init__(provider)
        self._way = way
        self._framing = framing

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Ask with the tools as text, answer with calls. Raises `ProviderError`."""
        answer = TextAnswer(self._rules(request))
        async with aclosing(self._provider.stream(self._sent(request))) as events:
            try:
                async for event in events:
                    for heard in answer.take(event):
                        yield heard
                    if answer.hang_up:
                        break
            except ProviderError:
                for heard in answer.broken_off():
                    yield heard
                raise
        # The connection is closed before the turn is over: nothing more is made or paid for.
        if answer.hang_up:
            for heard in answer.cut_short():
                yield heard

    def _sent(self, request: ModelRequest) -> ModelRequest:
        """Return *request* as it goes on."""
        if self._way == "native" or not (request.tools or _calls_in(request)):
            return request
        adapter, dialect = adapter_for(request.model), self._way
        messages = flattened(request.messages, self._framing, dialect)
        if request.tools and request.tool_choice.mode != "none":
            lesson = Lesson(dialect, adapter, self._framing, request.tools, request.tool_choice).text()
            if adapter.hint and messages and request.messages[-1].role == "user":
                hinted = (*messages[-1].parts, TextPart(text=adapter.hint))
                messages = (*messages[:-1], messages[-1].model_copy(update={"parts": hinted}))
        else:
            lesson = without_tools(self._framing, called_before=_calls_in(request))
        system = "\n\n".join(part for part in (request.system.strip(), lesson) if part)
        return replace(request, system=system, messages=messages, tools=(), tool_choice=AUTO)

    def _rules(self, request: ModelRequest) -> Rules:
        native = self._way == "native"
        # Without tools a frame is text, unless the model saw calls in this very conversation and goes on with them:
        # the agent refuses those in its own words.
        calls = bool(request.tools) or (not native and _calls_in(request))
        return Rules(
            calls=calls and request.tool_choice.mode != "none",
            offered=frozenset(tool.name for tool in request.tools) if native else None,
            streamed=request.streamed,
            prematurity=adapter_for(request.model).prematurity,
            quotations=Quotations(request.messages),
            schemas={tool.name: tool.parameters for tool in request.tools},
        )


def _calls_in(request: ModelRequest) -> bool:
    return any(message.tool_calls for message in request.messages)
