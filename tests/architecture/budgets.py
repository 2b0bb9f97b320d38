"""Budgets: how large things may grow, and what everything public must say about itself (DESIGN, Tree)."""

import ast
import re
import statistics
from collections.abc import Iterable, Iterator

from tests.architecture.source import Source, Violation, dotted, functions

MODULE_LINES = 400
LARGER_MODULES = {"vaultdesk/chat/messages.py": 500, "vaultdesk/settings.py": 500}
MEDIAN_LINES = 150
FUNCTION_LINES = 50
FUNCTIONS_A_MODULE = 20
PARAMETERS = 6
DOORS = ("cli", "ui")


def module_length(source: Source) -> Iterator[Violation]:
    allowed = LARGER_MODULES.get(source.file, MODULE_LINES)
    if source.lines > allowed:
        yield source.broken(allowed, f"{source.lines} lines, at most {allowed}")


def median_length(sources: Iterable[Source]) -> Iterator[Violation]:
    """Over all modules but the `__init__`s, which would make any house look small."""
    lengths = [source.lines for source in sources if not source.file.endswith("__init__.py")]
    median = statistics.median(lengths or [0])
    if median > MEDIAN_LINES:
        yield Violation("vaultdesk", 1, f"the median module has {median:.0f} lines, at most {MEDIAN_LINES}")


def function_length(source: Source) -> Iterator[Violation]:
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > FUNCTION_LINES:
                yield source.broken(node, f"{node.name} has {length} lines, at most {FUNCTION_LINES}")


def function_count(source: Source) -> Iterator[Violation]:
    count = sum(1 for _ in functions(source))
    if count > FUNCTIONS_A_MODULE:
        yield source.broken(1, f"{count} functions and methods, at most {FUNCTIONS_A_MODULE}")


def parameter_count(source: Source) -> Iterator[Violation]:
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            named = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            count = sum(1 for argument in named if argument.arg not in ("self", "cls"))
            if count > PARAMETERS:
                yield source.broken(node, f"{node.name} takes {count} parameters, at most {PARAMETERS}")


def docstrings(source: Source) -> Iterator[Violation]:
    if not ast.get_docstring(source.tree):
        yield source.broken(1, "the module does not say what lives here")
    for node in source.nodes:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and not ast.get_docstring(node):
            yield source.broken(node, f"class {node.name} has no docstring")
    for function, public in functions(source):
        if public and not ast.get_docstring(function) and not _is_overload(function):
            yield source.broken(function, f"{function.name} has no docstring")


def annotations(source: Source) -> Iterator[Violation]:
    for function, _ in functions(source):
        named = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
        starred = [found for found in (function.args.vararg, function.args.kwarg) if found is not None]
        for argument in [*named, *starred]:
            if argument.annotation is None and argument.arg not in ("self", "cls"):
                yield source.broken(argument, f"{function.name}: {argument.arg} has no type")
        if function.returns is None:
            yield source.broken(function, f"{function.name} does not say what it returns")


_SILENCED = re.compile(
    r"#\s*(?:type:\s*ignore|noqa|pragma)\b(?:\s*:\s*[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*)?(?:\[[^\]]*\])?", re.I
)
_ELSEWHERE = re.compile(r"\b(?:as|see) (?:above|before|below)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]{3,}")


def reasons(source: Source) -> Iterator[Violation]:
    """`Any`, `type: ignore`, `noqa` and `except Exception` stand with their reason on the same line."""
    for line, comment in source.comments.items():
        if _SILENCED.search(comment) and not _reason(comment):
            yield source.broken(line, f"no reason beside {comment.strip()}")
    for node in source.nodes:
        wide = ""
        if isinstance(node, ast.ExceptHandler) and (node.type is None or _names(node.type) & {"Exception"}):
            wide = "except Exception"
        elif isinstance(node, ast.Name | ast.Attribute) and dotted(node).rpartition(".")[2] == "Any":
            wide = "Any"
        if wide and not _reason(source.comments.get(node.lineno, "")):  # type: ignore[attr-defined] # each has a line
            yield source.broken(node, f"no reason beside {wide}")


def room_faces(source: Source) -> Iterator[Violation]:
    """An `__init__` shows two to six names, a door's or an inner package's may show one; it holds no code.

    It may hand its names on late, by `__getattr__`: a process that needs one module of a room must not import all.
    """
    if not source.file.endswith("/__init__.py") or source.file == "vaultdesk/__init__.py":
        return
    room = source.file.split("/")[1:-1]
    fewest = 2 if len(room) == 1 and room[0] not in DOORS else 1
    shown = [
        node.value
        for node in source.tree.body
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets)
    ]
    for value in shown:
        count = len(value.elts) if isinstance(value, ast.List | ast.Tuple) else 0
        if not fewest <= count <= 6:
            yield source.broken(value, f"__all__ shows {count} names, two to six are a room's face")
    code = [
        node for node in source.tree.body if not isinstance(node, ast.Import | ast.ImportFrom | ast.Assign | ast.Expr)
    ]
    for node in code:
        if isinstance(node, ast.FunctionDef) and node.name == "__getattr__":
            continue
        if isinstance(node, ast.If) and _names(node.test) == {"TYPE_CHECKING"} and not node.orelse:
            continue
        yield source.broken(node, "code in an __init__: give it a module of its own")


def _is_overload(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(_names(decorator) & {"overload"} for decorator in function.decorator_list)


def _names(node: ast.AST) -> set[str]:
    return {
        found.id if isinstance(found, ast.Name) else found.attr
        for found in ast.walk(node)
        if isinstance(found, ast.Name | ast.Attribute)
    }


def _reason(comment: str) -> bool:
    return bool(_WORDS.search(_ELSEWHERE.sub("", _SILENCED.sub("", comment))))
