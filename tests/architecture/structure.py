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
    "ThemeValues": "The painters take it as the type of a theme; Theme imports the painters.",
}
"""Base classes whose only subclass lies in another module, with the reason."""


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
    """A class is whole in its module: no base class elsewhere that nothing but one class needs.

    A base that is also instantiated itself stands on its own.
    """
    sources = list(sources)
    homes = {
        (_module(source), node.name): (source, node)
        for source in sources
        for node in source.tree.body
        if isinstance(node, ast.ClassDef)
    }
    subclasses: dict[tuple[str, str], set[tuple[str, str]]] = defaultdict(set)
    made: set[tuple[str, str]] = set()
    for source in sources:
        module = _module(source)
        names = {
            alias.asname or alias.name: (node.module or "", alias.name)
            for node in source.nodes
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in source.nodes:
            if isinstance(node, ast.ClassDef):
                for base in node.bases:
                    written = base.value if isinstance(base, ast.Subscript) else base
                    if isinstance(written, ast.Name):
                        subclasses[names.get(written.id, (module, written.id))].add((module, node.name))
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                made.add(names.get(node.func.id, (module, node.func.id)))
    for base, found in sorted(subclasses.items()):
        if base not in homes or len(found) != 1 or base in made or base[1] in SINGLE_SUBCLASS_BASES:
            continue
        ((module, name),) = found
        if module != base[0]:
            source, node = homes[base]
            yield source.broken(node, f"class {base[1]} has one subclass, {name} in {module}: make them one")


def _module(source: Source) -> str:
    return source.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
