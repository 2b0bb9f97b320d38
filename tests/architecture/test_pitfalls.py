"""Each pitfall of the providers has a test that names it (vaultdesk/providers/README.md, "Pitfalls")."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.architecture.source import ROOT

PAGE = "vaultdesk/providers/README.md"


def pitfalls(text: str) -> dict[int, str]:
    """Return the numbered items of the section "Pitfalls" with their first lines."""
    section = text.partition("## Pitfalls\n")[2].partition("\n#")[0]
    return {int(number): line for number, line in re.findall(r"^(\d+)\. (.+)$", section, re.MULTILINE)}


PITFALLS: Mapping[int, str] = pitfalls((ROOT / PAGE).read_text(encoding="utf-8"))

_NAMED = re.compile(rf'{PAGE}, "Pitfalls"((?:, \d+)+)')


def named_in(text: str) -> Iterator[int]:
    """Yield the pitfalls that tests of a module name in their docstrings."""
    if '"Pitfalls"' not in text:
        return  # Most modules name none and need not be parsed.
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            for found in _NAMED.findall(re.sub(r"\s+", " ", ast.get_docstring(node) or "")):
                yield from map(int, re.findall(r"\d+", found))


def untested(root: Path) -> dict[int, str]:
    files = [file for file in root.rglob("test_*.py") if "architecture" not in file.parts]
    tested = {number for file in files for number in named_in(file.read_text(encoding="utf-8"))}
    assert tested <= PITFALLS.keys(), f"there is no pitfall {tested - PITFALLS.keys()}"
    return {number: pitfall for number, pitfall in PITFALLS.items() if number not in tested}


def test_each_pitfall_is_named_by_a_test() -> None:
    assert untested(ROOT / "tests") == {}


def test_only_docstrings_of_tests_count() -> None:
    text = '''
"""vaultdesk/providers/README.md, "Pitfalls", 1."""
def helper():
    """vaultdesk/providers/README.md, "Pitfalls", 2."""
def test_a():
    """vaultdesk/providers/README.md, "Pitfalls", 3, 14: and "Pitfalls" as a whole."""
class TestB:
    async def test_c(self):
        """Two (vaultdesk/providers/README.md,
        "Pitfalls", 5, 6)."""
def test_d():
    pass  # vaultdesk/providers/README.md, "Pitfalls", 7
'''
    assert list(named_in(text)) == [3, 14, 5, 6]


def test_pitfalls_are_numbered_without_gaps() -> None:
    assert list(PITFALLS) == list(range(1, 31))


def test_pitfall_without_a_test_is_reported(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(f'def test_y():\n    """{PAGE}, "Pitfalls", 30."""\n')

    assert untested(tmp_path) == {number: pitfall for number, pitfall in PITFALLS.items() if number != 30}
