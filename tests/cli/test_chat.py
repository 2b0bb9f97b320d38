"""Chat: a conversation line by line, with what a person types piped in."""

import io
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from vaultdesk.cli import prompt


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What the person types, line by line."""
    lines = io.StringIO()
    monkeypatch.setattr(prompt.typed_line, "__defaults__", (lines.readline,))
    return lines


def say(lines: io.StringIO, *words: str) -> None:
    lines.write("".join(f"{word}\n" for word in words))
    lines.seek(0)


def test_two_questions_and_a_farewell(command: CommandLine, vault: Path, typed: io.StringIO) -> None:
    say(typed, "What about the heat pump?", "", "And the Boskoop?", "exit", "never asked")
    ran = command("chat", "--vault", vault, "--approve", "all")
    assert ran.code == 0
    assert "Nordwind" in ran.out
    assert "February" in ran.out


def test_the_end_of_input_ends_the_chat(command: CommandLine, vault: Path, typed: io.StringIO) -> None:
    assert command("chat", "--vault", vault, "--approve", "none").code == 0


def test_without_a_display_the_window_becomes_the_chat_on_the_welcome_vault(
    command: CommandLine, typed: io.StringIO, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("vaultdesk.cli.desktop.display_problem", lambda: "No display can be reached.")
    ran = command()
    assert ran.code == 0
    assert ran.err.splitlines()[0] == "No display can be reached. This is the terminal chat instead."
    assert "welcome-vault" in ran.err
    assert (home / "data" / "welcome-vault" / "Welcome.md").is_file()
