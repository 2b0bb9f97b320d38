"""Copilot's traces: tool calls, reasoning, errors and several agents' answers inside the text of one answer."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from vaultdesk.chat.importers.imported import stable_id
from vaultdesk.chat.importers.stretches import stretches
from vaultdesk.chat.importers.tool_steps import NOT_KEPT, answered, called
from vaultdesk.chat.messages import Part, ReasoningPart, TextPart

ENCODED = "ENC:"
"""What an encoded result begins with."""

_CALL, _RESULT = "<!--TOOL_CALL_START:", "<!--TOOL_CALL_END:"
_MARK = re.compile(f"{_CALL}|{_RESULT}")
_REASONING = re.compile(r"\s*<!--AGENT_REASONING:([\w-]{0,40}):([\d.]{0,20}):")
_TAG = re.compile(r"<(/?)(think|thinking|errorChunk)>")
_SEVERAL = re.compile(r"<!--copilot:multi-agent v=\d{1,4}-->")
_SEVERAL_END = "<!--copilot:multi-agent-end-->"
_SECTION = re.compile(r"<!--copilot:(?:summary|agent ([^\n<]{0,2000}?))-->")
_ATTRIBUTE = re.compile(r'([\w-]{1,40})="([^"\n]{0,500})"')
_HEADING = re.compile(r"\s*#{1,6} ")
_ESCAPED_COLON, _ESCAPED_MARK, _MARKER = "<!--copilot\ue0001", "\ue0000", "\ue000"


@dataclass(frozen=True, slots=True)
class Answer:
    """What one answer's text comes to."""

    parts: tuple[Part, ...]
    failed: bool = False
    """Whether it ends in an error."""
    remarks: tuple[str, ...] = ()


def answer_of(text: str) -> Answer:
    """Return the parts of an answer: words, thoughts, tool calls with their results, errors apart."""
    remarks: list[str] = []
    thoughts, text = _agent_reasoning(text)
    if _SEVERAL.search(text) and _SEVERAL_END in text:
        remarks.append("An answer of several agents is kept as one.")
        text = _together(text)
    parts = [*thoughts, *_parts(text)]
    failed = bool(parts) and isinstance(parts[-1], TextPart) and parts[-1].hidden
    return Answer(tuple(parts), failed, tuple(remarks))


def _agent_reasoning(text: str) -> tuple[list[Part], str]:
    """Return the steps an agent wrote at the head of its answer, and the text without them."""
    found = _REASONING.match(text)
    end = text.find("-->", found.end()) if found else -1
    if found is None or end < 0:
        return [], text
    written = text[found.end() : end]
    try:
        steps = json.loads(written)
    except (ValueError, RecursionError):
        steps = None
    lines = [f"- {step}" for step in steps if isinstance(step, str)] if isinstance(steps, list) else [written]
    return [ReasoningPart(text="\n".join(lines))], text[end + 3 :]


def _parts(text: str) -> Iterator[Part]:
    """Yield the words and the tool calls of *text*; each mark is looked at once, whatever the text is made of."""
    marks = [(found.start(), found.end(), found[0]) for found in _MARK.finditer(text)]
    place = 0
    for number, (start, inside, kind) in enumerate(marks):
        if start < place:
            continue
        end = text.find("-->", inside)
        if end < 0:
            break
        yield from _words(text[place:start])
        place = end + 3
        if kind != _CALL:
            continue  # A result whose call is gone.
        fields = text[inside:end].split(":")
        call = called(stable_id("call", fields[0], start), fields[1] if len(fields) > 1 else "", {})
        yield call
        following = marks[number + 1] if number + 1 < len(marks) else None
        own = f"{_RESULT}{fields[0]}:"
        close = text.find("-->", following[1]) if following and text.startswith(own, following[0]) else -1
        if following is None or close < 0:
            yield answered(call, NOT_KEPT, failed=True)
            continue
        yield answered(call, _decoded(text[following[0] + len(own) : close]) or NOT_KEPT)
        place = close + 3
    yield from _words(text[place:])


def _decoded(result: str) -> str:
    return unquote(result.removeprefix(ENCODED), errors="replace") if result.startswith(ENCODED) else result


def _words(text: str) -> Iterator[Part]:
    """Yield *text* with what stands in tags of its own as what it is: thoughts, or an error that no model reads."""
    opened, place = "", 0
    for tag in _TAG.finditer(text):
        closing, name = bool(tag[1]), tag[2]
        if closing != bool(opened) or (opened and name != opened):
            continue
        yield from _spoken(text[place : tag.start()], opened)
        opened, place = ("" if closing else name), tag.end()
    yield from _spoken(text[place:], opened)


def _spoken(text: str, inside: str) -> Iterator[Part]:
    text = text.strip()
    if not text:
        return
    if inside == "errorChunk":
        yield TextPart(text=f"Error: {text}", hidden=True)
    elif inside:
        yield ReasoningPart(text=text)
    else:
        yield TextPart(text=text)


def _together(text: str) -> str:
    """Return the answers of several agents as one text with a heading each, what became of each beside it."""
    text = _SEVERAL.sub("", text).replace(_SEVERAL_END, "")
    first = _SECTION.search(text)
    pieces = [text[: first.start()] if first else text]
    for section, words in stretches(_SECTION, text):
        said = words.strip()
        about = dict(_ATTRIBUTE.findall(section[1] or ""))
        if section[1] is not None and not _HEADING.match(said):
            said = f"### {about.get('name') or about.get('id') or 'Agent'}\n{said}".strip()
        if about.get("status") in ("error", "cancelled"):
            ended = "stopped" if about["status"] == "cancelled" else "failed"
            said = f"{said}\n\n*({ended}{': ' + about['note'] if about.get('note') else ''})*"
        pieces.append(said)
    joined = "\n\n".join(piece.strip() for piece in pieces if piece.strip())
    return joined.replace(_ESCAPED_COLON, "<!--copilot:").replace(_ESCAPED_MARK, _MARKER)
