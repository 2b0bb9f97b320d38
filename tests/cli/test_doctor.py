"""Doctor: what works on this computer, in plain words and as JSON."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from vaultdesk.cli import doctor


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """No server of models that happens to run on this computer."""
    monkeypatch.setattr("vaultdesk.diagnosis.provider_checks.find_local_servers", lambda: ())


def test_json_says_whether_all_is_well(command: CommandLine) -> None:
    ran = command("doctor", "--json")
    report = json.loads(ran.out)
    assert report["ok"] is (ran.code == 0)
    names = [check["name"] for check in report["checks"]]
    assert names[0] == "VaultDesk"
    assert {"Window toolkit (Qt)", "Display", "API keys", "Full-text search", "Change detection"} <= set(names)
    assert set(report["checks"][0]) == {"name", "outcome", "finding", "remedy", "id", "group", "command"}
    assert all(check["remedy"] for check in report["checks"] if check["outcome"] != "ok")
    assert (report["asked"], report["not_asked"]) == ([], [])


def test_people_read_a_line_a_check_under_the_name_of_its_group(command: CommandLine) -> None:
    lines = command("doctor").out.splitlines()
    assert lines[0] == "This program"
    assert lines[1].startswith("  ok    VaultDesk: ")
    heads = [line for line in lines if line and not line.startswith(" ")]
    assert heads == list(doctor.GROUP_HEADINGS.values())


def test_a_vault_is_looked_at_where_one_is_named(command: CommandLine, vault: Path) -> None:
    checks = {check["id"]: check for check in json.loads(command("doctor", "--vault", vault, "--json").out)["checks"]}
    assert checks["vault"]["finding"].startswith(str(vault))
    assert checks["index"]["outcome"] == "ok"


def test_a_vault_that_is_gone_is_a_failure(command: CommandLine, tmp_path: Path) -> None:
    ran = command("doctor", "--vault", tmp_path / "gone")
    assert ran.code == 1
    assert "FAIL  Vault" in ran.out


def test_who_was_not_asked_is_said(command: CommandLine, home: Path) -> None:
    command("config", "set", "chat.model", "openai/gpt-5")
    assert json.loads(command("doctor", "--json").out)["not_asked"] == ["api.openai.com"]
    assert command("doctor").out.splitlines()[-1].startswith("Not contacted: api.openai.com.")


def test_who_is_asked_is_said(command: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def no_probes(*_: object, ask_providers: bool = False, **__: object) -> list[object]:
        asked.append(ask_providers)
        return []

    monkeypatch.setattr("vaultdesk.diagnosis.diagnosis.provider_probes", no_probes)
    command("config", "set", "chat.model", "openai/gpt-5")
    ran = command("doctor", "--providers")
    assert asked == [True]
    assert ran.out.splitlines()[-1].startswith("Lists of models requested from: api.openai.com.")
