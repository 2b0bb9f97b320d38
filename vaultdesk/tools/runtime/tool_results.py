"""Tool results as a model reads them: failures, and data truncated to a size limit as valid JSON."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.chat.messages import Source, ToolCallPart, ToolResultPart
from vaultdesk.chat.tool_names import nearest_tools
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.tools.runtime.result_passages import has_loose_text
from vaultdesk.tools.tool import RESULT_LIMIT, Effect, ErrorCode, ToolErrorBody, ToolMetadata, ToolResult

# A truncated result says what was removed and how to request the rest. Its sources list only the text that remains.

MARK_CHARACTERS = 60
"""Characters reserved for the mark at the end of each truncated text."""

MIN_CUT_CHARACTERS = 200
"""Minimum number of characters left of a text; below that whole items of a list are dropped instead."""

TEXT_KEYS = ("content", "preview", "excerpt", "text", "context")
"""Members with the note's text in a result that names a `path`."""

TEXT_BREAKS = ("\n\n", "\n", " ")
"""Where a text is preferably cut: between paragraphs, lines or words."""

SOURCE_LENGTH_TOLERANCE = 8
"""Characters by which a text may be longer than its source: truncation marks on either side."""


class TruncatedData(Struct, frozen=True):
    """Data that fits, with a note for the model about the rest."""

    data: JsonValue
    notice: str


def truncate_data(
    data: JsonValue, fits: Callable[[JsonValue, str], bool], arguments: Mapping[str, JsonValue]
) -> TruncatedData | None:
    """Return as much of *data* as *fits* with its note; None if not even its structure does.

    *arguments* are those of the call: if it supports paging, the note says how to continue.
    """
    low, high = MIN_CUT_CHARACTERS, longest_text_length(data)
    best: TruncatedData | None = None
    while low <= high:
        middle = (low + high) // 2
        shorter = truncate_texts(data, middle)
        candidate = TruncatedData(shorter, _rest_of_text(data, shorter, arguments))
        if fits(candidate.data, candidate.notice):
            low, best = middle + 1, candidate
        else:
            high = middle - 1
    return best or _with_fewer_items(truncate_texts(data, MIN_CUT_CHARACTERS), data, fits, arguments)


def truncate_texts(value: JsonValue, limit: int) -> JsonValue:
    """Return *value* with each text in it truncated to about *limit* characters."""
    if isinstance(value, str):
        return truncate_text(value, limit)
    if isinstance(value, list):
        return [truncate_texts(item, limit) for item in value]
    if isinstance(value, dict):
        return {key: item if key == "path" else truncate_texts(item, limit) for key, item in value.items()}
    return value


def truncate_text(text: str, limit: int) -> str:
    """Return *text* up to the end of a paragraph, else of a line, else of a word, within *limit* characters."""
    if len(text) - limit <= MARK_CHARACTERS:
        return text
    end = limit
    for text_break in TEXT_BREAKS:
        # An end in the first half would remove too much.
        position = text.rfind(text_break, limit // 2, limit + len(text_break))
        if position >= 0:
            end = position
            break
    return f"{text[:end]} … [cut: {len(text) - end:,} more characters]"


def remaining_length(text: str, cut_text: str) -> int:
    """Return how many characters of *text* are in *cut_text*, the result of `truncate_text`."""
    return len(text) if text == cut_text else cut_text.rindex(" … [cut: ")


def longest_text_length(value: JsonValue) -> int:
    match value:
        case str():
            return len(value)
        case list():
            return max(map(longest_text_length, value), default=0)
        case dict():
            return max(map(longest_text_length, value.values()), default=0)
        case _:
            return 0


def truncate_sources(sources: Sequence[Source], data: JsonValue, remaining: JsonValue) -> tuple[Source, ...]:
    """Return the parts of *sources* that are still in *remaining*, which was cut from *data*, with their characters and
    lines.

    A source whose text is in no object of its note stays while there may be some of its text.
    """
    texts: dict[str, list[tuple[str, str | None]]] = {}
    _collect_pairs(data, remaining, texts)
    remaining_texts, all_texts = set(strings_in(remaining)), set(strings_in(data))
    keeps_loose_text = has_loose_text(remaining)
    truncated: list[Source] = []
    for source in sources:
        pairs = texts.get(source.path, [])
        match = next(
            (n for n, (text, _) in enumerate(pairs) if abs(len(text) - source.characters) <= SOURCE_LENGTH_TOLERANCE),
            None,
        )
        text, shorter = pairs.pop(match) if match is not None else ("", "")
        is_unlocated = match is None and source.characters > 0
        if is_unlocated and (keeps_loose_text or source.path not in all_texts):
            truncated.append(source)
        elif source.path in remaining_texts and shorter is not None:
            truncated.append(_cut_source(source, text, shorter))
    return tuple(truncated)


def _cut_source(source: Source, text: str, shorter: str) -> Source:
    if text == shorter:
        return source
    characters = remaining_length(text, shorter)
    lines = source.first_line + text[:characters].rstrip("\n").count("\n") if source.first_line else 0
    return source.model_copy(update={"characters": characters, "last_line": lines})


def _collect_pairs(data: JsonValue, remaining: JsonValue, texts: dict[str, list[tuple[str, str | None]]]) -> None:
    """Collect each note's texts before and after; None for one that was dropped."""
    if isinstance(data, list):
        remaining_items = remaining if isinstance(remaining, list) else []
        for index, item in enumerate(data):
            _collect_pairs(item, remaining_items[index] if index < len(remaining_items) else None, texts)
    elif isinstance(data, dict):
        path = data.get("path")
        for key, value in data.items():
            shorter = remaining.get(key) if isinstance(remaining, dict) else None
            if key in TEXT_KEYS and isinstance(value, str) and isinstance(path, str):
                texts.setdefault(path, []).append((value, shorter if isinstance(shorter, str) else None))
            elif isinstance(value, list | dict):
                _collect_pairs(value, shorter, texts)


def strings_in(value: JsonValue) -> Iterator[str]:
    """Yield every text in *value*, without the keys of objects."""
    match value:
        case str():
            yield value
        case list():
            for item in value:
                yield from strings_in(item)
        case dict():
            for item in value.values():
                yield from strings_in(item)


def _rest_of_text(data: JsonValue, remaining: JsonValue, arguments: Mapping[str, JsonValue]) -> str:
    if data == remaining:
        return ""
    content = data.get("content") if isinstance(data, dict) else None
    shorter = remaining.get("content") if isinstance(remaining, dict) else None
    if isinstance(content, str) and isinstance(shorter, str) and content != shorter:
        length = remaining_length(content, shorter)
        offset = _offset(arguments) + length
        return f"{len(content) - length:,} characters remain: continue with offset={offset}, or read one section."
    if isinstance(data, list) and any(isinstance(item, dict) and "content" in item for item in data):
        return "Read the rest of a long note with read_note, by section or offset."
    return ""


def _offset(arguments: Mapping[str, JsonValue]) -> int:
    offset = arguments.get("offset")
    return offset if isinstance(offset, int) and not isinstance(offset, bool) else 0


def _with_fewer_items(
    data: JsonValue,
    original: JsonValue,
    fits: Callable[[JsonValue, str], bool],
    arguments: Mapping[str, JsonValue],
) -> TruncatedData | None:
    """Return *data* with items dropped from its largest lists in sequence, until it fits."""
    dropped, text_note = 0, _rest_of_text(original, data, arguments)
    while (list_path := _largest_list(data)) is not None:
        count = _count_at(data, list_path)
        low, high = 0, count - 1
        best: TruncatedData | None = None
        while low <= high:
            middle = (low + high) // 2
            shortened, hint = _first_items(data, list_path, middle, arguments)
            note = (
                f"{dropped + count - middle} more items were left out.{hint if not dropped else ''} {text_note}".strip()
            )
            if fits(shortened, note):
                low, best = middle + 1, TruncatedData(shortened, note)
            else:
                high = middle - 1
        if best is not None:
            return best
        data, dropped = _first_items(data, list_path, 0, arguments)[0], dropped + count
    return None


def _first_items(
    data: JsonValue, path: Sequence[str | int], count: int, arguments: Mapping[str, JsonValue]
) -> tuple[JsonValue, str]:
    """Return *data* with only the first items of the list at *path*, and how to request the next ones."""
    if not path:
        return (data[:count] if isinstance(data, list) else data), ""
    step, rest = path[0], path[1:]
    if isinstance(data, list):
        return [
            _first_items(item, rest, count, arguments)[0] if number == step else item
            for number, item in enumerate(data)
        ], ""
    assert isinstance(data, dict)
    shortened = {
        key: _first_items(item, rest, count, arguments)[0] if key == step else item for key, item in data.items()
    }
    if rest or "total_found" not in data:
        return shortened, ""
    if "returned" in shortened:
        shortened["returned"] = count
    return shortened, f" Continue with offset={_offset(arguments) + count}."


def _count_at(data: JsonValue, path: Sequence[str | int]) -> int:
    for step in path:
        if isinstance(data, list):
            data = next(item for number, item in enumerate(data) if number == step)
        elif isinstance(data, dict):
            data = next(item for key, item in data.items() if key == step)
    return len(data) if isinstance(data, list) else 0


def _largest_list(data: JsonValue) -> tuple[str | int, ...] | None:
    """Return the path of the largest list; None if no list has an item."""
    best: tuple[int, tuple[str | int, ...]] | None = None
    pending: list[tuple[tuple[str | int, ...], JsonValue]] = [((), data)]
    while pending:
        json_path, value = pending.pop()
        if isinstance(value, list) and value:
            # An outer list is always larger than an inner one: with a single item the inner one is chosen.
            size = len(json.dumps(value, ensure_ascii=False)) if len(value) > 1 else 1
            if best is None or size > best[0]:
                best = (size, json_path)
            pending += [((*json_path, number), item) for number, item in enumerate(value)]
        elif isinstance(value, dict):
            pending += [((*json_path, key), item) for key, item in value.items()]
    return best[1] if best is not None else None


CANCELLED_MESSAGE = "User cancelled tool execution"
"""Message for the model after a refusal (vaultdesk/tools/README.md, "Results")."""

TEXT_SHARES = (0.25, 0.1, 0.03, 0.0)
"""Shares of the limit for a failure's message, a note and the names of files, tried in this order."""

NON_REPEATABLE_EFFECTS: frozenset[Effect] = frozenset({"write", "delete", "network"})
"""Effects whose success must never be reported as a failure."""


def failed_result(
    code: ErrorCode,
    message: str,
    details: JsonValue = None,
    effect: Effect = "none",
    explanation: Phrase = NO_PHRASE,
    *,
    names_only: bool = False,
) -> ToolResult:
    """Return the result of a failed call.

    *message* is for the model, *explanation* for the user; a *message* that is a `Phrase` is for both.
    """
    if not explanation and isinstance(message, Phrase):
        explanation = message
    body = ToolErrorBody(code=code, message=message, details=details, explanation=explanation, names_only=names_only)
    return ToolResult(success=False, error=body, metadata=ToolMetadata(operation_type=effect))


_EXPLANATIONS: Mapping[ErrorCode, Phrase] = {
    "VALIDATION_FAILED": Phrase("The model called the tool with invalid arguments and was told which."),
    "UNKNOWN_TOOL": Phrase("There is no tool of this name."),
    "NOTE_NOT_FOUND": Phrase("There is no such note."),
    "FOLDER_NOT_FOUND": Phrase("There is no such folder."),
    "AMBIGUOUS_NOTE": Phrase("Several notes have this name."),
    "PERMISSION_DENIED": Phrase("A rule or a limit does not allow it."),
    "DANGEROUS_OPERATION": Phrase("Deletions and changes of many notes are not allowed here."),
    "RATE_LIMITED": Phrase("Too many calls, or the same one again, within a short time."),
    "TIMEOUT": Phrase("The tool took too long, so it was stopped."),
    "NOT_RUN": Phrase("It was not tried, because an earlier change of the same answer failed."),
    "CONFLICT": Phrase("A note changed in the meantime, so nothing was done."),
    "TOO_LARGE": Phrase("It was too large."),
    "READ_FAILED": Phrase("It could not be read."),
    "WRITE_FAILED": Phrase("It could not be written."),
    "SEARCH_FAILED": Phrase("The search failed."),
    "LIST_FAILED": Phrase("The list could not be created."),
    "NETWORK_FAILED": Phrase("The request over the network failed."),
}


def explanation_of(code: str, explanation: Phrase = NO_PHRASE) -> Phrase:
    """Return, for the user, why a call failed with *code*: its own *explanation*, else the meaning of the code.

    It is empty for a call that the user refused, and for an unknown code.
    """
    return explanation or next((phrase for known, phrase in _EXPLANATIONS.items() if known == code), NO_PHRASE)


def cancelled_result(reason: str = "", effect: Effect = "none") -> ToolResult:
    """Return the result of a call that the user refused, with their reason."""
    return failed_result("CANCELLED", CANCELLED_MESSAGE, {"reason": reason} if reason else None, effect)


def unknown_tool_result(name: str, known: Sequence[str] = ()) -> ToolResult:
    """Return the result of a call to an unknown tool, with the most similar of the *known* names."""
    nearest = nearest_tools(name, known)
    hint = f". The nearest names are: {', '.join(nearest)}." if nearest else ""
    return failed_result("UNKNOWN_TOOL", f"Unknown tool: {name}{hint}")


def result_part(
    call: ToolCallPart, result: ToolResult, limit: int = RESULT_LIMIT, sources: Sequence[Source] = ()
) -> ToolResultPart:
    """Return *result* for the model: valid JSON of at most *limit* characters."""
    text = _as_json(result)
    remaining_sources = tuple(sources)
    if len(text) > limit:
        text, data = _fit_to_limit(result, limit, call.arguments or {})
        remaining_sources = truncate_sources(remaining_sources, result.data, data)
    error = result.error
    return ToolResultPart(
        call_id=call.id, name=call.name, content=text, is_error=not result.success, sources=remaining_sources,
        explanation=explanation_of(error.code, error.explanation) if error is not None else NO_PHRASE,
    )  # fmt: skip


REFUSAL_CODES = frozenset({"CANCELLED", "PERMISSION_DENIED", "DANGEROUS_OPERATION", "RATE_LIMITED", "NOT_RUN"})
"""Error codes of a call that was not permitted, in contrast to one that failed."""


def has_failed(result: ToolResult) -> bool:
    """Whether a call failed, in contrast to one that was not permitted."""
    return result.error is not None and result.error.code not in REFUSAL_CODES


def not_run_result(failed_tool: str, effect: Effect) -> ToolResult:
    """Return the result of a change that is not attempted because an earlier one of the same answer failed."""
    message = (
        f"Not run: {failed_tool}, an earlier change of this answer, failed. Correct that call, then make the other "
        "calls again."
    )
    return failed_result("NOT_RUN", message, effect=effect)


def _as_json(result: ToolResult) -> str:
    return json.dumps(result.as_value(), ensure_ascii=False, separators=(",", ":"))


def _fit_to_limit(result: ToolResult, limit: int, arguments: Mapping[str, JsonValue]) -> tuple[str, JsonValue]:
    """Return *result* as text within *limit*, and the data that is still in it."""
    notice = f"This result was longer than {limit:,} characters and was cut."

    def cut_result(about: ToolResult, data: JsonValue, note: str) -> str:
        return _as_json(about.with_note(f"{notice} {note}".strip()).model_copy(update={"data": data}))

    for share in TEXT_SHARES:
        about = _shortened(result, limit, share)
        if result.error is not None:
            text = cut_result(about, None, "")
            if len(text) <= limit:
                return text, None
            continue
        truncated = truncate_data(
            result.data,
            lambda data, note: len(cut_result(about, data, note)) <= limit,  # noqa: B023 - called here
            arguments,
        )
        if truncated is not None:
            return cut_result(about, truncated.data, truncated.notice), truncated.data
    if result.success and result.metadata.operation_type in NON_REPEATABLE_EFFECTS:
        # It was done; a failure would make the model repeat it.
        return cut_result(_shortened(result, limit, 0), None, "It was done."), None
    message = f"The result is longer than {limit:,} characters. Request less."
    return _as_json(failed_result("TOO_LARGE", message, effect=result.metadata.operation_type)), None


def _shortened(result: ToolResult, limit: int, share: float) -> ToolResult:
    """Return *result* with files, note and message shortened to at most *share* of *limit* each."""
    available = int(limit * share)
    files: list[str] = []
    for path in result.metadata.files_affected:
        available -= len(json.dumps(path, ensure_ascii=False)) + 1
        if available < 0:
            break
        files.append(path)
    note = _truncated(result.metadata.note, int(limit * share))
    metadata = result.metadata.model_copy(update={"files_affected": tuple(files), "note": note})
    error = result.error
    if error is not None:
        error = error.model_copy(update={"message": _truncated(error.message, int(limit * share)), "details": None})
    return result.model_copy(update={"metadata": metadata, "error": error})


def _truncated(text: str, limit: int) -> str:
    return truncate_text(text, limit) if limit else ""
