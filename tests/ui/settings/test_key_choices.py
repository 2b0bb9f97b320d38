"""Key choices: a key is one command's where both could be meant; what was given up can be had back."""

import pytest

from vaultdesk.ui.settings.key_choices import keys_of, refusal, restored, taken_by, with_key


def test_a_key_that_another_command_has_is_told_and_taken_from_it() -> None:
    assert taken_by("theme", "Ctrl+O", {}) == "jump"

    chosen = with_key("theme", "Ctrl+O", {})

    assert (keys_of("theme", chosen), keys_of("jump", chosen)) == (("Ctrl+O",), ())
    assert taken_by("jump", "Ctrl+O", chosen) == "theme"


def test_one_of_two_keys_is_taken_and_the_other_stays() -> None:
    assert keys_of("palette", with_key("theme", "Ctrl+K", {})) == ("Ctrl+P",)


def test_keys_of_two_panes_are_never_meant_at_once() -> None:
    assert taken_by("find", "Ctrl+Shift+H", {}) == "chats"
    assert taken_by("find-in-chat", "Ctrl+H", {}) is None


def test_what_is_as_in_the_table_is_not_kept_as_a_choice() -> None:
    chosen = with_key("jump", "Ctrl+J", {"of-a-later-version": ("F9",)})

    assert with_key("jump", "Ctrl+O", chosen) == {"of-a-later-version": ("F9",)}


def test_restoring_takes_the_keys_back_from_whom_they_were_given() -> None:
    chosen = with_key("theme", "Ctrl+O", {})

    back = restored("jump", chosen)

    assert (keys_of("jump", back), keys_of("theme", back)) == (("Ctrl+O",), ())


@pytest.mark.parametrize("key", ["A", "Shift+A", "Space", "Return", "Ctrl+C", "Ctrl+Z", "Left"])
def test_keys_that_typing_needs_are_refused(key: str) -> None:
    assert refusal(key)


@pytest.mark.parametrize("key", ["", "F5", "Shift+F5", "Ctrl+J", "Alt+X", "Ctrl+?"])
def test_other_keys_can_be_had(key: str) -> None:
    assert refusal(key) == ""
