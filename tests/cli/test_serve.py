"""Serve: the endpoint as a person starts it, uses it and ends it."""

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
"""How long a program may take to start or to end."""


@pytest.fixture
def settings(home: Path) -> SettingsStore:
    store = SettingsStore(app_folders({"VAULTDESK_HOME": str(home)}).settings_file)
    store.load()
    work = ProviderSettings(kind="openai-compatible", base_url="http://127.0.0.1:1/v1", model="small")
    broken = ProviderSettings(kind="openai-compatible", model="nowhere")
    store.change(lambda tree: tree.with_provider("work", work).with_provider("broken", broken))
    return store


def started(model: str | None, monkeypatch: pytest.MonkeyPatch) -> ServingPlan:
    """Run the command up to its endpoint, which is ready at once and then over; return what that was handed."""
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    plans: list[ServingPlan] = []

    warmed = threading.Event()
    monkeypatch.setattr("vaultdesk.providers.sdk_preload.preload_sdks", lambda _ways: warmed.set())

    async def endpoint(plan: ServingPlan) -> None:
        assert not warmed.is_set()
        plan.on_ready(4321, "vd-token")
        assert warmed.wait(SECONDS)
        assert plan.open_model("work/other").model == "other"
        assert plan.model_info("work/other") is None
        plans.append(plan)

    try:
        assert serve.run(argparse.Namespace(model=model, port=0), endpoint) == 0
    finally:
        stop_logging()
    return plans[0]


def test_it_says_how_to_use_it(
    settings: SettingsStore, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = started("work", monkeypatch)

    lines = capsys.readouterr().out.splitlines()
    assert lines[2:4] == ["OPENAI_BASE_URL=http://127.0.0.1:4321/v1", "OPENAI_API_KEY=vd-token"]
    assert lines[-1] == 'For example "model": "work/small"'
    assert plan.default == "work/small"
    assert plan.folder == app_folders().data / "endpoint"


def test_every_model_that_is_known_is_offered_and_what_cannot_be_asked_is_not(
    settings: SettingsStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = started(None, monkeypatch)

    assert plan.default == ""
    known = plan.known_labels()
    assert known[0] == "offline/offline"
    assert "work/small" in known
    assert not any(label.startswith("broken") for label in known)


def test_an_unknown_model_is_wrong_usage(command: CommandLine) -> None:
    ran = command("serve", "responses", "--model", "nobody/nothing", "--port", 0)

    assert (ran.code, ran.out) == (2, "")
    assert "There is no provider 'nobody'" in ran.err


@pytest.mark.parametrize("port", ["65536", "-1", "http", "8e3", ""])
def test_what_is_no_port_is_wrong_usage(command: CommandLine, port: str) -> None:
    assert command("serve", "responses", f"--port={port}").code == 2


def test_what_cannot_be_served_is_wrong_usage(command: CommandLine) -> None:
    assert command("serve").code == 2
    assert command("serve", "dinner").code == 2


def test_help_has_an_example(command: CommandLine) -> None:
    ran = command("serve", "responses", "--help")

    assert (ran.code, "example: vaultdesk serve responses" in ran.out) == (0, True)


def test_a_taken_port_is_one_plain_line(command: CommandLine) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = command("serve", "responses", "--port", port)

    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"vaultdesk: Port {port} cannot be used: ")
    assert ran.err.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="no program is asked by SIGTERM on Windows")
def test_asked_by_the_system_it_closes_everything_and_is_done(settings: SettingsStore) -> None:
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


def test_libraries_that_cannot_be_loaded_are_met_by_the_first_request_alone(
    settings: SettingsStore, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_ways: object) -> None:
        raise ImportError("no such library")

    monkeypatch.setattr("vaultdesk.providers.sdk_preload.preload_sdks", broken)

    async def endpoint(plan: ServingPlan) -> None:
        plan.on_ready(4321, "vd-token")

    try:
        assert serve.run(argparse.Namespace(model=None, port=0), endpoint) == 0
    finally:
        stop_logging()
    assert capsys.readouterr().err == ""
