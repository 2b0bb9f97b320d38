"""Tests of tools/text_sanitizer.py: hidden characters in names and texts are made visible."""

import pytest

from vaultdesk.tools.text_sanitizer import (
    has_hidden_characters,
    hidden_character_warning,
    mixed_scripts,
    name_warnings,
    sanitize_line,
    sanitize_text,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain & <b>", "plain & <b>"),
        ("invoice\u202efdp.md", "invoice<U+202E>fdp.md"),
        ("a\u200bb\u2066c", "a<U+200B>b<U+2066>c"),
        ("tag\U000e0041", "tag<U+E0041>"),
        ("line\nbreak\ttab\x07", "line<U+000A>break<U+0009>tab<U+0007>"),
        ("sep\u2028ar\u2029", "sep<U+2028>ar<U+2029>"),
        ("blank\u3164\u2800", "blank<U+3164><U+2800>"),
        ("half\ud800", "half<U+D800>"),
        ("Größe 👩‍👩‍👧 café", "Größe 👩‍👩‍👧 café"),
        ("a\u200db", "a<U+200D>b"),
        ("50\u00a0%", "50\u00a0%"),
        ("a\u2003b", "a<U+2003>b"),
    ],
)
def test_invisible_characters_are_replaced_by_their_code_points(text: str, expected: str) -> None:
    assert sanitize_text(text) == expected


def test_allowed_control_characters_are_preserved() -> None:
    assert sanitize_text("a\n\tb\x00", allowed="\n\t") == "a\n\tb<U+0000>"


@pytest.mark.parametrize(
    ("name", "scripts"),
    [
        ("Bоiler.md", ("Cyrillic", "Latin")),
        ("Ηeating", ("Greek", "Latin")),
        ("Отчёт по Boiler", ()),
        ("Отчёт", ()),
        ("Boiler", ()),
        ("β-carotene", ()),
    ],
)
def test_words_of_several_scripts_are_detected(name: str, scripts: tuple[str, ...]) -> None:
    assert mixed_scripts(name) == scripts


def test_only_suspicious_names_have_warnings() -> None:
    assert name_warnings(["Boiler.md", "Größe.md", "Отчёт.md"]) == ()
    hidden_warning, mixed_warning = name_warnings(["a\u202eb.md", "Bоiler.md", "Bоiler.md"])
    assert hidden_warning == "“a<U+202E>b.md” contains invisible characters; they are shown as <U+…>."
    assert mixed_warning == "“Bоiler.md” mixes Cyrillic and Latin letters in one word; it may imitate another name."


def test_a_line_is_collapsed_and_truncated_to_its_limit() -> None:
    assert sanitize_line("a\n b\tc", 20) == "a b c"
    assert sanitize_line("x" * 1_000_000, 20) == "x" * 19 + "…"
    assert len(sanitize_line("word " * 100, 30)) == 30


@pytest.mark.parametrize(
    ("text", "is_hidden"),
    [
        ("plain\n\ttext ä 日本", False),
        ("ok 👨\u200d👩", False),
        ("pay\u202eevil", True),
        ("a\u200bb", True),
        ("tag\U000e0041", True),
        ("bell\x07", True),
        ("", False),
    ],
)
def test_hidden_characters_are_detected_in_multiline_text(text: str, is_hidden: bool) -> None:
    assert has_hidden_characters(text) is is_hidden


def test_a_warning_shows_the_sanitized_text() -> None:
    assert hidden_character_warning("pay\u202e").startswith("“pay<U+202E>” contains")
