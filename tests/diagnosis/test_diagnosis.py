"""Tests of diagnosis/diagnosis.py."""

from pathlib import Path

from tests.diagnosis.subjects import subject
from tests.support.vaults import write_vault
from vaultdesk.diagnosis.check import CHECK_GROUPS, CheckTopic, limited_check, passed_check, run_all_probes
from vaultdesk.diagnosis.diagnosis import all_probes, diagnosis_report, without_personal_data

# Diagnosis: all probes on a real home folder and a real vault, each check with a unique id.


async def test_all_probes_run_and_each_check_has_a_unique_id(tmp_path: Path) -> None:
    vault = write_vault(tmp_path / "vault")
    checks = await run_all_probes(all_probes(subject(tmp_path / "home", vault), list))
    ids = [check.id for check in checks]
    assert len(ids) == len(set(ids))
    assert {
        "program", "resources", "crash", "home", "settings", "data-disk", "keys", "vault", "vault-disk", "vault-case",
        "vault-links", "vault-sync", "watching", "full-text", "index", "meaning", "pdf", "local-models", "web-search",
    } <= set(ids)  # fmt: skip
    assert [check.name for check in checks if check.outcome == "failed"] == []
    assert all(check.remedy for check in checks if check.outcome != "ok")
    assert [group for group in CHECK_GROUPS if group not in {check.group for check in checks}] == ["window"]


async def test_without_a_vault_the_watch_limit_is_the_only_vault_check(tmp_path: Path) -> None:
    checks = await run_all_probes(all_probes(subject(tmp_path / "home"), list))
    assert [check.id for check in checks if check.group == "vault"] == ["watching"]
    assert "index" not in {check.id for check in checks}


async def test_a_missing_vault_is_a_failure(tmp_path: Path) -> None:
    checks = await run_all_probes(all_probes(subject(tmp_path / "home", tmp_path / "gone"), list))
    assert "failed" in {check.outcome for check in checks}


# Report: the findings as text that can be passed on, without personal data.

DATA = CheckTopic("Data folder", id="data-folder", group="folders")
VAULT = CheckTopic("Vault", id="vault", group="vault")
PROGRAM = CheckTopic("VaultDesk", id="program", group="program")


def test_the_report_lists_findings_by_group_with_their_remedies() -> None:
    checks = [
        passed_check(VAULT, "Well."),
        limited_check(DATA, "Full.", "Free some space."),
        passed_check(PROGRAM, "0.1.0"),
    ]
    assert diagnosis_report(checks, "/nowhere", "karl").splitlines() == [
        "ok    VaultDesk: 0.1.0",
        "note  Data folder: Full.",
        "      → Free some space.",
        "ok    Vault: Well.",
    ]


def test_the_user_name_and_the_home_folder_are_removed_from_the_report() -> None:
    home = "/srv/people/karl"
    report = diagnosis_report(
        [passed_check(DATA, f"{home}/.local/share"), passed_check(VAULT, "/media/karl/Stick and karlsruhe")],
        home,
        "karl",
    )
    assert "~/.local/share" in report
    assert "/media/user/Stick and karlsruhe" in report
    assert "/karl" not in report


def test_an_api_key_is_removed_from_the_report() -> None:
    assert "sk-abcdefghijklmnop" not in diagnosis_report(
        [passed_check(DATA, "sk-abcdefghijklmnop")], "/nowhere", "karl"
    )


def test_a_folder_whose_name_starts_with_the_home_folders_name_is_not_replaced() -> None:
    assert without_personal_data("/srv/karl-backup and /srv/karl", "/srv/karl", "") == "/srv/karl-backup and ~"
    assert without_personal_data(r"C:\People\Karl\x", "C:\\People\\Karl", "Karl") == r"~\x"


def test_a_user_name_of_two_letters_is_not_replaced() -> None:
    assert without_personal_data("go on", "/root", "go") == "go on"
