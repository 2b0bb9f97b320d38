"""Unfinished: what is being typed at the cursor of a note: a link, an embed, a tag. Looks nothing up."""

import re
from dataclasses import dataclass
from typing import Literal

from vaultdesk.ui.editor.line_spans import FENCE, HEAD, MATH

Sign = Literal["[[", "![[", "#", "tags:"]
"""A link, an embed, a tag in the text, a tag among the properties."""

LONGEST_NAME = 120
"""Characters behind a sign after which it was no name that was typed."""

_LINK = re.compile(r"(!?)\[\[([^\[\]|\n]*)\Z")
_TAG = re.compile(r"(?:^|\s)#([^\s#\"'.,;:!?()\[\]{}]+)\Z")
_TAGS_LINE = re.compile(r"tags?[ \t]*:[ \t]*\[?(?:[^,\[\]]*,)*[ \t]*#?([^,\[\]\s#\"']*)\Z", re.IGNORECASE)
_TAGS_ITEM = re.compile(r"[ \t]*-[ \t]+#?([^\s#\"']*)\Z")
_TAGS_KEY = re.compile(r"tags?[ \t]*:[ \t]*\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A name that is being typed."""

    sign: Sign
    typed: str
    """What stands behind the sign so far."""

    @property
    def written(self) -> str:
        """What is replaced when something is taken: a tag's or a link's sign with it."""
        return self.typed if self.sign == "tags:" else self.sign + self.typed


def unfinished(before: str, state: int, key: str = "") -> Unfinished | None:
    """Return what is being typed behind *before*, the line up to the cursor; None for anything else.

    *state* is what is open on this line (line_spans.py); *key* the line of the properties that an item belongs to.
    """
    if state >= FENCE or state == MATH or len(before) > 4_000:
        return None
    found = _LINK.search(before)
    if found is not None:
        typed = found[2]
        if len(typed) > LONGEST_NAME or typed != typed.lstrip():
            return None
        return Unfinished("![[" if found[1] else "[[", typed)
    if state == HEAD:
        tag = _TAGS_LINE.match(before) or (_TAGS_ITEM.match(before) if _TAGS_KEY.match(key) else None)
        return Unfinished("tags:", tag[1]) if tag is not None and len(tag[1]) <= LONGEST_NAME else None
    # A lone sign at the beginning of a line is a heading to be: only letters behind it make a tag of it.
    tag = _TAG.search(before) if before.count("`") % 2 == 0 else None
    return Unfinished("#", tag[1]) if tag is not None and len(tag[1]) <= LONGEST_NAME else None
