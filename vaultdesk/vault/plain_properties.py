"""PlainProperties: the plainest frontmatter read line by line; whatever is not plain is left to yaml_block.py.

Nearly every real block is a few names with words, numbers or lists behind them. What is taken here says the same to
libyaml, which needs five times as long for it; at the first doubt nothing is taken.
"""

import re
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

_BARE = r"[^\W_][^\n:#]*+(?::(?=[^ \n:#])[^\n:#]*+)*+"
"""A word or sentence: no `: ` in it and no sign of comments, which is what would end it."""

_IN_LIST = r"[^\W_][\w./()+=-]*+(?: ++[\w./()+=-]++)*+"
"""The same between brackets, where far more characters mean something."""

_QUOTED = r"\"[^\"\\\n]*+\"|'[^'\n]*+'"
_LINE = re.compile(
    r"([A-Za-z_][\w.-]*+(?: [\w.-]++)*+):"
    rf"(?: ++(?:({_QUOTED}|{_BARE})|\[((?:(?:{_QUOTED}|{_IN_LIST})(?:, ?(?:{_QUOTED}|{_IN_LIST}))*+)?)\]))? *+(?:\n|\Z)"
)
_ITEM = re.compile(rf"( *+)-(?: ++({_QUOTED}|{_BARE}))? *+(?:\n|\Z)")
_IN_FLOW = re.compile(rf"{_QUOTED}|{_IN_LIST}")

LONGEST_NAME = 1_000
"""Characters of a name: YAML itself allows 1,024 before the colon."""

MOST = 4_096
"""Characters of a block that is looked at: longer ones are rare, and libyaml's speed then counts for little."""


def plain_properties(block: str, scalar: Callable[[str], T]) -> "dict[str, T | str | list[T | str]] | None":
    """Return what the *block* says; None where it is not plain. *scalar* tells what a bare word means."""
    # Printable to Python is what YAML allows too, and none of its own line ends beside the usual one.
    if len(block) > MOST or not block.replace("\n", "").isprintable():
        return None
    found: dict[str, T | str | list[T | str]] = {}
    place, end = 0, len(block)
    while place < end:
        line = _LINE.match(block, place)
        if line is None:
            return None
        name, written, flow = line.groups()
        if name in found or len(name) > LONGEST_NAME:
            return None
        place = line.end()
        if written is not None:
            found[name] = _value(written, scalar)
        elif flow is not None:
            found[name] = [_value(item, scalar) for item in _IN_FLOW.findall(flow)]
        else:
            item = _ITEM.match(block, place)
            if item is None:
                found[name] = scalar("")
                continue
            items, indent = list[T | str](), item[1]
            while item is not None:
                if item[1] != indent:
                    return None
                items.append(_value(item[2] or "", scalar))
                place = item.end()
                item = _ITEM.match(block, place)
            found[name] = items
    return found


def _value(written: str, scalar: Callable[[str], T]) -> T | str:
    return written[1:-1] if written[:1] in ("'", '"') else scalar(written.rstrip(" "))
