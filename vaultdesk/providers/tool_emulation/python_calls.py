"""Parses tool calls written as Python: `[read_note(path="a"), list_notes()]`, a single call, or one call per line."""

import ast
import json
import re

from pydantic import JsonValue

from vaultdesk.providers.tool_emulation.named_call import NamedCall

MAX_PYTHON = 200_000
"""Maximum characters that are parsed."""

_CALLED = re.compile(r"(?:\[\s*)?(?:[A-Za-z_]\w*\s*=\s*)?([A-Za-z_][\w.]*)\(")
_PRINTED = re.compile(r"\A\s*print\((?=\s*[A-Za-z_][\w.]*\()")
_JSON_NAMES: dict[str, JsonValue] = {"true": True, "false": False, "null": None, "none": None}
_POSITIONAL = "each of them needs its name; send the call again with name=value"
_NOT_LITERAL = "they hold something that is no plain value; send the call again with plain values"


class _NotPlain(ValueError):
    """The expression is not a literal."""


def python_calls(text: str) -> tuple[NamedCall, ...] | None:
    """Return the calls in *text*, or None if it is not a call."""
    named = _CALLED.match(_PRINTED.sub("", text))
    if named is None:
        return None
    if len(text) > MAX_PYTHON:
        return (NamedCall(named[1], text, "they are too long; send the call again as JSON"),)
    try:
        statements = ast.parse(_with_escaped_lines(text)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return (NamedCall(named[1], text, "it is no complete call; send the call again as JSON"),)
    calls: list[ast.Call] = []
    for statement in statements:
        found = _statement_calls(statement)
        if found is None:
            return None
        calls += found
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
    written = ast.unparse(call)
    if call.args or any(keyword.arg is None for keyword in call.keywords):
        return NamedCall(name, written, _POSITIONAL)
    try:
        values = {keyword.arg: _plain_value(keyword.value) for keyword in call.keywords}
    except (_NotPlain, RecursionError):
        return NamedCall(name, written, _NOT_LITERAL)
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


_STRING = re.compile(r"\"\"\".*?\"\"\"|'''.*?'''|\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'", re.DOTALL)


def _with_escaped_lines(text: str) -> str:
    """Return *text* with line ends escaped in strings that are not triple-quoted: models write them unescaped."""
    return _STRING.sub(lambda found: _escaped_lines(found[0]), text.strip())


def _escaped_lines(string: str) -> str:
    if string.startswith(('"""', "'''")):
        return string
    return string.replace("\\\n", "\\n").replace("\n", "\\n")
