"""Hostile names and texts, shown for what they are."""

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
    ("text", "shown"),
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
def test_what_cannot_be_seen_is_shown_by_its_number(text: str, shown: str) -> None:
    assert sanitize_text(text) == shown


def test_kept_controls_stay() -> None:
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
def test_words_of_several_scripts_are_noticed(name: str, scripts: tuple[str, ...]) -> None:
    assert mixed_scripts(name) == scripts


def test_warnings_name_what_is_wrong_and_only_that() -> None:
    assert name_warnings(["Boiler.md", "Größe.md", "Отчёт.md"]) == ()
    hidden, mixed = name_warnings(["a\u202eb.md", "Bоiler.md", "Bоiler.md"])
    assert hidden == "“a<U+202E>b.md” contains invisible characters; they are shown as <U+…>."
    assert mixed == "“Bоiler.md” mixes Cyrillic and Latin letters in one word; it may imitate another name."


def test_short_is_one_line_within_its_limit() -> None:
    assert sanitize_line("a\n b\tc", 20) == "a b c"
    assert sanitize_line("x" * 1_000_000, 20) == "x" * 19 + "…"
    assert len(sanitize_line("word " * 100, 30)) == 30


@pytest.mark.parametrize(
    ("text", "hidden"),
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
def test_hidden_characters_are_noticed_in_text_of_many_lines(text: str, hidden: bool) -> None:
    assert has_hidden_characters(text) is hidden


def test_a_warning_shows_what_it_warns_of_for_what_it_is() -> None:
    assert hidden_character_warning("pay\u202e").startswith("“pay<U+202E>” contains")
