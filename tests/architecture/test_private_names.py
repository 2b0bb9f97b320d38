"""Tests import only public names: no name with a leading underscore is imported from another module."""

import ast
import re
from collections.abc import Iterable, Iterator

from tests.architecture.source import ROOT, Source, Violation, violation_report

_CANDIDATE = re.compile(r"\bimport\b(?:[^\n(]|\([^)]*)*?\b_(?!_)\w")
"""An import of a name with a leading underscore. Most modules have none and need not be parsed."""


def private_imports(sources: Iterable[Source]) -> Iterator[Violation]:
    for source in sources:
        for node in source.nodes if _CANDIDATE.search(source.text) else ():
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if alias.name.startswith("_") and not alias.name.startswith("__"):
                        yield source.violation(node, f"{alias.name} is private to {node.module}")


def test_no_test_imports_a_private_name() -> None:
    files = sorted((ROOT / "tests").rglob("*.py"))
    found = violation_report(
        private_imports(Source(f.relative_to(ROOT).as_posix(), f.read_text(encoding="utf-8")) for f in files)
    )

    assert not found, found


def test_import_of_a_private_name_is_detected() -> None:
    valid = Source("tests/test_x.py", "from vaultdesk.x import word, __version__")
    invalid = Source("tests/test_y.py", "def f():\n    from vaultdesk.x import word, _word as word_of")

    multi_line = Source("tests/test_z.py", "from vaultdesk.x import (\n    word,\n    _word,\n)\n")

    assert len(list(private_imports([multi_line]))) == 1
    assert (
        violation_report(private_imports([valid, invalid]))
        == "1 found:\ntests/test_y.py:2: _word is private to vaultdesk.x"
    )
