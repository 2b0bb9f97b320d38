"""Shown text: what could hurt a label is cut, broken or made visible; everything else stays as it is."""

import pytest

from vaultdesk.ui.parts.shown_text import LONGEST_LINE, shown


@pytest.mark.parametrize(
    "text", ["", "Boiler", "R&D.md", "<b>not bold</b>", "naïve – “quoted”\nsecond line", "👩‍👩‍👧 family"]
)
def test_harmless_text_stays(text: str) -> None:
    assert shown(text) == text


def test_direction_signs_are_named() -> None:
    assert shown("safe\u202egpj.exe") == "safeU+202Egpj.exe"


def test_invisible_and_tag_characters_are_named() -> None:
    assert shown("a\u200bb\U000e0041\x00") == "aU+200BbU+E0041U+0000"


def test_a_long_line_is_broken() -> None:
    lines = shown("x" * 4_500).split("\n")

    assert [len(line) for line in lines] == [LONGEST_LINE, LONGEST_LINE, 500]


def test_a_long_text_is_cut_and_says_so() -> None:
    assert shown("ab" * 100, 10) == "ababababa…"


def test_windows_line_ends_are_line_ends() -> None:
    assert shown("a\r\nb") == "a\nb"
