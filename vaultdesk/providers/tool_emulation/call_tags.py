"""Tags that enclose tool calls and reasoning in a model's text, and the pieces that the scanner emits."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from vaultdesk.providers.tool_emulation.dialects import (
    ANSWER_TAGS,
    CALL_FRAMES,
    CONTROL_TOKENS,
    HARMONY,
    HARMONY_OPENINGS,
    THOUGHT_FRAMES,
    CallFrame,
    ThoughtFrame,
)


@dataclass(frozen=True, slots=True)
class ProseText:
    """Text for display, including fences and inline code."""

    text: str


@dataclass(frozen=True, slots=True)
class ThinkingText:
    """Text of a reasoning block, without its tags."""

    text: str


@dataclass(frozen=True, slots=True)
class CallOpened:
    """A call's opening tag is complete; what follows is held back until `CallBlock`."""

    frame: str
    """The name of its `CallFrame`."""


@dataclass(frozen=True, slots=True)
class CallBlock:
    """A call's frame has ended."""

    frame: str
    body: str
    """The text between the tags."""
    raw_text: str
    """The text with its tags, as the model wrote it."""
    closed: bool = True
    """False if the text ended first; the call may still be valid if it is complete."""
    recipient: str = ""
    """The tool it is sent to, if that is in the frame and not in the body."""


@dataclass(frozen=True, slots=True)
class LoneThoughtEnd:
    """A closing tag of reasoning without an opening one: all text before it was reasoning."""


ScannedPiece = ProseText | ThinkingText | CallOpened | CallBlock | LoneThoughtEnd


class PieceBuffer:
    """Collects the pieces that are certain after one `feed`."""

    def __init__(self) -> None:
        self._pieces: list[ScannedPiece] = []
        self._kind: type[ProseText] | type[ThinkingText] = ProseText
        self._parts: list[str] = []

    def add_text(self, text: str) -> None:
        """Add text for display."""
        self._add(ProseText, text)

    def add_thinking(self, text: str) -> None:
        """Add text of reasoning."""
        self._add(ThinkingText, text)

    def add(self, piece: ScannedPiece) -> None:
        """Add a separate piece."""
        self._close()
        self._pieces.append(piece)

    def drain(self) -> list[ScannedPiece]:
        """Return and remove the collected pieces."""
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


MAX_TAG_SPACE = 64
"""Maximum number of whitespace characters between a call's opening tag and its body; models write one line end."""

TagKind = Literal["call", "call_end", "think", "think_end", "answer", "answer_end", "harmony", "control", "strike"]
"""What a tag begins or ends. `answer` encloses the text after reasoning, `harmony` begins a header of gpt-oss,
`control` is removed from text, and `strike` is the HTML tag `<s>`, after which `</s>` is not a token of a template."""


@dataclass(frozen=True, slots=True)
class CallTag:
    """One tag."""

    text: str
    kind: TagKind
    frame: CallFrame | None = None
    """The frame, for a call's tag."""
    thought: ThoughtFrame | None = None
    """The frame, for a reasoning tag."""

    @property
    def is_token(self) -> bool:
        """Whether it is significant anywhere in a line."""
        frame = self.frame or self.thought
        return self.kind in ("harmony", "control") or (frame is not None and frame.is_token)


STRIKE = ("<s>", "</s>")
"""HTML tags of struck-through text; the second one is also the end of an answer in some templates."""


CONTROL_TOKEN = re.compile(r"<[|｜][\w▁:/-]{1,40}[|｜]>|</?｜DSML｜[^<>\n]{1,100}>")
"""Matches a token of any chat template by its form."""

CONTROL_BEGINNING = re.compile(r"<[|｜][\w▁:/-]{0,40}[|｜]?|</?｜(?:D(?:S(?:M(?:L(?:｜[^<>\n]{0,100})?)?)?)?)?")


def _end_kind(closing: str, frame: CallFrame) -> TagKind:
    return "control" if frame.is_token or CONTROL_TOKEN.fullmatch(closing) else "call_end"


def _all_tags() -> dict[str, CallTag]:
    frames = [*CALL_FRAMES.values(), HARMONY]
    ends = [(closing, frame) for frame in frames for closing in frame.closings if closing != STRIKE[1]]
    tags = [CallTag(text, "control") for text in (*CONTROL_TOKENS, STRIKE[1])]
    tags += [CallTag(STRIKE[0], "strike")]
    tags += [CallTag(opening, "answer") for opening, _ in ANSWER_TAGS]
    tags += [CallTag(closing, "answer_end") for _, closing in ANSWER_TAGS]
    tags += [CallTag(closing, _end_kind(closing, frame), frame) for closing, frame in ends]
    tags += [CallTag(thought.closing, "think_end", thought=thought) for thought in THOUGHT_FRAMES]
    tags += [CallTag(thought.opening, "think", thought=thought) for thought in THOUGHT_FRAMES]
    tags += [CallTag(text, "harmony") for text in HARMONY_OPENINGS]
    tags += [CallTag(frame.opening, "call", frame) for frame in CALL_FRAMES.values()]
    return {tag.text: tag for tag in tags}


ALL_TAGS = _all_tags()
"""Every tag by its text, except control tokens that are recognised by their form."""

_LONGEST_CONTROL = 110
_ANY_TAG = re.compile("|".join(re.escape(text) for text in sorted(ALL_TAGS, key=len, reverse=True)))
_TAGS_BY_BEGINNING = {
    beginning: tuple(tag for tag in ALL_TAGS.values() if tag.text.startswith(beginning) and tag.text != beginning)
    for beginning in {text[:length] for text in ALL_TAGS for length in range(1, len(text) + 1)}
}
_LONGEST_TAG = max(len(text) for text in ALL_TAGS)
_UNKNOWN_CONTROL = (CallTag("", "control"),)


def tag_at(text: str, position: int) -> CallTag | None:
    """Return the longest complete tag at *position*."""
    found = _ANY_TAG.match(text, position)
    if found:
        return ALL_TAGS[found[0]]
    token = CONTROL_TOKEN.match(text, position)
    return CallTag(token[0], "control") if token else None


def possible_tags(text: str, position: int) -> tuple[CallTag, ...]:
    """Return the tags of which *text* from *position* on is a proper prefix."""
    length = len(text) - position
    if length > max(_LONGEST_TAG, _LONGEST_CONTROL):
        return ()
    known = _TAGS_BY_BEGINNING.get(text[position:], ()) if length < _LONGEST_TAG else ()
    return known or (_UNKNOWN_CONTROL if CONTROL_BEGINNING.fullmatch(text, position) else ())


TOKEN_STARTS = ("<|", "<｜", "[TO", "◁")
"""Prefixes of tokens that are unlikely to be anything else at the end of a text."""


def is_token_beginning(text: str, position: int) -> bool:
    """Return whether *text*, which is complete, ends with an incomplete token at *position*."""
    return text.startswith(TOKEN_STARTS, position) and any(tag.is_token for tag in possible_tags(text, position))


def tag_start(tags: Iterable[str]) -> str:
    """Return a pattern for possible starts of *tags*: two characters, or only the first at the end of the text."""
    seconds: dict[str, set[str]] = {}
    for tag in tags:
        seconds.setdefault(tag[0], set()).add(tag[1])
    return "|".join(
        rf"{re.escape(first)}(?=[{''.join(map(re.escape, sorted(after)))}]|\Z)" for first, after in seconds.items()
    )


_SPACES = rf"\s{{0,{MAX_TAG_SPACE}}}+"
_NAME = r"[\w.-]{1,64}+"


def _prefixes(*texts: str) -> str:
    """Return a pattern of the proper prefixes of *texts*."""
    return "|".join(re.escape(text[:length]) for text in texts for length in range(len(text) - 1, 0, -1))


_BODY = re.compile(rf"{_SPACES}(?:\{{|\[\s{{0,16}}+(?:\{{|{_NAME}\()|```|<[A-Za-z]|{_NAME}\(|call:)")
_BODY_BEGINNING = re.compile(rf"{_SPACES}(?:\[\s{{0,16}}+(?:{_NAME})?|`{{1,2}}|<|{_NAME})?")
_AFTER_NAME = ("<arg_key>", "<longcat_arg_key>", "</tool_call>", "</longcat_tool_call>")
_NAMED_BODY = re.compile(rf"{_SPACES}{_NAME}{_SPACES}(?:{'|'.join(_AFTER_NAME)})")
_NAMED_BEGINNING = re.compile(rf"{_SPACES}{_NAME}{_SPACES}(?:{_prefixes(*_AFTER_NAME)})?")
_TOKEN_BODY = re.compile(rf"{_SPACES}(?:[{{\[<`]|[\w.:/-]{{1,80}}+\s?[({{\[<])")
_TOKEN_BEGINNING = re.compile(rf"{_SPACES}[\w.:/-]{{0,80}}+\s?")
_NAME_IN_TAG = re.compile(rf"\s{{0,8}}+[\"']?\s{{0,8}}+{_NAME}\s{{0,8}}+[\"']?\s{{0,8}}+>")
_NAME_IN_TAG_BEGINNING = re.compile(rf"\s{{0,8}}+[\"']?\s{{0,8}}+(?:{_NAME}\s{{0,8}}+[\"']?\s{{0,8}}+)?")
_STARTS = {
    "tag": ((_BODY,), (_BODY_BEGINNING,)),
    "name": ((_BODY, _NAMED_BODY), (_BODY_BEGINNING, _NAMED_BEGINNING)),
    "token": ((_TOKEN_BODY,), (_TOKEN_BEGINNING,)),
    "opening": ((_NAME_IN_TAG,), (_NAME_IN_TAG_BEGINNING,)),
}


def starts_body(text: str, position: int, frame: CallFrame) -> bool | None:
    """Return whether a call's body can begin at *position*, after its opening tag; None if more text is needed.

    Text about the tag continues with words, so such a tag holds nothing back. GLM continues with a tool's name, but
    then with a tag.
    """
    kind = "name" if frame.starts_with_name else "token" if frame.is_token else "tag"
    whole, begun = _STARTS["opening" if frame.opening_in_body else kind]
    if any(pattern.match(text, position) for pattern in whole):
        return True
    return None if any(pattern.fullmatch(text, position) for pattern in begun) else False


ARGUMENT_TAGS = ("args", "arguments", "parameters")
"""Child tags that may contain JSON, in whose strings tags are not recognised."""

_TAG_PREFIX = r"(?:[a-z]{1,20}:|｜DSML｜)?"
CHILD_TAG = re.compile(
    rf"<({_TAG_PREFIX}[A-Za-z_][\w.-]{{0,63}})(=[^<>\n]{{0,100}}|\s+name=[^<>\n]{{0,160}})?(\s{{0,8}}/)?>"
)
"""An opening child tag: its name, the text after `=` or its attributes, and the `/` of an empty one."""

CHILD_TAG_BEGINNING = re.compile(
    r"<(?:[A-Za-z_｜][\w.:｜-]{0,90}(?:=[^<>\n]{0,100}|\s+[^<>\n]{0,170})?(?:\s{0,8}/?)?)?"
)
"""Matches an incomplete opening child tag."""

LONGEST_CHILD_TAG = 300
"""Maximum characters of an opening child tag, by its pattern."""

CALL_TAG_NAMES = ("function", "invoke")
"""Child tags, with any prefix, that contain the name of a tool and its parameters in further child tags."""


def bare_tag_name(name: str) -> str:
    """Return the *name* of a child tag without a vendor prefix."""
    return name.rpartition(":")[2].rpartition("｜")[2]
