"""Tool results of a conversation, parsed for the offline assistant."""

import json
from collections.abc import Mapping, Sequence

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.chat.messages import Message, ToolCallPart, ToolResultPart
from vaultdesk.core.phrases import Phrase
from vaultdesk.index.chunks import HEADING_SEPARATOR
from vaultdesk.providers.lenient_json import count_of, list_of, object_of, text_of
from vaultdesk.providers.offline.note_sentences import plain_markdown
from vaultdesk.providers.offline.quotes import QuoteSource

_UNREADABLE_PREFIXES = ("File not found", "Error reading file")
"""Beginnings of a `file_read` result for a note it could not read."""

_UNFIT_CODES = frozenset(
    ("NOTE_NOT_FOUND", "FOLDER_NOT_FOUND", "AMBIGUOUS_NOTE", "VALIDATION_FAILED", "INVALID_ARGUMENTS", "TOOL_NOT_FOUND")
)
"""Error codes of a call for something that does not exist, as opposed to a refused one."""

_USER_PHRASES = {
    "The user chose": "You chose",
    "The user stopped": "You stopped",
}
"""Phrases about the user in tool results for models, and their form when addressed to the user."""


class OfflineResults(Struct):
    """The tool results for one question."""

    searches: dict[str, list[Mapping[str, object]]] = field(default_factory=dict)
    """Hits by search word."""
    passages: list[QuoteSource] = field(default_factory=list)
    """The passages found, the best first; those of a search limited to a time come first."""
    passages_requested: bool = False
    rows: dict[str, Mapping[str, JsonValue]] = field(default_factory=dict)
    """Results of queries: values by column, by path."""
    total: int = 0
    """Total number of notes a query found."""
    tasks: list[tuple[str, str]] = field(default_factory=list)
    """Tasks found by a query, each with the path of its note."""
    task_total: int = 0
    """Total number of tasks a query found."""
    query_requested: bool = False
    query_failed: bool = False
    """Whether a query failed because something does not exist."""
    notes: dict[str, str] = field(default_factory=dict)
    """Text of the notes read, by path."""
    refusals: list[str] = field(default_factory=list)
    """Reasons why calls were not executed, as reported by the runner."""
    remarks: list[str] = field(default_factory=list)
    """Remarks of the runner: files left out, text cut."""
    read_requested: bool = False

    def __bool__(self) -> bool:
        return bool(
            self.searches or self.notes or self.refusals or self.read_requested or self.passages_requested
            or self.query_requested
        )  # fmt: skip


def read_offline_results(messages: Sequence[Message]) -> OfflineResults:
    """Return the results of the calls in *messages*. Unreadable results are ignored."""
    results = OfflineResults()
    calls: dict[str, ToolCallPart] = {call.id: call for message in messages for call in message.tool_calls}
    for message in messages:
        for part in message.parts:
            if isinstance(part, ToolResultPart) and part.call_id in calls:
                _add_result(results, calls[part.call_id], part)
    return results


def tool_data(content: str) -> JsonValue:
    """Return the data of the tool result *content*; None if the call failed or cannot be parsed."""
    answer = _parsed_content(content)
    return answer.get("data") if answer.get("success") else None


def failure_reason(part: ToolResultPart) -> str:
    """Return why the call with the result *part* failed, addressed to the user; empty if it did not fail."""
    answer = _parsed_content(part.content)
    if answer.get("success"):
        return ""
    error = object_of(answer.get("error"))
    if reason := text_of(object_of(error.get("details")).get("reason")):
        return addressed_to_user(reason)
    if error.get("code") == "CANCELLED":
        return Phrase("You refused it.")
    return part.explanation or addressed_to_user(text_of(error.get("message"))) or Phrase("It failed.")


def _add_result(results: OfflineResults, call: ToolCallPart, part: ToolResultPart) -> None:
    answer = _parsed_content(part.content)
    results.read_requested = results.read_requested or call.name == "file_read"
    results.passages_requested = results.passages_requested or call.name == "local_search"
    results.query_requested = results.query_requested or call.name in ("query_notes", "search_notes")
    if not answer.get("success"):
        if (
            call.name in ("query_notes", "search_notes")
            and text_of(object_of(answer.get("error")).get("code")) in _UNFIT_CODES
        ):
            results.query_failed = True
        else:
            results.refusals.append(failure_reason(part))
        return
    if note := text_of(object_of(answer.get("metadata")).get("note")):
        results.remarks.append(addressed_to_user(note))
    if call.name == "query_notes" and object_of(call.arguments).get("tasks"):
        _add_tasks(results, object_of(answer.get("data")))
        return
    if call.name == "query_notes" or call.name == "search_notes":
        _add_rows(results, object_of(answer.get("data")))
        return
    data = [object_of(entry) for entry in list_of(answer.get("data"))]
    if call.name == "vault_search":
        results.searches[text_of(object_of(call.arguments).get("query"))] = [dict(hit) for hit in data]
    elif call.name == "local_search":
        results.passages += filter(None, map(_passage, data))
    elif call.name == "file_read":
        for entry in data:
            path, content = text_of(entry.get("path")), text_of(entry.get("content"))
            if path and not (entry.get("size") == 0 and content.startswith(_UNREADABLE_PREFIXES)):
                results.notes[path] = content
            elif path:
                results.remarks.append(Phrase("{0} could not be read.", path))


def _add_rows(results: OfflineResults, data: Mapping[str, JsonValue]) -> None:
    results.total = count_of(data.get("total_found"))
    for entry in [*list_of(data.get("rows")), *list_of(data.get("results"))]:
        row = object_of(entry)
        if path := text_of(row.get("path")):
            results.rows[path] = object_of(row.get("text"))


def _add_tasks(results: OfflineResults, data: Mapping[str, JsonValue]) -> None:
    results.task_total = count_of(data.get("total_found"))
    for entry in list_of(data.get("rows")):
        row = object_of(entry)
        task = object_of(row.get("text"))
        if path := text_of(row.get("path")):
            results.tasks.append((path, f"[{text_of(task.get('status'))}] {plain_markdown(text_of(task.get('task')))}"))


def _passage(entry: Mapping[str, JsonValue]) -> QuoteSource | None:
    path, text = text_of(entry.get("path")), text_of(entry.get("text"))
    headings = tuple(filter(None, text_of(entry.get("heading")).split(HEADING_SEPARATOR)))
    return QuoteSource(path, text, headings, object_of(entry.get("frontmatter"))) if path and text else None


def addressed_to_user(text: str) -> str:
    """Return a text of the runner for a model, addressed to the user instead."""
    line = " ".join(text.split())
    for model_phrase, user_phrase in _USER_PHRASES.items():
        line = line.replace(model_phrase, user_phrase)
    return line


def _parsed_content(content: str) -> dict[str, JsonValue]:
    try:
        return object_of(json.loads(content))
    except (ValueError, RecursionError):
        return {}
