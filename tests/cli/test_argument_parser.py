"""Tests of cli/argument_parser.py."""

import pytest

from vaultdesk.cli.argument_parser import EXAMPLES, build_parser
from vaultdesk.cli.main import COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        build_parser().parse_args([command, "--help"])
    assert exit_info.value.code == 0
    assert f"example: {EXAMPLES[command]}" in capsys.readouterr().out


def test_examples_exist_for_all_commands() -> None:
    assert set(EXAMPLES) == set(COMMANDS)


def test_wrong_usage_exits_with_2() -> None:
    with pytest.raises(SystemExit) as exit_info:
        build_parser().parse_args(["ask", "x", "--approve", "everything"])
    assert exit_info.value.code == 2


def test_ask_accepts_all_its_options() -> None:
    options = build_parser().parse_args(
        ["ask", "why?", "--vault", "notes", "--model", "anthropic/x", "--approve", "reads", "--json"]
    )
    assert (options.question, str(options.vault), options.model) == ("why?", "notes", "anthropic/x")
    assert (options.approve, options.json) == ("reads", True)


def test_options_cannot_be_abbreviated() -> None:
    with pytest.raises(SystemExit) as exit_info:
        build_parser().parse_args(["ask", "x", "--mod", "vault-qa"])
    assert exit_info.value.code == 2
