"""Action table: names and keys are given once; keys that count in one pane only may be another command's elsewhere."""

from collections import Counter

from vaultdesk.core.resources import resource_path
from vaultdesk.ui.action_table import ACTIONS, key_sequences


def test_no_two_commands_that_could_be_meant_at_once_have_the_same_keys() -> None:
    keys = Counter((sequence.toString(), row.scope) for row in ACTIONS for sequence in key_sequences(row))
    anywhere = {key for key, scope in keys if scope == "window"}

    assert {key: count for key, count in keys.items() if count > 1} == {}
    assert [key for key, scope in keys if scope != "window" and key in anywhere] == []


def test_no_two_commands_have_the_same_name() -> None:
    assert len({row.id for row in ACTIONS}) == len(ACTIONS)


def test_every_command_has_an_icon_of_ours() -> None:
    assert [row.id for row in ACTIONS if not resource_path("icons", f"{row.icon}.svg").is_file()] == []
