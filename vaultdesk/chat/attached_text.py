"""Text attached to a question, enclosed in tags that the text itself cannot close.

A model reads it as data: the prompt says so (agent/system_prompt.py). Who judges or quotes such a text takes the tags
off."""

import re
from html import escape

ATTACHED_TAG = "attached"
"""The tag's name; the prompt speaks of it."""

TRUNCATION_MARK = " [cut: {more:,} more characters]"
"""What a model reads where a text was too long; the privacy rules know it too (privacy/inspection.py)."""

SUMMARY_NOTES_LINE = re.compile(r"\n\nNotes: ((?:\[\[[^\[\]\n]*\]\](?:, )?)+)\Z")
"""The last line of a summary of a conversation, by the program: the notes that it is from."""

_SIGN = re.compile(rf"<(?=\s*/?\s*{ATTACHED_TAG})", re.IGNORECASE)
_HEAD = re.compile(rf"<{ATTACHED_TAG}(?: [a-z]+=\"[^\"<>\n]*\")*>\n")
_FOOT = f"\n</{ATTACHED_TAG}>"
_TOLD = re.compile(rf"<{ATTACHED_TAG}(?: [a-z]+=\"[^\"<>\n]*\")*/>\Z")


def wrap_attached(text: str, **told: str) -> str:
    """Return *text* between tags that say what is *told* of it: `wrap_attached(text, note="House/Boiler.md")`."""
    return f"<{ATTACHED_TAG}{_attributes(told)}>\n{_SIGN.sub('&lt;', text)}{_FOOT}"


def empty_attached_tag(**what: str) -> str:
    """Return a tag that has no text, only what is told: that a link leads nowhere."""
    return f"<{ATTACHED_TAG}{_attributes(what)}/>"


def unwrap_attached(text: str) -> str:
    """Return what stands between the tags, or *text* where it is not framed."""
    head = _HEAD.match(text)
    return text[head.end() : -len(_FOOT)] if head is not None and text.endswith(_FOOT) else text


def truncate_attached(text: str, limit: int) -> str:
    """Return *text* with what stands between its tags within about *limit* characters; as it is where it has none."""
    head = _HEAD.match(text)
    if head is None or not text.endswith(_FOOT):
        return text
    return f"{head[0]}{truncate_with_notice(text[head.end() : -len(_FOOT)], limit)}{_FOOT}"


def is_attached(text: str) -> bool:
    """Whether *text* stands beside the person's words, and is none of them."""
    return (_HEAD.match(text) is not None and text.endswith(_FOOT)) or _TOLD.match(text) is not None


def truncate_with_notice(text: str, limit: int) -> str:
    """Return *text* within about *limit* characters, with a word on what was cut."""
    return (
        text
        if len(text) <= limit
        else f"{text[: max(0, limit)].rstrip()}{TRUNCATION_MARK.format(more=len(text) - limit)}"
    )


def _attributes(what: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(" ".join(value.split()))}"' for name, value in what.items() if value)
