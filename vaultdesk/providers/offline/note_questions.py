"""Questions about tags, properties, folders, dates and tasks of notes, turned into queries of the tools.

Patterns over the words of a question in English, German, French, Spanish and Chinese. Tags, properties and folders are
recognised only if the vault has them. A question with other words is not a query.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile
from typing import Literal, NamedTuple

from pydantic import JsonValue
from rapidfuzz.distance import OSA

from vaultdesk.core.phrases import NO_PHRASE, Phrase, comma_list
from vaultdesk.index.index_results import VaultNames
from vaultdesk.index.search.question_terms import are_forms, flatten_text, split_words
from vaultdesk.providers.offline.keywords import stop_words
from vaultdesk.providers.offline.question_patterns import (
    ALIAS,
    AND,
    AUTHOR_NAMES,
    CJK,
    CJK_FILLERS,
    CLEAR_TIME,
    COMPARE,
    COPULA,
    COUNT_WORDS,
    DONE,
    DUE,
    DUE_NAMES,
    FILLER,
    FOLDER_WORD,
    HAVING,
    IN_FOLDER,
    LINKS_TO,
    LIST_WORD,
    NOT_DONE,
    NOTE_LIST,
    NUMBER,
    OPEN_TASKS,
    OR,
    OVERDUE,
    PRONOUNS,
    TAGGED,
    TASK_ADJECTIVES,
    TASK_WORDS,
    WHEN,
    WHEN_CHINESE,
    WHO_WROTE,
    WITHOUT,
    WROTE,
)

MAX_QUESTION = 400
"""Maximum number of characters of a question compared with the patterns."""

MAX_LISTED = 100
"""Maximum number of notes listed in an answer."""

QuestionKind = Literal["list", "property", "tasks"]


@dataclass(frozen=True, slots=True)
class NoteQuestion:
    """A question as a query of a tool."""

    tool: str
    arguments: Mapping[str, JsonValue]
    kind: QuestionKind
    what: Phrase
    """What the notes of the answer have in common, as text."""
    properties: tuple[str, ...] = ()
    """The properties whose values are requested."""
    words: tuple[str, ...] = ()
    """For a property: the words that name the note. For tasks: words that the tasks contain."""


class _Found(NamedTuple):
    """Names in a text, and the rest of the text."""

    names: tuple[str, ...]
    is_any: bool
    rest: str


@dataclass
class _Reading:
    """The conditions recognised so far."""

    text: str
    """The words of the question that are not recognised yet, separated by one blank."""
    conditions: list[dict[str, JsonValue]] = field(default_factory=list)
    what: list[Phrase] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    only_tags_and_folders: bool = True
    columns: list[str] = field(default_factory=list)

    def add(self, condition: dict[str, JsonValue], what: Phrase) -> None:
        """Add a condition."""
        self.conditions.append(condition)
        self.what.append(what)

    def cut(self, start: int, end: int) -> None:
        """Remove the recognised words from *start* to *end*."""
        self.text = " ".join(f"{self.text[:start]} {self.text[end:]}".split())


def parse_note_question(question: str, names: VaultNames) -> NoteQuestion | None:
    """Return *question* as a query; None if the patterns and *names* do not cover it."""
    if len(question) > MAX_QUESTION:
        return None
    return _task_question(question, names) or _list_question(question, names) or _property_question(question, names)


def list_filter(text: str, names: VaultNames) -> tuple[dict[str, JsonValue], Phrase] | None:
    """Return the filter of `query_notes` for the notes that *text* describes, and its description."""
    found = _list_question(text, names)
    note_filter = found.arguments.get("filter") if found is not None and found.tool == "query_notes" else None
    return (note_filter, found.what) if found is not None and isinstance(note_filter, dict) else None


def _list_question(question: str, names: VaultNames) -> NoteQuestion | None:
    hashed = _hash_tags(question, names)
    reading = _Reading(_plain(re.sub(r"#[\w/-]+", " ", question)))
    is_list = NOTE_LIST.search(_plain(question)) is not None or _asks_for_kind(question, names)
    for tag in hashed:
        _add_tag(reading, (tag,), is_any=False)
    _read_alias(reading, question)
    _read_tags(reading, names)
    _read_without(reading, names)
    _read_due(reading, question, names)
    if not reading.conditions and not is_list:
        return None
    _read_links(reading, question)
    _read_properties(reading, question, names)
    _read_folders(reading, names, is_list=is_list)
    if is_list:
        _read_kind(reading, question, names)
        _read_values(reading, names)
    rest = _content_words(reading.text, question)
    if not reading.conditions:
        return _query(reading) if is_list and not rest and _asks_count(question) else None
    if not rest:
        return _query(reading)
    # Other words are searched in the text, where the search tool supports the same conditions.
    if reading.only_tags_and_folders and len(reading.folders) <= 1 and is_list:
        arguments: dict[str, JsonValue] = {"query": " ".join(rest), "limit": MAX_LISTED, "sort": "relevance"}
        if reading.tags:
            arguments["tags"] = [*reading.tags]
        if reading.folders:
            arguments["folder"] = reading.folders[0]
        what = comma_list([Phrase("“{0}”", " ".join(rest)), *reading.what])
        return NoteQuestion("search_notes", arguments, "list", what)
    return None


def _query(reading: _Reading) -> NoteQuestion:
    conditions = reading.conditions
    arguments: dict[str, JsonValue] = {"limit": MAX_LISTED}
    if conditions:
        arguments["filter"] = conditions[0] if len(conditions) == 1 else {"all": [*conditions]}
    if reading.columns:
        arguments["columns"] = [*reading.columns]
        arguments["sort"] = [{"by": reading.columns[0]}]
    return NoteQuestion("query_notes", arguments, "list", comma_list(reading.what) if reading.what else NO_PHRASE)


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
    text = _plain(question)
    found = OPEN_TASKS.search(text) or (re.search(rf"\b(?:{TASK_WORDS})\b", text) if DONE.search(text) else None)
    if found is None:
        return None
    is_done = DONE.search(text) is not None and NOT_DONE.search(text) is None
    hashed = _hash_tags(question, names)
    reading = _Reading(_plain(re.sub(r"#[\w/-]+", " ", question)))
    _read_tags(reading, names)
    _read_folders(reading, names, is_list=True)
    rest = [
        word
        for word in _content_words(reading.text, question)
        if not DONE.fullmatch(word) and not OPEN_TASKS.fullmatch(word)
    ]
    rest = [word for word in rest if not re.fullmatch(TASK_ADJECTIVES, word)]
    if _time_phrase(question):
        return None
    scope = "task-done" if is_done else "task-todo"
    inner = " ".join(f'"{word}"' for word in rest) if rest else r"/\S/"
    arguments: dict[str, JsonValue] = {
        "query": f"{scope}:({inner})" if rest else f"{scope}:{inner}",
        "limit": MAX_LISTED,
    }
    tags = [*hashed, *reading.tags]
    if tags:
        arguments["tags"] = [*tags]
    if reading.folders:
        arguments["folder"] = reading.folders[0]
    what = [Phrase("finished tasks") if is_done else Phrase("open tasks")]
    what += [Phrase("tagged {0}", f"#{tag}") for tag in hashed] + reading.what
    what += [Phrase("“{0}”", word) for word in rest]
    return NoteQuestion("search_notes", arguments, "tasks", comma_list(what), words=tuple(rest))


def _property_question(question: str, names: VaultNames) -> NoteQuestion | None:
    """Return the question about properties of one note: `When is Ada's birthday?`."""
    plain = flatten_text(re.sub(r"['’]s\b", "", question))
    words = [word for word in split_words(plain) if len(word) > 1 or word.isdigit()]
    found: list[str] = []
    for name in sorted(names.properties, key=len, reverse=True):
        of_name = split_words(flatten_text(name))
        places = (nth for nth in range(len(words)) if _is_name_at(words, nth, of_name)) if of_name else iter(())
        # After a pronoun it is a verb: `What did we decide`, with a property `decided`.
        place = next((nth for nth in places if nth == 0 or words[nth - 1] not in PRONOUNS), None)
        if place is not None and name.casefold() not in _IMPLICIT_PROPERTIES:
            found.append(name)
            del words[place : place + len(of_name)]
    due = DUE.search(" ".join(words))
    if due and (name := _due_property(names)) and name not in found:
        found.append(name)
        words = [word for word in words if not DUE.fullmatch(word)]
    if WHO_WROTE.search(plain) and (name := _first_known(AUTHOR_NAMES, names)) and name not in found:
        found.append(name)
        words = [word for word in words if not WROTE.fullmatch(word)]
    unwanted = stop_words(question)
    if any(_plain(name) in DUE_NAMES for name in found):
        unwanted |= _DATE_WORDS
    others = [word for word in words if word not in unwanted]
    if not found or not others or len(others) > MAX_NAMING_WORDS:
        return None
    named: list[JsonValue] = []
    for word in others:
        named += [{"file": fact, "op": "contains", "value": word} for fact in ("name", "title")]
        named += [{"property": fact, "op": "contains", "value": word} for fact in ("aliases", "alias")]
    has_value: list[JsonValue] = [{"property": name, "op": "exists"} for name in found]
    arguments: dict[str, JsonValue] = {
        "filter": {"all": [{"any": has_value}, {"any": named}]},
        "columns": [*found, "file.title", "file.aliases"],
        "limit": MAX_NAMED_NOTES,
    }
    return NoteQuestion("query_notes", arguments, "property", NO_PHRASE, tuple(found), tuple(others))


_DATE_WORDS = frozenset(("date", "datum", "fecha"))

MAX_NAMING_WORDS, MAX_NAMED_NOTES = 6, 50
"""Maximum number of words that name a note in a question about its property, and of notes checked for them."""


def _due_property(names: VaultNames) -> str:
    return _first_known(DUE_NAMES, names)


def _first_known(wanted: Sequence[str], names: VaultNames) -> str:
    """Return the first property of *wanted* that the vault has; empty if it has none."""
    known = {_plain(name): name for name in names.properties}
    return next((known[name] for name in wanted if name in known), "")


_IMPLICIT_PROPERTIES = frozenset(("tags", "tag", "aliases", "alias", "cssclass", "cssclasses", "title", "name"))
"""Properties that cannot be requested by their names."""


def _is_name_at(words: Sequence[str], nth: int, name: Sequence[str]) -> bool:
    return len(words) >= nth + len(name) and all(
        word == wanted or are_forms(wanted, word) or _is_same_in_two_languages(word, wanted)
        for word, wanted in zip(words[nth:], name, strict=False)
    )


def _is_same_in_two_languages(word: str, name: str) -> bool:
    """Return whether two words differ by one letter, as many do between languages: `autor`, `author`."""
    return (
        min(len(word), len(name)) >= MIN_SHARED_NOUN
        and word[0] == name[0]
        and OSA.distance(word, name, score_cutoff=1) <= 1
    )


def is_named(words: Sequence[str], names: Iterable[str]) -> bool:
    """Return whether each of *words* is a word in *names*, the path, the title or the aliases of a note."""
    known = {word for name in names for word in split_words(flatten_text(name.removesuffix(".md")))}
    return all(word in known or any(are_forms(word, other) for other in known) for word in words)


# Parsing of conditions


def _plain(question: str) -> str:
    return " ".join(split_words(flatten_text(question)))


def _hash_tags(question: str, names: VaultNames) -> list[str]:
    known = {tag.casefold(): tag for tag in names.tags}
    return [known[tag.casefold()] for tag in re.findall(r"#([\w/-]+)", question) if tag.casefold() in known]


def _add_tag(reading: _Reading, tags: Sequence[str], *, is_any: bool) -> None:
    if is_any and len(tags) > 1:
        reading.add({"any": [{"tag": tag} for tag in tags]}, Phrase("tagged {0}", ", ".join(f"#{tag}" for tag in tags)))
        reading.only_tags_and_folders = False
        return
    for tag in tags:
        reading.add({"tag": tag}, Phrase("tagged {0}", f"#{tag}"))
        reading.tags.append(tag)


def _read_tags(reading: _Reading, names: VaultNames) -> None:
    for trigger in TAGGED.finditer(reading.text):
        before = reading.text[: trigger.start()]
        if without := re.search(rf"(?:{WITHOUT.pattern})$", before):
            found = _names_in(reading.text[trigger.end() :], names.tags)
            start = min(without.start(), trigger.start())
            if found.names:
                reading.add(
                    {"none": [{"tag": tag} for tag in found.names]},
                    Phrase("not tagged {0}", ", ".join(f"#{tag}" for tag in found.names)),
                )
                reading.text = " ".join(f"{before[:start]} {found.rest}".split())
                reading.only_tags_and_folders = False
                return
            if not CJK.search(trigger[0]) or trigger[0].startswith("标签"):
                reading.add({"file": "tags", "op": "empty"}, Phrase("without tags"))
                reading.text = " ".join(f"{before[:start]} {reading.text[trigger.end() :]}".split())
                reading.only_tags_and_folders = False
                return
        found = _names_in(reading.text[trigger.end() :], names.tags)
        if found.names:
            _add_tag(reading, found.names, is_any=found.is_any)
            reading.text = " ".join(f"{before} {found.rest}".split())
            return
        # `the idea tag`
        ending = _name_at_end(before, names.tags)
        if ending is not None:
            _add_tag(reading, (ending[0],), is_any=False)
            reading.text = " ".join(f"{ending[1]} {reading.text[trigger.end() :]}".split())
            return


def _read_without(reading: _Reading, names: VaultNames) -> None:
    for trigger in WITHOUT.finditer(reading.text):
        found = _names_in(reading.text[trigger.end() :], names.properties)
        if found.names:
            for name in found.names:
                reading.add({"property": name, "op": "empty"}, Phrase("without “{0}”", name))
            reading.only_tags_and_folders = False
            reading.text = " ".join(f"{reading.text[: trigger.start()]} {found.rest}".split())
            return
        links = re.match(r"(?:any )?(?:links?|verweise?|enlaces?|liens?)\b|链接", reading.text[trigger.end() :])
        if links:
            reading.add({"file": "links", "op": "equals", "value": 0}, Phrase("without links"))
            reading.only_tags_and_folders = False
            reading.cut(trigger.start(), trigger.end() + links.end())
            return


def _read_due(reading: _Reading, question: str, names: VaultNames) -> None:
    due = DUE.search(reading.text)
    name = _due_property(names)
    if due is None or not name:
        return
    if OVERDUE.search(reading.text):
        condition: dict[str, JsonValue] = {"property": name, "op": "before", "value": "today"}
        what = Phrase("{0} before today", name)
    elif when := _time_phrase(question):
        condition, what = _time_condition(name, when, reading)
    elif re.search(
        r"\b(?:what|which|was|welche|quoi|quelles|que|cuales|list|show|alle|all)\b|什么|哪些|所有", reading.text
    ):
        condition, what = {"property": name, "op": "exists"}, Phrase("with “{0}”", name)
    else:
        return
    start, end = due.span()
    if (whole := re.match(r" date\b| on\b| am\b", reading.text[end:])) is not None:
        end += whole.end()
    reading.cut(start, end)
    reading.add(condition, what)
    reading.columns.append(name)
    reading.only_tags_and_folders = False


def _time_condition(name: str, when: str, reading: _Reading) -> tuple[dict[str, JsonValue], Phrase]:
    """Return the condition that the property *name* is in the time range *when*, with the text before it."""
    place = reading.text.find(_plain(when))
    before = reading.text[:place].rstrip() if place >= 0 else ""
    operator = "on"
    for written, pattern in COMPARE:
        if found := re.search(rf"(?:^|\s)(?:{pattern.pattern[1:]})$", f"{before} "):
            operator = {">=": ">=", "<=": "<=", ">": "after", "<": "before"}[written]
            before = before[: found.start()]
            break
    if place >= 0:
        reading.text = " ".join(f"{before} {reading.text[place + len(_plain(when)) :]}".split())
    # Only these operators accept words for a time.
    operator = {">=": "after", "<=": "before"}.get(operator, operator)
    words = re.sub(r"^(?:before|after|since|until|by|vor|nach|seit|bis|depuis|avant|après|desde|hasta) ", "", when)
    return {"property": name, "op": operator, "value": words}, (
        Phrase("{0}: {1}", name, words)
        if operator == "on"
        else Phrase("{0} {1} {2}", name, "<" if operator == "before" else ">", words)
    )


def _read_alias(reading: _Reading, question: str) -> None:
    trigger = ALIAS.search(reading.text)
    if trigger is None:
        return
    rest = reading.text[trigger.end() :].strip()
    quoted = re.search(r'["“„«]([^"”“»]{1,100})["”“»]', question)
    alias = quoted[1] if quoted else _as_written(rest, question)
    alias = re.sub(r"\s+(?:haben|hat|有)$", "", alias).strip()
    if not alias or _plain(alias) in ("", "have", "has"):
        return
    both: list[JsonValue] = [{"property": name, "op": "equals", "value": alias} for name in ("aliases", "alias")]
    reading.add({"any": both}, Phrase("with the alias “{0}”", alias))
    reading.text = reading.text[: trigger.start()].strip()
    reading.only_tags_and_folders = False


def _read_links(reading: _Reading, question: str) -> None:
    trigger = LINKS_TO.search(f"{reading.text} ")
    if trigger is None or not (rest := reading.text[trigger.end() :].strip()):
        return
    linked = re.search(r"\[\[([^\]|#\n]{1,200})", question)
    target = (
        linked[1]
        if linked
        else re.sub(
            r"^(?:the note|my note|der notiz|die notiz|la note|la nota|笔记) ",
            "",
            _as_written(rest, question),
            flags=re.IGNORECASE,
        )
    )
    reading.add({"links_to": target}, Phrase("with a link to “{0}”", target))
    reading.text = reading.text[: trigger.start()].strip()
    reading.only_tags_and_folders = False


def _as_written(words: str, question: str) -> str:
    """Return the end of *question* whose normalised form is *words*; *words* if there is none."""
    for start in range(len(question)):
        if (start == 0 or not question[start - 1].isalnum()) and _plain(question[start:]) == words:
            return question[start:].strip(" \"'“”„«»?.!？。")
    return words


def _read_properties(reading: _Reading, question: str, names: VaultNames) -> None:
    for name in sorted(names.properties, key=len, reverse=True):
        if name.casefold() in _IMPLICIT_PROPERTIES:
            continue
        place = _find_name(reading.text, name) or _find_form_with_number(reading.text, name)
        if place is None or any(condition.get("property") == name for condition in reading.conditions):
            continue
        start, end = place
        before, tail = reading.text[:start], reading.text[end:].strip()
        copula = COPULA.match(tail)
        after_copula = tail[copula.end() :] if copula else tail
        is_negated = bool(copula and copula["negated"])
        if condition := _comparison(name, after_copula, question, reading, before):
            reading.add(*condition)
            reading.only_tags_and_folders = False
            continue
        number = NUMBER.match(after_copula)
        values = names.values.get(name, (number[0],) if number else ())
        found = _names_in(after_copula, values)
        if found.names and not after_copula.startswith(_LEADING_FILLERS):
            conditions: list[JsonValue] = [
                {"property": name, "op": "not" if is_negated else "equals", "value": value} for value in found.names
            ]
            written = ", ".join(found.names)
            reading.add(
                {"all" if is_negated else "any": conditions}
                if len(conditions) > 1
                else dict(_as_condition(conditions[0])),
                Phrase("{0} is not {1}", name, written) if is_negated else Phrase("{0}: {1}", name, written),
            )
            reading.text = " ".join(f"{before} {found.rest}".split())
        elif (ending := _name_at_end(before, values)) is not None:
            reading.add({"property": name, "op": "equals", "value": ending[0]}, Phrase("{0}: {1}", name, ending[0]))
            reading.text = " ".join(f"{ending[1]} {tail}".split())
        elif (having := HAVING.search(before)) is not None:
            reading.add({"property": name, "op": "exists"}, Phrase("with “{0}”", name))
            reading.text = " ".join(f"{before[: having.start()]} {tail}".split())
        else:
            continue
        reading.only_tags_and_folders = False


def _asks_for_kind(question: str, names: VaultNames) -> bool:
    """Return whether *question* asks for notes by the name of a folder or a tag: `Which projects …`."""
    return any(_kind_condition(found[1], names) is not None for found in LIST_WORD.finditer(_plain(question)))


def _kind_condition(word: str, names: VaultNames) -> tuple[dict[str, JsonValue], Phrase] | None:
    """Return the condition for the noun *word* as a kind of note: a folder or a tag of that name."""
    for folder in names.folders:
        if _is_noun(word, _plain(folder.rpartition("/")[2])):
            return {"folder": folder}, Phrase("in {0}", folder)
    for tag in names.tags:
        if _is_noun(word, _plain(tag.rpartition("/")[2])):
            return {"tag": tag}, Phrase("tagged {0}", f"#{tag}")
    return None


def _is_noun(word: str, name: str) -> bool:
    """Return whether both are forms of one noun, in one language or in two: `projects`, `Projekte`."""
    if word == name or (len(word) > 3 and are_forms(word, name)):
        return True
    shared = next((nth for nth, (one, two) in enumerate(zip(word, name, strict=False)) if one != two), 0)
    return shared >= MIN_SHARED_NOUN and 5 * shared >= 3 * max(len(word), len(name))


MIN_SHARED_NOUN = 5
"""Minimum number of letters that a noun shares with the name of a folder or tag if they are not forms of one word."""


def _read_kind(reading: _Reading, question: str, names: VaultNames) -> None:
    if reading.folders or (reading.tags and not reading.conditions):
        return
    for word in _content_words(reading.text, question):
        condition = _kind_condition(word, names)
        if condition is None:
            continue
        # With further words, such a noun is searched in the text.
        place = _find_words(reading.text, word)
        if place is None:
            continue
        reading.cut(*place)
        reading.add(*condition)
        folder, tag = condition[0].get("folder"), condition[0].get("tag")
        reading.folders += [str(folder)] if folder else []
        reading.tags += [str(tag)] if tag else []
        return


def _read_values(reading: _Reading, names: VaultNames) -> None:
    """Parse values without their property: `Which projects are active?`."""
    if not reading.conditions or any("property" in condition for condition in reading.conditions):
        return
    for name, values in names.values.items():
        for value in sorted(values, key=len, reverse=True):
            place = _find_name(reading.text, value)
            if place is None or len(_plain(value)) < MIN_VALUE or name.casefold() in _IMPLICIT_PROPERTIES:
                continue
            reading.cut(*place)
            reading.add({"property": name, "op": "equals", "value": value}, Phrase("{0}: {1}", name, value))
            reading.only_tags_and_folders = False
            return


MIN_VALUE = 3
"""Minimum number of characters of a value without its property."""


def _as_condition(value: JsonValue) -> dict[str, JsonValue]:
    assert isinstance(value, dict)
    return value


def _comparison(
    name: str, tail: str, question: str, reading: _Reading, before: str
) -> tuple[dict[str, JsonValue], Phrase] | None:
    """Return the condition of a comparison at the beginning of *tail*: `above 4`, `before December 2026`, `in May`."""
    for operator, pattern in COMPARE:
        found = pattern.match(tail)
        if found and (number := NUMBER.match(tail[found.end() :])) and not re.match(r"\d{4} \d\d", tail[found.end() :]):
            value = float(number[0].replace(",", "."))
            reading.text = " ".join(f"{before} {tail[found.end() + number.end() :]}".split())
            shown = int(value) if value == int(value) else value
            return {"property": name, "op": operator, "value": shown}, Phrase("{0} {1} {2}", name, operator, str(shown))
    when = _time_phrase(question)
    if when and (_plain(when) in tail) and not _is_plain_number(when):
        reading.text = f"{before} {tail}"
        return _time_condition(name, when, reading)
    return None


def _is_plain_number(text: str) -> bool:
    return text.strip().isdigit()


def _read_folders(reading: _Reading, names: VaultNames, *, is_list: bool) -> None:
    by_name: dict[str, list[str]] = {}
    for folder in names.folders:
        for shown in {_plain(folder), _plain(folder.rpartition("/")[2])} - {""}:
            by_name.setdefault(shown, []).append(folder)
    for shown in sorted(by_name, key=len, reverse=True):
        place = _find_words(reading.text, shown)
        if place is None:
            continue
        start, end = place
        before, after = reading.text[:start], reading.text[end:]
        leading = re.search(rf"(?:{IN_FOLDER.pattern})$", before)
        word_after = re.match(rf"^ ?{FOLDER_WORD}\b|^文件夹", after.strip())
        word_before = re.search(rf"(?:{FOLDER_WORD} |文件夹|目录|在)$", before)
        if not (leading or word_after or word_before or (CJK.search(reading.text) and is_list)):
            continue
        if leading is not None:
            before = before[: leading.start()]
        if word_after is not None:
            after = after.strip()[word_after.end() :]
            before = re.sub(r"\b(?:in|from|under|of|im|aus|dans|en) (?:the |my |dem |le |la |el |mi )?$", "", before)
        folders = by_name[shown]
        exact = [folder for folder in folders if _plain(folder) == shown]
        folders = exact or folders
        reading.text = " ".join(f"{before} {after}".split())
        conditions: list[JsonValue] = [{"folder": folder} for folder in folders]
        reading.add(
            {"any": conditions} if len(conditions) > 1 else dict(_as_condition(conditions[0])),
            Phrase("in {0}", ", ".join(folders)),
        )
        reading.folders += folders
        return


def _time_phrase(question: str) -> str:
    """Return the longest words for a time in *question*; empty if there are none."""
    low = " ".join(question.lower().split())
    found = [match[0] for match in _when().finditer(low)] + [match[0] for match in _when_chinese().finditer(low)]
    return max(found, key=len, default="").strip()


def clear_time(question: str) -> str:
    """Return the words for a time in *question* that are sufficient to select notes: `last week`, `in May`."""
    when = _time_phrase(question)
    return when if when and CLEAR_TIME.search(when) else ""


@cache
def _when() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.-])(?:{WHEN})(?![\w-])", re.IGNORECASE)


@cache
def _when_chinese() -> re.Pattern[str]:
    return re.compile(WHEN_CHINESE)


# Names in texts

_LEADING_FILLERS = ("and ", "or ", "und ", "oder ", "et ", "ou ", "y ", "o ")


def _names_in(text: str, names: Collection[str]) -> _Found:
    """Return the *names* at the beginning of *text*, joined by `and` or `or`, and the text after them."""
    ordered = sorted(((_plain(name), name) for name in names), key=lambda one: -len(one[0]))
    found: list[str] = []
    is_any = False
    rest = text.strip()
    rest = rest[_filler_end(rest) :]
    while True:
        name = next(((key, name) for key, name in ordered if key and _begins_with(rest, key)), None)
        if name is None:
            break
        found.append(name[1])
        rest = rest[len(name[0]) :]
        joined = AND.match(rest) or OR.match(rest)
        if joined is None:
            break
        following = rest[joined.end() :]
        if not any(key and _begins_with(following, key) for key, _ in ordered):
            break
        is_any = is_any or AND.match(rest) is None
        rest = following
    return _Found(tuple(found), is_any, rest.strip() if found else text)


def _filler_end(text: str) -> int:
    found = FILLER.match(text)
    return found.end() if found else 0


def _begins_with(text: str, name: str) -> bool:
    if not text.startswith(name):
        return False
    return (
        len(text) == len(name)
        or not text[len(name)].isalnum()
        or bool(CJK.match(name[-1]) or CJK.match(text[len(name)]))
    )


def _name_at_end(text: str, names: Collection[str]) -> tuple[str, str] | None:
    """Return the name at the end of *text*, and the text before it."""
    plain = text.strip()
    for name in sorted(names, key=len, reverse=True):
        key = _plain(name)
        if key and plain.endswith(key):
            before = plain[: len(plain) - len(key)]
            if not before or not before[-1].isalnum() or CJK.match(key[0]):
                return name, before
    return None


def _find_name(text: str, name: str) -> tuple[int, int] | None:
    return _find_words(text, _plain(name))


def _find_form_with_number(text: str, name: str) -> tuple[int, int] | None:
    """Return the place of another form of *name* before a number: `rated 5`, with a property `rating`."""
    plain = _plain(name)
    for found in re.finditer(r"[^\W\d_]{4,}(?= \d)", text):
        shared = sum(takewhile(bool, (one == two for one, two in zip(plain, found[0], strict=False))))
        if shared >= MIN_SHARED_BEFORE_NUMBER and 2 * shared >= max(len(plain), len(found[0])):
            return found.span()
    return None


MIN_SHARED_BEFORE_NUMBER = 3
"""Minimum number of letters that a word before a number shares with the name of a property; they must be at least half
of the longer one.
"""


def _find_words(text: str, words: str) -> tuple[int, int] | None:
    if not words:
        return None
    if CJK.search(words):
        place = text.find(words)
        return (place, place + len(words)) if place >= 0 else None
    found = re.search(rf"(?<![^\W_]){re.escape(words)}(?![^\W_])", text) or (
        re.search(rf"{re.escape(words)}(?![a-z0-9])", text) if CJK.search(text) else None
    )
    return found.span() if found else None


def _content_words(text: str, question: str) -> list[str]:
    """Return the words of *text* that a query does not cover."""
    unwanted = stop_words(question) | _list_words()
    plain = CJK_FILLERS.sub(" ", text) if CJK.search(text) else text
    return [word for word in plain.split() if word not in unwanted and len(word) > 1]


@cache
def _list_words() -> frozenset[str]:
    return frozenset(COUNT_WORDS.split())
