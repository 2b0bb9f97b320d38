"""Checks: each failure is found and has its remedy."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from vaultdesk.assets import asset
from vaultdesk.cli import checks as cli_checks
from vaultdesk.cli.checks import Check, run_checks
from vaultdesk.credentials import Credentials
from vaultdesk.paths import places
from vaultdesk.settings import SettingsStore


def checks(home: Path) -> dict[str, Check]:
    where = places({"VAULTDESK_HOME": str(home)})
    store = SettingsStore(where.settings_file)
    store.load()
    credentials = Credentials({"VAULTDESK_HOME": str(home)})
    return {check.name: check for check in run_checks(where, store, credentials)}


def test_a_healthy_computer_fails_nothing(home: Path) -> None:
    found = checks(home)
    assert found["Window toolkit (Qt)"].outcome == "ok"
    assert found["Full-text search"].outcome == "ok"
    assert found["Own files"].outcome == "ok"
    assert found["Search by meaning"].finding == "all-MiniLM-L6-v2 is here and whole."
    assert [check.name for check in found.values() if check.outcome == "failed"] == []


def test_a_broken_settings_file_is_named_with_its_line(home: Path) -> None:
    file = places({"VAULTDESK_HOME": str(home)}).settings_file
    file.parent.mkdir(parents=True)
    file.write_text("version = 1\n[appearance\n", encoding="utf-8")
    found = checks(home)["Settings file"]
    assert found.outcome == "warning"
    assert "line" in f"{found.finding} {found.remedy}"


@pytest.mark.skipif(sys.platform == "win32" or not hasattr(os, "geteuid"), reason="file in a folder's place")
def test_a_place_that_cannot_be_written_fails_with_a_remedy(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "data").write_text("in the way", encoding="utf-8")
    found = checks(home)["Data folder"]
    assert found.outcome == "failed"
    assert found.remedy


def test_a_model_that_is_not_whole_is_a_warning(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "all-MiniLM-L6-v2"
    shutil.copytree(asset("models", "all-MiniLM-L6-v2"), folder)
    (folder / "tokenizer.json").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(cli_checks, "asset", lambda *parts: folder if parts[0] == "models" else asset(*parts))
    found = checks(home)["Search by meaning"]
    assert (found.outcome, found.remedy) == ("warning", "Install VaultDesk again.")
    assert "damaged" in found.finding


@pytest.mark.parametrize(
    ("settings", "outcome", "finding"),
    [
        ("", "ok", "Off: no search engine is chosen."),
        ('engine = "duckduckgo"', "ok", "DuckDuckGo at html.duckduckgo.com."),
        ('engine = "searxng"\nbase_url = "http://localhost:8888"', "ok", "SearXNG at localhost:8888."),
        ('engine = "searxng"', "warning", "The address of SearXNG is not set."),
        ('engine = "brave"', "warning", "There is no key for Brave Search. BRAVE_API_KEY is not set."),
    ],
)
def test_the_web_search_is_told_without_asking_anybody(home: Path, settings: str, outcome: str, finding: str) -> None:
    file = places({"VAULTDESK_HOME": str(home)}).settings_file
    file.parent.mkdir(parents=True)
    file.write_text(f"version = 1\n[web]\n{settings}\n", encoding="utf-8")
    found = checks(home)["Web search"]
    assert (found.outcome, found.finding) == (outcome, finding)
    assert bool(found.remedy) == (outcome == "warning")
