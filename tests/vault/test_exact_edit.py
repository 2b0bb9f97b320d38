"""Words replaced where they stand exactly once."""

import pytest

from vaultdesk.vault.exact_edit import EditRefused, replaced_once

NOTE = "# Boiler\n\nThe pump costs 100 euros.\nThe pump runs.\n\n- pump\n"


def refused(old: str, text: str = NOTE) -> str:
    with pytest.raises(EditRefused) as refusal:
        replaced_once(text, old, "x")
    return str(refusal.value)


def test_words_that_stand_there_once_are_replaced() -> None:
    assert replaced_once(NOTE, "100 euros", "90 euros") == NOTE.replace("100", "90")
    assert replaced_once(NOTE, "runs.\r\n\r\n- pump\r\n", "rests.\r\n") == NOTE.replace("runs.\n\n- pump\n", "rests.\n")
    assert replaced_once(NOTE, "\n\n- pump", "") == NOTE.replace("\n\n- pump", "")


def test_words_that_stand_there_often_are_counted_with_their_lines() -> None:
    assert refused("pump") == "The old text is there 3 times, in lines 3, 4, 6. Give more of what is around it."
    assert refused("aa", "aaa").startswith("The old text is there 2 times, in lines 1, 1.")
    assert refused("x", "x\n" * 100).endswith("30 …. Give more of what is around it.")


def test_missing_words_are_answered_with_the_nearest_line() -> None:
    assert refused("The pump costs 200 euros.") == (
        "The old text is not in the note. The nearest is line 3: “The pump costs 100 euros.”."
    )
    assert refused("something else entirely") == "The old text is not in the note."
    assert "other blanks" in refused("The  pump runs.")
    assert "empty" in refused("")


def test_hostile_words_are_shown_in_the_open() -> None:
    assert "<U+202E>" in refused("pump one two", "pump one \u202e\n")
