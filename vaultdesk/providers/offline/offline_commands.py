"""Commands in the languages of the window that the offline assistant recognizes by pattern.

Small patterns over whole sentences: a sentence that differs is searched in the notes like any other question.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.chat.messages import Message, ToolResultPart
from vaultdesk.core.phrases import Number, Phrase, Sentences, counted, with_full_stop
from vaultdesk.index.index_results import VaultNames
from vaultdesk.index.search.question_terms import are_forms, flatten_text, split_words
from vaultdesk.providers.lenient_json import count_of, list_of, object_of, parse_json, text_of
from vaultdesk.providers.offline.command_patterns import (
    FOLDER_PART,
    NAME_PART,
    PAUSING,
    STARTING,
    TEMPLATE_PART,
    TOPIC_PART,
    match_command,
)
from vaultdesk.providers.offline.keywords import question_keywords
from vaultdesk.providers.offline.name_matching import hash_tags, plain_words
from vaultdesk.providers.offline.note_questions import clear_time, is_note_list, list_filter, names_time
from vaultdesk.providers.offline.offline_replies import OfflineReplies, one_line, without_signature
from vaultdesk.providers.offline.offline_results import failure_reason, tool_data
from vaultdesk.providers.offline.question_patterns import without_obligation
from vaultdesk.providers.offline.quotes import Quote

MAX_COMMAND = 600
"""Maximum number of characters of a command; a longer sentence is not covered by these patterns."""

MAX_LISTED_NOTES = 20
"""Maximum number of notes of a time that are listed."""

_QUOTES = "\"'“”„‘’«»"
_SENTENCE_ENDS = ".!? 。！？…"
_NOT_IN_A_NAME = re.compile(r'[\\/:*?"<>|#^\[\]]+')
_THESE = re.compile(
    r"(?:(?:all|each|both) )?(?:of )?(?:these|those)(?: notes?)?|(?:all|each|both) of them|"
    r"(?:all(?:en?|er)? )?diese[nrms]?(?: notizen)?|"
    r"(?:tou(?:te)?s )?(?:ces|celles|ceux|cette)(?:-ci|-là)?(?: notes?)?|"
    r"(?:tod[ao]s )?(?:est[ao]s|es[ao]s|esta)(?: notas?)?|"
    r"(?:所有|全部)?这些(?:笔记)?",
    re.IGNORECASE,
)
"""Demonstratives for the notes listed before."""

_ALL = re.compile(
    r"all|alle[nr]?|tou(?:te)?s|tod[ao]s|全部|所有|(?:of )?them|(?:alle[nr]? )?(?:denen|ihnen)|(?:tou(?:te)?s )?elles|"
    r"(?:tod[ao]s )?ell[ao]s|(?:所有|全部)?它们",
    re.IGNORECASE,
)
"""Pronouns for these notes, and words for all of them."""

_THE_NOTES = re.compile(
    r"(?:all )?(?:of )?(?:it|the)(?: notes?)?|sie|die|(?:die |den )?notizen|les(?: notes)?|las(?: notas)?",
    re.IGNORECASE,
)
"""Words for them that are too frequent in a value to end it."""

_BEFORE_NOTES = re.compile(
    r"\s+(?:of|for|in|on|von|für|bei|de|des|del|pour|dans|sur|para|en)\s+|[，,\s]*(?:在|对|给|用于|适用于)",
    re.IGNORECASE,
)
"""Prepositions between a value and its notes: `done in all of these`."""

_IN_NOTES = re.compile(r"\W*(?:in|on|bei|dans|en|在|对|适用于)\W*", re.IGNORECASE)
"""Those after which `_ALL` is not part of a value; after others it may be: `waiting for them`, `best of all`."""

_DETERMINER = re.compile(r"^(?:the|die|den|der|les|las|los)\s+(?=\S)", re.IGNORECASE)
"""A determiner before a description of notes."""

_CHINESE_NOTES = re.compile(r"^(?:所有|全部|每)|(?:笔记|文件|页面|文档)$")
"""Words of a description of notes in Chinese."""

_AFTER_NOTES = re.compile(r"(?:里面?|中)$")
"""Chinese words for `in` after the notes."""


_ARTICLE = re.compile(
    r"^(?:the|an?|our|my|today['’]s|der|die|das|den|dem|eine?n?|unser[en]?|heutigen?|le|la|les|l['’]|une?|notre|el|"
    r"los|las|"
    r"una?|nuestr[oa]|今天的)\s*(?=\w{2})",
    re.IGNORECASE,
)


class OfflineCommand(Struct, frozen=True):
    """The tool call for a command."""

    tool: str
    arguments: Mapping[str, JsonValue]


class OfflineContext(Struct, frozen=True):
    """What a command may refer to."""

    names: VaultNames = field(default_factory=VaultNames)
    today: date = date.min
    earlier_messages: Sequence[Message] = ()
    """The conversation before the question."""


def parse_command(question: str, context: OfflineContext | None = None) -> OfflineCommand | None:
    """Return the command in *question*; None if it is an ordinary question."""
    sentence = _sentence_of(question)
    if not sentence or len(sentence) > MAX_COMMAND:
        return None
    if groups := match_command("add", sentence):
        word, meaning = (groups.get(name, "").strip(_QUOTES + " ") for name in ("word", "meaning"))
        return (
            OfflineCommand("add_vocabulary", {"word": word, **({"meaning": meaning} if meaning else {})})
            if word
            else None
        )
    if (groups := match_command("time", sentence)) is not None:
        return OfflineCommand("get_current_time", {"timezone": groups["zone"].strip()} if "zone" in groups else {})
    if groups := match_command("pomodoro", sentence):
        return _pomodoro_command(groups)
    if match_command("status", sentence) is not None:
        return OfflineCommand("pomodoro", {"action": "status"})
    # The patterns with words for a time are by far the largest: they are compiled only for a question that needs them.
    if names_time(sentence) and (groups := match_command("wrote", sentence) or _only_time(sentence)):
        when = groups["when"].lower()
        date_range: dict[str, JsonValue] = {"start": when, "end": when}
        if "edit" in groups:  # The time of a change is only in the file system.
            date_range["field"] = "modified"
        return OfflineCommand("search_notes", {"date_range": date_range, "limit": MAX_LISTED_NOTES})
    if groups := match_command("recall", sentence):
        return OfflineCommand("recall", {"query": groups["topic"]})
    if context is not None and (command := _note_command(sentence, context)) is not None:
        return command
    if groups := match_command("remember", sentence):
        return OfflineCommand("remember", {"text": groups["text"]})
    return None


_HAPPENED = frozenset(
    [
        "happen",
        "happened",
        "happening",
        "event",
        "events",
        "day",
        "passiert",
        "geschehen",
        "los",
        "getan",
        "gemacht",
        "ereignet",
        "tag",
        "passe",
        "fait",
        "eu",
        "arrive",
        "jour",
        "journee",
        "produit",
        "paso",
        "pasado",
        "ocurrio",
        "hice",
        "hizo",
        "hicimos",
        "sucedio",
        "dia",
        "发生",
        "做",
        "事",
    ]
)
"""Words of a question about everything in notes of a time, in addition to stop words; normalized."""


_COMPLETION = re.compile(
    r"\b(?:got|get|gotten|getting|was|were|been|is|are|have|has|had)(?: \w+){0,2} (?:done|finished|completed)\b",
    re.IGNORECASE,
)
"""English words for the completion of tasks that are stop words: `What did I get done?`"""


def _only_time(sentence: str) -> dict[str, str] | None:
    """Return the time in a question about everything in notes of that time: `What happened on 8 May 2026?`."""
    when = clear_time(sentence)
    if not when:
        return None
    position = sentence.lower().find(when)
    rest = f"{sentence[:position]} {sentence[position + len(when) :]}" if position >= 0 else ""
    words = [word for keyword in question_keywords(rest) for word in split_words(flatten_text(keyword))]
    if _COMPLETION.search(rest) or without_obligation(plain_words(rest)) is not None:
        return None  # A question for tasks.
    is_question = bool(rest.strip()) and position >= 0 and all(word in _HAPPENED for word in words)
    return {"when": when} if is_question else None


def _note_command(sentence: str, context: OfflineContext) -> OfflineCommand | None:
    """Return the command in *sentence* that changes notes."""
    if (groups := match_command("save", sentence)) is not None:
        return _save_command(groups.get("name", ""), context)
    if groups := match_command("set", sentence):
        return _set_command(groups, context)
    if (groups := match_command("create", sentence)) is not None:
        return _create_command(groups, context)
    return None


def _sentence_of(question: str) -> str:
    return " ".join(question.split()).rstrip(_SENTENCE_ENDS).lstrip("¿¡ ")


# Commands that change notes


def _save_command(name: str, context: OfflineContext) -> OfflineCommand | None:
    """Return the command that writes the last answer as a note."""
    answers = [
        message.text for message in context.earlier_messages if message.role == "assistant" and message.text.strip()
    ]
    if not answers:
        return None
    text = without_signature(answers[-1])
    title = re.search(r"(?m)^# (.+)$", text)
    path = note_path(name or (title[1] if title else str(context.today)))
    return OfflineCommand("write_note", {"path": path, "content": f"{text}\n"})


def _set_command(groups: Mapping[str, str], context: OfflineContext) -> OfflineCommand | None:
    """Return the command that sets a property in the notes listed before, in those described, or in one note."""
    requested = plain_words(groups["property"])
    known = {plain_words(name): name for name in context.names.properties}
    listed_paths, last_property = _listed_before(context.earlier_messages)
    name = known.get(requested, "")
    if not name and last_property and requested in ("it", "them", "this", plain_words(last_property)):
        name = last_property
    if not name:
        return None
    value_and_notes = _value_and_notes(groups["value"], groups.get("notes", ""), name, context.names)
    if value_and_notes is None:
        return None
    written, notes = value_and_notes
    value = _value(written.strip(_QUOTES + " "))
    change: dict[str, JsonValue] = {"kind": "set_property", "property": name, "value": value}
    notes = notes.strip(_QUOTES + " ")
    if not notes or any(words.fullmatch(notes) for words in (_THESE, _ALL, _THE_NOTES)):
        return OfflineCommand("bulk_update", {"paths": [*listed_paths], "change": change}) if listed_paths else None
    described = list_filter(_DETERMINER.sub("", notes), context.names)
    if described is not None:
        return OfflineCommand("bulk_update", {"filter": described[0], "change": change})
    is_link = re.fullmatch(r"\[\[.+\]\]", notes) is not None
    is_list = is_note_list(_DETERMINER.sub("", notes), context.names) or hash_tags(notes, ())
    if not is_link and (is_list or _CHINESE_NOTES.search(notes)):
        return None  # A description that no filter covers is not the path of a note.
    return OfflineCommand(
        "update_frontmatter", {"path": notes.removeprefix("[[").removesuffix("]]"), "set": {name: value}}
    )


def _value_and_notes(value: str, notes: str, name: str, names: VaultNames) -> tuple[str, str] | None:
    """Return the value for the property *name* and the words for its notes, which may also follow in *value*.

    They follow only if they are unambiguous: words for the notes listed before, a description of notes in general, or a
    link. A quotation and a value that the property has in the vault are not divided. The result is None if a
    description of notes follows that no filter covers: the value would be written to other notes.
    """
    if notes:
        # `Pon el status en done en estas notas` has the same word before the value and before the notes.
        return (notes, value) if _THESE.fullmatch(value) else (value, notes)
    is_quoted = value[0] in _QUOTES and value[-1] in _QUOTES
    known_values = set(map(plain_words, names.values.get(name, ())))
    if is_quoted or plain_words(value) in known_values:
        return value, ""
    for preposition in _BEFORE_NOTES.finditer(value):
        rest = _AFTER_NOTES.sub("", value[preposition.end() :])
        is_complete = plain_words(value[: preposition.start()]) in known_values
        is_all = _ALL.fullmatch(rest) is not None and (is_complete or _IN_NOTES.fullmatch(preposition[0]) is not None)
        if preposition.start() and (is_all or _names_notes(rest, names)):
            return value[: preposition.start()], rest
        if preposition.start() and (is_note_list(rest, names) or hash_tags(rest, ())):
            return None
    return value, ""


def _names_notes(text: str, names: VaultNames) -> bool:
    is_described = is_note_list(text, names) and list_filter(text, names) is not None
    is_link = re.fullmatch(r"\[\[[^\[\]]+\]\]", text) is not None
    return is_described or is_link or _THESE.fullmatch(text) is not None


def _value(text: str) -> JsonValue:
    if re.fullmatch(r"-?\d{1,15}", text):
        return int(text)
    if re.fullmatch(r"-?\d{1,15}\.\d{1,15}", text):
        return float(text)
    return {"true": True, "false": False}.get(text.lower(), text)


def _listed_before(messages: Sequence[Message]) -> tuple[tuple[str, ...], str]:
    """Return the paths of the notes found by the last query of the conversation, and the property it was about; no
    paths if it found tasks only.
    """
    found_tasks = False
    for message in reversed(messages):
        if message.role == "user" and found_tasks:
            break
        for part in message.parts:
            if isinstance(part, ToolResultPart) and part.name in ("query_notes", "search_notes"):
                calls = _calls_of(messages, part.call_id)
                if any(call.get("tasks") for call in calls):
                    found_tasks = True
                    continue
                data = object_of(tool_data(part.content))
                rows = [object_of(row) for row in [*list_of(data.get("rows")), *list_of(data.get("results"))]]
                property_name = next(
                    (
                        text_of(condition.get("property"))
                        for call in calls
                        for condition in _conditions(call.get("filter"))
                        if condition.get("property")
                    ),
                    "",
                )
                return tuple(path for path in (text_of(row.get("path")) for row in rows) if path), property_name
    return (), ""


def _calls_of(messages: Sequence[Message], call_id: str) -> list[Mapping[str, JsonValue]]:
    return [object_of(call.arguments) for message in messages for call in message.tool_calls if call.id == call_id]


def _conditions(value: JsonValue) -> list[Mapping[str, JsonValue]]:
    condition = object_of(value)
    members = [object_of(item) for name in ("all", "any") for item in list_of(condition.get(name))]
    return [condition, *members]


def _create_command(groups: Mapping[str, str], context: OfflineContext) -> OfflineCommand | None:
    """Return the command that creates a note, from a template that is named or has the name of the note's kind."""
    kind = groups.get("kind", "").strip(" -")
    rest = " ".join(filter(None, (groups.get("before", ""), groups.get("rest", ""), groups.get("after", ""))))
    template, rest = _part(TEMPLATE_PART, rest)
    folder, rest = _part(FOLDER_PART, rest)
    name, rest = _part(NAME_PART, rest)
    subject = TOPIC_PART.match(rest.strip(" ,"))
    topic = _ARTICLE.sub("", subject["topic"].strip(_QUOTES + " ,")) if subject else ""
    if not (template or folder or name or topic or kind):
        return None
    folder = _known_folder(folder, context) if folder else (_folder_of_kind(kind, context) if kind else "")
    known = _known_template(template or kind, context)
    if template and not known:
        known = template  # The tool reports that there is none.
    is_dated = bool(kind or known or folder)
    dated = " ".join(filter(None, (str(context.today), topic or kind or template)))
    path = note_path("/".join(filter(None, (folder, _file_name(name or (dated if is_dated else topic))))))
    if known:
        return OfflineCommand("apply_template", {"template": known, "target": path})
    title = path.rpartition("/")[2].removesuffix(".md")
    return OfflineCommand("write_note", {"path": path, "content": f"# {title}\n"})


def _part(pattern: re.Pattern[str], text: str) -> tuple[str, str]:
    """Return the first matched group of *pattern*, and *text* without the match."""
    match = pattern.search(text)
    if match is None:
        return "", text
    value = next(filter(None, match.groups()), "").strip(_QUOTES + " ")
    return value, f"{text[: match.start()]} {text[match.end() :]}"


def _known_folder(name: str, context: OfflineContext) -> str:
    normalized = plain_words(name)
    by_path = [folder for folder in context.names.folders if plain_words(folder) == normalized]
    by_name = [folder for folder in context.names.folders if plain_words(folder.rpartition("/")[2]) == normalized]
    return next(iter([*by_path, *by_name]), name)


def _folder_of_kind(kind: str, context: OfflineContext) -> str:
    """Return the folder named by the plural of *kind*: `Meetings` for a meeting note."""
    normalized = plain_words(kind)
    return next(
        (folder for folder in context.names.folders if are_forms(normalized, plain_words(folder.rpartition("/")[2]))),
        "",
    )


def _known_template(name: str, context: OfflineContext) -> str:
    normalized = plain_words(name)
    if not normalized:
        return ""
    names = {path: plain_words(path.rpartition("/")[2].removesuffix(".md")) for path in context.names.templates}
    exact_matches = [path for path, template_name in names.items() if template_name == normalized]
    partial_matches = [
        path
        for path, template_name in names.items()
        if normalized in template_name.split() or are_forms(normalized, template_name)
    ]
    return next(iter([*exact_matches, *partial_matches]), "")


def note_path(name: str) -> str:
    """Return the path of a new note called *name*, which may include folders."""
    folder, _, last_part = name.strip(_QUOTES + " ").removesuffix(".md").rpartition("/")
    return f"{f'{folder}/' if folder else ''}{_file_name(last_part)}.md"


def _file_name(name: str) -> str:
    return " ".join(_NOT_IN_A_NAME.sub(" ", name.strip(_QUOTES + " ")).split()).strip(". ") or "Note"


# Research: several notes, and a summary that may be saved as a note


class ResearchQuestion(NamedTuple):
    """A topic to summarise."""

    topic: str
    save_as: str | None
    """Name of the note for the summary; empty for a default name; None for no note."""


def parse_research(question: str) -> ResearchQuestion | None:
    """Return the topic to summarise in *question*; None if it has none of these forms."""
    sentence = _sentence_of(question)
    groups = match_command("research", sentence) if len(sentence) <= MAX_COMMAND else None
    if groups is None:
        return None
    topic = next((groups[name] for name in ("topic", "found", "researched", "overview") if name in groups), "")
    topic = topic.strip(_QUOTES + " ,")
    save_as = groups.get("name", "").strip(_QUOTES + " ") if "save" in groups else None
    return ResearchQuestion(topic, save_as) if topic else None


class DatedQuestion(NamedTuple):
    """A question about notes of a certain time."""

    topic: str
    when: str
    """As text that tools accept: `last week`."""


def parse_dated_question(question: str) -> DatedQuestion | None:
    """Return topic and time of *question*; None if it does not have this form."""
    sentence = _sentence_of(question)
    is_possible = len(sentence) <= MAX_COMMAND and names_time(sentence)
    groups = match_command("wrote_about", sentence) if is_possible else None
    return None if groups is None else DatedQuestion(groups["topic"], groups["when"].lower())


# Outcomes


def command_outcome(command: OfflineCommand, later_messages: Sequence[Message], replies: OfflineReplies) -> str:
    """Return the outcome of *command*; empty if its tool was not called yet.

    *later_messages* are the messages after the command.
    """
    results = [part for message in later_messages for part in message.parts if isinstance(part, ToolResultPart)]
    result = next((part for part in reversed(results) if part.name == command.tool), None)
    if result is None:
        return ""
    try:
        parse_json(result.content)
    except ValueError:
        return replies.say(Phrase("The result cannot be read."))
    if reason := failure_reason(result):
        return replies.failed(reason)
    data = object_of(tool_data(result.content))
    if command.tool == "search_notes":
        paths = [text_of(object_of(entry).get("path")) for entry in list_of(data.get("results"))]
        is_changed = object_of(command.arguments.get("date_range")).get("field") == "modified"
        return replies.notes_of_time(
            list(filter(None, paths)), count_of(data.get("total_found")), is_changed=is_changed
        )
    return replies.say(*_success(command, data))


def corrected_command(command: OfflineCommand, later_messages: Sequence[Message]) -> OfflineCommand:
    """Return *command* with the time zone that the tool's first error suggests, if it suggests exactly one."""
    results = [part for message in later_messages for part in message.parts if isinstance(part, ToolResultPart)]
    if command.tool != "get_current_time" or len(results) != 1:
        return command
    try:
        error = object_of(object_of(parse_json(results[0].content)).get("error"))
    except ValueError:
        return command
    suggestions = list_of(object_of(error.get("details")).get("near"))
    return OfflineCommand(command.tool, {"timezone": text_of(suggestions[0])}) if len(suggestions) == 1 else command


def _pomodoro_command(groups: Mapping[str, str]) -> OfflineCommand:
    action = groups["do"].lower()
    minutes = int(groups.get("before") or groups.get("after") or 0)
    if action.startswith(STARTING):
        return OfflineCommand("pomodoro", {"action": "start", **({"minutes": minutes} if minutes else {})})
    return OfflineCommand("pomodoro", {"action": "pause" if action.startswith(PAUSING) else "stop"})


WEEKDAYS: Mapping[str, Phrase] = {
    "Monday": Phrase("Monday"),
    "Tuesday": Phrase("Tuesday"),
    "Wednesday": Phrase("Wednesday"),
    "Thursday": Phrase("Thursday"),
    "Friday": Phrase("Friday"),
    "Saturday": Phrase("Saturday"),
    "Sunday": Phrase("Sunday"),
}
"""The days of the week by their names in the result of `get_current_time`."""


def _success(command: OfflineCommand, data: Mapping[str, JsonValue]) -> list[Phrase | str]:
    path = text_of(data.get("path"))
    link = Quote(path, "", "").link if path else ""
    match command.tool:
        case "get_current_time":
            when, zone = text_of(data.get("time")), text_of(data.get("timezone"))
            day = text_of(data.get("weekday"))
            time_values = (when[11:16], WEEKDAYS.get(day, day), when[:10], zone)
            return [
                Phrase("It is {0} on {1}, {2} ({3}).", *time_values)
                if zone
                else Phrase("It is {0} on {1}, {2}.", *time_values[:3])
            ]
        case "recall":
            return _recalled(data)
        case "remember":
            message = text_of(data.get("message"))
            return [message or Phrase("I will remember: {0}", one_line(text_of(data.get("line"))).lstrip("- "))]
        case "pomodoro":
            remaining = text_of(data.get("remaining"))
            message = with_full_stop(one_line(text_of(data.get("message"))))
            return [Sentences(message, Phrase("{0} left.", remaining)) if remaining else message]
        case "write_note" | "apply_template":
            if data.get("action") == "created":
                return [Phrase("The note {0} was created.", link)]
            return [Phrase("The note {0} was changed.", link)]
        case "update_frontmatter":
            if data.get("action") == "unchanged":
                return [Phrase("The note {0} already has this value.", link)]
            return [Phrase("The note {0} was changed.", link)]
        case "bulk_update":
            return _changed_notes(data)
        case _:
            return [with_full_stop(one_line(text_of(data.get("message")))) or Phrase("Done.")]


def _changed_notes(data: Mapping[str, JsonValue]) -> list[Phrase | str]:
    updated, failed, unchanged = (count_of(data.get(name)) for name in ("updated", "failed", "unchanged"))
    lines: list[Phrase | str] = [counted(updated, "{0} note was changed.", "{0} notes were changed.")]
    if unchanged:
        lines.append(counted(unchanged, "{0} note already had this value.", "{0} notes already had this value."))
    if failed:
        lines.append(counted(failed, "{0} note could not be changed.", "{0} notes could not be changed."))
    if skipped := count_of(data.get("left_out")):
        lines.append(Phrase("Left out by you: {0}.", Number(skipped)))
    files = [object_of(file) for file in list_of(data.get("files"))]
    links = [f"- {Quote(text_of(file.get('path')), '', '').link}" for file in files if file.get("result") == "updated"]
    return [*lines, "\n".join(links)] if links else lines


def _recalled(data: Mapping[str, JsonValue]) -> list[Phrase | str]:
    """Return the lines of memory and the passages of chats, each with its link."""
    lines: list[str] = []
    for item in [*list_of(data.get("memory")), *list_of(data.get("chats"))][:MAX_LISTED_NOTES]:
        entry = object_of(item)
        text, path = one_line(text_of(entry.get("text"))), text_of(entry.get("path"))
        if text:
            lines.append(f"> {text[:320]} — {Quote(path, '', '').link}" if path else f"> {text[:320]}")
    return [Phrase("Remembered about this:"), *lines] if lines else [Phrase("Nothing is remembered about this.")]
