"""Structure: where modules lie, and names that are used once in the whole program."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from tests.architecture.source import Source, Violation

MODULES_A_FOLDER = 30
"""More modules in one folder than a reader can look over are two packages."""

SHARED_CLASS_NAMES: frozenset[str] = frozenset()
"""Public class names that two modules may use: each must be the field's own word in both."""

SINGLE_SUBCLASS_BASES: Mapping[str, str] = {
    "OpenAIChat": "A template method: LMStudio replaces the steps that ask for the model list and read it.",
    "SearchField": "QueryField overrides Qt's virtual functions for keys, Tab and the keyboard focus.",
    "ThemeValues": "The painters take it as the type of a theme; Theme imports the painters.",
}
"""Base classes whose only subclass lies in another module, with the reason."""

MAX_SINGLE_SUBCLASS_BASES = 3
"""Exceptions at most. Anywhere else a parameter, an event filter or an object that holds the other one does."""


def folder_sizes(sources: Iterable[Source]) -> Iterator[Violation]:
    counts = Counter(
        PurePosixPath(source.file).parent.as_posix() for source in sources if not source.file.endswith("/__init__.py")
    )
    for folder, count in sorted(counts.items()):
        if count > MODULES_A_FOLDER:
            yield Violation(folder, 1, f"{count} modules in one folder, at most {MODULES_A_FOLDER}")


def file_names(sources: Iterable[Source]) -> Iterator[Violation]:
    """A file name is used once, so that it can be opened by its name alone."""
    files = defaultdict(list)
    for source in sources:
        files[PurePosixPath(source.file).name].append(source.file)
    for name, places in sorted(files.items()):
        if len(places) > 1 and name != "__init__.py":
            yield Violation(places[1], 1, f"{name} is also {places[0]}")


def class_names(sources: Iterable[Source]) -> Iterator[Violation]:
    """A public class name is used once, so that it means one thing wherever it is read."""
    places: dict[str, list[tuple[Source, ast.ClassDef]]] = defaultdict(list)
    for source in sources:
        for node in source.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append((source, node))
    for name, found in sorted(places.items()):
        if len(found) > 1 and name not in SHARED_CLASS_NAMES:
            source, node = found[1]
            yield source.broken(node, f"class {name} is also in {found[0][0].file}")


def single_subclass_bases(sources: Iterable[Source]) -> Iterator[Violation]:
    """No base class has exactly one subclass in the program that lies in another module, but for the exceptions.

    It does not matter whether the base is also used by itself.
    """
    sources = list(sources)
    homes = {f"{_module(source)}.{name}": (source, node) for source in sources for name, node in _classes(source.tree)}
    subclasses: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for source in sources:
        module = _module(source)
        imported = _imported_names(source)
        for name, node in _classes(source.tree):
            for base in node.bases:
                written = ast.unparse(base.value if isinstance(base, ast.Subscript) else base)
                head, dot, rest = written.partition(".")
                found = imported.get(head, f"{module}.{head}") + dot + rest
                subclasses[found].add((module, name))
    for base_name, found in sorted(subclasses.items()):
        if base_name not in homes or len(found) != 1:
            continue
        ((module, name),) = found
        source, node = homes[base_name]
        if module != _module(source) and node.name not in SINGLE_SUBCLASS_BASES:
            yield source.broken(node, f"class {node.name} has one subclass, {name} in {module}: make them one")


def _classes(tree: ast.AST, before: str = "") -> Iterator[tuple[str, ast.ClassDef]]:
    """Yield the classes of a module, nested ones with the names of those around them."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield before + node.name, node
            yield from _classes(node, f"{before}{node.name}.")
        elif not isinstance(node, ast.expr):  # No expression holds a class.
            yield from _classes(node, before)


def _imported_names(source: Source) -> dict[str, str]:
    """Return where each imported name of a module comes from."""
    names: dict[str, str] = {}
    for node in source.nodes:
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.asname: alias.name for alias in node.names if alias.asname}
    return names


def _module(source: Source) -> str:
    return source.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
