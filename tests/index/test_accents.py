"""Accents: a pattern finds a text with any accents, and nothing else."""

import pytest

from vaultdesk.index.accents import accent_pattern, byte_pattern, literal


@pytest.mark.parametrize(
    ("wanted", "text", "found"),
    [
        ("resume", "mon résumé", True),
        ("résumé", "mon re\u0301sume\u0301", True),
        ("resume", "mon rèsumę", True),
        ("resume", "rasume", False),
        ("muller", "herr müller", True),
        ("σισυφος", "σίσυφοσ", True),
        ("елка", "ёлка", True),
        ("日本", "日本語", True),
        ("か", "が", False),
        (".*", "abc", False),
        ("a\nb", "á\nb", True),
    ],
)
def test_letters_may_have_any_accents(wanted: str, text: str, found: bool) -> None:
    assert (accent_pattern(wanted).search(text.encode()) is not None) is found


def test_a_page_that_was_pasted_is_no_endless_pattern() -> None:
    assert accent_pattern("e" * 100_000).search(("é" * 300).encode()) is not None


def test_bytes_stand_for_themselves() -> None:
    text = bytes(range(256))
    match = byte_pattern(literal(text)).search(b"before" + text)
    assert match is not None
    assert match.start() == 6
