"""Tags that enclose tool calls and thoughts in a model's text, and the pieces that the scanner emits."""

import re
from dataclasses import dataclass
from typing import Literal

TagFrame = Literal["sentinel", "xml", "bracket"]
"""How a call is framed: `<tool_call>{...}</tool_call>`, `<use_tool>...</use_tool>`, or LM Studio's own
`[TOOL_REQUEST]{...}[END_TOOL_REQUEST]`, which is read but never taught (vaultdesk/providers/README.md, "LM Studio")."""


@dataclass(frozen=True, slots=True)
class ProseText:
    """Text for the reader, fences and inline code as they stand."""

    text: str


@dataclass(frozen=True, slots=True)
class ThinkingText:
    """Text of a think block, its tags taken off."""

    text: str


@dataclass(frozen=True, slots=True)
class CallOpened:
    """A call's opening tag is complete; what follows is held back until `CallBlock`."""

    frame: TagFrame


@dataclass(frozen=True, slots=True)
class CallBlock:
    """A call's frame is over."""

    frame: TagFrame
    body: str
    """What stands between the tags."""
    raw_text: str
    """The same with its tags, as the model wrote it."""
    closed: bool = True
    """False where the text ended first; the call may count only if it is whole all the same."""


ScannedPiece = ProseText | ThinkingText | CallOpened | CallBlock


class PieceBuffer:
    """Collects what one feed makes certain."""

    def __init__(self) -> None:
        self._pieces: list[ScannedPiece] = []
        self._kind: type[ProseText] | type[ThinkingText] = ProseText
        self._parts: list[str] = []

    def add_text(self, text: str) -> None:
        """Add text for the reader."""
        self._add(ProseText, text)

    def add_thinking(self, text: str) -> None:
        """Add text of a thought."""
        self._add(ThinkingText, text)

    def add(self, piece: ScannedPiece) -> None:
        """Add a piece that stands alone."""
        self._close()
        self._pieces.append(piece)

    def drain(self) -> list[ScannedPiece]:
        """Return what has been collected, and begin anew."""
        self._close()
        pieces, self._pieces = self._pieces, []
        return pieces

    def _add(self, kind: type[ProseText] | type[ThinkingText], text: str) -> None:
        if not text:
            return
        if kind is not self._kind:
            self._close()
            self._kind = kind
        self._parts.append(text)

    def _close(self) -> None:
        if self._parts:
            self._pieces.append(self._kind("".join(self._parts)))
            self._parts = []


CALL_TAGS: dict[TagFrame, tuple[str, str]] = {
    "sentinel": ("<tool_call>", "</tool_call>"),
    "xml": ("<use_tool>", "</use_tool>"),
    "bracket": ("[TOOL_REQUEST]", "[END_TOOL_REQUEST]"),
}
"""How each frame opens and closes."""

THINK_NAMES = ("think", "thinking", "reasoning", "thought")
"""Names of the tags around what a model thinks aloud: DeepSeek's and Qwen's, and what tuned models make of them."""

MAX_TAG_SPACE = 64
"""Characters of white space between a call's opening tag and its body; models write one line end."""


@dataclass(frozen=True, slots=True)
class CallTag:
    """One tag."""

    text: str
    kind: Literal["call", "call_end", "think", "think_end"]
    frame: TagFrame = "sentinel"
    """Of a call's tag."""
    name: str = ""
    """Of a thought's tag."""


def _all_tags() -> dict[str, CallTag]:
    tags = [CallTag(opening, "call", frame) for frame, (opening, _) in CALL_TAGS.items()]
    tags += [CallTag(closing, "call_end", frame) for frame, (_, closing) in CALL_TAGS.items()]
    tags += [CallTag(f"<{name}>", "think", name=name) for name in THINK_NAMES]
    tags += [CallTag(f"</{name}>", "think_end", name=name) for name in THINK_NAMES]
    return {tag.text: tag for tag in tags}


ALL_TAGS = _all_tags()
"""Every tag by its text."""

_ANY_TAG = re.compile("|".join(re.escape(text) for text in ALL_TAGS))
_TAGS_BY_BEGINNING = {
    beginning: tuple(tag for tag in ALL_TAGS.values() if tag.text.startswith(beginning))
    for beginning in {text[:length] for text in ALL_TAGS for length in range(1, len(text))}
}
_LONGEST_TAG = max(len(text) for text in ALL_TAGS)
_SPACES = rf"\s{{0,{MAX_TAG_SPACE}}}+"
_NAME = r"[\w.-]{1,64}+"


def _prefixes(*texts: str) -> str:
    """Return a pattern of what *texts* begin with, the whole of them left out."""
    return "|".join(re.escape(text[:length]) for text in texts for length in range(len(text) - 1, 0, -1))


_BODY = re.compile(rf"{_SPACES}(?:\{{|\[\s{{0,16}}+\{{|```|<[A-Za-z])")
_BODY_BEGINNING = re.compile(rf"{_SPACES}(?:\[\s{{0,16}}+|`{{1,2}}|<)?")
_AFTER_NAME = ("<arg_key>", CALL_TAGS["sentinel"][1])
_NAMED_BODY = re.compile(rf"{_SPACES}{_NAME}{_SPACES}(?:{'|'.join(_AFTER_NAME)})")
_NAMED_BEGINNING = re.compile(rf"{_SPACES}{_NAME}{_SPACES}(?:{_prefixes(*_AFTER_NAME)})?")


def tag_at(text: str, position: int) -> CallTag | None:
    """Return the whole tag at *position*."""
    found = _ANY_TAG.match(text, position)
    return ALL_TAGS[found[0]] if found else None


def possible_tags(text: str, position: int) -> tuple[CallTag, ...]:
    """Return the tags that what *text* ends with, from *position* on, may become."""
    return _TAGS_BY_BEGINNING.get(text[position:], ()) if len(text) - position < _LONGEST_TAG else ()


def starts_body(text: str, position: int, frame: TagFrame) -> bool | None:
    """Tell whether a call's body can begin at *position*, behind its opening tag; None where more text must tell.

    Somebody who explains the tag goes on with words: such a tag holds nothing back. GLM goes on with a tool's name, but
    then with a tag.
    """
    named = frame == "sentinel"
    if _BODY.match(text, position) or (named and _NAMED_BODY.match(text, position)):
        return True
    begun = _BODY_BEGINNING.fullmatch(text, position) or (named and _NAMED_BEGINNING.fullmatch(text, position))
    return None if begun else False
