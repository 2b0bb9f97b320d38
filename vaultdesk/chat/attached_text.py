"""Text attached to a question, enclosed in tags that the text itself cannot close.

A model reads it as data, as the prompt states (agent/system_prompt.py). Code that evaluates or quotes such a text
removes the tags.
"""

import re
from html import escape

ATTACHED_TAG = "attached"
"""The name of the tag; the prompt refers to it."""

TRUNCATION_MARK = " [cut: {more:,} more characters]"
"""Text sent to a model after truncated text; the privacy rules match it too (privacy/inspection.py)."""

SUMMARY_NOTES_LINE = re.compile(r"\n\nNotes: ((?:\[\[[^\[\]\n]*\]\](?:, )?)+)\Z")
"""The last line of a summary of a conversation, added by the program: the notes that it is made from."""

_TAG_START = re.compile(rf"<(?=\s*/?\s*{ATTACHED_TAG})", re.IGNORECASE)
_OPENING_TAG = re.compile(rf"<{ATTACHED_TAG}(?: [a-z]+=\"[^\"<>\n]*\")*>\n")
_CLOSING_TAG = f"\n</{ATTACHED_TAG}>"
_EMPTY_TAG = re.compile(rf"<{ATTACHED_TAG}(?: [a-z]+=\"[^\"<>\n]*\")*/>\Z")


def wrap_attached(text: str, **attributes: str) -> str:
    """Return *text* between tags with the attributes *attributes*: `wrap_attached(text, note="House/Boiler.md")`."""
    return f"<{ATTACHED_TAG}{_attributes(attributes)}>\n{_TAG_START.sub('&lt;', text)}{_CLOSING_TAG}"


def empty_attached_tag(**attributes: str) -> str:
    """Return a tag without text, only with attributes: for example for a broken link."""
    return f"<{ATTACHED_TAG}{_attributes(attributes)}/>"


def unwrap_attached(text: str) -> str:
    """Return the text between the tags, or *text* if it has none."""
    head = _OPENING_TAG.match(text)
    return text[head.end() : -len(_CLOSING_TAG)] if head is not None and text.endswith(_CLOSING_TAG) else text


def truncate_attached(text: str, limit: int) -> str:
    """Return *text* with the text between its tags limited to about *limit* characters; unchanged if it has none."""
    head = _OPENING_TAG.match(text)
    if head is None or not text.endswith(_CLOSING_TAG):
        return text
    return f"{head[0]}{truncate_with_notice(text[head.end() : -len(_CLOSING_TAG)], limit)}{_CLOSING_TAG}"


def is_attached(text: str) -> bool:
    """Return whether *text* is attached text, and not the user's own."""
    return (_OPENING_TAG.match(text) is not None and text.endswith(_CLOSING_TAG)) or _EMPTY_TAG.match(text) is not None


def truncate_with_notice(text: str, limit: int) -> str:
    """Return *text* limited to about *limit* characters, with a notice about the rest."""
    return (
        text
        if len(text) <= limit
        else f"{text[: max(0, limit)].rstrip()}{TRUNCATION_MARK.format(more=len(text) - limit)}"
    )


def _attributes(attributes: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(" ".join(value.split()))}"' for name, value in attributes.items() if value)
