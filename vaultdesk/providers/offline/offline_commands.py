"""Simple commands in the languages of the window that the offline assistant recognizes by pattern.

Small patterns over whole sentences, not understanding: a sentence that is a little different is looked up in the notes
like any other question.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import JsonValue

from vaultdesk.chat.messages import Message, ToolResultPart
from vaultdesk.providers.lenient_json import count_of, list_of, object_of, parse_json, text_of
from vaultdesk.providers.offline.command_patterns import PAUSING, STARTING, match_command
from vaultdesk.providers.offline.offline_results import addressed_to_user
from vaultdesk.providers.offline.quotes import Quote

MAX_COMMAND = 600
"""Characters of a sentence that is looked at; a longer one asks for more than these patterns know."""

MOST_LISTED = 20
"""Notes that are listed."""

_QUOTES = "\"'“”„‘’«»"
_SENTENCE_ENDS = ".!? 。！？…"


@dataclass(frozen=True, slots=True)
class OfflineCommand:
    """A tool that does what was requested."""

    tool: str
    arguments: Mapping[str, JsonValue]


def parse_command(question: str) -> OfflineCommand | None:
    """Return the command that *question* gives; None if it is an ordinary question."""
    sentence = _sentence_of(question)
    if not sentence or len(sentence) > MAX_COMMAND:
        return None
    if found := match_command("add", sentence):
        word, meaning = (found.get(name, "").strip(_QUOTES + " ") for name in ("word", "meaning"))
        return (
            OfflineCommand("add_vocabulary", {"word": word, **({"meaning": meaning} if meaning else {})})
            if word
            else None
        )
    if (found := match_command("time", sentence)) is not None:
        return OfflineCommand("get_current_time", {"timezone": found["zone"].strip()} if "zone" in found else {})
    if found := match_command("pomodoro", sentence):
        return _pomodoro_command(found)
    if match_command("status", sentence) is not None:
        return OfflineCommand("pomodoro", {"action": "status"})
    if found := match_command("wrote", sentence):
        when = found["when"].lower()
        asked: dict[str, JsonValue] = {"start": when, "end": when}
        if "edit" in found:  # The time of a change is only in the file system.
            asked["field"] = "modified"
        return OfflineCommand("search_notes", {"date_range": asked, "limit": MOST_LISTED})
    if found := match_command("recall", sentence):
        return OfflineCommand("recall", {"query": found["topic"]})
    if found := match_command("remember", sentence):
        return OfflineCommand("remember", {"text": found["text"]})
    return None


def _sentence_of(question: str) -> str:
    return " ".join(question.split()).rstrip(_SENTENCE_ENDS).lstrip("¿¡ ")


class DatedQuestion(NamedTuple):
    """A question about notes of a certain time."""

    topic: str
    when: str
    """In words, as tools take them: `last week`."""


def parse_dated_question(question: str) -> DatedQuestion | None:
    """Return what *question* wants to know from notes of which time; None if it is not of this form."""
    sentence = _sentence_of(question)
    found = match_command("wrote_about", sentence) if len(sentence) <= MAX_COMMAND else None
    return None if found is None else DatedQuestion(found["topic"], found["when"].lower())


def command_outcome(command: OfflineCommand, since: Sequence[Message]) -> str:
    """Return the outcome of *command* from the messages *since* it was given; empty if its tool was not called yet."""
    results = [part for message in since for part in message.parts if isinstance(part, ToolResultPart)]
    last = next((part for part in reversed(results) if part.name == command.tool), None)
    if last is None:
        return ""
    try:
        answer = object_of(parse_json(last.content))
    except ValueError:
        return "I cannot read what came of it."
    if not answer.get("success"):
        error = object_of(answer.get("error"))
        why = text_of(object_of(error.get("details")).get("reason")) or text_of(error.get("message")) or "it failed"
        return f"It was not done: {_sentence(addressed_to_user(why))}"
    data = object_of(answer.get("data"))
    return _listed_notes(command, data) if command.tool == "search_notes" else _success_text(command.tool, data)


def corrected_command(command: OfflineCommand, since: Sequence[Message]) -> OfflineCommand:
    """Return *command* with the time zone that the tool's first error suggests, if it suggests exactly one."""
    results = [part for message in since for part in message.parts if isinstance(part, ToolResultPart)]
    if command.tool != "get_current_time" or len(results) != 1:
        return command
    try:
        error = object_of(object_of(parse_json(results[0].content)).get("error"))
    except ValueError:
        return command
    near = list_of(object_of(error.get("details")).get("near"))
    return OfflineCommand(command.tool, {"timezone": text_of(near[0])}) if len(near) == 1 else command


def _pomodoro_command(found: Mapping[str, str]) -> OfflineCommand:
    action = found["do"].lower()
    minutes = int(found.get("before") or found.get("after") or 0)
    if action.startswith(STARTING):
        return OfflineCommand("pomodoro", {"action": "start", **({"minutes": minutes} if minutes else {})})
    return OfflineCommand("pomodoro", {"action": "pause" if action.startswith(PAUSING) else "stop"})


def _success_text(tool: str, data: Mapping[str, JsonValue]) -> str:
    match tool:
        case "get_current_time":
            when = text_of(data.get("time"))
            zone = text_of(data.get("timezone"))
            return f"It is {when[11:16]} on {text_of(data.get('weekday'))}, {when[:10]}{f' ({zone})' if zone else ''}."
        case "recall":
            return _recall_text(data)
        case "remember":
            return (
                text_of(data.get("message")) or f"I will remember: {_one_line(text_of(data.get('line'))).lstrip('- ')}"
            )
        case "pomodoro":
            left = text_of(data.get("remaining"))
            return f"{_sentence(text_of(data.get('message')))}{f' {left} left.' if left else ''}"
        case _:
            return _sentence(text_of(data.get("message")) or "Done")


def _listed_notes(command: OfflineCommand, data: Mapping[str, JsonValue]) -> str:
    """Return the notes found for a time, as links; what they have to do with it depends on the date that was asked."""
    paths = [text_of(object_of(one).get("path")) for one in list_of(data.get("results"))]
    links = [f"- {Quote(path, '', '').link}" for path in paths if path]
    changed = object_of(command.arguments.get("date_range")).get("field") == "modified"
    if not links:
        return "No note was changed then." if changed else "No note is of that time."
    more = count_of(data.get("total_found")) - len(links)
    head = "These notes were changed then:\n" if changed else "These notes are of that time:\n"
    return "\n".join([head, *links, *([f"- and {more} more"] if more > 0 else [])])


def _recall_text(data: Mapping[str, JsonValue]) -> str:
    """Return the lines of memory and the passages of chats, each with its link."""
    lines = []
    for item in [*list_of(data.get("memory")), *list_of(data.get("chats"))][:MOST_LISTED]:
        one = object_of(item)
        text, path = _one_line(text_of(one.get("text"))), text_of(one.get("path"))
        if text:
            lines.append(f"> {text[:320]} — {Quote(path, '', '').link}" if path else f"> {text[:320]}")
    return "\n\n".join(["This is kept on it:", *lines]) if lines else "I remember nothing on this."


def _sentence(text: str) -> str:
    line = _one_line(text)[:300]
    return line if line.endswith((".", "!", "?")) else f"{line}."


def _one_line(text: str) -> str:
    return " ".join(text.split())
