"""Tests of `config`."""

from pathlib import Path

from tests.cli.conftest import CommandLine


def test_a_set_value_is_read_back_and_stored_in_the_file(command: CommandLine, home: Path) -> None:
    assert command("config", "set", "appearance.theme", "dark").code == 0
    assert command("config", "get", "appearance.theme").out == "dark\n"
    file = Path(command("config", "path").out.strip())
    assert file.is_relative_to(home)
    assert 'theme = "dark"' in file.read_text(encoding="utf-8")


def test_an_invalid_key_or_value_is_wrong_usage_and_changes_nothing(command: CommandLine) -> None:
    assert command("config", "set", "appearance.theme", "pink").code == 2
    assert command("config", "set", "no.such.key", "1").code == 2
    assert command("config", "get", "no.such.key").code == 2
    assert command("config", "get", "appearance.theme").out == "system\n"


def test_r9_a_server_is_configured_with_one_command(command: CommandLine) -> None:
    table = '{"kind": "openai-compatible", "base_url": "http://localhost:8080/v1", "model": "qwen3"}'

    assert command("config", "set", "providers.mine", table).code == 0
    assert command("config", "get", "providers.mine.model").out == "qwen3\n"
    assert command("config", "set", "providers.mine.add_v1", "false").code == 0


def test_r9_an_unusable_provider_is_refused_with_a_message(command: CommandLine) -> None:
    without = command("config", "set", "providers.mine", '{"kind": "openai-compatible"}')
    unusable = command("config", "set", "providers.mine", '{"kind": "openai", "base_url": "ftp://x"}')

    assert (without.code, unusable.code) == (2, 2)
    assert "The provider mine has no address" in without.err
    assert "The provider's address 'ftp://x' cannot be used" in unusable.err
    assert command("config", "get", "providers.mine").code == 2


def test_comments_and_unknown_keys_are_preserved(command: CommandLine) -> None:
    command("config", "set", "appearance.theme", "dark")
    file = Path(command("config", "path").out.strip())
    file.write_text("# mine\nfuture = 1\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    command("config", "set", "appearance.theme", "light")
    text = file.read_text(encoding="utf-8")
    assert "# mine" in text
    assert "future = 1" in text
