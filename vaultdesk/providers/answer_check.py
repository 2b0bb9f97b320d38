"""Checks that an answer has the required format or calls the required tool, and retries once."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from vaultdesk.chat.messages import Message, TextPart, user_message
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.core.phrases import Phrase, verbatim
from vaultdesk.providers.answer_format import UnfitAnswer, format_instruction, formatted_answer
from vaultdesk.providers.model_events import (
    CallGrew,
    CallReady,
    CallStarted,
    ModelEvent,
    Noticed,
    TextArrived,
    TextReclassified,
    TurnEnded,
    UsageReported,
)
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.providers.wrappers import ProviderWrapper


class AnswerCheck(ProviderWrapper):
    """Wraps a provider; retries once if the answer does not meet the request's format or tool choice.

    Servers differ in what they enforce. Text and calls are buffered until the turn ends, so that only a valid answer
    is passed on. Requests without such a demand pass unchanged, as do those that continue an assistant message, whose
    answer is only the rest of it.
    """

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Stream the answer, with one retry if it is not valid. Raises `ProviderError`, also after the retry."""
        goes_on = bool(request.messages) and request.messages[-1].role == "assistant"
        is_form_required = request.answer_format is not None and request.answer_format.required
        if goes_on or (not is_form_required and request.tool_choice.mode in ("auto", "none")):
            async with aclosing(self._provider.stream(request)) as passing:
                async for event in passing:
                    yield event
            return
        spent = UsageReported(0, 0)
        asked = request
        for last_try in (False, True):
            answer = _HeldAnswer(request, last_try=last_try)
            async with aclosing(self._provider.stream(asked)) as events:
                async for event in events:
                    match event:
                        case UsageReported():
                            answer.usage = event
                            yield _sum(spent, event)
                        case TextArrived() | CallStarted() | CallGrew() | CallReady() | TurnEnded():
                            answer.events.append(event)
                        case TextReclassified():
                            answer.drop_text()
                            yield event
                        case _:
                            yield event
            spent = _sum(spent, answer.usage)
            try:
                fitting = answer.checked()
            except UnfitAnswer as misfit:
                if last_try:
                    raise ProviderRefused(
                        Phrase("{0} did not answer in the required form: {1}", request.model, verbatim(str(misfit))),
                        hint=Phrase("Ask again, or choose another model."),
                        kind="bad_request",
                    ) from None
                yield Noticed(Phrase("The answer is not in the required form, so the model is asked again."))
                asked = _asked_again(request, answer, str(misfit))
                continue
            for event in fitting:
                yield event
            return


@dataclass(slots=True)
class _HeldAnswer:
    """Buffered events of one answer."""

    request: ModelRequest
    last_try: bool
    events: list[ModelEvent] = field(default_factory=list)
    usage: UsageReported = field(default_factory=lambda: UsageReported(0, 0))

    @property
    def text(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, TextArrived))

    def drop_text(self) -> None:
        """Discard the text so far: it was reasoning, which the format does not apply to."""
        self.events = [event for event in self.events if not isinstance(event, TextArrived)]

    def checked(self) -> list[ModelEvent]:
        """Return the events to pass on. Raises `UnfitAnswer`."""
        ended = next((event for event in self.events if isinstance(event, TurnEnded)), None)
        if ended is None or ended.stop not in ("end", "tool_calls"):
            return self.events  # cut, refused or paused: the stop reason reports it
        called = [event.call.name for event in self.events if isinstance(event, CallReady)]
        choice = self.request.tool_choice
        if choice.mode == "required" and not called:
            raise UnfitAnswer("no tool is called")
        if choice.mode == "tool" and choice.name not in called:
            raise UnfitAnswer(f"the tool {choice.name} is not called")
        if self.request.answer_format is None or called:
            return self.events
        text = formatted_answer(self.text, self.request.answer_format, keep_misfit=self.last_try)
        return [TextArrived(text), *(event for event in self.events if not isinstance(event, TextArrived))]


def _asked_again(request: ModelRequest, answer: _HeldAnswer, problem: str) -> ModelRequest:
    """Return *request* with the invalid *answer* and a correction appended."""
    if request.tool_choice.mode in ("required", "tool"):
        tools = tuple(tool for tool in request.tools if request.tool_choice.name in ("", tool.name))
        named = f"the tool {request.tool_choice.name}" if request.tool_choice.name else "one of the tools"
        correction = f"You must call {named} now. Do not answer in words."
        # As text: a model that does not call a tool natively often does so when the prompt shows the syntax.
        changed = replace(request, tools=tools, force_emulation=True)
    else:
        assert request.answer_format is not None
        correction = f"This answer is not valid: {problem}. {format_instruction(request.answer_format)}"
        changed = request
    said = (Message(role="assistant", parts=(TextPart(text=answer.text),)),) if answer.text.strip() else ()
    return replace(changed, messages=(*request.messages, *said, user_message(correction)))


def _sum(one: UsageReported, other: UsageReported) -> UsageReported:
    costs = [usage.cost for usage in (one, other) if usage.cost is not None]
    return UsageReported(
        one.input_tokens + other.input_tokens,
        one.output_tokens + other.output_tokens,
        one.cached_tokens + other.cached_tokens,
        one.reasoning_tokens + other.reasoning_tokens,
        sum(costs) if costs else None,
    )
