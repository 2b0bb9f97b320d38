"""Search results as plain text before the question, for models that are given no tools."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vaultdesk.agent.token_usage import estimate_request
from vaultdesk.chat.attached_text import TRUNCATION_MARK, truncate_with_notice, wrap_attached
from vaultdesk.chat.messages import Message, Source, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.text_tokens import text_tokens, vocabulary_of
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.result_passages import read_result

# Small models mistake scores and times in JSON for the answer, and chat templates without tools drop tool results.
# The conversation keeps the search as a call with its result; only the request contains text instead.

PASSAGE_TOOL = "local_search"
"""The tool whose results become text."""

TAG_TOKENS = 14
"""Tokens of the tags around a passage, besides the name of its note."""

MIN_PASSAGE_TOKENS = 40
"""Tokens below which a truncated passage is not sent."""

SMALL_MODEL_PASSAGES = 700
"""Tokens of all passages for a small model. Measured: with 700 tokens (two to five passages) a model of 500 million
parameters answered 11 of 15 questions; with 2,400 tokens one of 135 million parameters repeats itself."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of a note found by a search."""

    path: str
    text: str
    source: Source

    def part(self) -> TextPart:
        """Return the passage between tags that name its note."""
        return TextPart(text=wrap_attached(self.text, note=self.path.removesuffix(".md")), sources=(self.source,))

    def tokens(self, model: str) -> int:
        """Return the estimated tokens of the passage with its tags, in the vocabulary of *model*."""
        return TAG_TOKENS + text_tokens(f"{self.path}\n{self.text}", vocabulary_of(model))

    def cut_to(self, tokens: int, model: str) -> "Passage":
        """Return the passage truncated to about *tokens*, in the vocabulary of *model*."""
        share = max(0, tokens - TAG_TOKENS) / max(1, self.tokens(model))
        text = truncate_with_notice(self.text, max(0, int(len(self.text) * share) - len(TRUNCATION_MARK)))
        return replace(self, text=text)


def passages_of(part: ToolResultPart) -> tuple[Passage, ...]:
    """Return the passages in a search result, best first; empty if the search failed or found nothing."""
    value = read_result(part)
    data = value.get("data") if isinstance(value, dict) else None
    left = list(part.sources)
    passages: list[Passage] = []
    for one in data if isinstance(data, list) else ():
        if not (isinstance(one, dict) and isinstance(path := one.get("path"), str)):
            continue
        source = next((source for source in left if source.path == path), None)
        if source is not None and isinstance(text := one.get("text"), str):
            left.remove(source)
            passages.append(Passage(path, text, source))
    return tuple(passages)


def passages_as_text(
    messages: Sequence[Message], max_tokens: int, model: str, *, max_passages: int | None = None
) -> tuple[Message, ...]:
    """Return *messages* with each search replaced by its passages, put before the question, within *max_tokens*.

    The newest question gets its passages first. *max_passages* limits the tokens of all passages; None for no limit.
    """
    questions: dict[int, list[Passage]] = {}
    kept: list[Message] = []
    for message in messages:
        if message.role == "user":
            questions[len(kept)] = []
        found = [
            passage
            for part in message.parts
            if isinstance(part, ToolResultPart) and part.name == PASSAGE_TOOL
            for passage in passages_of(part)
        ]
        if found and questions:
            questions[max(questions)].extend(found)
        rest = _without_searches(message)
        if rest is not None:
            kept.append(rest)
    room = max_tokens - estimate_request(ModelRequest(model, "", tuple(kept))).input_tokens
    if max_passages is not None:
        room = min(room, max_passages)
    for place in sorted(questions, reverse=True):
        parts: list[TextPart] = []
        for passage in questions[place]:
            size = passage.tokens(model)
            if size > room:
                # The best passage of the current question is always sent, truncated if necessary.
                if not parts and place == max(questions) and room >= MIN_PASSAGE_TOKENS:
                    parts.append(passage.cut_to(room, model).part())
                room = 0
                break
            parts.append(passage.part())
            room -= size
        kept[place] = kept[place].model_copy(update={"parts": (*parts, *kept[place].parts)})
    return tuple(kept)


def _without_searches(message: Message) -> Message | None:
    """Return *message* without searches and their results; None if nothing else is left."""
    parts = tuple(
        part
        for part in message.parts
        if not (isinstance(part, ToolCallPart | ToolResultPart) and part.name == PASSAGE_TOOL)
    )
    if len(parts) == len(message.parts):
        return message
    return message.model_copy(update={"parts": parts}) if parts else None


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
