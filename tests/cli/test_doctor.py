"""Tests of `doctor`."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from vaultdesk.cli import doctor


@pytest.fixture(autouse=True)
def no_local_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore model servers running on this computer."""
    monkeypatch.setattr("vaultdesk.diagnosis.provider_checks.find_local_servers", lambda: ())


def test_json_output_has_the_overall_result_and_all_checks(command: CommandLine) -> None:
    result = command("doctor", "--json")
    report = json.loads(result.out)
    assert report["ok"] is (result.code == 0)
    names = [check["name"] for check in report["checks"]]
    assert names[0] == "VaultDesk"
    assert {"Window toolkit (Qt)", "Display", "API keys", "Full-text search", "Change detection"} <= set(names)
    assert set(report["checks"][0]) == {"name", "outcome", "finding", "remedy", "id", "group", "command"}
    assert all(check["remedy"] for check in report["checks"] if check["outcome"] != "ok")
    assert (report["asked"], report["not_asked"]) == ([], [])


def test_checks_are_listed_below_the_names_of_their_groups(command: CommandLine) -> None:
    lines = command("doctor").out.splitlines()
    assert lines[0] == "This program"
    assert lines[1].startswith("  ok    VaultDesk: ")
    headings = [line for line in lines if line and not line.startswith(" ")]
    assert headings == list(doctor.GROUP_HEADINGS.values())


def test_a_named_vault_is_checked(command: CommandLine, vault: Path) -> None:
    checks = {check["id"]: check for check in json.loads(command("doctor", "--vault", vault, "--json").out)["checks"]}
    assert checks["vault"]["finding"].startswith(str(vault))
    assert checks["index"]["outcome"] == "ok"


def test_a_missing_vault_is_a_failure(command: CommandLine, tmp_path: Path) -> None:
    result = command("doctor", "--vault", tmp_path / "gone")
    assert result.code == 1
    assert "FAIL  Vault" in result.out


def test_providers_not_contacted_are_listed(command: CommandLine, home: Path) -> None:
    command("config", "set", "chat.model", "openai/gpt-5")
    assert json.loads(command("doctor", "--json").out)["not_asked"] == ["api.openai.com"]
    assert command("doctor").out.splitlines()[-1].startswith("Not contacted: api.openai.com.")


def test_contacted_providers_are_listed(command: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    provider_probing: list[bool] = []

    def no_probes(*_: object, ask_providers: bool = False, **__: object) -> list[object]:
        provider_probing.append(ask_providers)
        return []

    monkeypatch.setattr("vaultdesk.diagnosis.diagnosis.provider_probes", no_probes)
    command("config", "set", "chat.model", "openai/gpt-5")
    result = command("doctor", "--providers")
    assert provider_probing == [True]
    assert result.out.splitlines()[-1].startswith("Lists of models requested from: api.openai.com.")
