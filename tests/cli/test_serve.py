"""Tests of `serve`."""

import argparse
import asyncio
import os
import signal
import socket
import threading
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from vaultdesk.cli import serve
from vaultdesk.cli.serve import ServingPlan
from vaultdesk.core.logs import stop_logging
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.settings.settings_store import SettingsStore

SECONDS = 20
"""Seconds until a process has started or ended."""


@pytest.fixture
def settings(home: Path) -> SettingsStore:
    store = SettingsStore(app_folders({"VAULTDESK_HOME": str(home)}).settings_file)
    store.load()
    work = ProviderSettings(kind="openai-compatible", base_url="http://127.0.0.1:1/v1", model="small")
    broken = ProviderSettings(kind="openai-compatible", model="nowhere")
    store.change(lambda tree: tree.with_provider("work", work).with_provider("broken", broken))
    return store


def serve_plan(model: str | None, monkeypatch: pytest.MonkeyPatch) -> ServingPlan:
    """Run the command with an endpoint that becomes ready and ends immediately, and return its plan."""
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    plans: list[ServingPlan] = []

    preloaded = threading.Event()
    monkeypatch.setattr("vaultdesk.providers.sdk_preload.preload_sdks", lambda _kinds: preloaded.set())

    async def endpoint(plan: ServingPlan) -> None:
        assert not preloaded.is_set()
        plan.on_ready(4321, "vd-token")
        assert preloaded.wait(SECONDS)
        assert plan.open_model("work/other").model == "other"
        assert plan.model_info("work/other") is None
        plans.append(plan)

    try:
        assert serve.run(argparse.Namespace(model=model, port=0), endpoint) == 0
    finally:
        stop_logging()
    return plans[0]


def test_usage_is_printed_at_the_start(
    settings: SettingsStore, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = serve_plan("work", monkeypatch)

    lines = capsys.readouterr().out.splitlines()
    assert lines[2:4] == ["OPENAI_BASE_URL=http://127.0.0.1:4321/v1", "OPENAI_API_KEY=vd-token"]
    assert lines[-1] == 'For example "model": "work/small"'
    assert plan.default == "work/small"
    assert plan.folder == app_folders().data / "endpoint"


def test_every_known_model_is_offered_except_unusable_ones(
    settings: SettingsStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = serve_plan(None, monkeypatch)

    assert plan.default == ""
    known = plan.known_labels()
    assert known[0] == "offline/offline"
    assert "work/small" in known
    assert not any(label.startswith("broken") for label in known)


def test_an_unknown_model_is_wrong_usage(command: CommandLine) -> None:
    result = command("serve", "responses", "--model", "nobody/nothing", "--port", 0)

    assert (result.code, result.out) == (2, "")
    assert "There is no provider 'nobody'" in result.err


@pytest.mark.parametrize("port", ["65536", "-1", "http", "8e3", ""])
def test_an_invalid_port_is_wrong_usage(command: CommandLine, port: str) -> None:
    assert command("serve", "responses", f"--port={port}").code == 2


def test_an_unknown_service_is_wrong_usage(command: CommandLine) -> None:
    assert command("serve").code == 2
    assert command("serve", "dinner").code == 2


def test_help_has_an_example(command: CommandLine) -> None:
    result = command("serve", "responses", "--help")

    assert (result.code, "example: vaultdesk serve responses" in result.out) == (0, True)


def test_an_occupied_port_is_a_one_line_error(command: CommandLine) -> None:
    with socket.create_server(("127.0.0.1", 0)) as occupied:
        port = occupied.getsockname()[1]
        result = command("serve", "responses", "--port", port)

    assert (result.code, result.out) == (1, "")
    assert result.err.startswith(f"vaultdesk: Port {port} cannot be used: ")
    assert result.err.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="Windows does not use SIGTERM")
def test_sigterm_closes_the_endpoint(settings: SettingsStore) -> None:
    closed: list[str] = []

    async def endpoint(plan: ServingPlan) -> None:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.get_running_loop().create_future()
        finally:
            closed.append("endpoint")

    before = signal.getsignal(signal.SIGTERM)
    try:
        assert serve.run(argparse.Namespace(model=None, port=0), endpoint) == 0
    finally:
        stop_logging()

    assert closed == ["endpoint"]
    assert signal.getsignal(signal.SIGTERM) is before


def test_libraries_that_fail_to_load_are_reported_only_by_the_first_request(
    settings: SettingsStore, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_kinds: object) -> None:
        raise ImportError("no such library")

    monkeypatch.setattr("vaultdesk.providers.sdk_preload.preload_sdks", broken)

    async def endpoint(plan: ServingPlan) -> None:
        plan.on_ready(4321, "vd-token")

    try:
        assert serve.run(argparse.Namespace(model=None, port=0), endpoint) == 0
    finally:
        stop_logging()
    assert capsys.readouterr().err == ""
