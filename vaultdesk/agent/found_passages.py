"""What tools read as plain text before the question, for models that are given no tools."""

from collections.abc import Callable, Container, Sequence

from msgspec import Struct

from vaultdesk.agent.token_usage import estimate_request
from vaultdesk.chat.attached_text import TRUNCATION_MARK, truncate_with_notice, wrap_attached
from vaultdesk.chat.messages import Message, Part, Source, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.text_tokens import text_tokens, vocabulary_of
from vaultdesk.core.values import replace
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.result_passages import locate_objects, note_texts, properties_text, read_result

# Small models mistake scores and times in JSON for the answer, and chat templates without tools drop tool results.
# The conversation keeps the calls with their results; only the request contains text instead.

PASSAGE_TOOL = "local_search"
"""The tool with which the program searches. Its calls are never in such a request, even if nothing was found."""

TAG_TOKENS = 14
"""Tokens of the tags around a text, besides the name of its note."""

MIN_PASSAGE_TOKENS = 40
"""Tokens below which a truncated passage is not sent."""

SMALL_MODEL_PASSAGES = 700
"""Tokens of all passages for a small model. Measured: with 700 tokens (two to five passages) a model of 500 million
parameters answered 11 of 15 questions; with 2,400 tokens one of 135 million parameters repeats itself."""


class Passage(Struct, frozen=True):
    """A passage of a note that a tool found or read."""

    path: str
    text: str
    sources: tuple[Source, ...]
    properties: str = ""
    """The properties of the note, as lines `name: value`."""

    def parts(self) -> tuple[TextPart, ...]:
        """Return the passage, and the properties if there are any, each between tags that name the note.

        They are separate parts because the privacy gate looks up each part as continuous text of its note.
        """
        note = self.path.removesuffix(".md")
        text = TextPart(text=wrap_attached(self.text, note=note), sources=self.sources)
        if not self.properties:
            return (text,)
        source = Source(path=self.path, characters=len(self.properties))
        wrapped = wrap_attached(self.properties, note=note, part="properties")
        return text, TextPart(text=wrapped, sources=(source,))

    def tokens(self, model: str) -> int:
        """Return the estimated tokens of the passage with its tags, in the vocabulary of *model*."""
        texts = [self.text, self.properties] if self.properties else [self.text]
        vocabulary = vocabulary_of(model)
        return sum(TAG_TOKENS + text_tokens(f"{self.path}\n{text}", vocabulary) for text in texts)

    def cut_to(self, tokens: int, model: str) -> "Passage":
        """Return the passage truncated to about *tokens*, without properties, in the vocabulary of *model*."""
        share = max(0, tokens - TAG_TOKENS) / max(1, self.tokens(model))
        text = truncate_with_notice(self.text, max(0, int(len(self.text) * share) - len(TRUNCATION_MARK)))
        return replace(self, text=text, properties="")


def passages_of(part: ToolResultPart) -> tuple[Passage, ...]:
    """Return the passages in a result, best first; empty if the call failed, or returned other facts about notes.

    The texts are exactly those of the result, so that the privacy gate recognizes what was decided on them.
    """
    located = [found_object for found_object in locate_objects(read_result(part), part.sources) if found_object.sources]
    passages = tuple(
        Passage(
            found_object.path,
            "\n".join(note_texts(found_object.value)),
            found_object.sources,
            properties_text(found_object.value),
        )
        for found_object in located
    )
    return passages if all(passage.text for passage in passages) else ()


def passages_as_text(
    messages: Sequence[Message],
    max_tokens: int,
    model: str,
    only_reads: Callable[[str], bool],
    *,
    max_passages: int | None = None,
) -> tuple[Message, ...]:
    """Return *messages* with what tools read replaced by its passages, put before the question, within *max_tokens*.

    *only_reads* returns whether the tool of that name changes nothing. Results without text of a note stay, except
    those of `PASSAGE_TOOL`. The newest question gets its passages first. *max_passages* limits the tokens of all
    passages; None for no limit.
    """
    found = [
        {
            part.call_id: passages_of(part)
            for part in message.parts
            if isinstance(part, ToolResultPart) and only_reads(part.name)
        }
        for message in messages
    ]
    replaced_calls = {call for results in found for call, passages in results.items() if passages}
    questions: dict[int, list[Passage]] = {}
    result: list[Message] = []
    stripped: Message | None = None
    for message, results in zip(messages, found, strict=True):
        if message.role == "user":
            questions[len(result)] = []
        if questions:
            questions[max(questions)].extend(passage for passages in results.values() for passage in passages)
        rest = _without_calls(message, replaced_calls)
        if rest is None:
            continue
        # Text beside a call announces it. Chat templates require user and assistant messages to alternate.
        if rest.role == "assistant" and result and result[-1] is stripped:
            result.pop()
        result.append(rest)
        stripped = rest if rest is not message and not rest.tool_calls else None
    remaining = max_tokens - estimate_request(ModelRequest(model, "", tuple(result))).input_tokens
    if max_passages is not None:
        remaining = min(remaining, max_passages)
    for index in sorted(questions, reverse=True):
        parts: list[TextPart] = []
        for passage in questions[index]:
            size = passage.tokens(model)
            if size > remaining:
                # The best passage of the current question is always sent, truncated if necessary.
                if not parts and index == max(questions) and remaining >= MIN_PASSAGE_TOKENS:
                    parts.extend(passage.cut_to(remaining, model).parts())
                remaining = 0
                break
            parts.extend(passage.parts())
            remaining -= size
        result[index] = result[index].model_copy(update={"parts": (*parts, *result[index].parts)})
    return tuple(result)


def _without_calls(message: Message, replaced_calls: Container[str]) -> Message | None:
    """Return *message* without searches of the program and the calls *replaced_calls*; None if nothing else is left."""
    parts = tuple(part for part in message.parts if not _is_replaced(part, replaced_calls))
    if len(parts) == len(message.parts):
        return message
    if message.role == "assistant" and not any(isinstance(part, ToolCallPart) for part in parts):
        # Servers refuse the reasoning behind a call, and its signature, without the call.
        parts = tuple(part for part in parts if isinstance(part, TextPart))
    return message.model_copy(update={"parts": parts}) if parts else None


def _is_replaced(part: Part, replaced_calls: Container[str]) -> bool:
    match part:
        case ToolCallPart():
            return part.name == PASSAGE_TOOL or part.id in replaced_calls
        case ToolResultPart():
            return part.name == PASSAGE_TOOL or part.call_id in replaced_calls
        case _:
            return False


def passage_texts(messages: Sequence[Message]) -> str:
    """Return the text of tool results and user messages in *messages*, in which facts of an answer are looked up."""
    texts: list[str] = []
    for message in messages:
        for part in message.parts:
            if isinstance(part, ToolResultPart):
                texts.append(part.content)
            elif isinstance(part, TextPart) and message.role == "user":
                texts.append(part.text)
    return "\n".join(texts)
