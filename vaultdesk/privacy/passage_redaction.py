"""Redaction of passages of note text in the messages of a request."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from vaultdesk.chat.messages import Message, Part, TextPart, ToolResultPart
from vaultdesk.privacy.passages import RequestPassage, request_passages, without_result_rest
from vaultdesk.providers.provider import ModelRequest
from vaultdesk.tools.runtime.result_passages import map_texts, read_result, replace_values, value_at, with_result_value

KEPT_BACK_MARK = "[The user kept this passage back.]"
"""Text sent to the model in place of a passage the user left out."""

PRIVATE_MARK = "[A privacy rule of the user keeps this back.]"
"""Text sent to the model in place of a private note."""


@dataclass(frozen=True, slots=True)
class _PassageCut:
    passage: RequestPassage
    text: str
    """Replacement text."""
    keeps_name: bool
    """Whether the note's name may stay."""

    @property
    def value(self) -> JsonValue:
        return {"path": self.passage.path, "content": self.text} if self.keeps_name else {"kept_back": self.text}


def redact_passages(
    request: ModelRequest,
    cut: Mapping[str, str | None],
    hidden: Collection[str] = frozenset(),
    is_host_call: Callable[[str], bool] = lambda _call_id: False,
) -> ModelRequest:
    """Return *request* without the passages of *cut*, by id: None removes one, a text replaces it.

    The note's name stays in results of calls made by the destination itself (*is_host_call*). The passages of *hidden*
    are withheld by a rule: their notes' names are removed too.
    """
    cuts: dict[tuple[int, int], list[_PassageCut]] = {}
    for passage in request_passages(request):
        if passage.id in hidden:
            passage_cut = _PassageCut(passage, PRIVATE_MARK, keeps_name=False)
        elif passage.id in cut:
            text = cut[passage.id] or KEPT_BACK_MARK
            passage_cut = _PassageCut(passage, text, bool(cut[passage.id]) or is_host_call(passage.call_id))
        else:
            continue
        cuts.setdefault((passage.message, passage.part), []).append(passage_cut)
    return map_request_parts(request, lambda message, place, part: _with_cuts(part, cuts.get((message, place), ())))


def rewrite_passages(request: ModelRequest, texts: Mapping[str, Callable[[str], str]]) -> ModelRequest:
    """Return *request* with the text of some passages, by id, replaced by the result of a function."""
    found: dict[tuple[int, int], list[RequestPassage]] = {}
    for passage in request_passages(request):
        if passage.id in texts:
            found.setdefault((passage.message, passage.part), []).append(passage)

    def change(message: int, place: int, part: Part) -> Part:
        for passage in found.get((message, place), ()):
            part = _with_text(part, passage, texts[passage.id])
        return part

    return map_request_parts(request, change)


def map_request_parts(request: ModelRequest, change: Callable[[int, int, Part], Part]) -> ModelRequest:
    """Return *request* with each part replaced by the result of *change*, called with its message and part index."""
    messages: list[Message] = []
    for number, message in enumerate(request.messages):
        parts = tuple(change(number, place, part) for place, part in enumerate(message.parts))
        same = all(new is old for new, old in zip(parts, message.parts, strict=True))
        messages.append(message if same else message.model_copy(update={"parts": parts}))
    same = all(new is old for new, old in zip(messages, request.messages, strict=True))
    return request if same else replace(request, messages=tuple(messages))


def placeholder_part(part: Part, text: str) -> Part:
    """Return a part with *text* and no source that replaces *part*."""
    if isinstance(part, ToolResultPart):
        return part.model_copy(update={"content": json.dumps({"kept_back": text}), "sources": ()})
    return TextPart(text=text)


def _with_cuts(part: Part, cuts: Sequence[_PassageCut]) -> Part:
    if not cuts:
        return part
    whole = [one for one in cuts if not one.passage.json_path and not one.passage.is_rest]
    if whole or not isinstance(part, ToolResultPart):
        return placeholder_part(part, next((one.text for one in whole if not one.keeps_name), cuts[0].text))
    removed = [source for one in cuts if one.text in (KEPT_BACK_MARK, PRIVATE_MARK) for source in one.passage.sources]
    located = [one for one in cuts if not one.passage.is_rest]
    value = replace_values(read_result(part), {one.passage.json_path: one.value for one in located})
    kept = tuple(source for source in part.sources if not any(source is one for one in removed))
    unnamed = {one.passage.path for one in located if not one.keeps_name} - {source.path for source in kept}
    changed = with_result_value(part, _without_affected(value, unnamed)).model_copy(update={"sources": kept})
    rest = next((one for one in cuts if one.passage.is_rest), None)
    return changed if rest is None else without_result_rest(changed, rest.text)


def _without_affected(value: JsonValue, paths: Collection[str]) -> JsonValue:
    """Return the result *value* without the names of the notes at *paths* in its list of files."""
    metadata = value.get("metadata") if isinstance(value, dict) else None
    files = metadata.get("files_affected") if isinstance(metadata, dict) else None
    if not paths or not isinstance(files, list) or not isinstance(metadata, dict) or not isinstance(value, dict):
        return value
    return {**value, "metadata": {**metadata, "files_affected": [one for one in files if one not in paths]}}


def _with_text(part: Part, passage: RequestPassage, change: Callable[[str], str]) -> Part:
    if isinstance(part, TextPart):
        return part.model_copy(update={"text": change(part.text)})
    if not isinstance(part, ToolResultPart):
        return part
    value = read_result(part)
    if passage.json_path:
        return with_result_value(
            part, replace_values(value, {passage.json_path: map_texts(value_at(value, passage.json_path), change)})
        )
    return with_result_value(part, map_texts(value, change))
