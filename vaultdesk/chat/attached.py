"""Attached: text that stands beside a question, between tags that nothing in it can end. Looks nothing up.

A model reads it as data: the prompt says so (agent/prompt.py). Who judges or quotes such a text takes the tags off.
"""

import re
from html import escape

TAG = "attached"
"""The tag's name; the prompt speaks of it."""

CUT = " [cut: {more:,} more characters]"
"""What a model reads where a text was too long; the privacy rules know it too (privacy/excerpt.py)."""

_SIGN = re.compile(rf"<(?=\s*/?\s*{TAG})", re.IGNORECASE)
_HEAD = re.compile(rf"<{TAG}(?: [a-z]+=\"[^\"<>\n]*\")*>\n")
_FOOT = f"\n</{TAG}>"
_TOLD = re.compile(rf"<{TAG}(?: [a-z]+=\"[^\"<>\n]*\")*/>\Z")


def framed(text: str, **told: str) -> str:
    """Return *text* between tags that say what is *told* of it: `framed(text, note="House/Boiler.md")`."""
    return f"<{TAG}{_told(told)}>\n{_SIGN.sub('&lt;', text)}{_FOOT}"


def told(**what: str) -> str:
    """Return a tag that has no text, only what is told: that a link leads nowhere."""
    return f"<{TAG}{_told(what)}/>"


def unframed(text: str) -> str:
    """Return what stands between the tags, or *text* where it is not framed."""
    head = _HEAD.match(text)
    return text[head.end() : -len(_FOOT)] if head is not None and text.endswith(_FOOT) else text


def shortened_inside(text: str, limit: int) -> str:
    """Return *text* with what stands between its tags within about *limit* characters; as it is where it has none."""
    head = _HEAD.match(text)
    if head is None or not text.endswith(_FOOT):
        return text
    return f"{head[0]}{shortened(text[head.end() : -len(_FOOT)], limit)}{_FOOT}"


def is_attached(text: str) -> bool:
    """Whether *text* stands beside the person's words, and is none of them."""
    return (_HEAD.match(text) is not None and text.endswith(_FOOT)) or _TOLD.match(text) is not None


def shortened(text: str, limit: int) -> str:
    """Return *text* within about *limit* characters, with a word on what was cut."""
    return text if len(text) <= limit else f"{text[: max(0, limit)].rstrip()}{CUT.format(more=len(text) - limit)}"


def _told(what: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(" ".join(value.split()))}"' for name, value in what.items() if value)
