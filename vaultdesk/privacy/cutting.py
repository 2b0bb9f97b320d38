"""Cutting: a request without some of its passages, or with other text in them. Decides nothing; JSON stays JSON."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from vaultdesk.chat.messages import Message, Part, TextPart, ToolResultPart
from vaultdesk.privacy.passages import Passage, passages
from vaultdesk.privacy.result_tree import at, mapped, replaced, value_of, with_value
from vaultdesk.providers.provider import ModelRequest

KEPT = "[The user kept this passage back.]"
"""What the model reads in place of a passage the person left out."""

RULED = "[A privacy rule of the user keeps this back.]"
"""What the model reads in place of a private note."""


@dataclass(frozen=True, slots=True)
class _Cut:
    passage: Passage
    text: str
    """What the model reads instead."""
    named: bool
    """Whether the note's name may stay."""

    @property
    def value(self) -> JsonValue:
        return {"path": self.passage.path, "content": self.text} if self.named else {"kept_back": self.text}


def without(
    request: ModelRequest, cut: Mapping[str, str | None], hidden: Collection[str] = frozenset()
) -> ModelRequest:
    """Return *request* without the passages of *cut*, by id: None takes one out, a text takes its place.

    The passages of *hidden* are kept back by a rule: not even the note's name stays.
    """
    cuts: dict[tuple[int, int], list[_Cut]] = {}
    for passage in passages(request):
        if passage.id in hidden:
            one = _Cut(passage, RULED, named=False)
        elif passage.id in cut:
            one = _Cut(passage, cut[passage.id] or KEPT, named=True)
        else:
            continue
        cuts.setdefault((passage.message, passage.part), []).append(one)
    return with_parts(request, lambda message, place, part: _with_cuts(part, cuts.get((message, place), ())))


def rewritten(request: ModelRequest, texts: Mapping[str, Callable[[str], str]]) -> ModelRequest:
    """Return *request* with the text of some passages, by id, put through a function; all else stays as it is."""
    found: dict[tuple[int, int], list[Passage]] = {}
    for passage in passages(request):
        if passage.id in texts:
            found.setdefault((passage.message, passage.part), []).append(passage)

    def change(message: int, place: int, part: Part) -> Part:
        for passage in found.get((message, place), ()):
            part = _with_text(part, passage, texts[passage.id])
        return part

    return with_parts(request, change)


def with_parts(request: ModelRequest, change: Callable[[int, int, Part], Part]) -> ModelRequest:
    """Return *request* with each part, told by its message's place and its own, put through *change*."""
    messages: list[Message] = []
    for number, message in enumerate(request.messages):
        parts = tuple(change(number, place, part) for place, part in enumerate(message.parts))
        same = all(new is old for new, old in zip(parts, message.parts, strict=True))
        messages.append(message if same else message.model_copy(update={"parts": parts}))
    return replace(request, messages=tuple(messages))


def instead_of(part: Part, text: str) -> Part:
    """Return what stands in a whole part's place: *text*, and no note."""
    if isinstance(part, ToolResultPart):
        return part.model_copy(update={"content": json.dumps({"kept_back": text}), "sources": ()})
    return TextPart(text=text)


def _with_cuts(part: Part, cuts: Sequence[_Cut]) -> Part:
    if not cuts:
        return part
    whole = [one for one in cuts if not one.passage.place]
    if whole or not isinstance(part, ToolResultPart):
        return instead_of(part, next((one.text for one in whole if not one.named), cuts[0].text))
    gone = [source for one in cuts if one.text in (KEPT, RULED) for source in one.passage.sources]
    value = replaced(value_of(part), {one.passage.place: one.value for one in cuts})
    kept = tuple(source for source in part.sources if not any(source is one for one in gone))
    return with_value(part, value).model_copy(update={"sources": kept})


def _with_text(part: Part, passage: Passage, change: Callable[[str], str]) -> Part:
    if isinstance(part, TextPart):
        return part.model_copy(update={"text": change(part.text)})
    if not isinstance(part, ToolResultPart):
        return part
    value = value_of(part)
    if passage.place:
        return with_value(part, replaced(value, {passage.place: mapped(at(value, passage.place), change)}))
    return with_value(part, mapped(value, change))
