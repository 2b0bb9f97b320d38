"""Provider checks: who is asked, what came of it, and that nobody elsewhere is asked unbidden."""

import socket
from pathlib import Path

import pytest

from tests.diagnosis.subjects import named, subject
from tests.support.model_files import model_file, use_scripted_engine
from tests.support.wire import WireServer
from vaultdesk.diagnosis.check import CheckResult, run_all_probes
from vaultdesk.diagnosis.diagnosis import DiagnosisSubject
from vaultdesk.diagnosis.provider_checks import local_checks, provider_probes, remote_hosts, web_checks
from vaultdesk.providers.local_servers import LocalServer

KEY = "secret-word-of-some-length"


def provider(url: str, name: str = "work", kind: str = "openai-compatible") -> str:
    return f'[providers.{name}]\nkind = "{kind}"\nbase_url = "{url}"\napi_key_env = "WORK_KEY"\n'


async def checks(of: DiagnosisSubject, *, ask: bool = False) -> dict[str, CheckResult]:
    return named(await run_all_probes(provider_probes(of.store, of.credentials, ask_providers=ask, find=lambda: ())))


async def test_a_server_of_this_computer_is_asked_for_its_models_and_nothing_else(tmp_path: Path) -> None:
    with WireServer(key=KEY) as server:
        check = (await checks(subject(tmp_path, settings=provider(server.url), WORK_KEY=KEY)))["provider.work"]
    assert check.outcome == "ok"
    assert "1 model" in check.finding
    assert [(request.method, request.path, bool(request.json)) for request in server.requests] == [
        ("GET", "/v1/models", False)
    ]


async def test_a_key_that_is_refused_is_told_without_the_key(tmp_path: Path) -> None:
    with WireServer(key="another-word") as server:
        check = (await checks(subject(tmp_path, settings=provider(server.url), WORK_KEY=KEY)))["provider.work"]
    assert (check.outcome, check.action) == ("warning", "providers")
    assert check.remedy
    assert KEY not in f"{check.finding} {check.remedy}"


async def test_a_dead_port_is_a_warning_with_a_remedy(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening: nobody answers there
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        check = (await checks(subject(tmp_path, settings=provider(url), WORK_KEY=KEY)))["provider.work"]
    assert check.outcome == "warning"
    assert "127.0.0.1" in check.finding
    assert check.remedy


async def test_a_server_that_says_nothing_does_not_hold_us_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vaultdesk.diagnosis.provider_checks.PROVIDER_TIMEOUT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        check = (await checks(subject(tmp_path, settings=provider(url), WORK_KEY=KEY)))["provider.work"]
    assert check.outcome == "warning"
    assert "did not answer" in check.finding


@pytest.mark.parametrize(
    ("environment", "outcome", "word"),
    [({"WORK_KEY": KEY}, "ok", "Set up with a key. models.example was not contacted."), ({}, "ok", "without a key")],
)
async def test_a_server_elsewhere_is_not_asked_unbidden(
    environment: dict[str, str], outcome: str, word: str, tmp_path: Path
) -> None:
    examined = subject(tmp_path, None, settings=provider("https://models.example/v1"), **environment)
    check = (await checks(examined))["provider.work"]
    assert check.outcome == outcome
    assert word in check.finding
    assert remote_hosts(examined.store) == ("models.example",)


async def test_a_vendor_without_its_key_is_a_warning(tmp_path: Path) -> None:
    examined = subject(tmp_path, settings=provider("", kind="openai"))
    check = (await checks(examined))["provider.work"]
    assert (check.outcome, check.action) == ("warning", "providers")
    assert "WORK_KEY is not set" in check.finding
    assert remote_hosts(examined.store) == ("api.openai.com",)


async def test_a_provider_without_an_address_says_so(tmp_path: Path) -> None:
    check = (await checks(subject(tmp_path, settings=provider(""))))["provider.work"]
    assert (check.outcome, check.finding) == ("warning", "There is no address yet.")


async def test_whoever_answers_now_is_tried_though_no_table_names_it(tmp_path: Path) -> None:
    examined = subject(tmp_path, settings='[chat]\nmodel = "openai/gpt-5"')
    assert (await checks(examined))["provider.openai"].outcome == "warning"
    assert remote_hosts(subject(tmp_path / "other").store) == ()


def test_servers_of_this_computer_are_told() -> None:
    assert local_checks(lambda: ())[0].outcome == "ok"
    found = (LocalServer("ollama", "Ollama", "http://127.0.0.1:11434", 3),)
    assert local_checks(lambda: found)[0].finding == "Running. Number of models: Ollama (3)."


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
def test_the_web_search_is_told_without_asking_anybody(
    settings: str, outcome: str, finding: str, tmp_path: Path
) -> None:
    examined = subject(tmp_path, settings=f"[web]\n{settings}")
    check = web_checks(examined.store, examined.credentials)[0]
    assert (check.outcome, check.finding) == (outcome, finding)
    assert bool(check.remedy) == (outcome == "warning")


MODEL_FILE = '[providers.gguf]\nkind = "gguf"\nmodel = "{0}"\ncontext = 1024\n'


@pytest.mark.parametrize(
    ("model", "outcome", "finding", "remedy"),
    [
        ("{folder}/m.gguf", "ok", "m.gguf needs about 3.0 GB of memory with a window of 1,024 tokens.", ""),
        ("{folder}/photo.gguf", "warning", "photo.gguf is not a model file", "Choose another file"),
        ("{folder}/gone.gguf", "warning", "gone.gguf cannot be read", "Choose a model"),
        ("", "warning", "No model file is chosen.", "Choose one."),
    ],
)
async def test_a_model_file_is_checked_without_being_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str, outcome: str, finding: str, remedy: str
) -> None:
    use_scripted_engine(monkeypatch)
    files = tmp_path / "files"
    model_file(files / "m.gguf", llama_block_count=3_800)
    (files / "photo.gguf").write_bytes(b"no model")
    examined = subject(tmp_path, settings=MODEL_FILE.format(model.format(folder=files.as_posix())))

    check = (await checks(examined))["provider.gguf"]

    assert check.outcome == outcome
    assert finding in check.finding
    assert remedy in check.remedy


async def test_a_model_file_without_its_engine_is_a_warning_with_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultdesk.providers.gguf.model_file_provider.ENGINE", "no_such_engine")

    check = (await checks(subject(tmp_path, settings=MODEL_FILE.format("x.gguf"))))["provider.gguf"]

    assert (check.outcome, check.action) == ("warning", "providers")
    assert 'pip install "vaultdesk[local]"' in check.remedy
