"""Parses tool calls whose parts are separated by special tokens: Kimi, DeepSeek, Mistral and Gemma."""

import json
import re
from dataclasses import replace

from vaultdesk.providers.tool_emulation.named_call import INCOMPLETE_CALL, NamedCall

_BEGIN = re.compile(r"<[|｜]tool[_▁]call[_▁]begin[|｜]>\s*")
_END = r"<[|｜]tool[_▁]call[_▁]end[|｜]>"
_SEPARATOR = re.compile(r"\s*<[|｜](?:tool[_▁]call[_▁]argument[_▁]begin|tool[_▁]sep)[|｜]>\s*")
_STRING_OR_END = re.compile(rf'"(?:[^"\\]|\\.)*+"|{_END}', re.DOTALL)
_HEAD = re.compile(r"[\w.:/-]{0,200}")
_KIND = "function"
_NAME_LINE = re.compile(r"([\w.:/-]{1,200})\s*")
_FENCED = re.compile(r"```[a-z]{0,10}\s*(.*?)\s*```\s*\Z", re.DOTALL)
_SECTION_START = re.compile(r"(?:<[|｜]tool[_▁]call[_▁]begin[|｜]>|[\w.:/-]{1,200}\s*<[|｜]tool[_▁])")


def section_calls(body: str, closed: bool) -> tuple[NamedCall, ...] | None:
    """Return the calls in *body*, or None if it has no sections. *closed* is whether the enclosing frame is closed.

        <|tool_call_begin|>functions.read_note:0<|tool_call_argument_begin|>{...}<|tool_call_end|>
        <｜tool▁call▁begin｜>read_note<｜tool▁sep｜>{...}<｜tool▁call▁end｜>
        <｜tool▁call▁begin｜>function<｜tool▁sep｜>read_note, a line end, and {...} in a code fence

    The first token may be missing if it opened the frame. A call that is returned without a name has tags as arguments.
    """
    if not _SECTION_START.match(body):
        return None
    calls: list[NamedCall] = []
    position = 0
    while position < len(body):
        begun = _BEGIN.match(body, position)
        position = begun.end() if begun else position
        found = next((one for one in _STRING_OR_END.finditer(body, position) if one[0][0] == "<"), None)
        call = _section_call(body[position : found.start() if found else len(body)])
        if call is None:
            return tuple(calls) or None
        is_cut = found is None and not (closed or call.arguments)
        calls.append(replace(call, problem=INCOMPLETE_CALL) if is_cut else call)
        position = found.end() if found else len(body)
        while position < len(body) and body[position].isspace():
            position += 1
    return tuple(calls) or None


def _section_call(section: str) -> NamedCall | None:
    head = _HEAD.match(section)
    name = head[0] if head else ""
    separator = _SEPARATOR.match(section, len(name))
    if not name or separator is None:
        return None
    arguments = section[separator.end() :].strip()
    if name == _KIND and arguments.startswith("<"):
        return NamedCall("", arguments)
    if name == _KIND and (inner := _NAME_LINE.match(arguments)):
        name, arguments = inner[1], arguments[inner.end() :].strip()
    fenced = _FENCED.match(arguments)
    return NamedCall(name, fenced[1] if fenced else arguments)


_NAMED_JSON = re.compile(r"([\w.:/-]{1,200})\s*(?:\[CALL_ID\]\s*([\w-]{1,100})\s*)?(?:\[ARGS\])?\s*(?=\{)")


def named_json_call(body: str) -> NamedCall | None:
    """Return the call in *body*, a name followed by an object: `read_note[ARGS]{...}`; None for anything else."""
    found = _NAMED_JSON.match(body)
    if found is None or found[1] == "call":
        return None
    return NamedCall(found[1], body[found.end() :].strip(), model_id=found[2] or "")


_GEMMA = re.compile(r"call:\s*([\w.:/-]{1,200}?)\s*(?=\{)")
_GEMMA_TOKEN = re.compile(
    r"(?:<escape>(?P<escaped>.*?)<escape>|<\|\"\|>(?P<quoted>.*?)<\|\"\|>"
    r'|(?P<string>"(?:[^"\\]|\\.)*+")|(?P<mark>[{}\[\],:])|(?P<bare>[^\s{}\[\],:"<][^{}\[\],:"<\n]*))',
    re.DOTALL,
)
_LITERAL = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")


def gemma_call(body: str) -> NamedCall | None:
    """Return the call in *body*, `call:read_note{path:<escape>a<escape>}`; None if it is not such a call."""
    found = _GEMMA.match(body)
    if found is None:
        return None
    parts: list[str] = []
    position = found.end()
    while position < len(body):
        if body[position].isspace():
            position += 1
            continue
        token = _GEMMA_TOKEN.match(body, position)
        if token is None:
            return NamedCall(found[1], body[found.end() :], INCOMPLETE_CALL)
        parts.append(_json_token(token, body))
        position = token.end()
    return NamedCall(found[1], "".join(parts))


def _json_token(token: re.Match[str], body: str) -> str:
    if token["mark"] or token["string"]:
        return token[0]
    text = token["escaped"] if token["escaped"] is not None else token["quoted"]
    if text is not None:
        return json.dumps(text, ensure_ascii=False)
    bare = token["bare"].strip()
    is_key = body[token.end() :].lstrip().startswith(":")
    return bare if _LITERAL.fullmatch(bare) and not is_key else json.dumps(bare, ensure_ascii=False)
