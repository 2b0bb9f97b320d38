"""Unfinished name: what is being typed at the cursor of a question: a mention, a link, a quick command.

Looks nothing up. A sign counts only where a person would mean it: `@` and `/` inside a word are letters.
"""

import re
from dataclasses import dataclass
from typing import Literal

Sign = Literal["@", "[[", "/"]
"""A mention, a link in the words, a quick command."""

LONGEST_NAME = 120
"""Characters behind a sign after which it was no name that was typed."""

_LINK = re.compile(r"\[\[([^\[\]|\n]*)\Z")
_MENTION = re.compile(r"(?:^|[\s(\"'„“‚‘])@([^@\n]*)\Z")
_COMMAND = re.compile(r"\A/([^/\n]*)\Z")


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A name that is being typed."""

    sign: Sign
    typed: str
    """What stands behind the sign so far."""

    @property
    def written(self) -> str:
        """All that was typed of it, the sign too."""
        return self.sign + self.typed


def unfinished(before: str, *, first: bool) -> Unfinished | None:
    """Return what is being typed behind *before*, the text of the line up to the cursor; None for anything else.

    *first* says that it is the first line of the question: only there a quick command begins.
    """
    sign: Sign
    if (found := _LINK.search(before)) is not None:
        sign = "[["
    elif (found := _MENTION.search(before)) is not None:
        sign = "@"
    elif first and (found := _COMMAND.search(before)) is not None:
        sign = "/"
    else:
        return None
    typed = found[1]
    # A name never begins with a blank; after one at the end the person may be done with it.
    if len(typed) > LONGEST_NAME or typed != typed.strip():
        return None
    return Unfinished(sign, typed)
