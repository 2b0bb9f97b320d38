"""Tests of `audit`: requests and approvals."""

import json
from pathlib import Path

from tests.cli.conftest import CommandLine
from vaultdesk.core.platform.paths import app_folders, vault_data_folder


def test_each_request_and_decision_has_a_line(command: CommandLine, vault: Path) -> None:
    command("call", "vault_search", '{"query": "boiler"}', "--vault", vault, "--approve", "none")
    command("call", "vault_search", '{"query": "boiler"}', "--vault", vault, "--approve", "all")
    result = command("audit", "--vault", vault, "--json")
    states = [json.loads(line)["happening"] for line in result.out.splitlines()]
    assert states == [
        "requested", "started", "asked", "refused", "requested", "started", "asked", "allowed", "done",
    ]  # fmt: skip


def test_the_limit_selects_the_newest_entries(command: CommandLine, vault: Path) -> None:
    command("call", "vault_search", '{"query": "boiler"}', "--vault", vault, "--approve", "all")
    result = command("audit", "--vault", vault, "--limit", 1)
    assert result.out.count("\n") == 1
    assert " done " in result.out


def test_the_record_contains_no_note_text(command: CommandLine, vault: Path) -> None:
    command("ask", "What about the heat pump?", "--vault", vault, "--approve", "all")
    assert "Nordwind" not in command("audit", "--vault", vault, "--json", "--limit", 1000).out


def test_a_changed_line_is_detected(command: CommandLine, vault: Path, home: Path) -> None:
    command("call", "vault_search", '{"query": "boiler"}', "--vault", vault, "--approve", "all")
    record = vault_data_folder(app_folders(), vault.resolve()) / "audit.jsonl"
    record.write_text(record.read_text(encoding="utf-8").replace('"allowed"', '"refused"'), encoding="utf-8")
    assert "is damaged" in command("audit", "--vault", vault).err


def test_a_vault_without_a_record_prints_nothing(command: CommandLine, vault: Path) -> None:
    result = command("audit", "--vault", vault)
    assert (result.code, result.out) == (0, "")


def test_u20_the_record_can_be_cleared_and_records_that(command: CommandLine, vault: Path) -> None:
    command("call", "vault_search", '{"query": "boiler"}', "--vault", vault, "--approve", "all")
    lines = len(command("audit", "--vault", vault).out.splitlines())

    refused = command("audit", "clear", "--vault", vault)
    assert refused.code != 0
    assert "--yes" in refused.err
    assert len(command("audit", "--vault", vault).out.splitlines()) == lines

    result = command("audit", "clear", "--yes", "--vault", vault)
    assert (result.code, result.out) == (0, f"{lines} entries were removed.\n")
    (line,) = command("audit", "--vault", vault, "--json").out.splitlines()
    value = json.loads(line)
    assert (value["happening"], value["cleared_lines"]) == ("cleared", lines)
    assert f"{lines} entries removed" in command("audit", "--vault", vault).out
    assert command("audit", "--vault", vault).err == ""
