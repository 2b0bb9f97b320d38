"""Tags: what frames a call or a thought in a model's text, and how much of one stands at a place. Keeps no state."""

import re
from dataclasses import dataclass
from typing import Literal

from vaultdesk.providers.tool_text.pieces import Frame

CALL_TAGS: dict[Frame, tuple[str, str]] = {
    "sentinel": ("<tool_call>", "</tool_call>"),
    "xml": ("<use_tool>", "</use_tool>"),
    "bracket": ("[TOOL_REQUEST]", "[END_TOOL_REQUEST]"),
}
"""How each frame opens and closes."""

THINK_NAMES = ("think", "thinking", "reasoning", "thought")
"""Names of the tags around what a model thinks aloud: DeepSeek's and Qwen's, and what tuned models make of them."""

MOST_SPACE = 64
"""Characters of white space between a call's opening tag and its body; models write one line end."""


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag."""

    text: str
    kind: Literal["call", "call_end", "think", "think_end"]
    frame: Frame = "sentinel"
    """Of a call's tag."""
    name: str = ""
    """Of a thought's tag."""


def _all_tags() -> dict[str, Tag]:
    tags = [Tag(opening, "call", frame) for frame, (opening, _) in CALL_TAGS.items()]
    tags += [Tag(closing, "call_end", frame) for frame, (_, closing) in CALL_TAGS.items()]
    tags += [Tag(f"<{name}>", "think", name=name) for name in THINK_NAMES]
    tags += [Tag(f"</{name}>", "think_end", name=name) for name in THINK_NAMES]
    return {tag.text: tag for tag in tags}


TAGS = _all_tags()
"""Every tag by its text."""

_ANY = re.compile("|".join(re.escape(text) for text in TAGS))
_BEGUN = {
    beginning: tuple(tag for tag in TAGS.values() if tag.text.startswith(beginning))
    for beginning in {text[:length] for text in TAGS for length in range(1, len(text))}
}
_LONGEST = max(len(text) for text in TAGS)
_SPACES = rf"\s{{0,{MOST_SPACE}}}+"
_NAME = r"[\w.-]{1,64}+"


def _beginnings(*texts: str) -> str:
    """Return a pattern of what *texts* begin with, the whole of them left out."""
    return "|".join(re.escape(text[:length]) for text in texts for length in range(len(text) - 1, 0, -1))


_BODY = re.compile(rf"{_SPACES}(?:\{{|\[\s{{0,16}}+\{{|```|<[A-Za-z])")
_BODY_BEGINNING = re.compile(rf"{_SPACES}(?:\[\s{{0,16}}+|`{{1,2}}|<)?")
_NEXT = ("<arg_key>", CALL_TAGS["sentinel"][1])
_NAMED_BODY = re.compile(rf"{_SPACES}{_NAME}{_SPACES}(?:{'|'.join(_NEXT)})")
_NAMED_BEGINNING = re.compile(rf"{_SPACES}{_NAME}{_SPACES}(?:{_beginnings(*_NEXT)})?")


def tag_at(text: str, place: int) -> Tag | None:
    """Return the whole tag at *place*."""
    found = _ANY.match(text, place)
    return TAGS[found[0]] if found else None


def tags_begun(text: str, place: int) -> tuple[Tag, ...]:
    """Return the tags that what *text* ends with, from *place* on, may become."""
    return _BEGUN.get(text[place:], ()) if len(text) - place < _LONGEST else ()


def begins_body(text: str, place: int, frame: Frame) -> bool | None:
    """Tell whether a call's body can begin at *place*, behind its opening tag; None where more text must tell.

    Somebody who explains the tag goes on with words: such a tag holds nothing back. GLM goes on with a tool's name, but
    then with a tag.
    """
    named = frame == "sentinel"
    if _BODY.match(text, place) or (named and _NAMED_BODY.match(text, place)):
        return True
    begun = _BODY_BEGINNING.fullmatch(text, place) or (named and _NAMED_BEGINNING.fullmatch(text, place))
    return None if begun else False
