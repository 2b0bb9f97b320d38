"""Tests of `import`."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.chat.importers.drawing import fixture
from tests.chat.importers.exports import packed
from tests.cli.conftest import CommandResult
from vaultdesk.cli import command_session, import_chats

Command = Callable[..., CommandResult]


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def chats(vault: Path) -> list[str]:
    return sorted(file.name for file in (vault / "Chats").glob("*.md"))


def test_a_dry_run_lists_the_chats_and_creates_nothing(command: Command, vault: Path, tmp_path: Path) -> None:
    result = command("import", "claude", packed(tmp_path / "e.zip", "claude"), "--vault", vault, "--dry-run")

    assert result.code == 0
    assert result.out.splitlines() == [
        "2026-02-14  Bread                                            6  Chats/Bread.md",
        "2026-02-14  Bread (branch 2)                                 6  Chats/Bread (branch 2).md",
        "2024-02-15  Old exports have no blocks and no parents.       2  "
        "Chats/Old exports have no blocks and no parents.md",
        "3 chats would be created in Chats.",
    ]
    assert not (vault / "Chats").exists()


def test_an_import_creates_notes_once_and_prints_how_to_undo_it(command: Command, vault: Path, tmp_path: Path) -> None:
    export = packed(tmp_path / "e.zip", "claude")
    first = command("import", "auto", export, "--vault", vault)
    created = chats(vault)
    second = command("import", "auto", export, "--vault", vault)
    group = first.out.split("vaultdesk undo ")[1].strip()
    undone = command("undo", group, "--vault", vault)

    assert (first.code, second.code, undone.code) == (0, 0, 0)
    assert created == ["Bread (branch 2).md", "Bread.md", "Old exports have no blocks and no parents.md"]
    assert second.out.splitlines()[:2] == ["0 chats were created in Chats.", "3 chats skipped: already imported."]
    assert chats(vault) == []


def test_a_terminal_shows_the_progress_and_errors_are_one_line(
    command: Command, vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export = packed(tmp_path / "e.zip", "claude")
    monkeypatch.setattr(import_chats, "sys", SimpleNamespace(stderr=Terminal()))
    monkeypatch.setattr(command_session, "sys", import_chats.sys)
    result = command("import", "auto", export, "--vault", vault)
    shown = import_chats.sys.stderr.getvalue()
    refused = command("import", "copilot", export, "--vault", vault)

    assert result.code == 0
    assert "Reading chats: 3" in shown
    assert "Writing chats: 3 of 3" in shown
    assert shown.endswith("\r\x1b[K")
    assert (refused.code, len(refused.err.strip().splitlines())) == (1, 1)


def test_json_output_has_one_chat_per_line(command: Command, vault: Path, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "20260822_111203__Pump.md").write_text(fixture("copilot-quick.md"), encoding="utf-8")
    result = command("import", "copilot", tmp_path / "in", "--vault", vault, "--json")
    (line,) = (json.loads(line) for line in result.out.splitlines())

    assert {key: line[key] for key in ("state", "format", "title", "messages", "path", "origin", "source")} == {
        "state": "created",
        "format": "copilot",
        "title": 'Which pump: "Nordwind" or not',
        "messages": 4,
        "path": "Chats/Which pump Nordwind or not.md",
        "origin": "copilot:1787397123000",
        "source": "20260822_111203__Pump.md",
    }
    assert chats(vault) == ["Which pump Nordwind or not.md"]


def test_a_damaged_export_fails_with_a_hint(command: Command, vault: Path, tmp_path: Path) -> None:
    (tmp_path / "conversations.json").write_text(fixture("claude-conversations.json")[:300])
    result = command("import", "claude", tmp_path / "conversations.json", "--vault", vault)

    assert result.code == 1
    assert "it is incomplete. Download the export again." in result.err
    assert not (vault / "Chats").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("import", "claude", "gone.zip"), 2, "There is no gone.zip."),
        (("import", "word", "gone.zip"), 2, "invalid choice"),
        (("import", "copilot", "."), 1, "contains no chats of Obsidian Copilot"),
    ],
)
def test_import_errors_are_reported_on_stderr(
    command: Command, vault: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], code: int, message: str
) -> None:
    monkeypatch.chdir(vault)
    result = command(*arguments, "--vault", vault)

    assert (result.code, result.out) == (code, "")
    assert message in result.err


def test_control_characters_of_an_export_are_not_printed(command: Command, vault: Path, tmp_path: Path) -> None:
    messages = [{"sender": "human", "text": "x\u001b[31m", "created_at": "2026-01-01T00:00:00Z"}]
    (tmp_path / "c.json").write_text(
        json.dumps([{"uuid": "1", "name": "\u001b]0;evil\u0007\u202etitle", "chat_messages": messages}])
    )
    result = command("import", "auto", tmp_path / "c.json", "--vault", vault)

    assert result.code == 0
    assert "\x1b" not in result.out
    assert "\u202e" not in result.out
