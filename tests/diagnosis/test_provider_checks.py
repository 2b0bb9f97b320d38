"""Tests of diagnosis/provider_checks.py: local servers are contacted, remote ones only on request."""

import socket
from pathlib import Path

import pytest

from tests.diagnosis.subjects import by_id, subject
from tests.support.model_files import model_file, use_scripted_engine
from tests.support.wire import WireServer
from vaultdesk.diagnosis.check import CheckResult, run_all_probes
from vaultdesk.diagnosis.diagnosis import DiagnosisSubject
from vaultdesk.diagnosis.provider_checks import local_checks, provider_probes, remote_hosts, web_checks
from vaultdesk.providers.local_servers import LocalServer

KEY = "secret-word-of-some-length"


def provider(url: str, name: str = "work", kind: str = "openai-compatible") -> str:
    return f'[providers.{name}]\nkind = "{kind}"\nbase_url = "{url}"\napi_key_env = "WORK_KEY"\n'


async def checks(subject_to_check: DiagnosisSubject, *, ask: bool = False) -> dict[str, CheckResult]:
    return by_id(
        await run_all_probes(
            provider_probes(subject_to_check.store, subject_to_check.credentials, ask_providers=ask, find=lambda: ())
        )
    )


async def test_a_local_server_is_asked_for_its_models_only(tmp_path: Path) -> None:
    with WireServer(key=KEY) as server:
        check = (await checks(subject(tmp_path, settings=provider(server.url), WORK_KEY=KEY)))["provider.work"]
    assert check.outcome == "ok"
    assert "1 model" in check.finding
    assert [(request.method, request.path, bool(request.json)) for request in server.requests] == [
        ("GET", "/v1/models", False)
    ]


async def test_a_rejected_key_is_reported_without_showing_it(tmp_path: Path) -> None:
    with WireServer(key="another-word") as server:
        check = (await checks(subject(tmp_path, settings=provider(server.url), WORK_KEY=KEY)))["provider.work"]
    assert (check.outcome, check.action) == ("warning", "providers")
    assert check.remedy
    assert KEY not in f"{check.finding} {check.remedy}"


async def test_a_refused_connection_is_a_warning_with_a_remedy(tmp_path: Path) -> None:
    with socket.socket() as reserved:
        reserved.bind(("127.0.0.1", 0))  # bound but not listening, so connections are refused
        url = f"http://127.0.0.1:{reserved.getsockname()[1]}"
        check = (await checks(subject(tmp_path, settings=provider(url), WORK_KEY=KEY)))["provider.work"]
    assert check.outcome == "warning"
    assert "127.0.0.1" in check.finding
    assert check.remedy


async def test_a_server_that_does_not_answer_times_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
async def test_a_remote_server_is_not_contacted_unless_requested(
    environment: dict[str, str], outcome: str, word: str, tmp_path: Path
) -> None:
    checked = subject(tmp_path, None, settings=provider("https://models.example/v1"), **environment)
    check = (await checks(checked))["provider.work"]
    assert check.outcome == outcome
    assert word in check.finding
    assert remote_hosts(checked.store) == ("models.example",)


async def test_a_vendor_without_a_key_is_a_warning(tmp_path: Path) -> None:
    checked = subject(tmp_path, settings=provider("", kind="openai"))
    check = (await checks(checked))["provider.work"]
    assert (check.outcome, check.action) == ("warning", "providers")
    assert "WORK_KEY is not set" in check.finding
    assert remote_hosts(checked.store) == ("api.openai.com",)


async def test_a_provider_without_an_address_is_a_warning(tmp_path: Path) -> None:
    check = (await checks(subject(tmp_path, settings=provider(""))))["provider.work"]
    assert (check.outcome, check.finding) == ("warning", "There is no address yet.")


async def test_the_provider_of_the_chat_model_is_checked_without_a_settings_table(tmp_path: Path) -> None:
    checked = subject(tmp_path, settings='[chat]\nmodel = "openai/gpt-5"')
    assert (await checks(checked))["provider.openai"].outcome == "warning"
    assert remote_hosts(subject(tmp_path / "other").store) == ()


def test_local_servers_are_reported_with_their_number_of_models() -> None:
    assert local_checks(lambda: ())[0].outcome == "ok"
    servers = (LocalServer("ollama", "Ollama", "http://127.0.0.1:11434", 3),)
    assert local_checks(lambda: servers)[0].finding == "Running. Number of models: Ollama (3)."


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
def test_the_web_search_is_reported_without_a_request(
    settings: str, outcome: str, finding: str, tmp_path: Path
) -> None:
    checked = subject(tmp_path, settings=f"[web]\n{settings}")
    check = web_checks(checked.store, checked.credentials)[0]
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
    checked = subject(tmp_path, settings=MODEL_FILE.format(model.format(folder=files.as_posix())))

    check = (await checks(checked))["provider.gguf"]

    assert check.outcome == outcome
    assert finding in check.finding
    assert remedy in check.remedy


async def test_a_model_file_without_its_engine_is_a_warning_with_the_install_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultdesk.providers.gguf.model_file_provider.ENGINE", "no_such_engine")

    check = (await checks(subject(tmp_path, settings=MODEL_FILE.format("x.gguf"))))["provider.gguf"]

    assert (check.outcome, check.action) == ("warning", "providers")
    assert 'pip install "vaultdesk[local]"' in check.remedy
