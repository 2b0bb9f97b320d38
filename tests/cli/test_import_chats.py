"""Import in a terminal."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.chat.importers.drawing import fixture
from tests.chat.importers.exports import packed
from tests.cli.conftest import Ran
from vaultdesk.cli import command_session, import_chats

Command = Callable[..., Ran]


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


def chats(vault: Path) -> list[str]:
    return sorted(file.name for file in (vault / "Chats").glob("*.md"))


def test_a_dry_run_lists_what_would_be_created_and_creates_nothing(
    command: Command, vault: Path, tmp_path: Path
) -> None:
    ran = command("import", "claude", packed(tmp_path / "e.zip", "claude"), "--vault", vault, "--dry-run")

    assert ran.code == 0
    assert ran.out.splitlines() == [
        "2026-02-14  Bread                                            6  Chats/Bread.md",
        "2026-02-14  Bread (branch 2)                                 6  Chats/Bread (branch 2).md",
        "2024-02-15  Old exports have no blocks and no parents.       2  "
        "Chats/Old exports have no blocks and no parents.md",
        "3 chats would be created in Chats.",
    ]
    assert not (vault / "Chats").exists()


def test_an_import_creates_notes_once_and_tells_how_to_take_them_back(
    command: Command, vault: Path, tmp_path: Path
) -> None:
    export = packed(tmp_path / "e.zip", "claude")
    first = command("import", "auto", export, "--vault", vault)
    made = chats(vault)
    second = command("import", "auto", export, "--vault", vault)
    group = first.out.split("vaultdesk undo ")[1].strip()
    undone = command("undo", group, "--vault", vault)

    assert (first.code, second.code, undone.code) == (0, 0, 0)
    assert made == ["Bread (branch 2).md", "Bread.md", "Old exports have no blocks and no parents.md"]
    assert second.out.splitlines()[:2] == ["0 chats were created in Chats.", "3 chats skipped: already imported."]
    assert chats(vault) == []


def test_a_terminal_shows_how_far_it_is_and_errors_stay_one_line(
    command: Command, vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export = packed(tmp_path / "e.zip", "claude")
    monkeypatch.setattr(import_chats, "sys", SimpleNamespace(stderr=Screen()))
    monkeypatch.setattr(command_session, "sys", import_chats.sys)
    ran = command("import", "auto", export, "--vault", vault)
    shown = import_chats.sys.stderr.getvalue()
    refused = command("import", "copilot", export, "--vault", vault)

    assert ran.code == 0
    assert "Reading chats: 3" in shown
    assert "Writing chats: 3 of 3" in shown
    assert shown.endswith("\r\x1b[K")
    assert (refused.code, len(refused.err.strip().splitlines())) == (1, 1)


def test_json_prints_one_chat_a_line(command: Command, vault: Path, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "20260822_111203__Pump.md").write_text(fixture("copilot-quick.md"), encoding="utf-8")
    ran = command("import", "copilot", tmp_path / "in", "--vault", vault, "--json")
    (line,) = (json.loads(line) for line in ran.out.splitlines())

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


def test_a_broken_export_fails_with_what_to_do(command: Command, vault: Path, tmp_path: Path) -> None:
    (tmp_path / "conversations.json").write_text(fixture("claude-conversations.json")[:300])
    ran = command("import", "claude", tmp_path / "conversations.json", "--vault", vault)

    assert ran.code == 1
    assert "it is incomplete. Download the export again." in ran.err
    assert not (vault / "Chats").exists()


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("import", "claude", "gone.zip"), 2, "There is no gone.zip."),
        (("import", "word", "gone.zip"), 2, "invalid choice"),
        (("import", "copilot", "."), 1, "contains no chats of Obsidian Copilot"),
    ],
)
def test_what_cannot_be_imported_is_told_on_stderr(
    command: Command, vault: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int, told: str
) -> None:
    monkeypatch.chdir(vault)
    ran = command(*words, "--vault", vault)

    assert (ran.code, ran.out) == (code, "")
    assert told in ran.err


def test_control_characters_of_an_export_do_not_reach_the_terminal(
    command: Command, vault: Path, tmp_path: Path
) -> None:
    messages = [{"sender": "human", "text": "x\u001b[31m", "created_at": "2026-01-01T00:00:00Z"}]
    (tmp_path / "c.json").write_text(
        json.dumps([{"uuid": "1", "name": "\u001b]0;evil\u0007\u202etitle", "chat_messages": messages}])
    )
    ran = command("import", "auto", tmp_path / "c.json", "--vault", vault)

    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert "\u202e" not in ran.out
