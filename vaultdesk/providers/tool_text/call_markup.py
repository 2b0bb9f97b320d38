"""Call markup: the calls a body of child tags makes, in the shapes models write. Leaves JSON within them unread.

<name>search</name><args>{"query": "boiler"}</args>
<name>search</name><query>boiler</query><limit>5</limit>
<function=search><parameter=query>boiler</parameter></function>
<function=search>{"query": "boiler"}</function>
"""

import json
import re
from dataclasses import dataclass

from vaultdesk.providers.tool_text.call_body import ARGUMENT_TAGS, CHILD
from vaultdesk.providers.tool_text.call_json import TWICE, NamedCall
from vaultdesk.providers.tool_text.schema_kinds import NO_SCHEMAS, Schemas
from vaultdesk.providers.tool_text.tag_value import VERBATIM, tag_value, unescaped, unframed

NAME_TAGS = ("name", "tool_name", "tool")
"""Child tags that hold the tool's name; the first counts, another may be an argument."""

BETWEEN = "there is text between its tags; send the call again with nothing but tags"
OPEN = "the tag <{}> in it is not closed; send the call again"
REPEATED = "the tag <{}> is in it twice; send the call again"
BROKE_OFF = "it broke off before its end; send the call again"

_STRING = r'"(?:[^"\\]|\\.|\\\Z)*+(?:"|\Z)'
_SPACE = re.compile(r"\s*+")


@dataclass(frozen=True, slots=True)
class _Child:
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class _Children:
    """Child tags one after another."""

    found: list[_Child]
    end: int
    """Behind them and the closing tag of what holds them."""
    closed: bool
    """The closing tag of what holds them is there."""
    problem: str = ""


def markup_calls(body: str, closed: bool, schemas: Schemas = NO_SCHEMAS) -> tuple[NamedCall, ...] | None:
    """Return the calls in *body*, or None where it is no call. *closed*: the tag around it is closed."""
    if _function(body, 0):
        return _function_calls(body, closed, schemas)
    children = _children(body, 0, "")
    name = next((child for child in children.found if child.name in NAME_TAGS), None)
    if name is None or not name.text.strip():
        return None
    others = [child for child in children.found if child is not name]
    if closed or any(child.name in ARGUMENT_TAGS for child in others):
        problem = children.problem
    else:
        # Nothing says where a row of tags ends but the tag around it: more of them may have been on their way.
        problem = children.problem or BROKE_OFF
    return (_named(unescaped(name.text).strip(), others, problem, schemas),)


def _function_calls(body: str, closed: bool, schemas: Schemas) -> tuple[NamedCall, ...]:
    calls: list[NamedCall] = []
    place = _after_space(body, 0)
    while function := _function(body, place):
        inside = _after_space(body, function.end())
        name = function[2][1:].strip().strip("\"'")
        if body.startswith("{", inside):
            end = _closing(body, inside, "function")
            text, after = (body[inside:end], end + len("</function>")) if end >= 0 else (body[inside:], len(body))
            calls.append(NamedCall(name, text.strip()))
        else:
            children = _children(body, inside, "</function>")
            problem = children.problem or ("" if closed or children.closed else BROKE_OFF)
            calls.append(_named(name, children.found, problem, schemas))
            after = len(body) if children.problem else children.end
        place = _after_space(body, after)
    if place < len(body):
        calls[-1] = NamedCall(calls[-1].name, calls[-1].arguments, BETWEEN)
    return tuple(calls)


def _function(body: str, place: int) -> re.Match[str] | None:
    found = CHILD.match(body, _after_space(body, place))
    return found if found and found[1] == "function" and (found[2] or "=")[1:].strip(" \"'") else None


def _children(body: str, place: int, stop: str) -> _Children:
    """Read child tags from *place* up to the tag *stop*, or the end."""
    found: list[_Child] = []
    while True:
        place = _after_space(body, place)
        if stop and body.startswith(stop, place):
            return _Children(found, place + len(stop), closed=True)
        if place == len(body):
            return _Children(found, place, closed=False)
        child = CHILD.match(body, place)
        if child is None:
            return _Children(found, place, closed=False, problem=BETWEEN)
        name = (child[2] or "")[1:].strip().strip("\"'") if child[1] == "parameter" and child[2] else child[1]
        inside = child.end()
        end = inside if child[3] else _closing(body, inside, child[1])
        if end < 0:
            if not _holds_json(child[1], body, inside):
                return _Children(found, len(body), closed=False, problem=OPEN.format(child[1]))
            # The object itself says whether it is whole.
            end = len(body)
        found.append(_Child(name, body[inside:end]))
        place = min(len(body), end if child[3] else end + len(child[1]) + 3)


def _closing(body: str, place: int, name: str) -> int:
    """Return where the tag closes that *name* opened before *place*, outside JSON strings; -1 where it does not."""
    if not body.startswith("{", place) and not _holds_json(name, body, place):
        return body.find(f"</{name}>", place)
    for token in re.compile(rf"{_STRING}|</{re.escape(name)}>", re.DOTALL).finditer(body, place):
        if token[0][0] == "<":
            return token.start()
    return -1


def _holds_json(name: str, body: str, place: int) -> bool:
    return name in ARGUMENT_TAGS and body.startswith(("{", "["), _after_space(body, place))


def _named(name: str, children: list[_Child], problem: str, schemas: Schemas) -> NamedCall:
    """Return the call of the tool *name* with what its *children* hold."""
    given = [child for child in children if child.name in ARGUMENT_TAGS]
    rest = [child for child in children if child.name not in (*ARGUMENT_TAGS, "id", "type")] if given else children
    if len(given) + bool(rest) > 1 and given:
        return NamedCall(name, "".join(child.text for child in given), problem or TWICE)
    if given:
        text = given[0].text.strip()
        if not text.startswith("<") or text.startswith(VERBATIM[0]):
            return NamedCall(name, unescaped(text).strip() if text.startswith(VERBATIM[0]) else text, problem)
        inner = _children(text, 0, "")
        children, problem = inner.found, problem or inner.problem
    repeated = _first_repeated(children)
    schema = schemas.get(name, {})
    values = {child.name: tag_value(child.name, child.text, unframed(child.text), schema) for child in children}
    problem = problem or (REPEATED.format(repeated) if repeated else "")
    return NamedCall(name, json.dumps(values, ensure_ascii=False), problem)


def _first_repeated(children: list[_Child]) -> str:
    seen: set[str] = set()
    for child in children:
        if child.name in seen:
            return child.name
        seen.add(child.name)
    return ""


def _after_space(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return found.end() if found else place
