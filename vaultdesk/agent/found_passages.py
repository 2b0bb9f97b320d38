"""Passages of a search as plain text before the question, for models that are given no tools."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vaultdesk.agent.token_usage import estimate_request
from vaultdesk.chat.attached_text import TRUNCATION_MARK, truncate_with_notice, wrap_attached
from vaultdesk.chat.messages import Message, Source, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.text_tokens import text_tokens, vocabulary_of
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.result_passages import read_result

# Small models take scores and times in JSON for the answer, and chat templates without tools drop the results of tools.
# In the conversation the search stays a call with its result; only the request has text in its place.

PASSAGE_TOOL = "local_search"
"""The tool whose results become text."""

TAG_TOKENS = 14
"""Tokens of the tags around a passage, besides the name of its note."""

MIN_PASSAGE_TOKENS = 40
"""Tokens of a passage that is worth sending cut."""


SMALL_MODEL_PASSAGES = 700
"""Tokens of the passages for a small model: it loses the thread in more. With 700 tokens, two to five passages, a model
of 500 million parameters answered 11 of 15 questions; one of 135 million repeats itself with 2,400."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One passage of a note that was found."""

    path: str
    text: str
    source: Source

    def part(self) -> TextPart:
        """Return it between tags that name its note."""
        return TextPart(text=wrap_attached(self.text, note=self.path.removesuffix(".md")), sources=(self.source,))

    def tokens(self, model: str) -> int:
        """Return about how many tokens it is for *model*."""
        return TAG_TOKENS + text_tokens(f"{self.path}\n{self.text}", vocabulary_of(model))

    def cut_to(self, tokens: int, model: str) -> "Passage":
        """Return it cut to about *tokens* of *model*."""
        share = max(0, tokens - TAG_TOKENS) / max(1, self.tokens(model))
        text = truncate_with_notice(self.text, max(0, int(len(self.text) * share) - len(TRUNCATION_MARK)))
        return replace(self, text=text)


def passages_of(part: ToolResultPart) -> tuple[Passage, ...]:
    """Return the passages of a result, best first; none where the search failed or found nothing."""
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
    """Return *messages* with the passages that searches found before the questions, as many as fit *max_tokens*.

    The newest question gets its passages first. *max_passages* are the tokens of all passages, where there is a limit.
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
                # The best passage of the question that is asked now goes in any case, cut where it must be.
                if not parts and place == max(questions) and room >= MIN_PASSAGE_TOKENS:
                    parts.append(passage.cut_to(room, model).part())
                room = 0
                break
            parts.append(passage.part())
            room -= size
        kept[place] = kept[place].model_copy(update={"parts": (*parts, *kept[place].parts)})
    return tuple(kept)


def _without_searches(message: Message) -> Message | None:
    """Return *message* without searches and their results; None where nothing else is in it."""
    parts = tuple(
        part
        for part in message.parts
        if not (isinstance(part, ToolCallPart | ToolResultPart) and part.name == PASSAGE_TOOL)
    )
    if len(parts) == len(message.parts):
        return message
    return message.model_copy(update={"parts": parts}) if parts else None


def passage_texts(messages: Sequence[Message]) -> str:
    """Return all text of notes and results in *messages*, to look for what an answer says."""
    texts: list[str] = []
    for message in messages:
        for part in message.parts:
            if isinstance(part, ToolResultPart):
                texts.append(part.content)
            elif isinstance(part, TextPart) and message.role == "user":
                texts.append(part.text)
    return "\n".join(texts)
