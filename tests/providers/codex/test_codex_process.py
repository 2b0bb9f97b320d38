"""Tests of providers/codex/codex_process.py."""

import os
from pathlib import Path

import pytest

from vaultdesk.core.errors import ProviderRefused
from vaultdesk.providers.codex.codex_process import find_codex, minimal_environment, server_arguments
from vaultdesk.providers.error_context import ErrorContext

# Command: where codex is found, what it is told at its start, and what it gets of the environment.

CONTEXT = ErrorContext("Codex", "chatgpt.com", "Codex")


def test_it_is_found_on_path(tmp_path: Path) -> None:
    program = tmp_path / ("codex.cmd" if os.name == "nt" else "codex")
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)

    found = find_codex({"PATH": str(tmp_path)}, CONTEXT)

    assert Path(found[0]).name.lower() == program.name
    assert found[1:] == ()


def test_missing_it_is_told_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(ProviderRefused, match="not installed") as caught:
        find_codex({"PATH": str(tmp_path)}, CONTEXT)

    assert "npm install -g @openai/codex" in caught.value.hint


def test_an_empty_path_finds_nothing_of_the_systems_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(ProviderRefused):
        find_codex({}, CONTEXT)


def test_its_own_tools_extensions_and_records_are_off() -> None:
    arguments = server_arguments()

    assert arguments[0] == "app-server"
    assert {
        "features.shell_tool=false", "features.unified_exec=false", "features.plugins=false", "features.hooks=false",
        "agents.enabled=false", "web_search=disabled", "notify=[]", "history.persistence=none",
        "analytics.enabled=false",
    } <= set(arguments)  # fmt: skip


def test_no_argument_holds_what_a_batch_file_would_read() -> None:
    assert not [argument for argument in server_arguments() if set(argument) & set(' "%^&|<>!\n')]


def test_keys_and_the_rest_of_the_environment_stay_here() -> None:
    given = {
        "PATH": "/bin", "Home": "/h", "CODEX_HOME": "/c", "https_proxy": "http://p", "LANG": "C", "SystemRoot": "C:\\W",
        "OPENAI_API_KEY": "sk-x", "ANTHROPIC_API_KEY": "sk-y", "PYTHONPATH": "/p", "SECRET": "s", "CODEX_API_KEY": "k",
    }  # fmt: skip

    assert minimal_environment(given).keys() == {"PATH", "Home", "CODEX_HOME", "https_proxy", "LANG", "SystemRoot"}
