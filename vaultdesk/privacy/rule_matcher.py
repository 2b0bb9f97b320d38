"""Privacy rules compiled to matchers over the path, tags and properties of a note.

A rule is a barrier: it holds for every spelling that some disk or reader takes for the same. One that cannot be read,
or that says more than this program understands, closes every note for every model.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from vaultdesk.chat.note_format.chat_properties import VERSION_KEY, quoted_sources
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.tools.runtime.agent_scope import folder_parts
from vaultdesk.vault.frontmatter.frontmatter import MAX_FRONTMATTER, JsonValue
from vaultdesk.vault.markdown.note import Note
from vaultdesk.vault.note_path import NOTE_SUFFIX, same_name_key

PrivacyAnswer = Literal["never", "local", "ask"]
"""How private a rule makes a note."""

STRICTNESS: Mapping[PrivacyAnswer, int] = {"ask": 1, "local": 2, "never": 3}
"""Which of several rules that fit a note counts."""

TRUE_WORDS = frozenset({"true", "yes", "on", "y", "1"})
"""What people write for a ticked box, in YAML old and new."""


@dataclass(frozen=True, slots=True)
class NoteMarks:
    """What of one note rules look at."""

    tags: tuple[str, ...] = ()
    """Composed and casefolded, without `#`."""
    properties: Mapping[str, JsonValue] = field(default_factory=dict)
    unread_head: str = ""
    """The lines at the note's head where they cannot be read as properties: a rule whose word stands there fits."""
    quotes: tuple[str, ...] = ()
    """Of a chat, the notes whose text is in it, by path or name; an empty name stands for any note."""


NO_MARKS = NoteMarks()
"""A file that has neither tags nor properties: a picture, a canvas."""


def marks_of(note: Note) -> NoteMarks:
    """Return the marks of *note* as it is."""
    head = ""
    if note.property_problem:
        head = note.text[: note.body_start or MAX_FRONTMATTER]
    elif not note.body_start and note.text[:MAX_FRONTMATTER].lstrip("\ufeff \t\r\n").startswith("---"):
        # Obsidian reads no properties after a blank line; who wrote them there still meant them.
        head = note.text[:MAX_FRONTMATTER]
    # A chat whose head is broken may quote anything.
    quotes = ("",) if VERSION_KEY in head else quoted_sources(note.properties)
    return NoteMarks(tuple(same_name_key(tag) for tag in note.tags), note.properties, head, quotes)


@dataclass(frozen=True, slots=True)
class RuleMatcher:
    """One rule, read."""

    rule: PrivacyRule
    answer: PrivacyAnswer
    matches: Callable[[str, NoteMarks | None], bool]
    """Whether it means the note whose path has this key (`same_name_key`) and these marks; None: they are not known,
    and then it may."""
    is_readable: bool = True
    """False where the rule closes everything because nobody can say what it means."""


def compile_rules(rules: Iterable[PrivacyRule]) -> tuple[RuleMatcher, ...]:
    """Return *rules* ready to be asked, the strictest first."""
    return tuple(sorted(map(_compile_rule, rules), key=lambda matcher: -STRICTNESS[matcher.answer]))


def rule_text(rule: PrivacyRule) -> Phrase:
    """Return what makes a note private by *rule*, for people: `in Personal`, `tagged #private`."""
    if not _compile_rule(rule).is_readable:
        return Phrase("by a rule that cannot be read")
    match rule.kind:
        case "folder":
            return Phrase("in {0}", rule.value.removesuffix("/")) if rule.value else Phrase("in this vault")
        case "tag":
            return Phrase("tagged #{0}", rule.value.strip().removeprefix("#"))
        case "property":
            return Phrase("with {0}", rule.value.strip())
        case "note":
            return Phrase("by name")


def _compile_rule(rule: PrivacyRule) -> RuleMatcher:
    fits = None if rule.model_extra else _MATCHER_FACTORIES[rule.kind](rule.value)
    return (
        RuleMatcher(rule, "never", _matches_everything, is_readable=False)
        if fits is None
        else RuleMatcher(rule, rule.answer, fits)
    )


_Matches = Callable[[str, NoteMarks | None], bool]


def _matches_everything(_key: str, _marks: NoteMarks | None) -> bool:
    return True


def _in_folder(value: str) -> _Matches | None:
    parts = folder_parts(value)
    if not parts:
        return None if parts is None else _matches_everything
    beginning = same_name_key("/".join(parts)) + "/"
    return lambda key, _marks: key.startswith(beginning)


def _is_note(value: str) -> _Matches | None:
    key = same_name_key(value.strip())
    if not key:
        return None
    names = (key, key + NOTE_SUFFIX)
    return lambda other, _marks: other in names


def _tagged(value: str) -> _Matches | None:
    tag = same_name_key(value.strip().removeprefix("#").strip("/"))
    if not tag or any(letter.isspace() or letter in "#," for letter in tag):
        return None
    nested = tag + "/"

    def fits(_key: str, marks: NoteMarks | None) -> bool:
        if marks is None:
            return True
        if any(other == tag or other.startswith(nested) for other in marks.tags):
            return True
        return bool(marks.unread_head) and tag in same_name_key(marks.unread_head)

    return fits


def _with_property(value: str) -> _Matches | None:
    name, colon, said = value.partition(":")
    name, said = _folded(name), _folded(said)
    if not name:
        return None
    wanted = said if colon and said else None

    def fits(_key: str, marks: NoteMarks | None) -> bool:
        if marks is None:
            return True
        for other, has in marks.properties.items():
            if _folded(other) == name and (wanted is None or _has_value(has, wanted)):
                return True
        return bool(marks.unread_head) and name in same_name_key(marks.unread_head)

    return fits


def _has_value(value: JsonValue, expected: str) -> bool:
    """Whether *value*, or anything in it, is *expected*; a ticked box may be written in several ways."""
    if isinstance(value, list):
        return any(_has_value(item, expected) for item in value)
    if isinstance(value, dict):
        return any(_has_value(item, expected) for item in value.values())
    word = "null" if value is None else _folded(str(value))
    return word == expected or (word in TRUE_WORDS and expected in TRUE_WORDS)


@lru_cache(4096)
def _folded(text: str) -> str:
    return same_name_key(text).strip().strip("\"'").strip()


_MATCHER_FACTORIES: Mapping[str, Callable[[str], _Matches | None]] = {
    "folder": _in_folder,
    "note": _is_note,
    "tag": _tagged,
    "property": _with_property,
}


def strictest_match(matchers: Sequence[RuleMatcher], path: str, marks: NoteMarks | None) -> RuleMatcher | None:
    """Return the first, so the strictest, of *matchers* that means the note at *path*; None where it is not private."""
    key = same_name_key(path)
    return next((matcher for matcher in matchers if matcher.matches(key, marks)), None)
