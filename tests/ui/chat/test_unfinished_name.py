"""Tests of unfinished_name.py."""

import pytest

from vaultdesk.ui.chat.unfinished_name import LONGEST_NAME, Unfinished, unfinished


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("@", Unfinished("@", "")),
        ("What does @boi", Unfinished("@", "boi")),
        ("(@heat pump", Unfinished("@", "heat pump")),
        ("see [[Boi", Unfinished("[[", "Boi")),
        ("see [[Boiler#Why", Unfinished("[[", "Boiler#Why")),
        ("[[Boiler#^a1", Unfinished("[[", "Boiler#^a1")),
        ("@#hea", Unfinished("@", "#hea")),
        ("/su", Unfinished("/", "su")),
        ("/", Unfinished("/", "")),
    ],
)
def test_a_name_behind_its_sign_is_being_typed(before: str, expected: Unfinished) -> None:
    assert unfinished(before, first=True) == expected


@pytest.mark.parametrize(
    "before",
    [
        "ann@example.org",
        "plain words",
        "[[Boiler]] is",
        "[[Boiler|the bo",
        "@ now",
        "@Boiler ",
        "and /or",
        "/usr/bin",
        "@" + "x" * (LONGEST_NAME + 1),
    ],
)
def test_a_sign_inside_a_word_or_behind_a_finished_name_is_a_letter(before: str) -> None:
    assert unfinished(before, first=True) is None


def test_a_quick_command_begins_on_the_first_line_only() -> None:
    assert unfinished("/su", first=False) is None


def test_the_later_sign_is_the_one_being_typed() -> None:
    assert unfinished("@Boiler and [[Bud", first=True) == Unfinished("[[", "Bud")
    assert unfinished("@Boiler and @Bud", first=True) == Unfinished("@", "Bud")


def test_what_is_replaced_is_the_name_with_its_sign() -> None:
    assert Unfinished("[[", "Boi").written == "[[Boi"
