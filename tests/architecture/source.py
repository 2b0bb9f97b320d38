"""Source: the program's modules as text and as trees, read once, and a rule broken somewhere in them."""

import ast
import functools
import io
import tokenize
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Violation:
    """One place where a rule is broken."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


@dataclass(frozen=True)
class Source:
    """One module."""

    file: str
    """From the checkout's root, with `/`: `vaultdesk/vault/markdown/note.py`."""
    text: str

    @functools.cached_property
    def parsed(self) -> ast.Module | SyntaxError:
        try:
            return ast.parse(self.text)
        except SyntaxError as failed:
            return failed

    @property
    def tree(self) -> ast.Module:
        """The module's tree, empty where it cannot be read: `unreadable` names that once."""
        return self.parsed if isinstance(self.parsed, ast.Module) else ast.Module([], [])

    @functools.cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        return tuple(ast.walk(self.tree))

    @functools.cached_property
    def comments(self) -> dict[int, str]:
        """The comment of each line that has one."""
        if not self.tree.body:
            return {}
        tokens = tokenize.generate_tokens(io.StringIO(self.text).readline)
        return {token.start[0]: token.string for token in tokens if token.type == tokenize.COMMENT}

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    def broken(self, node: ast.AST | int, what: str) -> Violation:
        line = node if isinstance(node, int) else getattr(node, "lineno", 1)
        return Violation(self.file, line, what)


Rule = Callable[[Source], Iterable[Violation]]
"""Looks at one module and names what is wrong in it."""


@functools.cache
def modules() -> tuple[Source, ...]:
    """All modules of the program."""
    return tuple(
        Source(file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8"))
        for file in sorted((ROOT / "vaultdesk").rglob("*.py"))
    )


def unreadable(source: Source) -> Iterator[Violation]:
    """What this Python cannot read: newer syntax than the oldest Python we support."""
    if isinstance(source.parsed, SyntaxError):
        yield source.broken(source.parsed.lineno or 1, f"cannot be read: {source.parsed.msg}")


def functions(source: Source) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, bool]]:
    """Functions and methods, not those inside functions; and whether each is public."""

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
    """`a.b.c` for such an expression, else an empty text."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return ""


def listed(violations: Iterable[Violation]) -> str:
    """All of them in one message."""
    found = [str(violation) for violation in violations]
    return f"{len(found)} found:\n" + "\n".join(found) if found else ""
