"""Sets, removes and renames properties so that only their own lines change, as YAML in Obsidian's style."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from difflib import SequenceMatcher
from math import isfinite
from types import MappingProxyType

import yaml
from msgspec import Struct

from vaultdesk.core.errors import NoteNotWritten
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.values import replace
from vaultdesk.vault.frontmatter.frontmatter import Frontmatter, JsonValue, convert_to_type, read_frontmatter
from vaultdesk.vault.frontmatter.yaml_reader import MAX_YAML_DEPTH, PropertySpan, ValueSpan, find_property_spans
from vaultdesk.vault.line_diff import common_ends

# A string stays unquoted only if every YAML 1.1 or 1.2 parser reads it as that string: `yes`, `012`, `1e3` are quoted.

MAX_INTEGER_DIGITS = 15
"""Maximum number of digits of an integer; longer ones are strings to this parser, and Obsidian rounds them."""

INDENT_STEP = 2
"""Default indentation in spaces, as in Obsidian."""

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2})?)?")
_RESERVED_WORDS = frozenset(("", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "=", "<<"))
"""Words that some parser reads as a boolean, null or merge key; compared case-insensitively."""

_NUMBER = re.compile(
    r"[-+]?(?:[0-9][0-9_]*+(?:\.[0-9_]*+)?|\.[0-9_]++)(?:e[-+]?[0-9_]++)?|[-+]?0[xob][0-9a-f_]++|[-+]?\.(?:inf|nan)",
    re.IGNORECASE,
)
"""Everything that some parser reads as a number; wider than each of them."""

_SPECIAL_STARTS = frozenset("?:,[]{}#&*!|>'\"%@`")
"""Characters with which a bare string cannot or should not begin."""

_BREAKS_BARE = re.compile(r":[ \t]|[ \t]#|[\t\n]|:\Z")
_BREAKS_FLOW = re.compile(r"[,\[\]{}:?]|\A-")
_NEEDS_ESCAPE = r"[^ -~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
"""Control characters, YAML's own line ends and the byte order mark: they need escapes in double quotes. Compiled at its
first use, because that takes some milliseconds of each start.
"""

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}
_LITERAL_LINE = re.compile(r"(?:[^\s].*)?")
_RESOLVERS = yaml.SafeLoader.yaml_implicit_resolvers


def scalar_text(value: JsonValue, *, in_flow: bool = False, quotes: str = "") -> str:
    """Return *value*, neither a list nor an object, on one line. *quotes* are those of the previous text.

    Raises `ValueError` for what YAML cannot represent: a lone surrogate, a NaN.
    """
    if isinstance(value, str):
        return _text(value, in_flow, quotes)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    assert isinstance(value, float)
    return _decimal(value)


def flow_text(value: JsonValue) -> str:
    """Return *value* on one line, lists as `[a, b]`. Raises `ValueError`."""
    if isinstance(value, list):
        return f"[{', '.join(map(flow_text, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key_text(key, in_flow=True)}: {flow_text(item)}' for key, item in value.items())}}}"
    return scalar_text(value, in_flow=True)


def block_lines(value: JsonValue, indent: int, step: int = INDENT_STEP) -> list[str]:
    """Return the lines of a list or object under its name, each item indented by *indent*. Raises `ValueError`."""
    pad = " " * indent
    if isinstance(value, list):
        # Nested lists are rare and hard to read as blocks; they stay on the line of their item.
        return [f"{pad}- {flow_text(item) if isinstance(item, list | dict) else scalar_text(item)}" for item in value]
    assert isinstance(value, dict)
    lines: list[str] = []
    for key, item in value.items():
        if isinstance(item, list | dict) and item:
            lines += [f"{pad}{key_text(key)}:", *block_lines(item, indent + step, step)]
        else:
            lines.append(f"{pad}{key_text(key)}: {flow_text(item) if item in ([], {}) else scalar_text(item)}")
    return lines


def literal_lines(text: str, indent: int) -> list[str] | None:
    """Return *text* of several lines as a `|` block, its header first; None if quotes are more suitable."""
    body = text.removesuffix("\n")
    lines = body.split("\n")
    plain = all(_LITERAL_LINE.fullmatch(line) and not line.endswith((" ", "\t")) for line in lines)
    if len(lines) < 2 or not plain or not lines[0] or not lines[-1] or re.search(_NEEDS_ESCAPE, body.replace("\n", "")):
        return None
    return ["|" if text != body else "|-", *(f"{' ' * indent}{line}" if line else "" for line in lines)]


def key_text(key: str, *, in_flow: bool = False) -> str:
    """Return the YAML of a property's name. Raises `ValueError`."""
    # YAML 1.1 parsers read an unquoted date as a date here too.
    return _quoted(key, "") if _DATE.fullmatch(key) else _text(key, in_flow, "")


def is_date(text: str) -> bool:
    """Whether *text* is a valid date, or date and time, in Obsidian's form."""
    if not _DATE.fullmatch(text):
        return False
    try:
        if len(text) == len("2020-08-21"):
            date.fromisoformat(text)
        else:
            datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _text(text: str, in_flow: bool, quotes: str) -> str:
    return text if not quotes and _is_bare(text, in_flow) else _quoted(text, quotes)


def _is_bare(text: str, in_flow: bool) -> bool:
    """Whether every parser reads the bare *text* as that string."""
    if is_date(text):
        # Obsidian's form of dates; parsers that read it as a date write it back unchanged.
        return not (in_flow and ":" in text)
    if (
        text.casefold() in _RESERVED_WORDS
        or text != text.strip()
        or text[0] in _SPECIAL_STARTS
        or _NUMBER.fullmatch(text)
    ):
        return False
    if text.startswith(("- ", "---", "...")) or text == "-":
        return False
    if _BREAKS_BARE.search(text) or re.search(_NEEDS_ESCAPE, text) or (in_flow and _BREAKS_FLOW.search(text)):
        return False
    # Checked last, for everything else that has a meaning in YAML 1.1: times, dates in other forms.
    return not any(pattern.match(text) for _, pattern in _RESOLVERS.get(text[0], ()))


def _quoted(text: str, quotes: str) -> str:
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("an incomplete character cannot be written")
    plain = re.search(_NEEDS_ESCAPE, text) is None
    if plain and (quotes == "'" or (quotes != '"' and '"' in text and "'" not in text)):
        return f"'{text.replace(chr(39), chr(39) * 2)}'"
    return '"' + "".join(_escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if re.match(_NEEDS_ESCAPE, character) is None:
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _decimal(number: float) -> str:
    if not isfinite(number):
        raise ValueError("an infinite number cannot be written")
    number_text = repr(number)
    digits, exponent, power = number_text.partition("e")
    if not exponent and len(digits.lstrip("-").partition(".")[0]) > MAX_INTEGER_DIGITS:
        shortest = next(text for precision in range(18) if float(text := f"{number:.{precision}e}") == number)
        digits, exponent, power = shortest.partition("e")
    if exponent and "." not in digits:
        # A YAML 1.1 parser needs a point before the exponent.
        digits += ".0"
    return f"{digits}{exponent}{power}"


MAX_COMPARED_ITEMS = 200
"""Maximum number of items between the first and the last change that are matched individually; a longer list is
rewritten.

Matching takes quadratic time, and a malicious list has tens of thousands of items.
"""

_QUOTES = frozenset(("'", '"'))


class TextReplacement(Struct, frozen=True):
    """A range of the text and its replacement."""

    start: int
    end: int
    text: str


class ListStyle(Struct, frozen=True):
    """The format of lists in this frontmatter."""

    flow: bool = False
    """Flow style `[a, b]`; otherwise one item per line."""
    indent: int = INDENT_STEP
    """Spaces before the dash, counted from the property's name."""
    quotes_lines: bool = False
    """Whether a multi-line text is quoted, not a block scalar."""


def list_style_of(text: str, line: PropertySpan) -> ListStyle | None:
    """Return the format of the list in *line*; None if it has none, or an empty one."""
    items = line.value.items
    if not items:
        return None
    if line.value.style == "[":
        return ListStyle(flow=True)
    first = _item_line(text, items[0])
    if first is None:
        return ListStyle()
    return ListStyle(indent=max(0, len(first.lead) - len(first.lead.lstrip()) - (line.name_start - line.start)))


def flow_list(text: str, span: ValueSpan, old: Sequence[JsonValue], new: Sequence[JsonValue]) -> str:
    """Return the flow list at *span* with the items of *new*; an existing item keeps its spelling."""
    spellings: dict[str, list[str]] = {}
    for item, value in zip(span.items, old, strict=True):
        spellings.setdefault(json.dumps(value), []).append(text[item.start : item.end])
    quotes = _quotes(span)
    item_texts: list[str] = []
    for value in new:
        known = spellings.get(json.dumps(value))
        item_texts.append(known.pop(0) if known else _inline_text(value, quotes, in_flow=True))
    padding = text[span.start + 1 : span.items[0].start] if span.items else ""
    pad = " " if span.items and padding == " " else ""
    separator = text[span.items[0].end : span.items[1].start] if len(span.items) > 1 else ", "
    return f"[{pad}{(separator if separator.strip() == ',' else ', ').join(item_texts)}{pad}]"


def block_changes(
    text: str, span: ValueSpan, old: Sequence[JsonValue], new: Sequence[JsonValue]
) -> list[TextReplacement] | None:
    """Return the replacements that give the block list the items *new*; None if it has to be rewritten."""
    lines = [line for item in span.items if (line := _item_line(text, item)) is not None]
    if len(lines) < len(span.items):
        return None
    old_keys, new_keys = [json.dumps(value) for value in old], [json.dumps(value) for value in new]
    prefix, suffix = common_ends(old_keys, new_keys)
    old_middle, new_middle = old_keys[prefix : len(old_keys) - suffix], new_keys[prefix : len(new_keys) - suffix]
    if max(len(old_middle), len(new_middle)) > MAX_COMPARED_ITEMS:
        return None
    quotes = _quotes(span)
    changes: list[TextReplacement] = []
    for kind, i, j, m, n in SequenceMatcher(None, old_middle, new_middle, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        values = list(new[prefix + m : prefix + n])
        for line, item in zip(lines[prefix + i : prefix + j], span.items[prefix + i : prefix + j], strict=True):
            changes.append(_item_replacement(text, item, line, values, quotes))
        # Remaining items are inserted after the item before them, or before the first one.
        neighbor = lines[max(prefix + j - 1, 0)]
        at = neighbor.end if prefix + j else neighbor.start
        changes += [
            TextReplacement(at, at, "".join(f"{neighbor.lead}{_inline_text(value, quotes)}\n" for value in values))
        ]
    return [change for change in changes if change.text or change.end > change.start]


class _ItemLine(Struct, frozen=True):
    """The lines of one item of a block list."""

    start: int
    end: int
    lead: str
    """Its dash with the surrounding spaces."""


def _item_line(text: str, item: ValueSpan) -> _ItemLine | None:
    """Return the lines of *item*; None if it does not begin on the line of its dash, or shares that line."""
    start = text.rfind("\n", 0, item.start) + 1
    lead = text[start : item.start]
    if lead.strip(" ") != "-":
        return None
    last = item.start + len(text[item.start : item.end].rstrip())
    return _ItemLine(start, text.find("\n", last) + 1, lead if lead.endswith(" ") else f"{lead} ")


def _item_replacement(
    text: str, item: ValueSpan, line: _ItemLine, values: list[JsonValue], quotes: str
) -> TextReplacement:
    """Return the replacement of *item* by the first of *values*, which is removed from the list; a deletion if it is
    empty.
    """
    if not values:
        return TextReplacement(line.start, line.end, "")
    value = values.pop(0)
    if item.style in ("-", ":", "|", ">") or item.end == item.start:
        return TextReplacement(line.start, line.end, f"{line.lead}{_inline_text(value, quotes)}\n")
    return TextReplacement(item.start, item.end, _inline_text(value, item.style if item.style in _QUOTES else quotes))


def _quotes(span: ValueSpan) -> str:
    """Return the quotes that all items have; empty if they differ."""
    styles = {item.style for item in span.items}
    return next(iter(styles)) if len(styles) == 1 and styles <= _QUOTES else ""


def _inline_text(value: JsonValue, quotes: str, *, in_flow: bool = False) -> str:
    return flow_text(value) if isinstance(value, list | dict) else scalar_text(value, in_flow=in_flow, quotes=quotes)


# Order, comments, quotes, list style and blank lines elsewhere stay byte-identical. The result is parsed again: if it
# does not have exactly the requested values, nothing is changed.

MAX_PROPERTY_NAME = 200
"""Maximum number of characters of a property's name. YAML allows 1,024; no list of properties can show this many."""

_KEEP_CHOMPING = re.compile(r"[|>][0-9]?\+")
_BLANK_LINES = re.compile(r"(?:[ \t]*+\n)*+")
_NO_TYPES: Mapping[str, str] = MappingProxyType({})


def with_properties(
    text: str, updates: Mapping[str, JsonValue], remove: Collection[str] = (), types: Mapping[str, str] = _NO_TYPES
) -> str:
    """Return *text* with the properties *updates* and those in *remove* removed; names compare case-insensitively.

    An existing property keeps its position and spelling; a new one is added at the end. Removing the last one removes
    the empty frontmatter, as in Obsidian; frontmatter with comments stays. *types* are the vault's property types. An
    integer of more than 15 digits becomes a string, because Obsidian would round it. Raises `NoteNotWritten` if the
    frontmatter cannot be read or a value cannot be written; nothing is changed then.
    """
    frontmatter = read_frontmatter(text)
    if frontmatter.problem:
        raise properties_error(frontmatter.problem)
    start, end = _block(text, frontmatter)
    if _is_json(text[start:end]):
        raise properties_error(
            Phrase("They are written as JSON."),
            Phrase("Change one of them in Obsidian, which then writes them as YAML."),
        )
    values = _values_to_write(updates, types)
    lines = find_property_spans(text, start, end)
    style = next((style for line in lines if (style := list_style_of(text, line))), ListStyle())
    try:
        return _apply_updates(text, frontmatter, lines, values, remove, style)
    except NoteNotWritten:
        if not any(isinstance(value, str) and "\n" in value for value in values.values()):
            raise
        # A block scalar would include an indented comment below it.
        return _apply_updates(text, frontmatter, lines, values, remove, replace(style, quotes_lines=True))


def _apply_updates(
    text: str,
    frontmatter: Frontmatter,
    lines: Sequence[PropertySpan],
    values: Mapping[str, JsonValue],
    remove: Collection[str],
    style: ListStyle,
) -> str:
    end = _block(text, frontmatter)[1]
    changes, expected = _changes(text, frontmatter, lines, values, remove, style)
    added = {key: value for key, value in values.items() if _find_property(key, frontmatter.properties) is None}
    if not changes and not added:
        return text
    if added:
        expected.update(added)
        indent = text[lines[0].start : lines[0].name_start] if lines else ""
        column = len(indent) - len(indent.lstrip(" "))
        written = "".join(_new_property_lines(key, value, column, style) for key, value in added.items())
        changes.append(TextReplacement(end, end, written if frontmatter.body_start else f"---\n{written}---\n"))
    parts, position = list[str](), 0
    # Insertions at one position stay in their order: the last list is extended before a new property below it.
    for change in sorted(changes, key=lambda change: (change.start, change.end)):
        parts += (text[position : change.start], change.text)
        position = change.end
    result = "".join((*parts, text[position:]))
    return _verified(
        text[frontmatter.body_start :], result if expected else _without_empty_frontmatter(result), expected
    )


def properties_error(reason: str, hint: str = Phrase("Correct them in an editor first.")) -> NoteNotWritten:
    """Return the error for frontmatter that is left unchanged."""
    return NoteNotWritten(Phrase("The note's properties cannot be changed"), hint=Phrase("{0} {1}", reason, hint))


def _is_json(block: str) -> bool:
    """Whether *block* is a JSON object in braces; a template placeholder begins with two."""
    start = block.lstrip()[:2]
    return start.startswith("{") and start != "{{"


def _block(text: str, frontmatter: Frontmatter) -> tuple[int, int]:
    """Return the start and end of the lines between the two `---`."""
    if not frontmatter.body_start:
        return 0, 0
    return text.find("\n") + 1, text.rfind("\n", 0, text.rfind("---", 0, frontmatter.body_start)) + 1


def _values_to_write(updates: Mapping[str, JsonValue], types: Mapping[str, str]) -> dict[str, JsonValue]:
    values: dict[str, JsonValue] = {}
    for name, value in updates.items():
        key = name.strip()
        if not key or len(key) > MAX_PROPERTY_NAME or not key.isprintable():
            raise NoteNotWritten(
                Phrase("This is not a valid property name"), hint=Phrase("Use a short name on one line."), name=key[:80]
            )
        if any(key.casefold() == other.casefold() for other in values):
            raise NoteNotWritten(
                Phrase("“{0}” is set twice", key[:60]), hint=Phrase("Property names must differ in more than case.")
            )
        values[key] = _writable(convert_to_type(key, value, types), 1)
    return values


def _writable(value: JsonValue, depth: int) -> JsonValue:
    """Return *value* as it will be read back. Raises `NoteNotWritten` if YAML or the parser cannot represent it."""
    if depth >= MAX_YAML_DEPTH:
        raise NoteNotWritten(Phrase("A property cannot be nested more than {0} deep", MAX_YAML_DEPTH))
    if isinstance(value, list):
        return [_writable(item, depth + 1) for item in value]
    if isinstance(value, dict):
        if any(len(key) > MAX_PROPERTY_NAME for key in value):
            raise NoteNotWritten(Phrase("A name inside a property is longer than {0} characters", MAX_PROPERTY_NAME))
        return {str(_writable(key, depth)): _writable(item, depth + 1) for key, item in value.items()}
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**MAX_INTEGER_DIGITS:
        return str(value)
    try:
        scalar_text(value)
    except ValueError as error:
        raise NoteNotWritten(
            Phrase("A property has a value that cannot be written"), hint=Phrase("{0}.", error)
        ) from error
    return value


def _changes(
    text: str,
    frontmatter: Frontmatter,
    lines: Sequence[PropertySpan],
    values: Mapping[str, JsonValue],
    remove: Collection[str],
    style: ListStyle,
) -> tuple[list[TextReplacement], dict[str, JsonValue]]:
    """Return the changes of existing lines, and the values of the frontmatter afterwards."""
    by_key = {line.key: line for line in lines}
    changes: list[TextReplacement] = []
    expected = dict(frontmatter.properties)
    for key, value in values.items():
        name = _find_property(key, frontmatter.properties)
        if name is not None and not _is_same_value(expected[name], value):
            changes += _replacements(text, _require_own_lines(text, by_key[name], lines), expected[name], value, style)
            expected[name] = value
    updated_names = {_find_property(key, frontmatter.properties) for key in values}
    for key in remove:
        name = _find_property(key.strip(), frontmatter.properties)
        if name is not None and name not in updated_names and name in expected:
            line = _require_own_lines(text, by_key[name], lines)
            end = line.end
            if _KEEP_CHOMPING.search(text, lines[0].start, line.start):
                # Remaining blank lines would become the end of the text before them.
                blank = _BLANK_LINES.match(text, end)
                end = blank.end() if blank else end
            changes.append(TextReplacement(line.start, end, ""))
            del expected[name]
    return changes, expected


def _find_property(key: str, properties: Mapping[str, JsonValue]) -> str | None:
    """Return the name in the frontmatter that *key* refers to: the exact one, else the only one that differs in
    case.
    """
    if key in properties:
        return key
    matches = [name for name in properties if name.casefold() == key.casefold()]
    if len(matches) > 1:
        raise properties_error(
            Phrase("They have both “{0}” and “{1}”.", matches[0][:60], matches[1][:60]),
            Phrase("Name one of them exactly."),
        )
    return matches[0] if matches else None


def _require_own_lines(text: str, line: PropertySpan, lines: Sequence[PropertySpan]) -> PropertySpan:
    """Return *line* if it shares no line with another property: some YAML line ends are not line ends of a note."""
    sharing = sum(other.start < line.end and line.start < other.end for other in lines)
    if sharing > 1 or not line.colon or text[line.start : line.name_start].strip(" "):
        raise properties_error(Phrase("“{0}” is not on lines of its own.", line.key[:60]))
    return line


def _replacements(
    text: str, line: PropertySpan, old: JsonValue, value: JsonValue, style: ListStyle
) -> list[TextReplacement]:
    """Return the changes that set one property to *value*."""
    span = line.value
    if isinstance(value, list) and isinstance(old, list) and value:
        in_place = block_changes(text, span, old, value) if span.style == "-" else None
        if in_place is not None:
            return in_place
        if span.style == "[" and "\n" not in text[span.start : span.end]:
            return [TextReplacement(span.start, span.end, flow_list(text, span, old, value))]
    list_style = list_style_of(text, line) or (ListStyle(flow=True) if span.style in ("[", "{") else style)
    quotes = span.style if span.style in ("'", '"') else ""
    list_style = replace(list_style, quotes_lines=style.quotes_lines)
    inline, below = _value_text(value, line.name_start - line.start, list_style, quotes)
    lead, suffix = " ", ""
    if span.style in ("-", ":"):
        suffix = text[line.colon : text.find("\n", line.colon)]
    elif span.style not in ("|", ">"):
        suffix = text[span.end : line.end]
        if span.end > span.start and not below:
            lead = text[line.colon : span.start]
    first_line = f"{lead if inline else ''}{inline}{suffix.rstrip()}"
    return [TextReplacement(line.colon, line.end, "".join(f"{line_text}\n" for line_text in (first_line, *below)))]


def _new_property_lines(key: str, value: JsonValue, column: int, style: ListStyle) -> str:
    inline, below = _value_text(value, column, style, "")
    first_line = f"{' ' * column}{key_text(key)}:{' ' if inline else ''}{inline}"
    return "".join(f"{line}\n" for line in (first_line, *below))


def _value_text(value: JsonValue, column: int, style: ListStyle, quotes: str) -> tuple[str, list[str]]:
    """Return the text after the name of a property at *column*, and the lines below it."""
    if value is None:
        return "", []
    if isinstance(value, list | dict):
        if not value or style.flow:
            return flow_text(value), []
        indent = style.indent if isinstance(value, list) else INDENT_STEP
        return "", block_lines(value, column + indent)
    in_block = isinstance(value, str) and not style.quotes_lines
    literal = literal_lines(str(value), column + INDENT_STEP) if in_block else None
    if literal is not None:
        return literal[0], literal[1:]
    return scalar_text(value, quotes=quotes), []


def _is_same_value(first: JsonValue, second: JsonValue) -> bool:
    """Whether two values are equal including their types: 1 is neither true nor 1.0, and the order of names matters."""
    return json.dumps(first) == json.dumps(second)


def _without_empty_frontmatter(text: str) -> str:
    """Return *text* without frontmatter that is empty and has no comment."""
    frontmatter = read_frontmatter(text)
    start, end = _block(text, frontmatter)
    body = text[frontmatter.body_start :]
    # Lines of the body must not become frontmatter.
    return text if text[start:end].strip() or read_frontmatter(body).body_start else body


def _verified(body: str, new: str, expected: Mapping[str, JsonValue]) -> str:
    """Return *new* if it has exactly the requested values above the same *body*. Raises `NoteNotWritten`."""
    after = read_frontmatter(new)
    if after.problem or not _is_same_value(after.properties, dict(expected)) or new[after.body_start :] != body:
        raise properties_error(Phrase("Their layout does not allow changing single lines."))
    return new


def with_property_renamed(text: str, old: str, new: str) -> str:
    """Return *text* with its property *old* renamed to *new*.

    Raises `NoteNotWritten` if the frontmatter cannot be read, has no such property, or already has one with the new
    name.
    """
    frontmatter = read_frontmatter(text)
    if frontmatter.problem:
        raise properties_error(frontmatter.problem)
    name = new.strip()
    if not name or len(name) > MAX_PROPERTY_NAME or not name.isprintable():
        raise NoteNotWritten(
            Phrase("This is not a valid property name"), hint=Phrase("Use a short name on one line."), name=name[:80]
        )
    if any(key.casefold() == name.casefold() and key != old for key in frontmatter.properties):
        raise NoteNotWritten(Phrase("This note already has a property “{0}”", name[:60]))
    start, end = text.find("\n") + 1, text.rfind("\n", 0, text.rfind("---", 0, frontmatter.body_start)) + 1
    line = next((line for line in find_property_spans(text, start, end) if line.key == old), None)
    if line is None or not line.colon or _is_json(text[start:end]):
        raise properties_error(Phrase("“{0}” is not on lines of its own.", old[:60]))
    renamed = f"{text[: line.name_start]}{key_text(name)}{text[line.colon - 1 :]}"
    expected = {name if key == old else key: value for key, value in frontmatter.properties.items()}
    if read_frontmatter(renamed).properties != expected:
        raise properties_error(Phrase("Their layout does not allow changing single lines."))
    return renamed
