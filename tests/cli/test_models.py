import json
from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.support.wire import WireServer


@pytest.fixture
def no_local_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: object) -> tuple[()]:
        return ()

    monkeypatch.setattr("vaultdesk.providers.catalog.find_servers", nothing)


def test_models_of_one_provider_are_listed(command: CommandLine) -> None:
    with WireServer(models=("a", "b")) as server:
        command("config", "set", "providers.work.kind", "openai-compatible")
        command("config", "set", "providers.work.base_url", server.url)
        listed = command("models", "--provider", "work")

    assert (listed.code, listed.err) == (0, "")
    assert listed.out.splitlines() == [
        "work/a  (tools not known yet, on this computer)",
        "work/b  (tools not known yet, on this computer)",
    ]


def test_a_model_list_is_cached_for_a_day_unless_refreshed(command: CommandLine) -> None:
    with WireServer(models=("a",)) as server:
        command("config", "set", "providers.work.kind", "openai-compatible")
        command("config", "set", "providers.work.base_url", server.url)
        for more in ((), (), ("--refresh",)):
            assert command("models", "--provider", "work", *more).code == 0

    assert len(server.requests) == 2


def test_json_output_has_known_facts_and_null_otherwise(command: CommandLine) -> None:
    with WireServer(models=("a",)) as server:
        command("config", "set", "providers.work.kind", "openai-compatible")
        command("config", "set", "providers.work.base_url", server.url)
        listed = command("models", "--provider", "work", "--json")

    assert [json.loads(line) for line in listed.out.splitlines()] == [
        {
            "model": "work/a",
            "provider": "work",
            "local": True,
            "tools": "native",
            "why": "work does not report whether a supports tools. If it rejects them, VaultDesk uses text-based "
            "tools.",
            "images": None,
            "reasoning": None,
            "context": None,
            "price": None,
        }
    ]


def test_an_unreachable_provider_is_reported_and_the_others_are_listed(
    command: CommandLine, no_local_servers: None
) -> None:
    with WireServer() as closed:
        url = closed.url
    command("config", "set", "providers.work.kind", "openai-compatible")
    command("config", "set", "providers.work.base_url", url)
    listed = command("models")

    assert listed.code == 1
    assert "offline/offline" in listed.out
    assert "Nothing answers at" in listed.err


def test_an_unknown_provider_is_reported(command: CommandLine, tmp_path: Path) -> None:
    listed = command("models", "--provider", "nobody")

    assert listed.code == 1
    assert "There is no provider 'nobody'" in listed.err
