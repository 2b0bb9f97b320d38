"""Parser of formulas: the text of an expression in Bases or Dataview as a syntax tree."""

import re
from collections.abc import Iterator
from typing import Literal as Choice
from typing import TypeAlias

from msgspec import Struct

from vaultdesk.tools.query.criteria import unsupported_query_error
from vaultdesk.tools.tool import ToolFailure

MAX_QUERY_CHARACTERS = 20_000
"""Maximum number of characters of one query: the longest real ones have under 2,000."""

MAX_LEVELS = 40
"""Maximum nesting of parentheses, brackets and calls."""

MAX_TREE_DEPTH = 120
"""Maximum depth of a syntax tree, including chains such as `a + b + c`: evaluation takes a few Python frames per
level.
"""

Dialect = Choice["bases", "dataview"]
"""The syntax: JavaScript-like methods and regular expressions, or functions, links and tags."""

TokenKind = Choice["name", "number", "text", "link", "tag", "regexp", "sign", "end"]


class Token(Struct, frozen=True):
    """One token. For a string, `text` is its content without quotes."""

    kind: TokenKind
    text: str
    start: int
    end: int


class Constant(Struct, frozen=True):
    """A literal: a number, a text, true, false or null."""

    value: str | int | float | bool | None


class WrittenRegexp(Struct, frozen=True):
    """A regular expression between slashes, with its flags."""

    pattern: str
    flags: str


class WrittenLink(Struct, frozen=True):
    """A link between double brackets, with its display text."""

    target: str
    display: str = ""


class WrittenDate(Struct, frozen=True):
    """The unquoted argument of Dataview's `date(...)` or `dur(...)`, such as `today` or `7 days`."""

    function: Choice["date", "dur"]
    text: str


class Name(Struct, frozen=True):
    """A bare name: a property, or a name defined by the language."""

    name: str


class Member(Struct, frozen=True):
    """`target.name`."""

    target: "Node"
    name: str


class Subscript(Struct, frozen=True):
    """`target[key]`."""

    target: "Node"
    key: "Node"


class Call(Struct, frozen=True):
    """`name(arguments)`, or `target.name(arguments)`."""

    target: "Node | None"
    name: str
    arguments: "tuple[Node, ...]"


class Unary(Struct, frozen=True):
    """`!operand` or `-operand`."""

    sign: str
    operand: "Node"


class Binary(Struct, frozen=True):
    """`left sign right`; Dataview's `and` and `or` are `&&` and `||`, its `=` is `==`."""

    sign: str
    left: "Node"
    right: "Node"


class ListNode(Struct, frozen=True):
    """`[items]`."""

    items: "tuple[Node, ...]"


class ObjectNode(Struct, frozen=True):
    """`{name: value}`."""

    items: "tuple[tuple[str, Node], ...]"


class Lambda(Struct, frozen=True):
    """`(parameters) => body`."""

    parameters: tuple[str, ...]
    body: "Node"


Node: TypeAlias = (
    Constant
    | WrittenRegexp
    | WrittenLink
    | WrittenDate
    | Name
    | Member
    | Subscript
    | Call
    | Unary
    | Binary
    | ListNode
    | ObjectNode
    | Lambda
)
"""A syntax tree."""


def children(node: Node) -> tuple[Node, ...]:
    """Return the direct children of *node*."""
    match node:
        case Member(target):
            return (target,)
        case Subscript(target, key):
            return (target, key)
        case Call(target, _, arguments):
            return arguments if target is None else (target, *arguments)
        case Unary(_, operand):
            return (operand,)
        case Binary(_, left, right):
            return (left, right)
        case ListNode(items):
            return items
        case ObjectNode(pairs):
            return tuple(value for _, value in pairs)
        case Lambda(_, body):
            return (body,)
        case _:
            return ()


def all_nodes(node: Node) -> Iterator[Node]:
    """Yield *node* and all its descendants."""
    pending = [node]
    while pending:
        found = pending.pop()
        yield found
        pending.extend(children(found))


def tree_depth(node: Node) -> int:
    deepest, pending = 0, [(node, 1)]
    while pending:
        found, level = pending.pop()
        deepest = max(deepest, level)
        pending.extend((inner, level + 1) for inner in children(found))
    return deepest


_BASES_TOKEN = re.compile(
    r"""\s*(?:(?P<number>[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\w$]))
    |(?P<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
    |(?P<name>(?:[A-Za-z_$]|[^\x00-\x7f\s])(?:[\w$]|[^\x00-\x7f\s])*|`[^`\n]+`)
    |(?P<sign>&&|\|\||==|!=|<=|>=|[-+*/%!<>()\[\]{}.,:])
    |(?P<end>\Z))""",
    re.VERBOSE | re.DOTALL,
)
_DATAVIEW_TOKEN = re.compile(
    r"""\s*(?:(?P<number>[0-9]+(?:\.[0-9]+)?)
    |(?P<quoted>"(?:[^"\\]|\\.)*")
    |!?\[\[(?P<link>[^\[\]\n]*)\]\]
    |(?P<tag>\#(?:[\w/-]|[^\x00-\x7f\s])+)
    |(?P<name>(?:[A-Za-z_$]|[^\x00-\x7f\s])(?:[\w$-]|[^\x00-\x7f\s])*)
    |(?P<sign>=>|!=|<=|>=|[-+*/%!<>=()\[\]{}.,:&|])
    |(?P<end>\Z))""",
    re.VERBOSE | re.DOTALL,
)
_REGEXP = re.compile(r"\s*/((?:[^/\\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+)/([a-z]{0,8})")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "'": "'", "\\": "\\", "/": "/"}

_LEVELS: dict[Dialect, dict[str, int]] = {
    "bases": {
        "||": 1, "&&": 2, "==": 3, "!=": 3, "<": 4, "<=": 4, ">": 4, ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6,
    },
    # In Dataview `and` and `or` have equal precedence, from left to right.
    "dataview": {
        "|": 1, "&": 1, "=": 2, "!=": 2, "<": 2, "<=": 2, ">": 2, ">=": 2, "+": 3, "-": 3, "*": 4, "/": 4, "%": 4,
    },
}  # fmt: skip
_SAME_SIGNS = {"&": "&&", "|": "||", "=": "==", "and": "&&", "or": "||"}
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None}


class FormulaParser:
    """Parses expressions from *text* in sequence."""

    def __init__(self, text: str, dialect: Dialect) -> None:
        """Raises `ToolFailure` for a text that is too long or does not begin with a token."""
        if len(text) > MAX_QUERY_CHARACTERS:
            raise unsupported_query_error(f"a query of {len(text):,} characters")
        self.dialect = dialect
        self.text = text
        self._pattern = _BASES_TOKEN if dialect == "bases" else _DATAVIEW_TOKEN
        self._depth = 0
        self.token = self._scan(0, after_operand=False)

    def expression(self) -> Node:
        """Parse the expression at the current token. Raises `ToolFailure` with what cannot be read."""
        start = self.token.start
        node = self._binary(1)
        if tree_depth(node) > MAX_TREE_DEPTH:
            raise unsupported_query_error(f"more than {MAX_TREE_DEPTH} levels in {self.text_since(start)}")
        return node

    def at_end(self) -> bool:
        """Whether all tokens are consumed."""
        return self.token.kind == "end"

    def has(self, *signs: str) -> bool:
        """Whether the current token is one of these signs."""
        return self.token.kind == "sign" and self.token.text in signs

    def has_name(self, *names: str) -> bool:
        """Whether the current token is one of these names, ignoring case."""
        return self.token.kind == "name" and self.token.text.lower() in names

    def take(self) -> Token:
        """Return the current token and advance."""
        token = self.token
        after_operand = token.kind in ("name", "number", "text", "link", "tag", "regexp") or token.text in (")", "]")
        if token.kind != "end":
            self.token = self._scan(token.end, after_operand=after_operand)
        return token

    def skip(self, sign: str) -> bool:
        """Consume *sign* if it is the current token; return whether it was."""
        found = self.has(sign)
        if found:
            self.take()
        return found

    def skip_name(self, *names: str) -> str:
        """Consume one of *names* if it is the current token, and return it in lower case; else ``""``."""
        return self.take().text.lower() if self.has_name(*names) else ""

    def expect(self, sign: str) -> None:
        """Consume *sign*; raise for anything else."""
        if not self.skip(sign):
            raise self.unexpected_token_error()

    def unexpected_token_error(self) -> ToolFailure:
        """Return the failure for the current token and the text after it."""
        if self.token.kind == "end":
            return unsupported_query_error(f"{self.text.strip()} (it ends too early)")
        return unsupported_query_error(self.text[self.token.start :])

    def text_since(self, start: int) -> str:
        """Return the text from *start* to the current token."""
        return self.text[start : self.token.start].strip()

    def _scan(self, position: int, *, after_operand: bool) -> Token:
        if self.dialect == "bases" and not after_operand and (regexp := _REGEXP.match(self.text, position)):
            start = regexp.start(1) - 1
            return Token("regexp", regexp[0].strip(), start, regexp.end())
        found = self._pattern.match(self.text, position)
        if found is None or found.lastgroup is None:
            raise unsupported_query_error(self.text[position:])
        kind, start = found.lastgroup, found.start(found.lastgroup)
        match kind:
            case "quoted":
                # Both languages leave a backslash in place that escapes nothing.
                written = _ESCAPE.sub(lambda m: _ESCAPED.get(m[1], m[0]), found[kind][1:-1])
                return Token("text", written, start, found.end())
            case "name":
                return Token("name", found[kind].strip("`"), start, found.end())
            case "link":
                return Token("link", found[kind], start - 2, found.end())
            case "number":
                return Token("number", found[kind], start, found.end())
            case "tag":
                return Token("tag", found[kind], start, found.end())
            case "sign":
                return Token("sign", found[kind], start, found.end())
            case _:
                return Token("end", "", start, found.end())

    def _operator(self) -> str:
        """Return the current token if it is a binary operator; else ``""``."""
        if self.token.kind == "sign":
            return self.token.text if self.token.text in _LEVELS[self.dialect] else ""
        if self.dialect == "dataview" and self.has_name("and", "or"):
            return {"and": "&", "or": "|"}[self.token.text.lower()]
        return ""

    def _binary(self, level: int) -> Node:
        self._enter()
        levels = _LEVELS[self.dialect]
        left = self._unary()
        while (sign := self._operator()) and levels[sign] >= level:
            self.take()
            left = Binary(_SAME_SIGNS.get(sign, sign), left, self._binary(levels[sign] + 1))
        self._depth -= 1
        return left

    def _enter(self) -> None:
        self._depth += 1
        # Each pair of parentheses is entered once for every pending precedence level, seven at most.
        if self._depth > 2 * MAX_LEVELS:
            raise unsupported_query_error(f"more than {MAX_LEVELS} levels of nesting")

    def _unary(self) -> Node:
        signs: list[str] = []
        while self.has("!", "-"):
            signs.append(self.take().text)
            if len(signs) > MAX_LEVELS:
                raise unsupported_query_error(f"more than {MAX_LEVELS} levels of nesting")
        node = self._postfix()
        for sign in reversed(signs):
            if sign == "-" and isinstance(node, Constant) and type(node.value) in (int, float):
                node = Constant(-node.value)  # type: ignore[operator] # checked to be a number
            else:
                node = Unary(sign, node)
        return node

    def _postfix(self) -> Node:
        node = self._primary()
        while True:
            if self.skip("."):
                name = self.take()
                if name.kind != "name":
                    raise unsupported_query_error(self.text[name.start :] or f"{self.text.strip()} (it ends too early)")
                node = Call(node, name.text, self._arguments()) if self.has("(") else Member(node, name.text)
            elif self.skip("["):
                node = Subscript(node, self._binary(1))
                self.expect("]")
            else:
                return node

    def _arguments(self) -> tuple[Node, ...]:
        self.expect("(")
        return self._items(")")

    def _items(self, closing: str) -> tuple[Node, ...]:
        """Return the expressions up to *closing*, separated by commas."""
        items: list[Node] = []
        while not self.skip(closing):
            if items:
                self.expect(",")
                if self.skip(closing):
                    break
            items.append(self._binary(1))
        return tuple(items)

    def _primary(self) -> Node:
        token = self.token
        if token.kind == "end":
            raise self.unexpected_token_error()
        self.take()
        match token.kind:
            case "number":
                return Constant(_number(token.text))
            case "text" | "tag":
                return Constant(token.text)
            case "link":
                target, _, display = token.text.partition("|")
                if not target.strip():
                    raise unsupported_query_error(self.text[token.start :])
                return WrittenLink(target.strip(), display.strip())
            case "regexp":
                pattern, _, flags = token.text[1:].rpartition("/")
                return WrittenRegexp(pattern, flags)
            case "name":
                return self._named(token)
            case _ if token.text == "(":
                return self._parenthesized(token)
            case _ if token.text == "[":
                return ListNode(self._items("]"))
            case _ if token.text == "{":
                return self._object()
            case _:
                raise unsupported_query_error(self.text[token.start :])

    def _named(self, token: Token) -> Node:
        lowered = token.text.lower() if self.dialect == "dataview" else token.text
        if self.has("("):
            if self.dialect == "dataview":
                literal = self._date_literal(lowered)
                return literal or Call(None, lowered, self._arguments())
            return Call(None, token.text, self._arguments())
        if lowered in _CONSTANTS:
            return Constant(_CONSTANTS[lowered])
        if self.dialect == "dataview" and self.has("=>"):
            self.take()
            return Lambda((token.text,), self._binary(1))
        return Name(token.text)

    def _date_literal(self, function: str) -> WrittenDate | None:
        """Return the unquoted argument of `date(...)` and `dur(...)`; None if it is an expression."""
        if function not in ("date", "dur"):
            return None
        close = self.text.find(")", self.token.end)
        raw = self.text[self.token.end : close].strip() if close >= 0 else ""
        is_literal = (_DATE_LITERAL if function == "date" else _DURATION_LITERAL).fullmatch(raw)
        if not is_literal:
            return None
        self.token = self._scan(close + 1, after_operand=True)
        return WrittenDate("date" if function == "date" else "dur", raw)

    def _parenthesized(self, token: Token) -> Node:
        if self.dialect == "dataview" and (found := _LAMBDA.match(self.text, token.start)):
            self.token = self._scan(found.end(), after_operand=False)
            parameters = tuple(name.strip() for name in found[1].split(",") if name.strip())
            return Lambda(parameters, self._binary(1))
        inner = self._binary(1)
        self.expect(")")
        return inner

    def _object(self) -> Node:
        items: list[tuple[str, Node]] = []
        while not self.skip("}"):
            if items:
                self.expect(",")
            key = self.take()
            if key.kind not in ("name", "text"):
                raise unsupported_query_error(self.text[key.start :])
            self.expect(":")
            items.append((key.text, self._binary(1)))
        return ObjectNode(tuple(items))


_DATE_LITERAL = re.compile(
    r"(?i:now|today|yesterday|tomorrow|[se]o[wmy]|(?:start|end)-of-(?:week|month|year))"
    r"|[0-9]{4}-[0-9]{2}(?:-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?)?"
)
_DURATION_LITERAL = re.compile(r"(?:[0-9]{1,6}(?:\.[0-9]{1,3})? ?[A-Za-z]{1,8}[, ]{0,3}){1,8}")
_LAMBDA = re.compile(r"\(\s*([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*){0,5})?\s*\)\s*=>")


def _number(text: str) -> int | float:
    return float(text) if not text.isdecimal() or len(text) > 15 else int(text)


def parse_formula(text: str, dialect: Dialect = "bases") -> Node:
    """Return the syntax tree of *text*, which is one expression. Raises `ToolFailure` with what cannot be read."""
    parser = FormulaParser(text, dialect)
    node = parser.expression()
    if not parser.at_end():
        raise parser.unexpected_token_error()
    return node
