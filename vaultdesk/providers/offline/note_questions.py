"""Questions about tags, properties, folders, dates and tasks of notes, turned into queries of the tools.

Patterns over the words of a question in English, German, French, Spanish and Chinese. Tags, properties and folders are
recognized only if the vault has them, and tags also if they are written with `#`. A question with other words is not a
query.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.core.phrases import NO_PHRASE, Phrase, comma_list
from vaultdesk.index.index_results import VaultNames
from vaultdesk.index.search.question_terms import flatten_text, split_words, word_spans
from vaultdesk.providers.offline.keywords import stop_words
from vaultdesk.providers.offline.name_matching import (
    begins_with,
    find_form,
    find_form_with_number,
    find_words,
    hash_tags,
    is_name_at,
    is_noun,
    name_at_end,
    names_at_start,
    plain_words,
    unknown_hash_tags,
)
from vaultdesk.providers.offline.question_patterns import (
    ALIAS,
    ARTICLE_BEFORE_TIME,
    AUTHOR_NAMES,
    BEING_NOT,
    BUT_NOT,
    CHINESE_LIMITS,
    CJK,
    CJK_FILLERS,
    CLEAR_TIME,
    COMPARE,
    COPULA,
    COUNT_WORDS,
    DISJUNCTION,
    DONE,
    DUE,
    DUE_DATE,
    DUE_NAMES,
    FOLDER_CONJUNCTION,
    FOLDER_WORD,
    HAVING,
    IN_FOLDER,
    LAST_DAY,
    LAST_DAY_CHINESE,
    LIMITS,
    LINKS_TO,
    LIST_WORD,
    LIST_WORD_CHINESE,
    NEGATION,
    NEXT_CONDITION,
    NEXT_LINK,
    NO_DUE_DATE,
    NOT_BEFORE,
    NOT_BEFORE_DATE,
    NOT_BEFORE_PROPERTY,
    NOT_COMPLETED,
    NOT_DONE,
    NOTE_LIST,
    NUMBER,
    OPEN_TASKS,
    OTHER_DATES,
    OUTSIDE,
    OVERDUE,
    PRONOUNS,
    TAGGED,
    TASK_ADJECTIVES,
    TASK_WORDS,
    WEEKDAY,
    WHEN,
    WHEN_CHINESE,
    WHEN_CHINESE_DAY,
    WHEN_LIMIT,
    WHO_WROTE,
    WHO_WROTE_CHINESE,
    WITHOUT,
    WITHOUT_BEFORE_TAG,
    WITHOUT_TARGET,
    WROTE,
    TaskDate,
    TaskState,
    unread_tag,
    without_obligation,
    without_open_state,
)

NAMES_TASKS = re.compile(rf"\b(?:{TASK_WORDS})\b|任务|待办")

MAX_QUESTION = 400
"""Maximum number of characters of a question compared with the patterns."""

MAX_LISTED = 100
"""Maximum number of notes listed in an answer."""

QuestionKind = Literal["list", "property"]


class NoteQuestion(Struct, frozen=True):
    """A question as a query of a tool."""

    tool: str
    arguments: Mapping[str, JsonValue]
    kind: QuestionKind
    description: Phrase
    """Description of the conditions, for the answer: `tagged #idea, in Projects`."""
    properties: tuple[str, ...] = ()
    """The properties whose values are requested."""
    words: tuple[str, ...] = ()
    """For a property: the words that name the note."""
    task_arguments: Mapping[str, JsonValue] | None = None
    """Arguments of a second query, which finds the tasks with the date; None if there is no such query."""
    unknown_tags: tuple[str, ...] = ()
    """Tags of the question that the vault does not have. The query finds notes with one of them and has no other
    condition.
    """

    @property
    def task_state(self) -> TaskState | None:
        """The state of the requested tasks; None if no tasks are requested."""
        state = (self.task_arguments or self.arguments).get("tasks")
        return "open" if state == "open" else "done" if state == "done" else None

    @property
    def has_conditions(self) -> bool:
        """Whether the question has other conditions than the state of tasks."""
        return bool(self.description)


class _ParsedQuestion(Struct):
    """The conditions recognized so far, and the words that are not recognized yet."""

    text: str
    """The remaining words of the question, separated by one blank."""
    conditions: list[dict[str, JsonValue]] = field(default_factory=list)
    descriptions: list[Phrase] = field(default_factory=list)
    """One for each condition."""
    tags: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    only_tags_and_folders: bool = True
    date: TaskDate | None = None
    """The date of tasks in the question."""
    date_condition: dict[str, JsonValue] | None = None
    """The condition of this date."""
    is_date_negated: bool = False
    columns: list[str] = field(default_factory=list)

    def add(self, condition: dict[str, JsonValue], description: Phrase) -> None:
        """Add a condition."""
        self.conditions.append(condition)
        self.descriptions.append(description)

    def cut(self, start: int, end: int) -> None:
        """Remove the recognized words from *start* to *end*."""
        self.text = " ".join(f"{self.text[:start]} {self.text[end:]}".split())


def parse_note_question(question: str, names: VaultNames) -> NoteQuestion | None:
    """Return *question* as a query; None if the patterns and *names* do not cover it."""
    if len(question) > MAX_QUESTION:
        return None
    found = _parsed_question(question, names)
    unknown_tags = unknown_hash_tags(question, names.tags)
    is_query = found is not None and found.kind == "list"
    if unknown_tags and (is_query or _is_list(question, names)):
        conditions: list[JsonValue] = [{"tag": tag} for tag in unknown_tags]
        arguments: dict[str, JsonValue] = {"filter": {"any": conditions}, "limit": 1}
        return NoteQuestion("query_notes", arguments, "list", NO_PHRASE, unknown_tags=unknown_tags)
    return found


def _parsed_question(question: str, names: VaultNames) -> NoteQuestion | None:
    list_question = _list_question(question, names)
    if list_question is not None and list_question.task_state is not None:
        return list_question
    other_list = _task_question(question, names) or list_question
    is_query = _is_list(question, names) or _names_date(question)
    if other_list is None and is_query and NEGATION.search(plain_words(question)):
        return None
    return other_list or _property_question(question, names)


def _is_list(question: str, names: VaultNames) -> bool:
    return NAMES_TASKS.search(plain_words(question)) is not None or is_note_list(question, names)


def _names_date(question: str) -> bool:
    """Return whether *question* contains a date of tasks with words for a time, or the word `overdue`."""
    text = plain_words(question)
    is_dated = (
        any(date.pattern.search(text) for date in (DUE_DATE, *OTHER_DATES)) or without_obligation(text) is not None
    )
    return OVERDUE.search(text) is not None or (is_dated and bool(_time_phrase(question)))


def is_note_list(text: str, names: VaultNames) -> bool:
    """Return whether *text* is about notes in general, or of a kind: `all notes in Projects`, `all projects`."""
    return NOTE_LIST.search(plain_words(text)) is not None or _asks_for_kind(text, names)


def list_filter(text: str, names: VaultNames) -> tuple[dict[str, JsonValue], Phrase] | None:
    """Return the filter of `query_notes` for the notes that *text* describes, and its description; None if no filter
    covers it or the vault does not have one of its tags.
    """
    question = _list_question(text, names) if not unknown_hash_tags(text, names.tags) else None
    if question is None or question.tool != "query_notes" or "tasks" in question.arguments:
        return None
    note_filter = question.arguments.get("filter")
    return (note_filter, question.description) if isinstance(note_filter, dict) else None


def _list_question(question: str, names: VaultNames) -> NoteQuestion | None:
    parsed = _with_hash_tags(question, names)
    has_hash_tags = bool(parsed.conditions)
    is_list = is_note_list(question, names)
    if NO_DUE_DATE.search(parsed.text) and NAMES_TASKS.search(parsed.text):
        return None
    if "[[" in question:
        _read_links(parsed, question)  # The title of a note may consist of words for other conditions.
    _read_alias(parsed, question)
    _read_tags(parsed, names)
    tag_word = unread_tag(parsed.text) if not has_hash_tags else None
    _read_without(parsed, question, names)
    _read_dates(parsed, question, names, is_list=is_list)
    if not parsed.conditions and not is_list:
        return None
    _read_links(parsed, question)
    _read_properties(parsed, question, names)
    _read_folders(parsed, names, is_list=is_list)
    if is_list:
        _read_kind(parsed, question, names)
        _read_values(parsed, names)
    if parsed.date is not None and parsed.date.state == "open":
        parsed.text = without_open_state(parsed.text)
        if DONE.search(parsed.text):
            return None
    has_alternatives = len(parsed.conditions) > 1 or parsed.is_date_negated
    if NEGATION.search(parsed.text) or (has_alternatives and DISJUNCTION.search(parsed.text)):
        return None  # Without the word that no condition includes, the query would have another meaning.
    other_words = _content_words(parsed.text, question)
    if tag_word is not None and tag_word not in other_words:
        return None
    if not parsed.conditions:
        return _query(parsed) if is_list and not other_words and _asks_count(question) else None
    if not other_words:
        return _query(parsed)
    # Other words are searched in the text, where the search tool supports the same conditions.
    if parsed.only_tags_and_folders and len(parsed.folders) <= 1 and is_list:
        arguments: dict[str, JsonValue] = {"query": " ".join(other_words), "limit": MAX_LISTED, "sort": "relevance"}
        if parsed.tags:
            arguments["tags"] = [*parsed.tags]
        if parsed.folders:
            arguments["folder"] = parsed.folders[0]
        description = comma_list([Phrase("“{0}”", " ".join(other_words)), *parsed.descriptions])
        return NoteQuestion("search_notes", arguments, "list", description)
    return None


def _query(parsed: _ParsedQuestion) -> NoteQuestion:
    conditions = parsed.conditions
    arguments: dict[str, JsonValue] = {"limit": MAX_LISTED}
    if conditions:
        arguments["filter"] = conditions[0] if len(conditions) == 1 else {"all": [*conditions]}
    if parsed.columns:
        arguments["columns"] = [*parsed.columns]
        arguments["sort"] = [{"by": parsed.columns[0]}]
    description = comma_list(parsed.descriptions) if parsed.descriptions else NO_PHRASE
    if parsed.date is None:
        return NoteQuestion("query_notes", arguments, "list", description)
    field_name = parsed.date.field
    of_tasks: list[JsonValue] = [
        _of_tasks(condition, field_name) if condition is parsed.date_condition else condition
        for condition in conditions
    ]
    task_arguments: dict[str, JsonValue] = {
        "tasks": parsed.date.state, "filter": of_tasks[0] if len(of_tasks) == 1 else {"all": of_tasks},
        "sort": [{"by": field_name}], "limit": MAX_LISTED,
    }  # fmt: skip
    if not parsed.columns:
        return NoteQuestion("query_notes", task_arguments, "list", description)
    return NoteQuestion("query_notes", arguments, "list", description, task_arguments=task_arguments)


def _of_tasks(condition: Mapping[str, JsonValue], field_name: str) -> dict[str, JsonValue]:
    """Return the *condition* of a date of notes for the field *field_name* of tasks.

    A negated date excludes notes without a date, but not tasks without one: there it excludes those without text.
    """
    alternatives, excluded = condition.get("any"), condition.get("none")
    if isinstance(alternatives, list):
        return {"any": [_of_tasks(_as_condition(alternative), field_name) for alternative in alternatives]}
    if isinstance(excluded, list):
        return {"none": [_of_tasks(_as_condition(excluded[0]), field_name), {"property": "task", "op": "empty"}]}
    return {**condition, "property": field_name}


def _asks_count(question: str) -> bool:
    return (
        re.search(
            r"\b(?:how many|number of|count|all|list|wie ?viele?|anzahl|alle|combien|nombre|toutes|cuant[ao]s|"
            r"numero|todas)\b|多少|几[篇个]|所有|全部",
            flatten_text(question),
        )
        is not None
    )


def _task_question(question: str, names: VaultNames) -> NoteQuestion | None:
    text = plain_words(question)
    is_to_do = without_obligation(text) is not None
    is_qualified = DONE.search(text) or NOT_DONE.search(text) or NO_DUE_DATE.search(text)
    is_about_tasks = OPEN_TASKS.search(text) is not None or (is_qualified and NAMES_TASKS.search(text))
    if not (is_about_tasks or is_to_do) or (not is_to_do and NOT_COMPLETED.search(text)):
        return None
    is_done = DONE.search(text) is not None and NOT_DONE.search(text) is None and not is_to_do
    parsed = _with_hash_tags(question, names)
    has_hash_tags = bool(parsed.conditions)
    if without_due := NO_DUE_DATE.search(parsed.text):
        parsed.cut(*without_due.span())
        parsed.add({"property": DUE_DATE.field, "op": "empty"}, Phrase("without “{0}”", DUE_DATE.field))
    _read_tags(parsed, names)
    tag_word = unread_tag(parsed.text) if not has_hash_tags else None
    _read_folders(parsed, names, is_list=True)
    parsed.text = _without_state(parsed.text)
    if NEGATION.search(parsed.text):
        return None
    other_words = [
        word
        for word in _content_words(parsed.text, question)
        if not DONE.fullmatch(word) and not OPEN_TASKS.fullmatch(word)
    ]
    other_words = [word for word in other_words if not re.fullmatch(TASK_ADJECTIVES, word)]
    if _time_phrase(question) or (other_words and not (is_about_tasks or NAMES_TASKS.search(text))):
        return None
    if tag_word is not None and tag_word not in other_words:
        return None
    has_text: dict[str, JsonValue] = {"none": [{"property": "task", "op": "empty"}]}
    spelled = {normalized: question[start:end] for normalized, start, end in word_spans(question)}
    written_words = [spelled.get(word, word) for word in other_words]
    conditions: list[JsonValue] = [*parsed.conditions, *map(_text_condition, other_words, written_words)]
    arguments: dict[str, JsonValue] = {
        "tasks": "done" if is_done else "open", "filter": {"all": [*conditions, has_text]} if conditions else has_text,
        "limit": MAX_LISTED,
    }  # fmt: skip
    descriptions = [*parsed.descriptions, *(Phrase("“{0}”", word) for word in written_words)]
    return NoteQuestion("query_notes", arguments, "list", comma_list(descriptions) if descriptions else NO_PHRASE)


def _without_state(text: str) -> str:
    """Return *text* without the words for the state of tasks."""
    other_text = without_open_state(text)
    return " ".join(re.sub(rf"{DONE.pattern}|已经?(?:完成|做完)了?|(?:完成|做完)了", " ", other_text).split())


def _text_condition(word: str, written: str) -> dict[str, JsonValue]:
    """Return the condition that the text of a task contains *word*, or *written*, its spelling with accents."""
    spellings = (written, word) if written.lower() != word else (word,)
    conditions: list[JsonValue] = [{"property": "task", "op": "contains", "value": spelling} for spelling in spellings]
    return {"any": conditions} if len(conditions) > 1 else _as_condition(conditions[0])


def _property_question(question: str, names: VaultNames) -> NoteQuestion | None:
    """Return the question about properties of one note: `When is Ada's birthday?`."""
    normalized = flatten_text(re.sub(r"['’]s\b", "", question))
    author = _first_known(AUTHOR_NAMES, names)
    # Words are not separated in Chinese: the question for the author is removed first.
    asks_author_in_chinese = bool(author) and WHO_WROTE_CHINESE.search(normalized) is not None
    text = WHO_WROTE_CHINESE.sub(" ", normalized) if asks_author_in_chinese else normalized
    words = [word for word in split_words(text) if len(word) > 1 or word.isdigit()]
    requested: list[str] = []
    for name in sorted(names.properties, key=len, reverse=True):
        name_words = split_words(flatten_text(name))
        positions = (
            (index for index in range(len(words)) if is_name_at(words, index, name_words)) if name_words else iter(())
        )
        # After a pronoun it is a verb: `What did we decide`, with a property `decided`.
        position = next((index for index in positions if index == 0 or words[index - 1] not in PRONOUNS), None)
        if position is not None and name.casefold() not in _IMPLICIT_PROPERTIES:
            requested.append(name)
            del words[position : position + len(name_words)]
    due = DUE.search(" ".join(words))
    if due and (name := _first_known(DUE_NAMES, names)) and name not in requested:
        requested.append(name)
        words = [word for word in words if not DUE.fullmatch(word)]
    if author and author not in requested and (asks_author_in_chinese or WHO_WROTE.search(normalized)):
        requested.append(author)
        words = [word for word in words if not WROTE.fullmatch(word)]
    ignored = stop_words(question)
    if any(plain_words(name) in DUE_NAMES for name in requested):
        ignored |= _DATE_WORDS
    naming_words = [word for word in words if word not in ignored]
    if not requested or not naming_words or len(naming_words) > MAX_NAMING_WORDS:
        return None
    naming_conditions: list[JsonValue] = []
    for word in naming_words:
        naming_conditions += [{"file": fact, "op": "contains", "value": word} for fact in ("name", "title")]
        naming_conditions += [{"property": fact, "op": "contains", "value": word} for fact in ("aliases", "alias")]
    has_value: list[JsonValue] = [{"property": name, "op": "exists"} for name in requested]
    arguments: dict[str, JsonValue] = {
        "filter": {"all": [{"any": has_value}, {"any": naming_conditions}]},
        "columns": [*requested, "file.title", "file.aliases"],
        "limit": MAX_NAMED_NOTES,
    }
    return NoteQuestion("query_notes", arguments, "property", NO_PHRASE, tuple(requested), tuple(naming_words))


_DATE_WORDS = frozenset(("date", "datum", "fecha"))

MAX_NAMING_WORDS, MAX_NAMED_NOTES = 6, 50
"""Maximum number of words that name a note in a question about its property, and of notes checked for them."""


def _first_known(candidates: Sequence[str], names: VaultNames) -> str:
    """Return the first property of *candidates* that the vault has; empty if it has none."""
    known = {plain_words(name): name for name in names.properties}
    return next((known[name] for name in candidates if name in known), "")


_IMPLICIT_PROPERTIES = frozenset(("tags", "tag", "aliases", "alias", "cssclass", "cssclasses", "title", "name"))
"""Properties that cannot be requested by their names."""


# Parsing of conditions


def _with_hash_tags(question: str, names: VaultNames) -> _ParsedQuestion:
    """Return *question* with the conditions of the tags in it that are written with `#`, and its other words.

    A tag that the vault does not have is a condition too: without it the query would find more than requested.
    """
    parsed = _ParsedQuestion("")
    excluded: list[str] = []
    end = 0
    for tag in hash_tags(question, names.tags):
        before = plain_words(f"{parsed.text} {question[end : tag.start]}")
        before = re.sub(rf"(?:{TAGGED.pattern}) ?$", "", before).strip()
        end = tag.end
        participle = re.match(r"(?i)\s*((?:noch\s+)?nicht\s)?\s*(?:getaggt|markiert|tagged)\b", question[end:])
        end += participle.end() if participle else 0
        if participle and participle[1]:
            _exclude_tags(parsed, (tag.name,))
        elif without := WITHOUT_BEFORE_TAG.search(f"{before} ") or WITHOUT_BEFORE_TAG.search(before):
            _exclude_tags(parsed, (tag.name,))
            before = before[: without.start()].strip()
            excluded.append(tag.name)
        elif excluded and re.search(r"\b(?:or|and|nor|oder|und|noch|ou|et|ni|o|y)$|[或和]$", before):
            # `without #idea or #work`
            _exclude_tags(parsed, (tag.name,))
        else:
            _add_tag(parsed, (tag.name,), is_any=False)
        parsed.text = before
    parsed.text = plain_words(f"{parsed.text} {question[end:]}")
    return parsed


def _add_tag(parsed: _ParsedQuestion, tags: Sequence[str], *, is_any: bool) -> None:
    if is_any and len(tags) > 1:
        parsed.add({"any": [{"tag": tag} for tag in tags]}, Phrase("tagged {0}", ", ".join(f"#{tag}" for tag in tags)))
        parsed.only_tags_and_folders = False
        return
    for tag in tags:
        parsed.add({"tag": tag}, Phrase("tagged {0}", f"#{tag}"))
        parsed.tags.append(tag)


def _exclude_tags(parsed: _ParsedQuestion, tags: Sequence[str]) -> None:
    description = Phrase("not tagged {0}", ", ".join(f"#{tag}" for tag in tags))
    parsed.add({"none": [{"tag": tag} for tag in tags]}, description)
    parsed.only_tags_and_folders = False


def _read_tags(parsed: _ParsedQuestion, names: VaultNames) -> None:
    for trigger in TAGGED.finditer(parsed.text):
        before = parsed.text[: trigger.start()]
        if is_not := BEING_NOT.match(parsed.text[trigger.end() :]):
            # `whose tag is not idea`
            found = names_at_start(parsed.text[trigger.end() + is_not.end() :], names.tags)
            if found.names:
                _exclude_tags(parsed, found.names)
                parsed.text = " ".join(f"{before} {found.rest}".split())
                return
        if without := WITHOUT_BEFORE_TAG.search(before):
            found = names_at_start(parsed.text[trigger.end() :], names.tags)
            start = without.start()
            ending = name_at_end(before[:start].strip().removesuffix(" noch"), names.tags)
            if ending is not None and re.match("getaggt|markiert", trigger[0]):
                # `mit idea nicht getaggt`
                _exclude_tags(parsed, (ending[0],))
                parsed.text = " ".join(f"{ending[1]} {parsed.text[trigger.end() :]}".split())
                return
            if found.names:
                _exclude_tags(parsed, found.names)
                parsed.text = " ".join(f"{before[:start]} {found.rest}".split())
                return
            if not CJK.search(trigger[0]) or trigger[0].startswith("标签"):
                parsed.add({"file": "tags", "op": "empty"}, Phrase("without tags"))
                parsed.text = " ".join(f"{before[:start]} {parsed.text[trigger.end() :]}".split())
                parsed.only_tags_and_folders = False
                return
        found = names_at_start(parsed.text[trigger.end() :], names.tags)
        if found.names:
            _add_tag(parsed, found.names, is_any=found.is_any)
            rest = found.rest
            if but_not := BUT_NOT.match(rest):
                excluded = names_at_start(rest[but_not.end() :], names.tags)
                if excluded.names:
                    _exclude_tags(parsed, excluded.names)
                    rest = excluded.rest
            parsed.text = " ".join(f"{before} {rest}".split())
            return
        # `the idea tag`
        ending = name_at_end(before, names.tags)
        if ending is not None:
            if without := WITHOUT_BEFORE_TAG.search(ending[1]):
                _exclude_tags(parsed, (ending[0],))
            else:
                _add_tag(parsed, (ending[0],), is_any=False)
            before = ending[1][: without.start()] if without else ending[1]
            parsed.text = " ".join(f"{before} {parsed.text[trigger.end() :]}".split())
            return


def _begins_with_comparison(text: str, question: str) -> bool:
    """Return whether *text*, after a property in *question*, begins with a number, a time or a comparison with one."""
    text = re.sub(r"^(?:of|is|von|de) ", "", text)
    limits = [pattern.match(text) for _, pattern in COMPARE]
    rests = [text, *(text[limit.end() :] for limit in limits if limit)]
    when = plain_words(_time_phrase(question))
    return any(NUMBER.match(rest) is not None or bool(when and begins_with(rest, when)) for rest in rests)


def _read_without(parsed: _ParsedQuestion, question: str, names: VaultNames) -> None:
    for trigger in WITHOUT.finditer(parsed.text):
        found = names_at_start(parsed.text[trigger.end() :], names.properties)
        if found.names:
            rest = found.rest
            if _begins_with_comparison(rest, question):
                continue  # `without a rating above 3` is not `without a rating`.
            values = names_at_start(rest, names.values.get(found.names[0], ())) if len(found.names) == 1 else None
            if values is not None and values.names:
                # `without the status done`
                parsed.add(*_value_condition(found.names[0], values.names, is_negated=True))
                rest = values.rest
            else:
                for name in found.names:
                    parsed.add({"property": name, "op": "empty"}, Phrase("without “{0}”", name))
            parsed.only_tags_and_folders = False
            parsed.text = " ".join(f"{parsed.text[: trigger.start()]} {rest}".split())
            return
        links = WITHOUT_TARGET.match(parsed.text[trigger.end() :])
        if links:
            parsed.add({"file": "links", "op": "equals", "value": 0}, Phrase("without links"))
            parsed.only_tags_and_folders = False
            parsed.cut(trigger.start(), trigger.end() + links.end())
            return


def _read_dates(parsed: _ParsedQuestion, question: str, names: VaultNames, *, is_list: bool) -> None:
    """Parse one date of tasks: the due date, or in a question that *is_list* does not limit to notes another one."""
    if DUE_DATE.pattern.search(parsed.text) is not None:
        _read_date(DUE_DATE, parsed, question, names)
        return
    to_do_text = without_obligation(parsed.text)
    if is_list or (to_do_text is None and NOT_DONE.search(parsed.text) is not None):
        return
    is_completed = to_do_text is None and NOT_COMPLETED.search(parsed.text) is None
    for date in OTHER_DATES:
        if date.state == "open" or is_completed:
            _read_date(date, parsed, question, names)
        if parsed.date is not None:
            return
    when = _time_phrase(question)
    if to_do_text is not None and when and (span := find_words(to_do_text, plain_words(when))):
        parsed.text = to_do_text
        in_notes = _first_known(DUE_NAMES, names)
        condition, description = _time_condition(in_notes or DUE_DATE.field, when, parsed, span)
        _add_date(DUE_DATE, parsed, condition, description, in_notes)


def _read_date(date: TaskDate, parsed: _ParsedQuestion, question: str, names: VaultNames) -> None:
    if date.pattern.search(parsed.text) is None:
        return
    in_notes = _first_known(date.property_names, names)
    name = in_notes or date.field
    if date is DUE_DATE and OVERDUE.search(parsed.text):
        condition: dict[str, JsonValue] = {"property": name, "op": "before", "value": "today"}
        description = Phrase("{0} before today", name)
    elif (when := _time_phrase(question)) and (span := find_words(parsed.text, plain_words(when))):
        condition, description = _time_condition(name, when, parsed, span)
    elif date is DUE_DATE and re.search(
        rf"\b(?:what|which|was|welche|quoi|quelles|que|cuales|list|show|alle|all|{TASK_WORDS})\b|什么|哪些|所有|任务|待办",
        parsed.text,
    ):
        condition, description = {"property": name, "op": "exists"}, Phrase("with “{0}”", name)
    else:
        return
    words = rf"(?:{date.pattern.pattern})(?: (?:date|on|am)\b)?"
    other_words, negated_count = re.subn(rf"{NOT_BEFORE_DATE}{words}", " ", parsed.text, count=1)
    if negated_count and (condition.get("op") == "exists" or date.state == "done" or date.pattern.search(other_words)):
        return  # The negation remains in the text, so that the question is not a query.
    if negated_count:
        condition = {"none": [condition, {"property": name, "op": "empty"}]}
        description = Phrase("not {0}", description)
    else:
        other_words = re.sub(words, " ", parsed.text, count=1)
    parsed.text = " ".join(other_words.split())
    _add_date(date, parsed, condition, description, in_notes)
    parsed.is_date_negated = bool(negated_count)


def _add_date(
    date: TaskDate, parsed: _ParsedQuestion, condition: dict[str, JsonValue], description: Phrase, in_notes: str
) -> None:
    """Add the condition of a date; *in_notes* is the property of notes for it, empty if there is none."""
    parsed.add(condition, description)
    parsed.date, parsed.date_condition = date, condition
    parsed.columns += [in_notes] if in_notes else []
    parsed.only_tags_and_folders = False


def _time_condition(
    name: str, when: str, parsed: _ParsedQuestion, span: tuple[int, int]
) -> tuple[dict[str, JsonValue], Phrase]:
    """Return the condition that the property *name* is in the time range *when*, with the text before its *span*."""
    before, after = parsed.text[: span[0]].rstrip(), parsed.text[span[1] :]
    operator, words = _limit(when)
    if CJK.search(when):
        for sign, leading, trailing in CHINESE_LIMITS:
            start, end = leading.search(before), trailing.match(after)
            if operator == "on" and start and end:
                if re.fullmatch(WHEN_CHINESE_DAY, words) and ("以来" in end[0] or start[0] == "自从"):
                    words = LAST_DAY_CHINESE.format(words)
                operator, after = sign, after[end.end() :]
                before = before[: start.start()] if leading.pattern else before
    for sign, pattern in COMPARE if operator == "on" else ():
        if match := re.search(rf"(?:^|\s)(?:{pattern.pattern[1:]}){ARTICLE_BEFORE_TIME}$", f"{before} "):
            # `from last week` is a time within that week.
            operator = "on" if match[0].split() == ["from"] else sign
            before = before[: match.start()]
            break
    parsed.text = " ".join(f"{before} {after}".split())
    on: dict[str, JsonValue] = {"property": name, "op": "on", "value": words}
    if operator == "on":
        return on, Phrase("{0}: {1}", name, words)
    # Only `on`, `before` and `after` accept words for a time.
    outside: dict[str, JsonValue] = {**on, "op": "before" if operator.startswith("<") else "after"}
    condition: dict[str, JsonValue] = {"any": [outside, on]} if operator.endswith("=") else outside
    return condition, Phrase("{0} {1} {2}", name, operator, words)


def _limit(when: str) -> tuple[str, str]:
    """Return the operator of the preposition at the beginning of *when*, and the other words; `on` if there is none."""
    for operator, pattern in LIMITS:
        match = pattern.match(when)
        words = when[match.end() :] if match else ""
        is_day = WEEKDAY.fullmatch(words) is not None
        if match and (operator == ">=" or WEEKDAY.search(words)):
            last = LAST_DAY.get(match[0].split()[0]) if is_day else None
            return operator, last.format(words) if last else words
    return "on", re.sub(r"^(?:since|seit|depuis|desde) ", "", when)


def _read_alias(parsed: _ParsedQuestion, question: str) -> None:
    trigger = ALIAS.search(parsed.text)
    if trigger is None:
        return
    rest_text = parsed.text[trigger.end() :].strip()
    quoted = re.search(r'["“„«]([^"”“»]{1,100})["”“»]', question)
    alias = quoted[1] if quoted else _as_written(_before_condition(rest_text), question)
    alias = re.sub(r"(?:^|\s+)(?:have|has|haben|hat|sind|ist|有)$", "", alias).strip()
    if not alias:
        return
    unread = rest_text[len(plain_words(alias)) :] if rest_text.startswith(plain_words(alias)) else ""
    alias_conditions: list[JsonValue] = [
        {"property": name, "op": "equals", "value": alias} for name in ("aliases", "alias")
    ]
    parsed.add({"any": alias_conditions}, Phrase("with the alias “{0}”", alias))
    parsed.text = f"{parsed.text[: trigger.start()]} {unread}".strip()
    parsed.only_tags_and_folders = False


def _read_links(parsed: _ParsedQuestion, question: str) -> None:
    """Parse links to notes, each with its own negation: `link to [[A]] but not to [[B]]`."""
    while trigger := next(filter(None, (pattern.search(f"{parsed.text} ") for pattern in LINKS_TO)), None):
        before, after = parsed.text[: trigger.start()], parsed.text[trigger.end() :].strip()
        around = trigger.groupdict().get("target")
        linked = _linked(after if around is None else around, question)
        if linked is None:
            return
        groups, unread = [_LinkGroup([linked[0]], trigger["negated"] is not None)], linked[1]
        while (following := NEXT_LINK.match(unread)) and (other := _bracketed(unread[following.end() :], question)):
            is_negated = following["negated"] is not None
            if following["or"] is not None or (groups[-1].is_negated and not is_negated):
                groups[-1].targets.append(other[0])
            else:
                groups.append(_LinkGroup([other[0]], is_negated))
            unread = other[1]
        if around is not None and unread.strip():
            return
        for group in groups:
            _add_links(parsed, group)
        parsed.text = " ".join(f"{before} {unread if around is None else after}".split())


class _LinkGroup(NamedTuple):
    """Notes of which one is linked, or if negated none."""

    targets: list[str]
    is_negated: bool


def _add_links(parsed: _ParsedQuestion, group: _LinkGroup) -> None:
    conditions: list[JsonValue] = [{"links_to": target} for target in group.targets]
    written = ", ".join(group.targets)
    if group.is_negated:
        parsed.add({"none": conditions}, Phrase("without a link to “{0}”", written))
    else:
        condition: dict[str, JsonValue] = {"any": conditions}
        if len(conditions) == 1:
            condition = dict(_as_condition(conditions[0]))
        parsed.add(condition, Phrase("with a link to “{0}”", written))
    parsed.only_tags_and_folders = False


def _linked(text: str, question: str) -> tuple[str, str] | None:
    """Return the title of a note at the beginning of *text* as written in *question*, and the text after it; None if
    there is none or only a pronoun.
    """
    if bracketed := _bracketed(text, question):
        return bracketed
    read = re.sub(r"的(?:笔记|文件|页面|文档).*", "", _before_condition(text)).strip()
    if not read or NEGATION.search(read) or stop_words(question).issuperset(read.split()):
        return None
    article = r"^(?:the note|my note|der notiz|die notiz|la note|la nota|笔记) "
    return re.sub(article, "", _as_written(read, question), flags=re.IGNORECASE), text[len(read) :]


def _bracketed(text: str, question: str) -> tuple[str, str] | None:
    """Return the target of the wikilink in *question* whose words begin *text*, and the text after it."""
    for link in re.finditer(r"\[\[([^\]|#\n]{1,200})([^\]\n]{0,200})", question):
        for words in (plain_words(link[0]), plain_words(link[1])):
            if words and begins_with(text, words):
                return link[1], text[len(words) :]
    return None


def _before_condition(text: str) -> str:
    """Return *text* up to a conjunction that begins another condition: `Budget` in `budget and are in archive`."""
    match = NEXT_CONDITION.search(text)
    return text[: match.start()] if match and match.start() else text


def _as_written(words: str, question: str) -> str:
    """Return the last part of *question* whose normalized form is *words*; *words* if there is none."""
    spans = list(word_spans(question))
    count = len(words.split())
    for first in range(len(spans) - count, -1, -1) if words else ():
        if " ".join(word for word, _, _ in spans[first : first + count]) == words:
            return question[spans[first][1] : spans[first + count - 1][2]]
    return words


_CONJUNCTIONS = ("and ", "or ", "und ", "oder ", "et ", "ou ", "y ", "o ")


def _read_properties(parsed: _ParsedQuestion, question: str, names: VaultNames) -> None:
    for name in sorted(names.properties, key=len, reverse=True):
        if name.casefold() in _IMPLICIT_PROPERTIES:
            continue
        span = find_form(parsed.text, name) or find_form_with_number(parsed.text, name)
        if span is None or any(condition.get("property") == name for condition in parsed.conditions):
            continue
        start, end = span
        before, rest = parsed.text[:start], parsed.text[end:].strip()
        copula = COPULA.match(rest)
        after_copula = rest[copula.end() :] if copula else rest
        is_negated = copula is not None and any(copula.groups())
        if condition := _comparison(name, after_copula, question, parsed, before):
            compared, description = condition
            if is_negated:
                parsed.add({"none": [compared]}, Phrase("not {0}", description))
            else:
                parsed.add(compared, description)
            parsed.only_tags_and_folders = False
            continue
        number = NUMBER.match(after_copula)
        values = names.values.get(name, (number[0],) if number else ())
        found = names_at_start(after_copula, values)
        if found.names and not after_copula.startswith(_CONJUNCTIONS):
            if not is_negated and (without := NOT_BEFORE_PROPERTY.search(before)):
                is_negated, before = True, before[: without.start()]
            parsed.add(*_value_condition(name, found.names, is_negated=is_negated))
            parsed.text = " ".join(f"{before} {found.rest}".split())
        elif (ending := name_at_end(before, values)) is not None:
            parsed.add({"property": name, "op": "equals", "value": ending[0]}, Phrase("{0}: {1}", name, ending[0]))
            parsed.text = " ".join(f"{ending[1]} {rest}".split())
        elif (having := HAVING.search(before)) is not None:
            parsed.add({"property": name, "op": "exists"}, Phrase("with “{0}”", name))
            parsed.text = " ".join(f"{before[: having.start()]} {rest}".split())
        else:
            continue
        parsed.only_tags_and_folders = False


def _value_condition(name: str, values: Sequence[str], *, is_negated: bool) -> tuple[dict[str, JsonValue], Phrase]:
    """Return the condition that the property *name* has one of *values*, or if *is_negated* none of them."""
    conditions: list[JsonValue] = [
        {"property": name, "op": "not" if is_negated else "equals", "value": value} for value in values
    ]
    condition: dict[str, JsonValue] = {"all" if is_negated else "any": conditions}
    written = ", ".join(values)
    return condition if len(conditions) > 1 else dict(_as_condition(conditions[0])), (
        Phrase("{0} is not {1}", name, written) if is_negated else Phrase("{0}: {1}", name, written)
    )


def _asks_for_kind(question: str, names: VaultNames) -> bool:
    """Return whether *question* asks for notes by the name of a folder or a tag: `Which projects …`."""
    text = plain_words(question)
    nouns = (match[1] for pattern in (LIST_WORD, LIST_WORD_CHINESE) for match in pattern.finditer(text))
    return any(_kind_condition(noun, names) is not None for noun in nouns)


def _kind_condition(word: str, names: VaultNames) -> tuple[dict[str, JsonValue], Phrase] | None:
    """Return the condition for the noun *word* as a kind of note: a folder or a tag of that name."""
    for folder in names.folders:
        if is_noun(word, plain_words(folder.rpartition("/")[2])):
            return {"folder": folder}, Phrase("in {0}", folder)
    for tag in names.tags:
        if is_noun(word, plain_words(tag.rpartition("/")[2])):
            return {"tag": tag}, Phrase("tagged {0}", f"#{tag}")
    return None


def _read_kind(parsed: _ParsedQuestion, question: str, names: VaultNames) -> None:
    if parsed.folders or (parsed.tags and not parsed.conditions):
        return
    for word in _content_words(parsed.text, question):
        # With further words, such a noun is searched in the text.
        condition, span = _kind_condition(word, names), find_words(parsed.text, word)
        if condition is None or span is None:
            continue
        parsed.cut(*span)
        parsed.add(*condition)
        folder, tag = condition[0].get("folder"), condition[0].get("tag")
        parsed.folders += [str(folder)] if folder else []
        parsed.tags += [str(tag)] if tag else []
        return


def _read_values(parsed: _ParsedQuestion, names: VaultNames) -> None:
    """Parse values without their property: `Which projects are active?`."""
    if not parsed.conditions or any("property" in condition for condition in parsed.conditions):
        return
    for name, values in names.values.items():
        for value in sorted(values, key=len, reverse=True):
            span = find_words(parsed.text, plain_words(value))
            if span is None or len(plain_words(value)) < MIN_VALUE or name.casefold() in _IMPLICIT_PROPERTIES:
                continue
            without = NOT_BEFORE.search(parsed.text[: span[0]])
            parsed.cut(without.start() if without else span[0], span[1])
            parsed.add(*_value_condition(name, (value,), is_negated=without is not None))
            parsed.only_tags_and_folders = False
            return


MIN_VALUE = 3
"""Minimum number of characters of a value without its property."""


def _as_condition(value: JsonValue) -> dict[str, JsonValue]:
    assert isinstance(value, dict)
    return value


def _comparison(
    name: str, rest: str, question: str, parsed: _ParsedQuestion, before: str
) -> tuple[dict[str, JsonValue], Phrase] | None:
    """Return the condition of a comparison at the beginning of *rest*: `above 4`, `before December 2026`, `in May`."""
    for operator, pattern in COMPARE:
        match = pattern.match(rest)
        if match and (number := NUMBER.match(rest[match.end() :])) and not re.match(r"\d{4} \d\d", rest[match.end() :]):
            value = float(number[0].replace(",", "."))
            parsed.text = " ".join(f"{before} {rest[match.end() + number.end() :]}".split())
            number_value = int(value) if value == int(value) else value
            return {"property": name, "op": operator, "value": number_value}, Phrase(
                "{0} {1} {2}", name, operator, str(number_value)
            )
    when = _time_phrase(question)
    if when and (span := find_words(rest, plain_words(when))):
        parsed.text = f"{before} {rest}"
        shift = len(before) + 1
        return _time_condition(name, when, parsed, (span[0] + shift, span[1] + shift))
    return None


def _read_folders(parsed: _ParsedQuestion, names: VaultNames, *, is_list: bool) -> None:
    by_name: dict[str, list[str]] = {}
    for folder in names.folders:
        for folder_name in {plain_words(folder), plain_words(folder.rpartition("/")[2])} - {""}:
            by_name.setdefault(folder_name, []).append(folder)
    for folder_name in sorted(by_name, key=len, reverse=True):
        span = find_words(parsed.text, folder_name)
        if span is None:
            continue
        start, end = span
        before, after = parsed.text[:start], parsed.text[end:]
        leading = re.search(rf"(?:{IN_FOLDER.pattern})$", before)
        word_after = re.match(rf"^ ?{FOLDER_WORD}\b|^文件夹", after.strip())
        word_before = re.search(rf"(?:{FOLDER_WORD} |文件夹|目录|在)$", before)
        if not (
            leading or OUTSIDE.search(before) or word_after or word_before or (CJK.search(parsed.text) and is_list)
        ):
            continue
        if leading is not None:
            before = before[: leading.start()]
        if word_after is not None:
            after = after.strip()[word_after.end() :]
            before = re.sub(r"\b(?:in|from|under|of|im|aus|dans|en) (?:the |my |dem |le |la |el |mi )?$", "", before)
        if CJK.search(before):
            before = re.sub(r"(?<=[不没有非])在$", "", before)
        without = NOT_BEFORE.search(before)
        if without is not None:
            before = before[: without.start()]
        folders = by_name[folder_name]
        exact = [folder for folder in folders if plain_words(folder) == folder_name]
        folders = list(exact or folders)
        while conjunction := FOLDER_CONJUNCTION.match(after):
            following = names_at_start(after[conjunction.end() :], by_name)
            if not following.names:
                break
            for other_name in following.names:
                folders += [folder for folder in by_name[other_name] if folder not in folders]
            after = re.sub(rf"^ ?{FOLDER_WORD}s?\b", "", f" {following.rest}")
        parsed.text = " ".join(f"{before} {after}".split())
        conditions: list[JsonValue] = [{"folder": folder} for folder in folders]
        if without is not None:
            parsed.add({"none": conditions}, Phrase("not in {0}", ", ".join(folders)))
            parsed.only_tags_and_folders = False
            return
        parsed.add(
            {"any": conditions} if len(conditions) > 1 else dict(_as_condition(conditions[0])),
            Phrase("in {0}", ", ".join(folders)),
        )
        parsed.folders += folders
        return


def _time_phrase(question: str) -> str:
    """Return the longest words for a time in *question*; empty if there are none."""
    normalized = " ".join(question.lower().split())
    phrases = [match[0] for match in _when().finditer(normalized)] + [
        match[0] for match in _when_chinese().finditer(normalized)
    ]
    return max(phrases, key=len, default="").strip()


def names_time(question: str) -> bool:
    """Return whether *question* contains words for a time: `last week`, `today`."""
    return bool(_time_phrase(question))


def clear_time(question: str) -> str:
    """Return the words for a time in *question* that are sufficient to select notes: `last week`, `in May`."""
    when = _time_phrase(question)
    return when if when and CLEAR_TIME.search(when) else ""


@cache
def _when() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.-])(?:{WHEN_LIMIT}|{WHEN})(?![\w-])", re.IGNORECASE)


@cache
def _when_chinese() -> re.Pattern[str]:
    return re.compile(f"{WHEN_CHINESE}|{WHEN_CHINESE_DAY}")


def _content_words(text: str, question: str) -> list[str]:
    """Return the words of *text* that a query does not cover."""
    ignored = stop_words(question) | _list_words()
    spaced = CJK_FILLERS.sub(" ", text) if CJK.search(text) else text
    return [word for word in spaced.split() if word not in ignored and len(word) > 1]


@cache
def _list_words() -> frozenset[str]:
    return frozenset(COUNT_WORDS.split())
