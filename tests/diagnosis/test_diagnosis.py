"""Diagnosis: everything at once on a real home and a real vault, each check known by an id of its own."""

from pathlib import Path

from tests.diagnosis.subjects import subject
from tests.support.vaults import write_vault
from vaultdesk.diagnosis.check import GROUPS
from vaultdesk.diagnosis.diagnosis import probes, worst
from vaultdesk.diagnosis.examination import all_found


async def test_everything_is_tried_and_each_has_its_own_id(tmp_path: Path) -> None:
    vault = write_vault(tmp_path / "vault")
    checks = await all_found(probes(subject(tmp_path / "home", vault), list))
    ids = [check.id for check in checks]
    assert len(ids) == len(set(ids))
    assert {
        "program", "resources", "crash", "home", "settings", "data-disk", "keys", "vault", "vault-disk", "vault-case",
        "vault-links", "vault-sync", "watching", "full-text", "index", "meaning", "pdf", "local-models", "web-search",
    } <= set(ids)  # fmt: skip
    assert [check.name for check in checks if check.outcome == "failed"] == []
    assert all(check.remedy for check in checks if check.outcome != "ok")
    assert [group for group in GROUPS if group not in {check.group for check in checks}] == ["window"]


async def test_without_a_vault_only_the_limit_of_watches_is_told(tmp_path: Path) -> None:
    checks = await all_found(probes(subject(tmp_path / "home"), list))
    assert [check.id for check in checks if check.group == "vault"] == ["watching"]
    assert "index" not in {check.id for check in checks}


async def test_the_gravest_outcome_counts(tmp_path: Path) -> None:
    checks = await all_found(probes(subject(tmp_path / "home", tmp_path / "gone"), list))
    assert worst(checks) == "failed"
    assert worst([]) == "ok"
