"""Parser: what people may type, and the help they get."""

import pytest

from vaultdesk.cli.argument_parser import EXAMPLES, build_parser
from vaultdesk.cli.main import COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        build_parser().parse_args([command, "--help"])
    assert ended.value.code == 0
    assert f"example: {EXAMPLES[command]}" in capsys.readouterr().out


def test_examples_are_given_for_the_commands_there_are() -> None:
    assert set(EXAMPLES) == set(COMMANDS)


def test_wrong_usage_exits_with_2() -> None:
    with pytest.raises(SystemExit) as ended:
        build_parser().parse_args(["ask", "x", "--approve", "everything"])
    assert ended.value.code == 2


def test_ask_understands_all_its_options() -> None:
    options = build_parser().parse_args(
        ["ask", "why?", "--vault", "notes", "--model", "anthropic/x", "--approve", "reads", "--json"]
    )
    assert (options.question, str(options.vault), options.model) == ("why?", "notes", "anthropic/x")
    assert (options.approve, options.json) == ("reads", True)


def test_an_option_is_never_guessed_from_its_beginning() -> None:
    with pytest.raises(SystemExit) as ended:
        build_parser().parse_args(["ask", "x", "--mod", "vault-qa"])
    assert ended.value.code == 2
