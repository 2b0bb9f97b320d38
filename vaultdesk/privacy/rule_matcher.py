"""Privacy rules compiled to matchers over the path, tags and properties of a note.

A rule is a barrier: it holds for every spelling that some disk or reader takes for the same. One that cannot be read,
or that says more than this program understands, closes every note for every model.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from vaultdesk.chat.note_format.chat_properties import VERSION_KEY, quoted_sources
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
    doubt: str = ""
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
    fits: Callable[[str, NoteMarks | None], bool]
    """Whether it means the note whose path has this key (`same_name_key`) and these marks; None: they are not known,
    and then it may."""
    readable: bool = True
    """False where the rule closes everything because nobody can say what it means."""


def compile_rules(rules: Iterable[PrivacyRule]) -> tuple[RuleMatcher, ...]:
    """Return *rules* ready to be asked, the strictest first."""
    return tuple(sorted(map(_read, rules), key=lambda fitting: -STRICTNESS[fitting.answer]))


def rule_text(rule: PrivacyRule) -> str:
    """Return what makes a note private by *rule*, for people: `in Personal`, `tagged #private`."""
    if not _read(rule).readable:
        return "by a rule that cannot be read"
    match rule.kind:
        case "folder":
            return f"in {rule.value.removesuffix('/')}" if rule.value else "in this vault"
        case "tag":
            return f"tagged #{rule.value.strip().removeprefix('#')}"
        case "property":
            return f"with {rule.value.strip()}"
        case "note":
            return "by name"


def _read(rule: PrivacyRule) -> RuleMatcher:
    fits = None if rule.model_extra else _FITS[rule.kind](rule.value)
    return (
        RuleMatcher(rule, "never", _everything, readable=False)
        if fits is None
        else RuleMatcher(rule, rule.answer, fits)
    )


_Fits = Callable[[str, NoteMarks | None], bool]


def _everything(_key: str, _marks: NoteMarks | None) -> bool:
    return True


def _in_folder(value: str) -> _Fits | None:
    parts = folder_parts(value)
    if not parts:
        return None if parts is None else _everything
    beginning = same_name_key("/".join(parts)) + "/"
    return lambda key, _marks: key.startswith(beginning)


def _is_note(value: str) -> _Fits | None:
    key = same_name_key(value.strip())
    if not key:
        return None
    names = (key, key + NOTE_SUFFIX)
    return lambda other, _marks: other in names


def _tagged(value: str) -> _Fits | None:
    tag = same_name_key(value.strip().removeprefix("#").strip("/"))
    if not tag or any(letter.isspace() or letter in "#," for letter in tag):
        return None
    nested = tag + "/"

    def fits(_key: str, marks: NoteMarks | None) -> bool:
        if marks is None:
            return True
        if any(other == tag or other.startswith(nested) for other in marks.tags):
            return True
        return bool(marks.doubt) and tag in same_name_key(marks.doubt)

    return fits


def _with_property(value: str) -> _Fits | None:
    name, colon, said = value.partition(":")
    name, said = _folded(name), _folded(said)
    if not name:
        return None
    wanted = said if colon and said else None

    def fits(_key: str, marks: NoteMarks | None) -> bool:
        if marks is None:
            return True
        for other, has in marks.properties.items():
            if _folded(other) == name and (wanted is None or _says(has, wanted)):
                return True
        return bool(marks.doubt) and name in same_name_key(marks.doubt)

    return fits


def _says(value: JsonValue, wanted: str) -> bool:
    """Whether *value*, or anything in it, is *wanted*; a ticked box may be written in several ways."""
    if isinstance(value, list):
        return any(_says(item, wanted) for item in value)
    if isinstance(value, dict):
        return any(_says(item, wanted) for item in value.values())
    word = "null" if value is None else _folded(str(value))
    return word == wanted or (word in TRUE_WORDS and wanted in TRUE_WORDS)


@lru_cache(4096)
def _folded(text: str) -> str:
    return same_name_key(text).strip().strip("\"'").strip()


_FITS: Mapping[str, Callable[[str], _Fits | None]] = {
    "folder": _in_folder,
    "note": _is_note,
    "tag": _tagged,
    "property": _with_property,
}


def strictest_match(fittings: Sequence[RuleMatcher], path: str, marks: NoteMarks | None) -> RuleMatcher | None:
    """Return the first, so the strictest, of *fittings* that means the note at *path*; None where it is not private."""
    key = same_name_key(path)
    return next((fitting for fitting in fittings if fitting.fits(key, marks)), None)
