"""Module rules: types, reasons for exceptions, package exports, and a limit on the length of a module."""

import ast
import re
from collections.abc import Iterator

from tests.architecture.source import Source, Violation, dotted, functions

MODULE_LINES = 1000
"""Lines; a longer module has more than one responsibility."""
ENTRY_PACKAGES = ("cli", "ui")


def module_length(source: Source) -> Iterator[Violation]:
    if source.lines > MODULE_LINES:
        yield source.violation(MODULE_LINES, f"{source.lines} lines, at most {MODULE_LINES}")


def docstrings(source: Source) -> Iterator[Violation]:
    """Modules and public classes have a docstring; functions and methods have one where it helps."""
    if not ast.get_docstring(source.tree):
        yield source.violation(1, "the module has no docstring")
    for node in source.nodes:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and not ast.get_docstring(node):
            yield source.violation(node, f"class {node.name} has no docstring")


def annotations(source: Source) -> Iterator[Violation]:
    for function, _ in functions(source):
        positional = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
        starred = [found for found in (function.args.vararg, function.args.kwarg) if found is not None]
        for argument in [*positional, *starred]:
            if argument.annotation is None and argument.arg not in ("self", "cls"):
                yield source.violation(argument, f"{function.name}: {argument.arg} has no type")
        if function.returns is None:
            yield source.violation(function, f"{function.name} has no return type")


_SILENCED = re.compile(
    r"#\s*(?:type:\s*ignore|noqa|pragma)\b(?:\s*:\s*[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*)?(?:\[[^\]]*\])?", re.I
)
_ELSEWHERE = re.compile(r"\b(?:as|see) (?:above|before|below)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]{3,}")


def reasons(source: Source) -> Iterator[Violation]:
    """`Any`, `type: ignore`, `noqa` and `except Exception` have their reason on the same line."""
    # Most modules suppress nothing, and their comments need not be read.
    for line, comment in source.comments.items() if _SILENCED.search(source.text) else ():
        if _SILENCED.search(comment) and not _reason(comment):
            yield source.violation(line, f"no reason beside {comment.strip()}")
    for node in source.nodes:
        broad = ""
        if isinstance(node, ast.ExceptHandler) and (node.type is None or _names(node.type) & {"Exception"}):
            broad = "except Exception"
        elif isinstance(node, ast.Name | ast.Attribute) and dotted(node).rpartition(".")[2] == "Any":
            broad = "Any"
        if broad and not _reason(source.comments.get(node.lineno, "")):  # type: ignore[attr-defined] # each has a line
            yield source.violation(node, f"no reason beside {broad}")


def package_exports(source: Source) -> Iterator[Violation]:
    """An `__init__` exports two to six names (entry packages and subpackages may export one) and contains no code.

    It may import them lazily, by `__getattr__`: a process that needs one module of a package must not import all.
    """
    if not source.file.endswith("/__init__.py") or source.file == "vaultdesk/__init__.py":
        return
    package = source.file.split("/")[1:-1]
    minimum = 2 if len(package) == 1 and package[0] not in ENTRY_PACKAGES else 1
    exports = [
        node.value
        for node in source.tree.body
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets)
    ]
    for value in exports:
        count = len(value.elts) if isinstance(value, ast.List | ast.Tuple) else 0
        if not minimum <= count <= 6:
            yield source.violation(value, f"__all__ shows {count} names, two to six are allowed")
    code = [
        node for node in source.tree.body if not isinstance(node, ast.Import | ast.ImportFrom | ast.Assign | ast.Expr)
    ]
    for node in code:
        if isinstance(node, ast.FunctionDef) and node.name == "__getattr__":
            continue
        if isinstance(node, ast.If) and _names(node.test) == {"TYPE_CHECKING"} and not node.orelse:
            continue
        yield source.violation(node, "code in an __init__: move it to a module")


def _names(node: ast.AST) -> set[str]:
    return {
        found.id if isinstance(found, ast.Name) else found.attr
        for found in ast.walk(node)
        if isinstance(found, ast.Name | ast.Attribute)
    }


def _reason(comment: str) -> bool:
    return bool(_WORDS.search(_ELSEWHERE.sub("", _SILENCED.sub("", comment))))
