"""HTML tags: those within a line, which only say how words look or mark a place. Reads no page and runs nothing."""

import re

NAMES = (
    "abbr|a|big|br|button|b|center|cite|code|del|dfn|em|font|ins|i|kbd|mark|q|samp|small|span|strike|strong|sub|sup|s|"
    "u|var|wbr"
)
"""What Markdown writers use within their lines. Whatever may hold or load something stays as it is written."""

INLINE_TAG = re.compile(rf"<(?P<end>/?)(?P<name>{NAMES})(?P<rest>[ \t][^<>\n\x00-\x08]{{0,500}})?/?>", re.IGNORECASE)
"""One such tag. Its end is looked for in one line and not far: a lone `<` costs little.

Control characters stand in none: with them words are marked that were found (index/passage.py), and those are shown.
"""

SHOWING_TAG = re.compile(r"<(?P<end>/?)(?P<name>img|iframe)(?P<rest>[ \t][^<>\n\x00-\x08]{0,1000})?/?>", re.IGNORECASE)
"""A tag that shows something from elsewhere in its place."""

_VALUE = re.compile(r"[ \t\"'](src|alt|title)=(?:\"([^\"]*)\"|'([^']*)'|([^ \t\"'/]+))", re.IGNORECASE)


def values_of(rest: str) -> dict[str, str]:
    """Return what the *rest* of a tag says of what it shows, each name once."""
    found: dict[str, str] = {}
    for name, *values in _VALUE.findall(rest):
        found.setdefault(name.lower(), "".join(values).strip())
    return found
