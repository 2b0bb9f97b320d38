"""Simple commands in English and German that the offline assistant recognizes by pattern.

Small patterns over whole sentences, not understanding: a sentence that is a little different is looked up in the notes
like any other question.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import JsonValue

from vaultdesk.chat.messages import Message, ToolResultPart
from vaultdesk.providers.lenient_json import count_of, list_of, object_of, parse_json, text_of
from vaultdesk.providers.offline.offline_results import addressed_to_user
from vaultdesk.providers.offline.quotes import Quote

MAX_COMMAND = 600
"""Characters of a sentence that is looked at; a longer one asks for more than these patterns know."""

MOST_LISTED = 20
"""Notes that are listed."""

_POLITE_PREFIX = r"(?:(?:please|bitte|hey|hi|can you|could you|kannst du|könntest du)[, ]+){0,2}"
_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_DAYS_GERMAN = "montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag"
_WHEN = (
    rf"today|yesterday|(?:this|last) (?:week|month|year|weekend|{_DAYS})|heute|gestern|vorgestern|"
    rf"(?:diese|letzte|vergangene)[nsrm]? (?:woche|monat|jahr|wochenende|{_DAYS_GERMAN})"
)

_ADD = re.compile(
    rf"{_POLITE_PREFIX}(?:add|save|put|take)\s+(?:the\s+)?(?:(?:new\s+)?(?:word|phrase|term|expression)\s+)?(?P<word>.{{1,120}}?)"
    r"\s+(?:to|in|into|on)\s+(?:my\s+|the\s+)?vocab(?:ulary)?(?:\s+list)?"
    r"(?:\s*(?:,|:|=|\bmeaning\b|\bas\b|, (?:which|it) means)\s*(?P<meaning>.{1,300}))?",
    re.IGNORECASE,
)
_ADD_GERMAN = re.compile(
    rf"{_POLITE_PREFIX}(?:füge?|nimm|setze?|schreibe?|trage?|packe?)\s+(?:bitte\s+)?"
    r"(?:(?:das wort|den ausdruck|die vokabel|den begriff)\s+)?(?P<word>.{1,120}?)\s+(?:bitte\s+)?"
    r"(?:zu[mr]?|ins?|auf)\s+(?:(?:meine[mnr]?|mein|de[mnr]|die|das)\s+)?"
    r"(?:wortschatz|vokabeln|vokabular|vokabelliste|vokabelheft)(?:\s+(?:hinzu|auf|ein))?",
    re.IGNORECASE,
)
_TIME = re.compile(
    rf"{_POLITE_PREFIX}(?:what time is it|what(?:'s|’s| is) the time|tell me the time|"
    r"wie spät (?:ist|haben wir)(?: es)?|"
    r"wie ?viel uhr (?:ist es|haben wir)|what(?:'s|’s| is) (?:the date|today(?:'s|’s) date)|what day is (?:it|today)|"
    r"welche[rsn]? (?:tag|datum) (?:ist|haben wir)|der wievielte ist)"
    r"(?: it)?(?: now| right now| today| jetzt| gerade| heute)?(?: in (?P<zone>[\w /+-]{2,60}))?",
    re.IGNORECASE,
)
_POMODORO = re.compile(
    rf"{_POLITE_PREFIX}(?P<do>start|begin|pause|stop|end|resume|continue|starte?|beginne?|pausiere?|stoppe?|beende?)\s+"
    r"(?:(?:a|an|the|my|einen?|den|meinen|das)\s+)?(?:(?:new|neuen?)\s+)?"
    r"(?:(?P<before>\d{1,3})[- ]?(?:min(?:ute[ns]?)?)?[- ])?pomodoro(?:[- ]?timer)?"
    r"(?:,?\s*(?:of|for|with|von|über|mit|für)?\s*(?P<after>\d{1,3})\s*min(?:ute[ns]?)?)?",
    re.IGNORECASE,
)
_POMODORO_STATUS = re.compile(
    r"(?:pomodoro status|(?:how long|how much time|wie lange|wie viel zeit|is|läuft|ist)\b.{0,60}\bpomodoro\b.{0,60})",
    re.IGNORECASE,
)
_WROTE = re.compile(
    r"(?:what|which notes)\s+(?:did|have) i\s+(?:write|written|note|noted|do|work on|worked on|(?P<edit>changed?))"
    rf"(?:\s+down)?\s+(?P<when>{_WHEN})|"
    rf"(?:was|welche notizen|woran)\s+habe? ich\s+(?P<wann>{_WHEN})\s+"
    r"(?:geschrieben|notiert|gemacht|(?P<edit_german>geändert)|gearbeitet)",
    re.IGNORECASE,
)
_WROTE_ABOUT = re.compile(
    r"what\s+(?:did|have) i\s+(?:write|written|note|noted)(?:\s+down)?\s+(?:about|on|of)\s+(?P<topic>.{2,300}?)\s+"
    rf"(?P<when>{_WHEN})|"
    rf"was\s+habe? ich\s+(?P<wann>{_WHEN})\s+(?:über|zu[mr]?|von|vom)\s+(?P<thema>.{{2,300}}?)\s+"
    r"(?:geschrieben|notiert)",
    re.IGNORECASE,
)
_RECALL = re.compile(
    r"(?:do you (?:still )?remember|what do you remember (?:about|of)|"
    r"what did we (?:say|talk|discuss)(?: about)?|erinnerst du dich (?:noch )?an|was weißt du noch (?:über|von))\s+"
    r"(?P<topic>.{2,300}?)(?:\s+(?:earlier|before|last time|in (?:an |our )?(?:earlier|last) chat))?",
    re.IGNORECASE,
)
_REMEMBER = re.compile(
    rf"{_POLITE_PREFIX}(?:remember(?: that)?|merke? dir(?:,? dass)?)[,:]?\s+(?P<text>.{{3,280}})", re.IGNORECASE
)
_QUOTES = "\"'“”„‘’«»"
_STARTING = ("start", "begin", "resume", "continue")


@dataclass(frozen=True, slots=True)
class OfflineCommand:
    """A tool that does what was requested."""

    tool: str
    arguments: Mapping[str, JsonValue]


def parse_command(question: str) -> OfflineCommand | None:
    """Return the command that *question* gives; None if it is an ordinary question."""
    sentence = " ".join(question.split()).rstrip(".!? ")
    if not sentence or len(sentence) > MAX_COMMAND:
        return None
    if found := _ADD.fullmatch(sentence) or _ADD_GERMAN.fullmatch(sentence):
        word = found["word"].strip(_QUOTES + " ")
        meaning = (found.groupdict().get("meaning") or "").strip(_QUOTES + " ")
        return (
            OfflineCommand("add_vocabulary", {"word": word, **({"meaning": meaning} if meaning else {})})
            if word
            else None
        )
    if found := _TIME.fullmatch(sentence):
        return OfflineCommand("get_current_time", {"timezone": found["zone"].strip()} if found["zone"] else {})
    if found := _POMODORO.fullmatch(sentence):
        return _pomodoro_command(found)
    if _POMODORO_STATUS.fullmatch(sentence):
        return OfflineCommand("pomodoro", {"action": "status"})
    if found := _WROTE.fullmatch(sentence):
        when = (found["when"] or found["wann"]).lower()
        asked: dict[str, JsonValue] = {"start": when, "end": when}
        if found["edit"] or found["edit_german"]:  # Of a change only the file knows when it was.
            asked["field"] = "modified"
        return OfflineCommand("search_notes", {"date_range": asked, "limit": MOST_LISTED})
    if found := _RECALL.fullmatch(sentence):
        return OfflineCommand("recall", {"query": found["topic"]})
    if found := _REMEMBER.fullmatch(sentence):
        return OfflineCommand("remember", {"text": found["text"]})
    return None


class DatedQuestion(NamedTuple):
    """A question about notes of a certain time."""

    topic: str
    when: str
    """In words, as tools take them: `last week`."""


def parse_dated_question(question: str) -> DatedQuestion | None:
    """Return what *question* wants to know from notes of which time; None if it is not of this form."""
    sentence = " ".join(question.split()).rstrip(".!? ")
    found = _WROTE_ABOUT.fullmatch(sentence) if len(sentence) <= MAX_COMMAND else None
    if found is None:
        return None
    return DatedQuestion(found["topic"] or found["thema"], (found["when"] or found["wann"]).lower())


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


def _pomodoro_command(found: re.Match[str]) -> OfflineCommand:
    action = found["do"].lower()
    minutes = int(found["before"] or found["after"] or 0)
    if action.startswith(_STARTING):
        return OfflineCommand("pomodoro", {"action": "start", **({"minutes": minutes} if minutes else {})})
    return OfflineCommand("pomodoro", {"action": "pause" if action.startswith("paus") else "stop"})


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
