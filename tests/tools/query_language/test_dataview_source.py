"""Dataview source: tags, folders, links, and how they are joined."""

from pathlib import Path

import pytest

from tests.tools.query_language.scene import fitting, network
from vaultdesk.tools.query_language.dataview_source import dataview_source
from vaultdesk.tools.query_language.scanner import Scanner
from vaultdesk.tools.tool import ToolFailure


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("#work", ["A", "B"]), ("#work/house", ["A"]), ('"b"', ["B", "C"]), ('"b/"', ["B", "C"]), ('"b/B"', ["B"]),
        ("[[B]]", ["A"]), ("[[B#x|y]]", ["A"]), ("outgoing([[b/B]])", ["C"]), ("-#work", ["Anna", "C"]),
        ('#work and "b"', ["B"]), ('#work AND -"b"', ["A"]), ('#book or #workshop', ["Anna", "C"]),
        ('#book or #work and "b"', ["B"]), ('#book or (#work and "b")', ["Anna", "B"]), ('!#work & "b"', ["C"]),
        ('"nowhere"', []), ('""', ["A", "Anna", "B", "C"]),
    ],
)  # fmt: skip
def test_a_source_gives_its_notes(tmp_path: Path, source: str, names: list[str]) -> None:
    with network(tmp_path) as net:
        assert fitting(net, dataview_source(Scanner(source, joined_names=True))) == names


@pytest.mark.parametrize("source", ["", "work", 'csv("a")', "[[]]", "#", "outgoing(b)", "(#a", "-", "#a and", "(" * 99])
def test_other_sources_are_refused(source: str) -> None:
    with pytest.raises(ToolFailure, match=r"^cannot evaluate: "):
        dataview_source(Scanner(source, joined_names=True))
