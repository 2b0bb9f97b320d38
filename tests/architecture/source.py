"""Source: the program's modules as text and as syntax trees, read once, and rule violations in them."""

import ast
import functools
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Violation:
    """A violation of a rule at a line of a file."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


@dataclass(frozen=True)
class Source:
    """Source text of a module."""

    file: str
    """Relative to the root of the checkout, with `/`: `vaultdesk/vault/markdown/note.py`."""
    text: str

    @functools.cached_property
    def parsed(self) -> ast.Module | SyntaxError:
        try:
            return ast.parse(self.text)
        except SyntaxError as error:
            return error

    @property
    def tree(self) -> ast.Module:
        """The syntax tree of the module, empty on a syntax error, which `unreadable` reports."""
        return self.parsed if isinstance(self.parsed, ast.Module) else ast.Module([], [])

    @functools.cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """The nodes of the tree in the order of `ast.walk`, without the contexts of names, such as `ast.Load`."""
        found: list[ast.AST] = [self.tree]
        for node in found:
            for name in node._fields:
                value = getattr(node, name, None)
                if isinstance(value, list):
                    found.extend(item for item in value if isinstance(item, ast.AST))
                elif isinstance(value, ast.AST) and name != "ctx":
                    found.append(value)
        return tuple(found)

    @functools.cached_property
    def comments(self) -> dict[int, str]:
        """The comments by line number."""
        if not self.tree.body:
            return {}
        return comments_of(self.text)

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    def violation(self, node: ast.AST | int, message: str) -> Violation:
        line = node if isinstance(node, int) else getattr(node, "lineno", 1)
        return Violation(self.file, line, message)


_STRING_OR_COMMENT = re.compile(
    r'''"""(?:[^"\\]|\\.|"(?!""))*"""|\'{3}(?:[^'\\]|\\.|'(?!''))*\'{3}'''
    r"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(#[^\n]*)""",
    re.DOTALL,
)


def comments_of(text: str) -> dict[int, str]:
    """Return the comments of the module *text* by line number.

    The tokenizer of Python takes fifteen times as long. As in Python 3.11, an f-string does not contain its own quote.
    """
    found: dict[int, str] = {}
    line, position = 1, 0
    for match in _STRING_OR_COMMENT.finditer(text):
        if match[1] is not None:
            line, position = line + text.count("\n", position, match.start()), match.start()
            found[line] = match[1]
    return found


def statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield every statement of *tree*, nested ones included, and the module itself."""
    found: list[ast.AST] = [tree]
    for node in found:
        yield node
        found.extend(substatements(node))


def substatements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements, exception handlers and cases directly below the module or statement *node*."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        yield from getattr(node, field, ())


Rule = Callable[[Source], Iterable[Violation]]
"""Yields the violations in a module."""


@functools.cache
def modules() -> tuple[Source, ...]:
    """All modules of the program."""
    return tuple(
        Source(file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8"))
        for file in sorted((ROOT / "vaultdesk").rglob("*.py"))
    )


def unreadable(source: Source) -> Iterator[Violation]:
    """Syntax that the oldest supported Python cannot parse."""
    if isinstance(source.parsed, SyntaxError):
        yield source.violation(source.parsed.lineno or 1, f"cannot be read: {source.parsed.msg}")


def functions(source: Source) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, bool]]:
    """Yield functions and methods, except nested functions, and whether each is public."""

    def inside(body: list[ast.stmt], public: bool) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, bool]]:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node, public and not node.name.startswith("_")
            elif isinstance(node, ast.ClassDef):
                yield from inside(node.body, public and not node.name.startswith("_"))
            elif isinstance(node, ast.If | ast.Try):
                yield from inside([*node.body, *node.orelse], public)

    yield from inside(source.tree.body, public=True)


def dotted(node: ast.AST) -> str:
    """Return `a.b.c` for such an expression, otherwise an empty string."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        prefix = dotted(node.value)
        return f"{prefix}.{node.attr}" if prefix else ""
    return ""


def violation_report(violations: Iterable[Violation]) -> str:
    """Return a message that lists all violations, empty if there are none."""
    messages = [str(violation) for violation in violations]
    return f"{len(messages)} found:\n" + "\n".join(messages) if messages else ""
