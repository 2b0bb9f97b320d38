"""Codex with its own model provider: usable without a login, and asked only at its configured address."""

from pathlib import Path

import pytest

from tests.journeys.bench import failure_of, open_bench
from tests.journeys.kinds import scripted_codex
from tests.support.codex_server import Step, answered, calls, relays, sends_text, waits
from tests.support.foreign_loopback import foreign_loopback
from tests.support.tool_env import YES
from tests.support.wire import Turn, WireServer
from vaultdesk.agent.run import RunFinished
from vaultdesk.providers.codex import codex_provider

KEY = "sesame-0123456789"
LOGGED_OUT = {"account": None, "requiresOpenaiAuth": False}
"""Account information of codex when its model provider needs no account."""


@pytest.fixture
def codex_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "codex-home"
    home.mkdir()
    monkeypatch.setenv("CODEX_HOME", str(home))
    monkeypatch.setenv("MY_KEY", KEY)
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    return home


def write_config(home: Path, url: str, provider: str = "mine") -> None:
    (home / "config.toml").write_text(
        f'model = "scripted"\nmodel_provider = "{provider}"\n'
        f'[model_providers.{provider}]\nname = "My server"\nbase_url = "{url}"\nenv_key = "MY_KEY"\n',
        encoding="utf-8",
    )


LOOKING: list[Step] = [
    sends_text("Let me look."), calls(("vault_search", {"query": "Nordwind"})), answered(), waits(),
    relays("Which one did we choose?"), answered(),
]  # fmt: skip


async def test_u20_codex_answers_from_a_model_on_loopback_without_a_login(
    codex_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    codex = scripted_codex(monkeypatch, tmp_path, [LOOKING], account=LOGGED_OUT)
    async with WireServer(responses=[Turn("You chose the Nordwind.")]) as server:
        write_config(codex_home, f"{server.url}/v1")
        async with open_bench(tmp_path, server, YES, kind="codex", base_url="", api_key_env="") as bench:
            tested = await bench.workspace.catalog.test_key("work")
            status = bench.workspace.catalog.model_status("work")
            events = await bench.ask("What did we decide?", "work/default")
            [request] = server.posts

    assert tested.ok
    assert status.local
    assert events[-1] == RunFinished("end")
    assert bench.conversation.messages[-1].text == "You chose the Nordwind."
    assert request.json["model"] == "scripted"
    assert request.headers["authorization"] == f"Bearer {KEY}"
    started = codex.starts[-1]
    assert "model_provider=mine" in started["argv"]
    # Requests to this computer bypass the proxy.
    assert started["env"]["MY_KEY"] == KEY
    assert "HTTPS_PROXY" not in started["env"]


async def test_u20_a_model_provider_on_another_host_is_not_local(
    codex_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_config(codex_home, "https://models.example/v1")
    codex = scripted_codex(monkeypatch, tmp_path, [[sends_text("Hi.")]], account=LOGGED_OUT)
    async with open_bench(tmp_path, "http://unused.example", YES, kind="codex", base_url="", api_key_env="") as bench:
        destination = bench.workspace.agent(bench.answers, "work/default").destination
        status = bench.workspace.catalog.model_status("work")
        assert (await bench.ask("Hello?", "work/default"))[-1] == RunFinished("end")

    assert (destination.host, destination.local, status.local) == ("models.example", False, False)
    assert codex.starts[-1]["env"]["HTTPS_PROXY"] == "http://proxy.example:3128"


async def test_t1_local_codex_is_sent_nothing_when_its_address_resolves_to_another_host(
    codex_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_config(codex_home, "http://localhost:9/v1")
    codex = scripted_codex(monkeypatch, tmp_path, [[sends_text("Hi.")]], account=LOGGED_OUT)
    async with open_bench(tmp_path, "http://unused.example", YES, kind="codex", base_url="", api_key_env="") as bench:
        assert bench.workspace.agent(bench.answers, "work/default").destination.local
        foreign_loopback(monkeypatch, "127.0.0.1", "::1")
        error = failure_of(await bench.ask("Hello?", "work/default"))

    assert error.title == "localhost:9 does not resolve to this computer, so nothing was sent"
    assert codex.heard("thread/start") == []


@pytest.mark.parametrize("how", ["settings", "thread"])
async def test_t1_local_codex_is_sent_nothing_when_it_uses_another_server_than_configured(
    how: str, codex_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_config(codex_home, "http://127.0.0.1:9/v1")
    other = {"model_provider": "mine", "model_providers": {"mine": {"base_url": "https://far.example/v1"}}}
    options = {"config": other} if how == "settings" else {"provider": "far"}
    codex = scripted_codex(monkeypatch, tmp_path, [[sends_text("Hi.")]], account=LOGGED_OUT, **options)
    async with open_bench(tmp_path, "http://unused.example", YES, kind="codex", base_url="", api_key_env="") as bench:
        error = failure_of(await bench.ask("Hello?", "work/default"))

    assert "is set to use another server than" in error.title
    assert codex.heard("turn/start") == codex.heard("thread/inject_items") == []


async def test_u20_a_missing_key_variable_is_named(
    codex_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_config(codex_home, "http://127.0.0.1:9/v1")
    monkeypatch.delenv("MY_KEY")
    scripted_codex(monkeypatch, tmp_path, [], account=LOGGED_OUT)
    async with open_bench(tmp_path, "http://unused.example", YES, kind="codex", base_url="", api_key_env="") as bench:
        check = await bench.workspace.catalog.test_key("work")

    assert not check.ok
    assert "MY_KEY" in check.message


async def test_t1_local_an_ollama_cloud_model_used_by_codex_is_not_local(
    codex_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (codex_home / "config.toml").write_text('model_provider = "ollama"\nmodel = "gpt-oss:120b-cloud"\n')
    scripted_codex(monkeypatch, tmp_path, [])
    async with open_bench(tmp_path, "http://unused.example", YES, kind="codex", base_url="", api_key_env="") as bench:
        chosen = bench.workspace.agent(bench.answers, "work/default").destination
        named = bench.workspace.agent(bench.answers, "work/qwen3:8b").destination

    assert (chosen.host, chosen.local) == ("ollama.com", False)
    assert (named.host, named.local) == ("localhost:11434", True)
    assert codex_provider.Codex("Codex").destination.local
