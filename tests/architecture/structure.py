"""Structure: module locations, and names that must be unique in the program."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from tests.architecture.source import Source, Violation, statements, substatements

MAX_MODULES_PER_FOLDER = 30
"""Maximum number of modules in a folder; a larger folder is split into packages."""

SHARED_CLASS_NAMES: frozenset[str] = frozenset()
"""Public class names that two modules may use, because they are the standard term in both."""

SINGLE_SUBCLASS_BASES: Mapping[str, str] = {
    "OpenAIChat": "A template method: LMStudio replaces the steps that ask for the model list and read it.",
    "SearchField": "QueryField overrides Qt's virtual functions for keys, Tab and the keyboard focus.",
    "ThemeValues": "The painters take it as the type of a theme; Theme imports the painters.",
}
"""Base classes whose only subclass is in another module, with the reason."""

MAX_SINGLE_SUBCLASS_BASES = 3
"""Maximum number of exceptions. Elsewhere a parameter, an event filter or composition is sufficient."""


def folder_sizes(sources: Iterable[Source]) -> Iterator[Violation]:
    counts = Counter(
        PurePosixPath(source.file).parent.as_posix() for source in sources if not source.file.endswith("/__init__.py")
    )
    for folder, count in sorted(counts.items()):
        if count > MAX_MODULES_PER_FOLDER:
            yield Violation(folder, 1, f"{count} modules in one folder, at most {MAX_MODULES_PER_FOLDER}")


def file_names(sources: Iterable[Source]) -> Iterator[Violation]:
    """File names are unique, so that a file can be opened by its name alone."""
    files = defaultdict(list)
    for source in sources:
        files[PurePosixPath(source.file).name].append(source.file)
    for name, locations in sorted(files.items()):
        if len(locations) > 1 and name != "__init__.py":
            yield Violation(locations[1], 1, f"{name} is also {locations[0]}")


def class_names(sources: Iterable[Source]) -> Iterator[Violation]:
    """Public class names are unique, so that each has one meaning."""
    locations: dict[str, list[tuple[Source, ast.ClassDef]]] = defaultdict(list)
    for source in sources:
        for node in source.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                locations[node.name].append((source, node))
    for name, found in sorted(locations.items()):
        if len(found) > 1 and name not in SHARED_CLASS_NAMES:
            source, node = found[1]
            yield source.violation(node, f"class {name} is also in {found[0][0].file}")


def single_subclass_bases(sources: Iterable[Source]) -> Iterator[Violation]:
    """No base class has exactly one subclass that is in another module, except for the listed ones.

    This applies even if the base class is also instantiated.
    """
    sources = list(sources)
    definitions = {
        f"{_module(source)}.{name}": (source, node) for source in sources for name, node in _classes(source.tree)
    }
    subclasses: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for source in sources:
        module = _module(source)
        imported = _imported_names(source)
        for name, node in _classes(source.tree):
            for base in node.bases:
                base_text = ast.unparse(base.value if isinstance(base, ast.Subscript) else base)
                head, dot, rest = base_text.partition(".")
                found = imported.get(head, f"{module}.{head}") + dot + rest
                subclasses[found].add((module, name))
    for base_name, found in sorted(subclasses.items()):
        if base_name not in definitions or len(found) != 1:
            continue
        ((module, name),) = found
        source, node = definitions[base_name]
        if module != _module(source) and node.name not in SINGLE_SUBCLASS_BASES:
            yield source.violation(node, f"class {node.name} has one subclass, {name} in {module}: make them one")


def _classes(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.ClassDef]]:
    """Yield the classes of a module, nested ones with the names of those around them."""
    for node in substatements(tree):
        if isinstance(node, ast.ClassDef):
            yield prefix + node.name, node
            yield from _classes(node, f"{prefix}{node.name}.")
        else:
            yield from _classes(node, prefix)


def _imported_names(source: Source) -> dict[str, str]:
    """Return where each imported name of a module comes from."""
    names: dict[str, str] = {}
    for node in statements(source.tree):
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.asname: alias.name for alias in node.names if alias.asname}
    return names


def _module(source: Source) -> str:
    return source.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
