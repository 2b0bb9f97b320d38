"""PropertyEdit: properties set and removed so that only their own lines change (OBSIDIAN E.3, THREATS 0.9). Pure text.

Order, comments, quotes, list style and blank lines of everything else stay byte for byte. What came out is read again:
where it does not say exactly what was asked, nothing is changed.
"""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from vaultdesk.core.errors import NoteNotWritten
from vaultdesk.vault.frontmatter import Frontmatter, JsonValue, read_frontmatter
from vaultdesk.vault.property_lines import PropertyLines, property_lines
from vaultdesk.vault.property_lists import Change, Habit, block_changes, flow_list, habit_of
from vaultdesk.vault.property_types import as_kind
from vaultdesk.vault.yaml_block import MAX_DEPTH
from vaultdesk.vault.yaml_text import MOST_DIGITS, STEP, block_lines, flow_text, key_text, literal_lines, scalar_text

LONGEST_NAME = 200
"""Characters of a property's name. YAML reads none beyond 1,024; no list of properties shows as many as this."""

_KEEPING = re.compile(r"[|>][0-9]?\+")
_BLANK_LINES = re.compile(r"(?:[ \t]*+\n)*+")
_NO_TYPES: Mapping[str, str] = MappingProxyType({})


def with_properties(
    text: str, set: Mapping[str, JsonValue], remove: Collection[str] = (), types: Mapping[str, str] = _NO_TYPES
) -> str:
    """Return *text* with the properties of *set* in its head and those of *remove* gone; names compare without case.

    A property that is there keeps its place and its name's spelling, a new one comes last. The last one removed takes
    an empty head with it, as in Obsidian; a head with comments stays. *types* are the vault's kinds of properties.
    A whole number of more than 15 digits becomes text: Obsidian would round it. Raises `NoteNotWritten` where the head
    cannot be read or a value cannot be written; nothing is changed then.
    """
    head = read_frontmatter(text)
    if head.problem:
        raise refused(head.problem)
    start, end = _block(text, head)
    if text[start:end].lstrip().startswith("{"):
        raise refused("They are written as JSON.", "Change one of them in Obsidian, which writes them anew as YAML.")
    wanted = _wanted(set, types)
    lines = property_lines(text, start, end)
    habit = next((habit for line in lines if (habit := habit_of(text, line))), Habit())
    changes, expected = _changes(text, head, lines, wanted, remove, habit)
    added = {key: value for key, value in wanted.items() if _there(key, head.properties) is None}
    if not changes and not added:
        return text
    if added:
        expected.update(added)
        first = text[lines[0].start : lines[0].name_start] if lines else ""
        column = len(first) - len(first.lstrip(" "))
        written = "".join(_new(key, value, column, habit) for key, value in added.items())
        changes.append(Change(end, end, written if head.body_start else f"---\n{written}---\n"))
    new = text
    for change in sorted(changes, key=lambda change: (change.start, change.end), reverse=True):
        new = new[: change.start] + change.text + new[change.end :]
    return _checked(text[head.body_start :], new if expected else _without_empty_head(new), expected)


def refused(why: str, hint: str = "Mend them in an editor first.") -> NoteNotWritten:
    """Return the error of a head that is left as it is."""
    return NoteNotWritten("The note's properties cannot be changed", hint=f"{why} {hint}")


def _block(text: str, head: Frontmatter) -> tuple[int, int]:
    """Return where the lines between the two `---` begin and end."""
    if not head.body_start:
        return 0, 0
    return text.find("\n") + 1, text.rfind("\n", 0, text.rfind("---", 0, head.body_start)) + 1


def _wanted(set: Mapping[str, JsonValue], types: Mapping[str, str]) -> dict[str, JsonValue]:
    wanted: dict[str, JsonValue] = {}
    for written, value in set.items():
        key = written.strip()
        if not key or len(key) > LONGEST_NAME or not key.isprintable():
            raise NoteNotWritten("That is no name of a property", hint="Use a short name on one line.", name=key[:80])
        if any(key.casefold() == other.casefold() for other in wanted):
            raise NoteNotWritten(f"“{key[:60]}” is set twice", hint="Names of properties differ in more than case.")
        wanted[key] = _writable(as_kind(key, value, types), 1)
    return wanted


def _writable(value: JsonValue, depth: int) -> JsonValue:
    """Return *value* as it will read back. Raises `NoteNotWritten` where YAML or our reader has no place for it."""
    if depth >= MAX_DEPTH:
        raise NoteNotWritten(f"A property cannot be nested more than {MAX_DEPTH} deep")
    if isinstance(value, list):
        return [_writable(item, depth + 1) for item in value]
    if isinstance(value, dict):
        if any(len(key) > LONGEST_NAME for key in value):
            raise NoteNotWritten(f"A name inside a property is longer than {LONGEST_NAME} characters")
        return {str(_writable(key, depth)): _writable(item, depth + 1) for key, item in value.items()}
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**MOST_DIGITS:
        return str(value)
    try:
        scalar_text(value)
    except ValueError as error:
        raise NoteNotWritten("A property has a value that cannot be written", hint=f"{error}.") from error
    return value


def _changes(
    text: str,
    head: Frontmatter,
    lines: Sequence[PropertyLines],
    wanted: Mapping[str, JsonValue],
    remove: Collection[str],
    habit: Habit,
) -> tuple[list[Change], dict[str, JsonValue]]:
    """Return what changes in the lines that are there, and what the head then says."""
    by_key = {line.key: line for line in lines}
    changes: list[Change] = []
    expected = dict(head.properties)
    for key, value in wanted.items():
        name = _there(key, head.properties)
        if name is not None and not _same(expected[name], value):
            changes += _replaced(text, _own(text, by_key[name], lines), expected[name], value, habit)
            expected[name] = value
    set_here = {_there(key, head.properties) for key in wanted}
    for key in remove:
        name = _there(key.strip(), head.properties)
        if name is not None and name not in set_here and name in expected:
            line = _own(text, by_key[name], lines)
            end = line.end
            if _KEEPING.search(text, lines[0].start, line.start):
                # Blank lines left behind would become the end of the text before them.
                blank = _BLANK_LINES.match(text, end)
                end = blank.end() if blank else end
            changes.append(Change(line.start, end, ""))
            del expected[name]
    return changes, expected


def _there(key: str, properties: Mapping[str, JsonValue]) -> str | None:
    """Return the name in the head that *key* means: the exact one, else the only one that differs in case."""
    if key in properties:
        return key
    found = [name for name in properties if name.casefold() == key.casefold()]
    if len(found) > 1:
        raise refused(f"They have both “{found[0][:60]}” and “{found[1][:60]}”.", "Name one of them exactly.")
    return found[0] if found else None


def _own(text: str, line: PropertyLines, lines: Sequence[PropertyLines]) -> PropertyLines:
    """Return *line* if it shares no line with another: some line ends of YAML are none in a note."""
    sharing = sum(other.start < line.end and line.start < other.end for other in lines)
    if sharing > 1 or not line.colon or text[line.start : line.name_start].strip(" "):
        raise refused(f"“{line.key[:60]}” does not stand on lines of its own.")
    return line


def _replaced(text: str, line: PropertyLines, old: JsonValue, value: JsonValue, habit: Habit) -> list[Change]:
    """Return what makes the lines of one property say *value*."""
    piece = line.value
    if isinstance(value, list) and isinstance(old, list) and value:
        in_place = block_changes(text, piece, old, value) if piece.style == "-" else None
        if in_place is not None:
            return in_place
        if piece.style == "[" and "\n" not in text[piece.start : piece.end]:
            return [Change(piece.start, piece.end, flow_list(text, piece, old, value))]
    own = habit_of(text, line) or (Habit(flow=True) if piece.style in ("[", "{") else habit)
    quotes = piece.style if piece.style in ("'", '"') else ""
    said, below = _said(value, line.name_start - line.start, own, quotes)
    lead, tail = " ", ""
    if piece.style in ("-", ":"):
        tail = text[line.colon : text.find("\n", line.colon)]
    elif piece.style not in ("|", ">"):
        tail = text[piece.end : line.end]
        if piece.end > piece.start and not below:
            lead = text[line.colon : piece.start]
    written = f"{lead if said else ''}{said}{tail.rstrip()}"
    return [Change(line.colon, line.end, "".join(f"{one}\n" for one in (written, *below)))]


def _new(key: str, value: JsonValue, column: int, habit: Habit) -> str:
    said, below = _said(value, column, habit, "")
    written = f"{' ' * column}{key_text(key)}:{' ' if said else ''}{said}"
    return "".join(f"{one}\n" for one in (written, *below))


def _said(value: JsonValue, column: int, habit: Habit, quotes: str) -> tuple[str, list[str]]:
    """Return what stands after the name of a property at *column*, and the lines below it."""
    if value is None:
        return "", []
    if isinstance(value, list | dict):
        if not value or habit.flow:
            return flow_text(value), []
        indent = habit.indent if isinstance(value, list) else STEP
        return "", block_lines(value, column + indent)
    literal = literal_lines(value, column + STEP) if isinstance(value, str) else None
    if literal is not None:
        return literal[0], literal[1:]
    return scalar_text(value, quotes=quotes), []


def _same(one: JsonValue, other: JsonValue) -> bool:
    """Whether two values are the same down to their kinds: 1 is neither true nor 1.0, and names keep their order."""
    return json.dumps(one) == json.dumps(other)


def _without_empty_head(text: str) -> str:
    """Return *text* without a head in which nothing is left, not even a comment."""
    head = read_frontmatter(text)
    start, end = _block(text, head)
    body = text[head.body_start :]
    # Lines of the body must not become the head.
    return text if text[start:end].strip() or read_frontmatter(body).body_start else body


def _checked(body: str, new: str, expected: Mapping[str, JsonValue]) -> str:
    """Return *new* if it says just what was asked above the same *body*. Raises `NoteNotWritten`."""
    after = read_frontmatter(new)
    if after.problem or not _same(after.properties, dict(expected)) or new[after.body_start :] != body:
        raise refused("They are laid out in a way that cannot be changed line by line.")
    return new
