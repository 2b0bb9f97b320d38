"""Tool results of a conversation, read back for the offline assistant."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from vaultdesk.chat.messages import Message, ToolCallPart, ToolResultPart
from vaultdesk.providers.lenient_json import list_of, object_of, text_of

_UNREADABLE_PREFIXES = ("File not found", "Error reading file")
"""How `file_read` begins in the place of a note it could not read."""

_USER_PHRASES = {
    "User cancelled tool execution": "you said no",
    "The user chose": "You chose",
    "The user stopped": "You stopped",
}
"""What the runner tells a model of the person, and how it is said to that person."""


@dataclass
class OfflineResults:
    """What is known so far about one question."""

    searches: dict[str, list[Mapping[str, object]]] = field(default_factory=dict)
    """Hits, by the word that was looked for."""
    passages: dict[str, str] = field(default_factory=dict)
    """Text of the passages that were found, the best note first, by path."""
    passages_requested: bool = False
    notes: dict[str, str] = field(default_factory=dict)
    """Text of the notes that were read, by path."""
    refusals: list[str] = field(default_factory=list)
    """Why a call was not carried out, in the runner's words."""
    remarks: list[str] = field(default_factory=list)
    """What the runner noted: files left out, text cut."""
    read_requested: bool = False

    def __bool__(self) -> bool:
        return bool(self.searches or self.notes or self.refusals or self.read_requested or self.passages_requested)


def read_offline_results(messages: Sequence[Message]) -> OfflineResults:
    """Return what the calls in *messages* came to. What cannot be understood counts as nothing found."""
    results = OfflineResults()
    calls: dict[str, ToolCallPart] = {call.id: call for message in messages for call in message.tool_calls}
    for message in messages:
        for part in message.parts:
            if isinstance(part, ToolResultPart) and part.call_id in calls:
                _add_result(results, calls[part.call_id], part)
    return results


def _add_result(results: OfflineResults, call: ToolCallPart, part: ToolResultPart) -> None:
    answer = _parsed_content(part.content)
    results.read_requested = results.read_requested or call.name == "file_read"
    results.passages_requested = results.passages_requested or call.name == "local_search"
    if not answer.get("success"):
        error = object_of(answer.get("error"))
        reason = text_of(object_of(error.get("details")).get("reason")) or text_of(error.get("message")) or "It failed."
        results.refusals.append(addressed_to_user(reason))
        return
    if note := text_of(object_of(answer.get("metadata")).get("note")):
        results.remarks.append(addressed_to_user(note))
    data = [object_of(entry) for entry in list_of(answer.get("data"))]
    if call.name == "vault_search":
        results.searches[text_of(object_of(call.arguments).get("query"))] = [dict(hit) for hit in data]
    elif call.name == "local_search":
        for passage in data:
            path, text = text_of(passage.get("path")), text_of(passage.get("text"))
            if path and text:
                results.passages[path] = "\n\n".join(filter(None, (results.passages.get(path), text)))
    elif call.name == "file_read":
        for entry in data:
            path, content = text_of(entry.get("path")), text_of(entry.get("content"))
            if path and not (entry.get("size") == 0 and content.startswith(_UNREADABLE_PREFIXES)):
                results.notes[path] = content
            elif path:
                results.remarks.append(f"{path} could not be read.")


def addressed_to_user(text: str) -> str:
    """Return the runner's words, meant for a model, as one says them to the person they speak of."""
    line = " ".join(text.split())
    for theirs, ours in _USER_PHRASES.items():
        line = line.replace(theirs, ours)
    return line


def _parsed_content(content: str) -> dict[str, JsonValue]:
    try:
        return object_of(json.loads(content))
    except (ValueError, RecursionError):
        return {}
