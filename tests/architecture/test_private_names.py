"""Tests use public names only: nothing that begins with an underscore is imported from another module."""

import ast
from collections.abc import Iterable, Iterator

from tests.architecture.source import ROOT, Source, Violation, listed


def private_imports(sources: Iterable[Source]) -> Iterator[Violation]:
    for source in sources:
        for node in source.nodes:
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if alias.name.startswith("_") and not alias.name.startswith("__"):
                        yield source.broken(node, f"{alias.name} is private to {node.module}")


def test_no_test_imports_a_private_name() -> None:
    files = sorted((ROOT / "tests").rglob("*.py"))
    found = listed(
        private_imports(Source(f.relative_to(ROOT).as_posix(), f.read_text(encoding="utf-8")) for f in files)
    )

    assert not found, found


def test_an_import_of_a_private_name_is_found() -> None:
    kept = Source("tests/test_x.py", "from vaultdesk.x import word, __version__")
    broken = Source("tests/test_y.py", "def f():\n    from vaultdesk.x import word, _word as word_of")

    assert listed(private_imports([kept, broken])) == "1 found:\ntests/test_y.py:2: _word is private to vaultdesk.x"
