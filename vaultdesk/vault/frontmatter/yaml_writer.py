"""Writes values as YAML in Obsidian's style.

A string stays unquoted only if every YAML 1.1 or 1.2 parser reads it as that string: `yes`, `012`, `1e3` are quoted.
"""

import re
from datetime import date, datetime
from math import isfinite

import yaml

from vaultdesk.vault.frontmatter.frontmatter import JsonValue

MAX_INTEGER_DIGITS = 15
"""Maximum number of digits of an integer; longer ones are strings to this parser, and Obsidian rounds them."""

INDENT_STEP = 2
"""Default indentation in spaces, as in Obsidian."""

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2})?)?")
_WORDS = frozenset(("", "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "=", "<<"))
"""Words that some parser reads as a boolean, null or merge key; compared case-insensitively."""

_NUMBER = re.compile(
    r"[-+]?(?:[0-9][0-9_]*+(?:\.[0-9_]*+)?|\.[0-9_]++)(?:e[-+]?[0-9_]++)?|[-+]?0[xob][0-9a-f_]++|[-+]?\.(?:inf|nan)",
    re.IGNORECASE,
)
"""Everything that some parser reads as a number; wider than each of them."""

_STARTS = frozenset("?:,[]{}#&*!|>'\"%@`")
"""Characters with which a bare string cannot or should not begin."""

_BREAKS_BARE = re.compile(r":[ \t]|[ \t]#|[\t\n]|:\Z")
_BREAKS_FLOW = re.compile(r"[,\[\]{}:?]|\A-")
_NEEDS_ESCAPE = re.compile(r"[^ -~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
"""Control characters, YAML's own line ends and the byte order mark: they need escapes in double quotes."""

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
    if len(lines) < 2 or not plain or not lines[0] or not lines[-1] or _NEEDS_ESCAPE.search(body.replace("\n", "")):
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
    if text.casefold() in _WORDS or text != text.strip() or text[0] in _STARTS or _NUMBER.fullmatch(text):
        return False
    if text.startswith(("- ", "---", "...")) or text == "-":
        return False
    if _BREAKS_BARE.search(text) or _NEEDS_ESCAPE.search(text) or (in_flow and _BREAKS_FLOW.search(text)):
        return False
    # Checked last, for everything else that has a meaning in YAML 1.1: times, dates in other forms.
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
        # A YAML 1.1 parser needs a point before the exponent.
        digits += ".0"
    return f"{digits}{exponent}{power}"
