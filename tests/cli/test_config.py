"""Config: settings by their dotted keys."""

from pathlib import Path

from tests.cli.conftest import CommandLine


def test_a_set_value_is_got_again_and_stands_in_the_file(command: CommandLine, home: Path) -> None:
    assert command("config", "set", "appearance.theme", "dark").code == 0
    assert command("config", "get", "appearance.theme").out == "dark\n"
    file = Path(command("config", "path").out.strip())
    assert file.is_relative_to(home)
    assert 'theme = "dark"' in file.read_text(encoding="utf-8")


def test_a_wrong_key_or_value_is_wrong_usage_and_changes_nothing(command: CommandLine) -> None:
    assert command("config", "set", "appearance.theme", "pink").code == 2
    assert command("config", "set", "no.such.key", "1").code == 2
    assert command("config", "get", "no.such.key").code == 2
    assert command("config", "get", "appearance.theme").out == "system\n"


def test_a_hand_written_comment_and_an_unknown_key_stay(command: CommandLine) -> None:
    command("config", "set", "appearance.theme", "dark")
    file = Path(command("config", "path").out.strip())
    file.write_text("# mine\nfuture = 1\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    command("config", "set", "appearance.theme", "light")
    text = file.read_text(encoding="utf-8")
    assert "# mine" in text
    assert "future = 1" in text
