"""Privacy rules compiled to matchers over the path, tags and properties of a note.

A rule applies to every spelling that some file system or program treats as equal. A rule that cannot be read, or uses
more than this program supports, withholds every note from every model.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from msgspec import Struct, field

from vaultdesk.chat.conversation_note import VERSION_KEY, quoted_sources
from vaultdesk.core.phrases import Phrase, PhraseCodes
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.tools.runtime.agent_scope import folder_parts
from vaultdesk.vault.frontmatter.frontmatter import MAX_FRONTMATTER, JsonValue
from vaultdesk.vault.markdown.note import Note
from vaultdesk.vault.note_path import NOTE_SUFFIX, same_name_key

PrivacyAnswer = Literal["never", "local", "ask"]
"""How private a rule makes a note."""

STRICTNESS: Mapping[PrivacyAnswer, int] = {"ask": 1, "local": 2, "never": 3}
"""Precedence among several rules that match a note."""

TRUE_WORDS = frozenset({"true", "yes", "on", "y", "1"})
"""Spellings of a ticked checkbox in YAML 1.1 and 1.2."""


class NoteMarks(Struct, frozen=True):
    """The facts about one note that rules use."""

    tags: tuple[str, ...] = ()
    """NFC-normalized and casefolded, without `#`."""
    properties: Mapping[str, JsonValue] = field(default_factory=dict)
    unread_head: str = ""
    """The lines of a head that cannot be parsed as properties: a rule whose word occurs there matches."""
    quotes: tuple[str, ...] = ()
    """For a chat, the notes whose text is in it, by path or name; an empty name means any note."""


NO_MARKS = NoteMarks()
"""A file that has neither tags nor properties: an image, a canvas."""


def marks_of(note: Note) -> NoteMarks:
    head = ""
    if note.property_problem:
        head = note.text[: note.body_start or MAX_FRONTMATTER]
    elif not note.body_start and note.text[:MAX_FRONTMATTER].lstrip("\ufeff \t\r\n").startswith("---"):
        # Obsidian does not read properties after a blank line, but their author still meant them.
        head = note.text[:MAX_FRONTMATTER]
    # A chat with a broken head may quote anything.
    quotes = ("",) if VERSION_KEY in head else quoted_sources(note.properties)
    return NoteMarks(tuple(same_name_key(tag) for tag in note.tags), note.properties, head, quotes)


class RuleMatcher(Struct, frozen=True):
    """One compiled rule."""

    rule: PrivacyRule
    answer: PrivacyAnswer
    matches: Callable[[str, NoteMarks | None], bool]
    """Whether it matches the note whose path has this key (`same_name_key`) and these marks; None: they are not known,
    so it may match.
    """
    is_readable: bool = True
    """False if the rule withholds everything because it cannot be interpreted."""


def compile_rules(rules: Iterable[PrivacyRule]) -> tuple[RuleMatcher, ...]:
    """Return *rules* compiled, the strictest first."""
    return tuple(sorted(map(_compile_rule, rules), key=lambda matcher: -STRICTNESS[matcher.answer]))


RULE_TEXTS = PhraseCodes(
    {
        "unreadable-rule": Phrase("by a rule that cannot be read"),
        "in-folder": Phrase("in {0}"),
        "in-vault": Phrase("in this vault"),
        "tagged": Phrase("tagged #{0}"),
        "with-property": Phrase("with {0}"),
        "by-name": Phrase("by name"),
    }
)
"""Results of `rule_text`, as stored in the ledger."""


def rule_text(rule: PrivacyRule) -> Phrase:
    """Return what makes a note private by *rule*, as text: `in Personal`, `tagged #private`."""
    if not _compile_rule(rule).is_readable:
        return RULE_TEXTS.phrase("unreadable-rule")
    match rule.kind:
        case "folder":
            if not rule.value:
                return RULE_TEXTS.phrase("in-vault")
            return RULE_TEXTS.phrase("in-folder", rule.value.removesuffix("/"))
        case "tag":
            return RULE_TEXTS.phrase("tagged", rule.value.strip().removeprefix("#"))
        case "property":
            return RULE_TEXTS.phrase("with-property", rule.value.strip())
        case "note":
            return RULE_TEXTS.phrase("by-name")


def _compile_rule(rule: PrivacyRule) -> RuleMatcher:
    matches = None if rule.model_extra else _MATCHER_FACTORIES[rule.kind](rule.value)
    return (
        RuleMatcher(rule, "never", _matches_everything, is_readable=False)
        if matches is None
        else RuleMatcher(rule, rule.answer, matches)
    )


_Matches = Callable[[str, NoteMarks | None], bool]


def _matches_everything(_key: str, _marks: NoteMarks | None) -> bool:
    return True


def _in_folder(value: str) -> _Matches | None:
    parts = folder_parts(value)
    if not parts:
        return None if parts is None else _matches_everything
    prefix = same_name_key("/".join(parts)) + "/"
    return lambda key, _marks: key.startswith(prefix)


def _is_note(value: str) -> _Matches | None:
    key = same_name_key(value.strip())
    if not key:
        return None
    names = (key, key + NOTE_SUFFIX)
    return lambda path_key, _marks: path_key in names


def _tagged(value: str) -> _Matches | None:
    tag = same_name_key(value.strip().removeprefix("#").strip("/"))
    if not tag or any(letter.isspace() or letter in "#," for letter in tag):
        return None
    nested = tag + "/"

    def fits(_key: str, marks: NoteMarks | None) -> bool:
        if marks is None:
            return True
        if any(note_tag == tag or note_tag.startswith(nested) for note_tag in marks.tags):
            return True
        return bool(marks.unread_head) and tag in same_name_key(marks.unread_head)

    return fits


def _with_property(value: str) -> _Matches | None:
    name, colon, value_text = value.partition(":")
    name, value_text = _folded(name), _folded(value_text)
    if not name:
        return None
    expected = value_text if colon and value_text else None

    def fits(_key: str, marks: NoteMarks | None) -> bool:
        if marks is None:
            return True
        for own_name, own_value in marks.properties.items():
            if _folded(own_name) == name and (expected is None or _has_value(own_value, expected)):
                return True
        return bool(marks.unread_head) and name in same_name_key(marks.unread_head)

    return fits


def _has_value(value: JsonValue, expected: str) -> bool:
    """Return whether *value*, or anything in it, equals *expected*; a ticked checkbox has several spellings."""
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
    """Return the first, and so the strictest, of *matchers* that matches the note; None if it is not private."""
    key = same_name_key(path)
    return next((matcher for matcher in matchers if matcher.matches(key, marks)), None)
