"""Writes values as the YAML of a property, the way Obsidian does.

A text stays bare only where every reader, of YAML 1.1 or 1.2, takes it for that text: `yes`, `012`, `1e3` are quoted.
"""

import re
from datetime import date, datetime
from math import isfinite

import yaml

from vaultdesk.vault.frontmatter.frontmatter import JsonValue

MAX_INTEGER_DIGITS = 15
"""Digits of a whole number that is written as one; longer ones are text to our reader, and Obsidian rounds them."""

INDENT_STEP = 2
"""Blanks each level is indented by where the head shows no other habit; Obsidian writes two."""

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2})?)?")
_WORDS = frozenset(("", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "=", "<<"))
"""What some reader takes for a checkbox, for nothing or for an order; compared without case."""

_NUMBER = re.compile(
    r"[-+]?(?:[0-9][0-9_]*+(?:\.[0-9_]*+)?|\.[0-9_]++)(?:e[-+]?[0-9_]++)?|[-+]?0[xob][0-9a-f_]++|[-+]?\.(?:inf|nan)",
    re.IGNORECASE,
)
"""Whatever some reader takes for a number; wider than each of them."""

_STARTS = frozenset("?:,[]{}#&*!|>'\"%@`")
"""Characters a bare text cannot begin with, or should not."""

_BREAKS_BARE = re.compile(r":[ \t]|[ \t]#|[\t\n]|:\Z")
_BREAKS_FLOW = re.compile(r"[,\[\]{}:?]|\A-")
_NEEDS_ESCAPE = re.compile(r"[^ -~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
"""Control characters, YAML's own line ends, the byte order mark: only double quotes can carry them, written out."""

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}
_LITERAL_LINE = re.compile(r"(?:[^\s].*)?")
_RESOLVERS = yaml.SafeLoader.yaml_implicit_resolvers


def scalar_text(value: JsonValue, *, in_flow: bool = False, quotes: str = "") -> str:
    """Return *value*, which is no list and no object, on one line. *quotes* are those a text had before.

    Raises `ValueError` for what YAML cannot hold: half a character, a number that is none.
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
    """Return the lines of a list or an object under its name, each item at *indent*. Raises `ValueError`."""
    pad = " " * indent
    if isinstance(value, list):
        # Lists in lists are rare and unreadable as blocks; they stay on their item's line.
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
    """Return *text* of several lines as a `|` block, its header first; None where quotes serve better."""
    body = text.removesuffix("\n")
    lines = body.split("\n")
    plain = all(_LITERAL_LINE.fullmatch(line) and not line.endswith((" ", "\t")) for line in lines)
    if len(lines) < 2 or not plain or not lines[0] or not lines[-1] or _NEEDS_ESCAPE.search(body.replace("\n", "")):
        return None
    return ["|" if text != body else "|-", *(f"{' ' * indent}{line}" if line else "" for line in lines)]


def key_text(key: str, *, in_flow: bool = False) -> str:
    """Return the name of a property. Raises `ValueError`."""
    # Readers of YAML 1.1 take a bare date for a date here too, and nothing reads a date as a name.
    return _quoted(key, "") if _DATE.fullmatch(key) else _text(key, in_flow, "")


def is_date(text: str) -> bool:
    """Whether *text* is a day, or a day and time, as Obsidian writes them, and on the calendar."""
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
    """Whether every reader takes *text*, as it stands, for that text."""
    if is_date(text):
        # Obsidian writes days so; what reads them as a date writes them the same again.
        return not (in_flow and ":" in text)
    if text.casefold() in _WORDS or text != text.strip() or text[0] in _STARTS or _NUMBER.fullmatch(text):
        return False
    if text.startswith(("- ", "---", "...")) or text == "-":
        return False
    if _BREAKS_BARE.search(text) or _NEEDS_ESCAPE.search(text) or (in_flow and _BREAKS_FLOW.search(text)):
        return False
    # Asked last, for whatever else the common reader of YAML 1.1 has a meaning for: times, dates of other shapes.
    return not any(pattern.match(text) for _, pattern in _RESOLVERS.get(text[0], ()))


def _quoted(text: str, quotes: str) -> str:
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("half a character cannot be written")
    plain = _NEEDS_ESCAPE.search(text) is None
    if plain and (quotes == "'" or (quotes != '"' and '"' in text and "'" not in text)):
        return f"'{text.replace(chr(39), chr(39) * 2)}'"
    return '"' + "".join(_escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if _NEEDS_ESCAPE.match(character) is None:
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _decimal(number: float) -> str:
    if not isfinite(number):
        raise ValueError("a number without end cannot be written")
    written = repr(number)
    digits, exponent, power = written.partition("e")
    if not exponent and len(digits.lstrip("-").partition(".")[0]) > MAX_INTEGER_DIGITS:
        shortest = next(text for places in range(18) if float(text := f"{number:.{places}e}") == number)
        digits, exponent, power = shortest.partition("e")
    if exponent and "." not in digits:
        # A reader of YAML 1.1 wants a point before the exponent.
        digits += ".0"
    return f"{digits}{exponent}{power}"
