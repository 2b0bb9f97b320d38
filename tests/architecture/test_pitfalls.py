"""Each pitfall of PROTOCOLS 5.5 has a test that names it."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.architecture.source import ROOT

PITFALLS: Mapping[int, str] = {
    1: "the window is frozen at the first token",
    2: "temperature is sent to Anthropic",
    3: "Bearer or x-api-key for local servers",
    4: "the type of thinking differs by model",
    5: "signatures and encrypted content go back as they were done",
    6: "the provider is switched in mid-conversation",
    7: "parallel calls with equal or absent index",
    8: "the name is repeated in each delta",
    9: "finish says stop with calls, says it twice, or is missing",
    10: "a cut for length leaves arguments that parse",
    11: "the stream is cut without its end",
    12: "an error inside a stream with status 200",
    13: "empty arguments",
    14: "arguments as an object",
    15: "cancel or denial leaves orphan calls",
    16: "a denial must be is_error",
    17: "pause_turn",
    18: "Ollama's num_ctx",
    19: "a refusal of tools leads to emulation",
    20: "a usage chunk with empty choices",
    21: "comments, CRLF, data of many lines, split UTF-8",
    22: "HTML, or JSON without choices, with status 200",
    23: "an address with and without /v1",
    24: "calls in fences, thoughts and notes",
    25: "the model repeats ids",
    26: "a long Retry-After",
    27: "strict schemas",
    28: "tool names",
    29: "proxies of the environment must not catch loopback",
    30: "secrets in logs and exceptions",
}

_NAMED = re.compile(r"PROTOCOLS ((?:5\.5\.\d+(?:, | and )?)+)")


def named_in(text: str) -> Iterator[int]:
    """The pitfalls that the tests of a module name in their docstrings."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            for found in _NAMED.findall(ast.get_docstring(node) or ""):
                yield from map(int, re.findall(r"5\.5\.(\d+)", found))


def untested(root: Path) -> dict[int, str]:
    files = [file for file in root.rglob("test_*.py") if "architecture" not in file.parts]
    named = {number for file in files for number in named_in(file.read_text(encoding="utf-8"))}
    assert named <= PITFALLS.keys(), f"there is no pitfall {named - PITFALLS.keys()}"
    return {number: pitfall for number, pitfall in PITFALLS.items() if number not in named}


def test_each_pitfall_is_named_by_a_test() -> None:
    assert untested(ROOT / "tests") == {}


def test_only_a_test_that_names_it_counts() -> None:
    text = '''
"""PROTOCOLS 5.5.1."""
def helper():
    """PROTOCOLS 5.5.2."""
def test_a():
    """PROTOCOLS 5.5.3, 5.5.14: and 5.5 as a whole."""
class TestB:
    async def test_c(self):
        """Two: PROTOCOLS 5.5.5 and 5.5.6."""
def test_d():
    pass  # PROTOCOLS 5.5.7
'''
    assert list(named_in(text)) == [3, 14, 5, 6]


def test_a_pitfall_without_a_test_is_told(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text('def test_y():\n    """PROTOCOLS 5.5.30."""\n')

    assert untested(tmp_path) == {number: pitfall for number, pitfall in PITFALLS.items() if number != 30}
