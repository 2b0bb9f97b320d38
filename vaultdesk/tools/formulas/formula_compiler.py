"""Compiles syntax trees of formulas to functions of a row; subclasses for Bases and Dataview define names and
operators."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TypeAlias

from vaultdesk.tools.formulas.formula_files import FormulaFiles
from vaultdesk.tools.formulas.formula_parser import (
    Binary,
    Call,
    Constant,
    Lambda,
    ListNode,
    Member,
    Name,
    Node,
    ObjectNode,
    Subscript,
    Unary,
    WrittenDate,
    WrittenLink,
    WrittenRegexp,
)
from vaultdesk.tools.formulas.formula_values import (
    File,
    FormulaError,
    LinkValue,
    Row,
    Value,
    compile_regexp,
    is_truthy,
    limited_list,
)
from vaultdesk.tools.query.criteria import unsupported_query_error

_NO_LOCALS: Mapping[str, Value] = {}


class Scope:
    """The context of evaluation: a row, with the values of its formulas and of enclosing list functions."""

    __slots__ = ("file", "files", "local", "memo", "paths_read", "row", "this")

    def __init__(
        self,
        files: FormulaFiles,
        file: File,
        this: File | None,
        row: Row | None = None,
        *,
        memo: "dict[str, tuple[Value, frozenset[str]]] | None" = None,
        paths_read: set[str] | None = None,
    ) -> None:
        self.files = files
        self.file = file
        self.this = this
        self.row = row
        self.local: Mapping[str, Value] = _NO_LOCALS
        """Values of list functions and lambdas, by name."""
        self.memo = memo if memo is not None else {}
        """The formulas evaluated on this row, with the other notes that each has read."""
        self.paths_read: set[str] = set() if paths_read is None else paths_read
        """The paths of other notes whose text was read."""

    def within(self, local: Mapping[str, Value]) -> "Scope":
        """Return the scope inside a list function or lambda, with additional *local* values."""
        inner = Scope(self.files, self.file, self.this, self.row, memo=self.memo, paths_read=self.paths_read)
        inner.local = {**self.local, **local} if self.local else local
        return inner

    def reads(self, file: File) -> None:
        """Record that the text of *file* was read, unless it is the row's own note."""
        if file.path != self.file.path:
            self.paths_read.add(file.path)


Evaluate: TypeAlias = Callable[[Scope], Value]
"""A compiled formula. Raises `FormulaError`."""

Operator: TypeAlias = Callable[[Scope, Value, Value], Value]
"""The result of an operator for two values."""


class FormulaCompiler(ABC):
    """Compiles the syntax trees of one language."""

    operators: Mapping[str, Operator]
    """The operators that evaluate both sides."""

    def compile(self, node: Node) -> Evaluate:
        """Return *node* as a function of a row. Raises `ToolFailure` for unsupported syntax."""
        match node:
            case Constant(value):
                return lambda scope: value
            case WrittenRegexp(pattern, flags):
                try:
                    regexp = compile_regexp(pattern, flags)
                except FormulaError as error:
                    raise unsupported_query_error(str(error)) from None
                return lambda scope: regexp
            case WrittenLink(target, display):
                return lambda scope: LinkValue(target, display)
            case WrittenDate():
                return self.date(node)
            case Name(name):
                return self.name(name)
            case Member():
                return self.member(node)
            case Subscript():
                return self.index(node)
            case Call():
                return self.call(node)
            case Unary("!", operand):
                inner = self.compile(operand)
                return lambda scope: not is_truthy(inner(scope))
            case Unary(_, operand):
                negate, zero = self.operators["-"], 0
                amount = self.compile(operand)
                return lambda scope: negate(scope, zero, amount(scope))
            case Binary("&&", left, right):
                first, second = self.compile(left), self.compile(right)
                return lambda scope: is_truthy(first(scope)) and is_truthy(second(scope))
            case Binary("||", left, right):
                first, second = self.compile(left), self.compile(right)
                return lambda scope: is_truthy(first(scope)) or is_truthy(second(scope))
            case Binary(sign, left, right):
                operator, first, second = self.operators[sign], self.compile(left), self.compile(right)
                return lambda scope: operator(scope, first(scope), second(scope))
            case ListNode(nodes):
                items = [self.compile(item) for item in nodes]
                return lambda scope: limited_list([item(scope) for item in items])
            case ObjectNode(pairs):
                values = [(name, self.compile(value)) for name, value in pairs]
                return lambda scope: {name: limited_list([value(scope)])[0] for name, value in values}
            case Lambda():
                return self.function(node)

    @abstractmethod
    def name(self, name: str) -> Evaluate:
        """Return the value of a bare name."""

    @abstractmethod
    def member(self, node: Member) -> Evaluate:
        """Return `target.name`."""

    @abstractmethod
    def index(self, node: Subscript) -> Evaluate:
        """Return `target[key]`."""

    @abstractmethod
    def call(self, node: Call) -> Evaluate:
        """Return the result of a function."""

    def date(self, node: WrittenDate) -> Evaluate:
        """Return an unquoted date; Dataview only."""
        raise unsupported_query_error(f"{node.function}({node.text})")

    def function(self, node: Lambda) -> Evaluate:
        """Return a lambda; Dataview only."""
        raise unsupported_query_error(f"({', '.join(node.parameters)}) =>")


def evaluated(evaluate: Evaluate, scope: Scope) -> Value:
    """Return the value of a formula, or the `FormulaError` displayed in its cell."""
    scope.files.budget.spend()
    try:
        return evaluate(scope)
    except FormulaError as error:
        return error
    except RecursionError:
        return FormulaError("the formula is nested too deeply")
