"""Parses the text of a tool call: JSON with small repairs, child tags, key-value tags, Python calls or special
tokens."""

import ast
import json
import re
from collections.abc import Mapping

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.chat.tool_names import match_tool_name
from vaultdesk.core.values import replace
from vaultdesk.providers.call_accumulator import MAX_CHARACTERS, parse_arguments
from vaultdesk.providers.tool_emulation.dialects import (
    ARGUMENT_TAGS,
    CALL_FRAMES,
    CALL_TAG_NAMES,
    CHILD_TAG,
    CONTROL_TOKEN,
    CallBlock,
    bare_tag_name,
)
from vaultdesk.providers.tool_emulation.tool_schema import NO_SCHEMAS, Schemas, expects_text

TEXT_BETWEEN_TAGS = "there is text between its tags; send the call again with nothing but tags"
UNCLOSED_TAG = "the tag <{}> in it is not closed; send the call again"
REPEATED_TAG = "the tag <{}> is in it twice; send the call again"
INCOMPLETE_CALL = "it is incomplete; send the call again"


class NamedCall(Struct, frozen=True):
    """A call with unparsed arguments."""

    name: str
    arguments: str
    """JSON text; empty for a call without arguments."""
    problem: str = ""
    """Why the arguments are not usable, as a message to the model; empty if nothing is known to be wrong."""
    repaired: bool = False
    model_id: str = ""


MAX_PYTHON = 200_000
"""Maximum characters that are parsed."""

_PYTHON_CALL = re.compile(r"(?:\[\s*)?(?:[A-Za-z_]\w*\s*=\s*)?([A-Za-z_][\w.]*)\(")
_PRINT_PREFIX = re.compile(r"\A\s*print\((?=\s*[A-Za-z_][\w.]*\()")
_JSON_NAMES: dict[str, JsonValue] = {"true": True, "false": False, "null": None, "none": None}
_POSITIONAL = "each of them needs its name; send the call again with name=value"
_NOT_LITERAL = "they contain something that is not a plain value; send the call again with plain values"


class _NotPlain(ValueError):
    """The expression is not a literal."""


def python_calls(text: str) -> tuple[NamedCall, ...] | None:
    """Return the calls in *text*, or None if it is not a call."""
    match = _PYTHON_CALL.match(_PRINT_PREFIX.sub("", text))
    if match is None:
        return None
    if len(text) > MAX_PYTHON:
        return (NamedCall(match[1], text, "they are too long; send the call again as JSON"),)
    try:
        statements = ast.parse(_with_escaped_lines(text)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return (NamedCall(match[1], text, "it is not a complete call; send the call again as JSON"),)
    calls: list[ast.Call] = []
    for statement in statements:
        statement_calls = _statement_calls(statement)
        if statement_calls is None:
            return None
        calls += statement_calls
    return tuple(_named_call(call) for call in calls) or None


def _statement_calls(statement: ast.stmt) -> list[ast.Call] | None:
    if not isinstance(statement, ast.Expr | ast.Assign):
        return None
    value = statement.value
    items = value.elts if isinstance(value, ast.List | ast.Tuple) else [value]
    calls: list[ast.Call] = []
    for item in items:
        if not isinstance(item, ast.Call) or not _function_name(item.func):
            return None
        inner = item.args[0] if _function_name(item.func) == "print" and len(item.args) == 1 else item
        if not isinstance(inner, ast.Call) or not _function_name(inner.func):
            return None
        calls.append(inner)
    return calls


def _function_name(node: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join(reversed([*parts, node.id])) if isinstance(node, ast.Name) else ""


def _named_call(call: ast.Call) -> NamedCall:
    name = _function_name(call.func).removesuffix(".call")
    call_text = ast.unparse(call)
    if call.args or any(keyword.arg is None for keyword in call.keywords):
        return NamedCall(name, call_text, _POSITIONAL)
    try:
        values = {keyword.arg: _plain_value(keyword.value) for keyword in call.keywords}
    except (_NotPlain, RecursionError):
        return NamedCall(name, call_text, _NOT_LITERAL)
    return NamedCall(name, json.dumps(values, ensure_ascii=False))


def _plain_value(node: ast.expr) -> JsonValue:
    match node:
        case ast.Constant(value=None | bool() | int() | float() | str() as value):
            return value
        case ast.Name(id=name) if name.lower() in _JSON_NAMES:
            return _JSON_NAMES[name.lower()]
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            return -number
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [_plain_value(item) for item in items]
        case ast.Dict(keys=keys, values=values):
            return {_key_text(key): _plain_value(value) for key, value in zip(keys, values, strict=True)}
    raise _NotPlain


def _key_text(node: ast.expr | None) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise _NotPlain


_PYTHON_STRING = re.compile(r"\"\"\".*?\"\"\"|'''.*?'''|\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'", re.DOTALL)


def _with_escaped_lines(text: str) -> str:
    """Return *text* with line ends escaped in strings that are not triple-quoted: models write them unescaped."""
    return _PYTHON_STRING.sub(lambda match: _escaped_lines(match[0]), text.strip())


def _escaped_lines(string: str) -> str:
    if string.startswith(('"""', "'''")):
        return string
    return string.replace("\\\n", "\\n").replace("\n", "\\n")


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
        begin_match = _BEGIN.match(body, position)
        position = begin_match.end() if begin_match else position
        end_match = next((token for token in _STRING_OR_END.finditer(body, position) if token[0][0] == "<"), None)
        call = _section_call(body[position : end_match.start() if end_match else len(body)])
        if call is None:
            return tuple(calls) or None
        is_cut = end_match is None and not (closed or call.arguments)
        calls.append(replace(call, problem=INCOMPLETE_CALL) if is_cut else call)
        position = end_match.end() if end_match else len(body)
        while position < len(body) and body[position].isspace():
            position += 1
    return tuple(calls) or None


def _section_call(section: str) -> NamedCall | None:
    name_match = _HEAD.match(section)
    name = name_match[0] if name_match else ""
    separator = _SEPARATOR.match(section, len(name))
    if not name or separator is None:
        return None
    arguments = section[separator.end() :].strip()
    if name == _KIND and arguments.startswith("<"):
        return NamedCall("", arguments)
    if name == _KIND and (name_line := _NAME_LINE.match(arguments)):
        name, arguments = name_line[1], arguments[name_line.end() :].strip()
    fenced = _FENCED.match(arguments)
    return NamedCall(name, fenced[1] if fenced else arguments)


_NAMED_JSON = re.compile(r"([\w.:/-]{1,200})\s*(?:\[CALL_ID\]\s*([\w-]{1,100})\s*)?(?:\[ARGS\])?\s*(?=\{)")


def named_json_call(body: str) -> NamedCall | None:
    """Return the call in *body*, a name followed by an object: `read_note[ARGS]{...}`; None for anything else."""
    match = _NAMED_JSON.match(body)
    if match is None or match[1] == "call":
        return None
    return NamedCall(match[1], body[match.end() :].strip(), model_id=match[2] or "")


_GEMMA = re.compile(r"call:\s*([\w.:/-]{1,200}?)\s*(?=\{)")
_GEMMA_TOKEN = re.compile(
    r"(?:<escape>(?P<escaped>.*?)<escape>|<\|\"\|>(?P<quoted>.*?)<\|\"\|>"
    r'|(?P<string>"(?:[^"\\]|\\.)*+")|(?P<mark>[{}\[\],:])|(?P<bare>[^\s{}\[\],:"<][^{}\[\],:"<\n]*))',
    re.DOTALL,
)
_LITERAL = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")


def gemma_call(body: str) -> NamedCall | None:
    """Return the call in *body*, `call:read_note{path:<escape>a<escape>}`; None if it is not such a call."""
    match = _GEMMA.match(body)
    if match is None:
        return None
    parts: list[str] = []
    position = match.end()
    while position < len(body):
        if body[position].isspace():
            position += 1
            continue
        token = _GEMMA_TOKEN.match(body, position)
        if token is None:
            return NamedCall(match[1], body[match.end() :], INCOMPLETE_CALL)
        parts.append(_json_token(token, body))
        position = token.end()
    return NamedCall(match[1], "".join(parts))


def _json_token(token: re.Match[str], body: str) -> str:
    if token["mark"] or token["string"]:
        return token[0]
    text = token["escaped"] if token["escaped"] is not None else token["quoted"]
    if text is not None:
        return json.dumps(text, ensure_ascii=False)
    bare = token["bare"].strip()
    is_key = body[token.end() :].lstrip().startswith(":")
    return bare if _LITERAL.fullmatch(bare) and not is_key else json.dumps(bare, ensure_ascii=False)


# The following is repaired:
#
# * A comma before a closing bracket, after a value: JSON has no empty members, so nothing can be missing there.
# * A raw line end or tab in a string: the string continues after it, or the text would not parse; JSON has `\n` there.
# * One `}` too many at the end: the text before it is a complete object already.
# * A code fence around the whole text: backticks have no meaning in JSON outside strings.
#
# Nothing is added that the model may have meant to write: no closing bracket, no quotation mark, no value.

_TOKEN = re.compile(
    r'(?P<string>"(?:[^"\\]|\\.|\\\Z)*+(?:"|\Z))'
    r"|(?P<nothing>[\[{,:]\s*+,)"
    r"|,(?=\s*+[\]}])",
    re.DOTALL,
)
_ESCAPE_OR_RAW = re.compile(r"\\.|[\n\r\t]", re.DOTALL)
_RAW = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_FENCE = "```"
_FENCE_LINE = re.compile(r"```[A-Za-z0-9_+-]{0,20}[ \t]*+\r?\n?")


class RepairedObject(Struct, frozen=True):
    """The result of parsing a text as one JSON object."""

    text: str
    """The text that was parsed, repaired if necessary."""
    value: dict[str, JsonValue] | None
    problem: str = ""
    repaired: bool = False


def read_json_object(text: str) -> RepairedObject:
    """Parse *text* as one JSON object, repaired if necessary."""
    parsed = parse_arguments(text)
    if parsed.value is not None or len(text) > MAX_CHARACTERS:
        return RepairedObject(text, parsed.value, parsed.problem)
    repaired = _repaired_text(text)
    for candidate in (repaired, repaired.rstrip()[:-1] if repaired.rstrip().endswith("}") else ""):
        if candidate.strip() and candidate != text:
            reparsed = parse_arguments(candidate)
            if reparsed.value is not None:
                return RepairedObject(candidate, reparsed.value, repaired=True)
    return RepairedObject(text, None, parsed.problem)


def strip_code_fence(text: str) -> str:
    """Return the content of a code fence around the whole of *text*; *text* if there is none."""
    stripped = text.strip()
    opening = _FENCE_LINE.match(stripped)
    if opening is None or not stripped.endswith(_FENCE) or len(stripped) - opening.end() < len(_FENCE):
        return text
    return stripped[opening.end() : -len(_FENCE)]


def _repaired_text(text: str) -> str:
    return _TOKEN.sub(_repair_token, text)


def _repair_token(token: re.Match[str]) -> str:
    if token["string"]:
        return _ESCAPE_OR_RAW.sub(lambda match: _RAW.get(match[0], match[0]), token["string"])
    # A comma without a value before it means that something is missing.
    return token["nothing"] or ""


_DECODER = json.JSONDecoder()
_JSON_SPACE = re.compile(r"[ \t\n\r]*+")


def member_texts(text: str) -> dict[str, str]:
    """Return the text of each value of *text*, one complete JSON object, by its name."""
    texts: dict[str, str] = {}
    position = _skip_mark(text, 0)
    while text[position] != "}":
        name, end = _DECODER.raw_decode(text, position)
        start = _skip_mark(text, end)
        _, end = _DECODER.raw_decode(text, start)
        texts[name] = text[start:end]
        position = _skip_comma(text, end)
    return texts


def item_texts(text: str) -> list[str]:
    """Return the text of each value of *text*, one complete JSON list."""
    texts: list[str] = []
    position = _skip_mark(text, 0)
    while text[position] != "]":
        _, end = _DECODER.raw_decode(text, position)
        texts.append(text[position:end])
        position = _skip_comma(text, end)
    return texts


def _skip_comma(text: str, position: int) -> int:
    """Return the offset of the next value, or of the closing bracket."""
    position = _skip_json_space(text, position)
    return _skip_json_space(text, position + 1) if text[position] == "," else position


def _skip_mark(text: str, position: int) -> int:
    return _skip_json_space(text, _skip_json_space(text, position) + 1)


def _skip_json_space(text: str, position: int) -> int:
    match = _JSON_SPACE.match(text, position)
    return match.end() if match else position


NAME_KEYS = ("name", "tool_name", "tool", "function")
"""Members of a call's object that may name its tool; the first that is text is used."""

ARGUMENT_KEYS = ("arguments", "parameters", "args", "input")
"""Members that may contain its arguments."""

_RESERVED_KEYS = {*NAME_KEYS, *ARGUMENT_KEYS, "type", "id", "call_id", "tool_call_id"}
_IDS = ("id", "call_id", "tool_call_id")
_NAMED = re.compile(r'"(?:name|tool_name|tool|function)"\s*+:\s*+"([^"\\\n]{1,200})"')
_NAME_SEARCH_LENGTH = 10_000
"""Maximum number of characters of a broken call searched for its tool's name, which models write first."""

ARGUMENTS_TWICE = "they are in two places; send the call again with one object of arguments"
ARGUMENTS_BESIDE_NAME = (
    'they are next to the name; send the call again with all of them in one object under "arguments"'
)


_BETWEEN_OBJECTS = re.compile(r"\s*[;,]?\s*")


def json_calls(body: str, schemas: Schemas = NO_SCHEMAS) -> tuple[NamedCall, ...] | None:
    """Return the calls in *body*, or None if it is not a call.

    *body* may be an object, a list of objects, or several objects in a row. An object in a list may also have a single
    member: the name of a tool in *schemas*, with its arguments.
    """
    text = strip_code_fence(body).strip()
    is_list = text.startswith("[")
    if not text.startswith(("{", "[")):
        return None
    parsed = read_json_object(f'{{"calls":{text}}}' if is_list else text)
    if parsed.value is None and not is_list and (objects := _object_row(text)):
        is_list, parsed = True, read_json_object(f'{{"calls":[{",".join(objects)}]}}')
    if parsed.value is None:
        match = _NAMED.search(text, 0, _NAME_SEARCH_LENGTH)
        return (NamedCall(match[1], text, parsed.problem),) if match else None
    calls = [_named_call_of(item, item_text, schemas) for item, item_text in _call_items(parsed, is_list)]
    complete_calls = tuple(call for call in calls if call is not None)
    if not complete_calls or len(complete_calls) < len(calls):
        return None
    repaired = parsed.repaired or text != body.strip()
    return tuple(replace(call, repaired=True) for call in complete_calls) if repaired else complete_calls


def _object_row(text: str) -> list[str]:
    """Return the texts of the objects in *text*; empty unless it consists of two or more objects in a row."""
    texts: list[str] = []
    position = 0
    while position < len(text):
        try:
            value, end = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError):
            return []
        if not isinstance(value, dict):
            return []
        texts.append(text[position:end])
        separator = _BETWEEN_OBJECTS.match(text, end)
        position = separator.end() if separator else end
    return texts if len(texts) > 1 else []


def _call_items(parsed: RepairedObject, is_list: bool) -> list[tuple[JsonValue, str]]:
    """Return the possible calls, each with its text."""
    value = parsed.value or {}
    key = "calls" if is_list else "tool_calls"
    members = value.get(key)
    if is_list and len(value) > 1:
        return []
    is_container = is_list or not any(isinstance(value.get(key), str | dict) for key in NAME_KEYS)
    if is_container and isinstance(members, list):
        return list(zip(members, item_texts(member_texts(parsed.text)[key]), strict=True))
    return [(value, parsed.text)]


def _named_call_of(item: JsonValue, item_text: str, schemas: Schemas) -> NamedCall | None:
    if not isinstance(item, dict):
        return None
    if len(item) == 1 and (tool := next(iter(item))) in schemas and isinstance(item[tool], dict):
        return NamedCall(tool, member_texts(item_text)[tool])
    function, fields, texts = item.get("function"), item, member_texts(item_text)
    if isinstance(function, dict):
        fields, texts = {**item, **function}, {**texts, **member_texts(texts["function"])}
    name = next((value for key in NAME_KEYS if isinstance(value := fields.get(key), str) and value.strip()), None)
    if name is None:
        return None
    model_id = next((value for key in _IDS if isinstance(value := item.get(key), str)), "")
    call = NamedCall(name.strip(), "", model_id=model_id)
    argument_keys = [key for key in ARGUMENT_KEYS if key in fields]
    if len(argument_keys) > 1:
        return replace(call, arguments=item_text, problem=ARGUMENTS_TWICE)
    if argument_keys:
        value = fields[argument_keys[0]]
        # The text of an object is used as the model wrote it, including whitespace.
        arguments = value if isinstance(value, str) else texts[argument_keys[0]]
        return call if value is None else replace(call, arguments=arguments)
    if fields.keys() - _RESERVED_KEYS:
        # Arguments in the wrong place are not the same as no arguments: such a call must not run without them.
        return replace(call, arguments=item_text, problem=ARGUMENTS_BESIDE_NAME)
    return call


VERBATIM = ("<![CDATA[", "]]>")
"""Delimiters of text that is taken literally."""

_EDGES = re.compile(r"\A[ \t]*+\r?\n|\r?\n[ \t]*+\Z")
_ENTITY = re.compile(r"&(?:(lt|gt|amp|quot|apos)|#([0-9]{1,7})|#x([0-9A-Fa-f]{1,6}));")
_ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}


def tag_value(name: str, text: str, plain: str, schema: Mapping[str, JsonValue]) -> JsonValue:
    """Return the value of a tag for the property *name*, written as *text*; *plain* is its unescaped text.

    It is parsed as JSON if that gives something other than a string, unless *schema* expects text there and not that
    type: a search for 2024 is not a number.
    """
    parsed = parse_arguments(f'{{"value":{text}}}').value
    if parsed is None or len(parsed) > 1 or isinstance(parsed["value"], str):
        return plain
    return plain if expects_text(schema, name, parsed["value"]) else parsed["value"]


def tag_text(text: str) -> str:
    """Return the text of a tag, unescaped and without the line ends after its opening and before its closing tag."""
    return unescape_entities(_EDGES.sub("", text))


def unescape_entities(text: str) -> str:
    """Return *text* with its entities as characters; literal sections are not changed."""
    stripped = text.strip()
    if stripped.startswith(VERBATIM[0]) and stripped.endswith(VERBATIM[1]) and len(stripped) >= sum(map(len, VERBATIM)):
        return stripped[len(VERBATIM[0]) : -len(VERBATIM[1])]
    return _ENTITY.sub(_character, text)


def _character(entity: re.Match[str]) -> str:
    if entity[1]:
        return _ENTITIES[entity[1]]
    number = int(entity[2]) if entity[2] else int(entity[3], 16)
    # A surrogate or an invalid number is left as written.
    return chr(number) if 0 < number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF else entity[0]


# <name>search</name><args>{"query": "boiler"}</args>
# <name>search</name><query>boiler</query><limit>5</limit>
# <function=search><parameter=query>boiler</parameter></function>
# <function=search>{"query": "boiler"}</function>

NAME_TAGS = ("name", "tool_name", "tool")
"""Child tags that contain the tool's name; the first is used, another may be an argument."""

_JSON_STRING = r'"(?:[^"\\]|\\.|\\\Z)*+(?:"|\Z)'
_SPACE = re.compile(r"\s*+")


class _ChildTag(Struct, frozen=True):
    name: str
    text: str
    is_text: bool = False
    """Whether its attributes declare a string."""


class _ChildTags(Struct, frozen=True):
    """Consecutive child tags."""

    children: list[_ChildTag]
    end: int
    """Offset after them and the closing tag of their parent."""
    closed: bool
    """Whether the closing tag of their parent is present."""
    problem: str = ""


def markup_calls(body: str, closed: bool, schemas: Schemas = NO_SCHEMAS) -> tuple[NamedCall, ...] | None:
    """Return the calls in *body*, or None if it is not a call. *closed*: the enclosing tag is closed."""
    if _function_tag(body, 0):
        return _function_calls(body, closed, schemas)
    parsed = _read_children(body, 0, "")
    name_child = next((child for child in parsed.children if child.name in NAME_TAGS), None)
    if name_child is None or not name_child.text.strip():
        return None
    other_children = [child for child in parsed.children if child is not name_child]
    if closed or any(child.name in ARGUMENT_TAGS for child in other_children):
        problem = parsed.problem
    else:
        # Only the enclosing tag shows where a row of tags ends: more of them may have been missing.
        problem = parsed.problem or INCOMPLETE_CALL
    return (_call_from_children(unescape_entities(name_child.text).strip(), other_children, problem, schemas),)


def _function_calls(body: str, closed: bool, schemas: Schemas) -> tuple[NamedCall, ...]:
    calls: list[NamedCall] = []
    position = _skip_space(body, 0)
    while function := _function_tag(body, position):
        content_start = _skip_space(body, function.end())
        name, closing = _name_in_attributes(function[2]), f"</{function[1]}>"
        if body.startswith("{", content_start):
            end = _closing_tag(body, content_start, function[1])
            text, next_position = (
                (body[content_start:end], end + len(closing)) if end >= 0 else (body[content_start:], len(body))
            )
            calls.append(NamedCall(name, text.strip()))
        else:
            parsed = _read_children(body, content_start, closing)
            problem = parsed.problem or ("" if closed or parsed.closed else INCOMPLETE_CALL)
            calls.append(_call_from_children(name, parsed.children, problem, schemas))
            next_position = len(body) if parsed.problem else parsed.end
        position = _skip_space(body, next_position)
    if position < len(body):
        calls[-1] = NamedCall(calls[-1].name, calls[-1].arguments, TEXT_BETWEEN_TAGS)
    return tuple(calls)


def _function_tag(body: str, position: int) -> re.Match[str] | None:
    match = CHILD_TAG.match(body, _skip_space(body, position))
    if match is None or bare_tag_name(match[1]) not in CALL_TAG_NAMES:
        return None
    return match if _name_in_attributes(match[2]) else None


_NAME_ATTRIBUTE = re.compile(r"""\bname\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")


def _name_in_attributes(attributes: str | None) -> str:
    """Return the name in an opening tag, after `=` or as the attribute `name`."""
    if not attributes:
        return ""
    if attributes.startswith("="):
        return attributes[1:].strip(" \"'")
    match = _NAME_ATTRIBUTE.search(attributes)
    return (match[1] or match[2] or match[3] or "").strip() if match else ""


def _read_children(body: str, position: int, stop: str) -> _ChildTags:
    """Read child tags from *position* up to the tag *stop*, or the end."""
    children: list[_ChildTag] = []
    while True:
        position = _skip_space(body, position)
        if stop and body.startswith(stop, position):
            return _ChildTags(children, position + len(stop), closed=True)
        if position == len(body):
            return _ChildTags(children, position, closed=False)
        child = CHILD_TAG.match(body, position)
        if child is None:
            return _ChildTags(children, position, closed=False, problem=TEXT_BETWEEN_TAGS)
        name = child[1]
        if bare_tag_name(name) == "parameter" and child[2]:
            name = _name_in_attributes(child[2])
        content_start = child.end()
        end = content_start if child[3] else _closing_tag(body, content_start, child[1])
        if end < 0:
            if not _holds_json(child[1], body, content_start):
                return _ChildTags(children, len(body), closed=False, problem=UNCLOSED_TAG.format(child[1]))
            # The object itself shows whether it is complete.
            end = len(body)
        children.append(_ChildTag(name, body[content_start:end], 'string="true"' in (child[2] or "")))
        position = min(len(body), end if child[3] else end + len(child[1]) + 3)


def _closing_tag(body: str, position: int, name: str) -> int:
    """Return the offset of the tag that closes *name*, opened before *position*, outside JSON strings; -1 if none."""
    if not body.startswith("{", position) and not _holds_json(name, body, position):
        return body.find(f"</{name}>", position)
    for token in re.compile(rf"{_JSON_STRING}|</{re.escape(name)}>", re.DOTALL).finditer(body, position):
        if token[0][0] == "<":
            return token.start()
    return -1


def _holds_json(name: str, body: str, position: int) -> bool:
    return name in ARGUMENT_TAGS and body.startswith(("{", "["), _skip_space(body, position))


def _call_from_children(name: str, children: list[_ChildTag], problem: str, schemas: Schemas) -> NamedCall:
    """Return the call of the tool *name* with the values of its *children*."""
    argument_children = [child for child in children if child.name in ARGUMENT_TAGS]
    other_children = (
        [child for child in children if child.name not in (*ARGUMENT_TAGS, "id", "type")]
        if argument_children
        else children
    )
    if len(argument_children) + bool(other_children) > 1 and argument_children:
        return NamedCall(name, "".join(child.text for child in argument_children), problem or ARGUMENTS_TWICE)
    if argument_children:
        text = argument_children[0].text.strip()
        if not text.startswith("<") or text.startswith(VERBATIM[0]):
            return NamedCall(name, unescape_entities(text).strip() if text.startswith(VERBATIM[0]) else text, problem)
        inner = _read_children(text, 0, "")
        children, problem = inner.children, problem or inner.problem
    repeated = _first_repeated(children)
    schema = schemas.get(match_tool_name(name, schemas) or name, {})
    values = {
        child.name: tag_text(child.text)
        if child.is_text
        else tag_value(child.name, child.text, tag_text(child.text), schema)
        for child in children
    }
    problem = problem or (REPEATED_TAG.format(repeated) if repeated else "")
    return NamedCall(name, json.dumps(values, ensure_ascii=False), problem)


def _first_repeated(children: list[_ChildTag]) -> str:
    seen: set[str] = set()
    for child in children:
        if child.name in seen:
            return child.name
        seen.add(child.name)
    return ""


def _skip_space(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


# search
# <arg_key>query</arg_key>
# <arg_value>boiler</arg_value>

_NAME = re.compile(r"([\w.-]{1,64}+)\s*+(?=<arg_key>|\Z)")
_KEY = re.compile(r"<arg_key>\s*+([^<>]{1,200}+)</arg_key>\s*+<arg_value>")
_CLOSING = "</arg_value>"


def pairs_call(body: str, closed: bool, schemas: Schemas = NO_SCHEMAS) -> NamedCall | None:
    """Return the call in *body*, or None if it is not one. *closed*: the enclosing tag is closed.

    A name alone is a call without arguments only for a tool in *schemas*, because it may be any word.
    """
    name_match = _NAME.match(body)
    if name_match is None or (name_match.end() == len(body) and not (closed and name_match[1] in schemas)):
        return None
    name, position, problem = name_match[1], name_match.end(), ""
    values: dict[str, JsonValue] = {}
    schema = schemas.get(match_tool_name(name, schemas) or name, {})
    while position < len(body) and not problem:
        key = _KEY.match(body, position)
        end = body.find(_CLOSING, key.end()) if key else -1
        if key is None:
            problem = TEXT_BETWEEN_TAGS
        elif end < 0:
            problem = UNCLOSED_TAG.format("arg_value")
        elif (argument := key[1].strip()) in values:
            problem = REPEATED_TAG.format(argument)
        else:
            # The template escapes nothing and adds no line ends.
            text = body[key.end() : end]
            values[argument] = tag_value(argument, text, text, schema)
            position = _skip_space(body, end + len(_CLOSING))
    # Only the enclosing tag shows where a row of pairs ends.
    problem = problem or ("" if closed else INCOMPLETE_CALL)
    return NamedCall(name, json.dumps(values, ensure_ascii=False), problem)


_REPEATED = {
    frame.name: re.compile(rf"(?:{re.escape(frame.opening)}\s*+)*+")
    for frame in CALL_FRAMES.values()
    if not frame.opening_in_body
}
_LEADING_TOKENS = re.compile(rf"\s*<\|(?:plugin|interpreter)\|>\s*|(?:{CONTROL_TOKEN.pattern})\s*(?=[{{\[])")
_TRAILING_TOKENS = re.compile(rf"(?:\s*(?:{CONTROL_TOKEN.pattern}))+\s*\Z")
_PYTHON = re.compile(r"(?:print\(|\[\s*)?(?:[A-Za-z_]\w*\s*=\s*)?[A-Za-z_][\w.]*\(")


class ReadCall(Struct, frozen=True):
    """A parsed call."""

    name: str
    """The tool's name; never empty."""
    arguments_json: str
    """The arguments as JSON text, as written or repaired; if they cannot be parsed, the text that is known of them."""
    arguments: dict[str, JsonValue] | None
    """The arguments parsed strictly; None if they cannot be parsed."""
    problem: str = ""
    """Why they cannot be parsed, so that the model can correct them."""
    repaired: bool = False
    """True if the text had to be repaired."""
    model_id: str = ""
    """The id the model gave the call; not reliable, because models repeat them."""


def read_calls(block: CallBlock, schemas: Schemas = NO_SCHEMAS) -> tuple[ReadCall, ...] | None:
    """Return the calls in a block, or None if it is not a call and must stay visible text.

    If a tag contains plain text, the *schemas* of the available tools decide its type.
    """
    body = _bare_body(block)
    if block.recipient:
        problem = "" if body or block.closed else INCOMPLETE_CALL
        return (_parsed_call(NamedCall(block.recipient, strip_code_fence(body).strip(), problem)),)
    calls = _named_calls(body, block.closed, schemas)
    return tuple(_parsed_call(call) for call in calls) if calls else None


def _named_calls(body: str, closed: bool, schemas: Schemas) -> tuple[NamedCall, ...] | None:
    """Return the calls in *body*, whose form decides how it is parsed: models mix frames and bodies of dialects."""
    sections = section_calls(body, closed)
    if sections:
        tags = [
            (markup_calls(section.arguments, closed, schemas) or ()) if not section.name else (section,)
            for section in sections
        ]
        return tuple(call for calls in tags for call in calls) or None
    if body.startswith("<"):
        return markup_calls(body, closed, schemas)
    if _PYTHON.match(body):
        return python_calls(body)
    single = gemma_call(body) or pairs_call(body, closed, schemas) or named_json_call(body)
    return (single,) if single else json_calls(body, schemas)


def _bare_body(block: CallBlock) -> str:
    """Return the body without repeated tags and tokens before and after it."""
    body = block.body.strip()
    pattern = _REPEATED.get(block.frame)
    repeated = pattern.match(body) if pattern else None
    body = body[repeated.end() :] if repeated else body
    if block.frame == "longcat":
        body = body.replace("longcat_arg_", "arg_")
    leading = _LEADING_TOKENS.match(body)
    body = body[leading.end() :] if leading else body
    trailing = _TRAILING_TOKENS.search(body) if body.endswith(">") else None
    return body[: trailing.start()] if trailing and not body.startswith(("<", "call:")) else body


def _parsed_call(call: NamedCall) -> ReadCall:
    if call.problem:
        return ReadCall(call.name, call.arguments, None, call.problem, model_id=call.model_id)
    if not call.arguments.strip():
        return ReadCall(call.name, "{}", {}, "", call.repaired, call.model_id)
    parsed = read_json_object(call.arguments)
    repaired = parsed.value is not None and (call.repaired or parsed.repaired)
    return ReadCall(call.name, parsed.text, parsed.value, parsed.problem, repaired, call.model_id)
