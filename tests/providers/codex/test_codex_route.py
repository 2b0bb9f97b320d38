"""Tests of providers/codex/codex_route.py."""

from pathlib import Path
from typing import Any

import pytest

from vaultdesk.core.transmission import Destination
from vaultdesk.providers.codex.codex_route import CODEX_HOST, CodexRoute, codex_route, read_codex_route

OWN_SETTINGS = """\
model = "scripted"
model_provider = "mine"
[model_providers.mine]
name = "My server"
base_url = "http://127.0.0.1:8080/v1"
env_key = "MY_KEY"
env_http_headers = { "X-Team" = "TEAM", "X-Bad" = "not a name" }
[model_providers.other]
base_url = "https://other.example/v1"
"""


def read_route(folder: Path, text: str) -> CodexRoute:
    (folder / "config.toml").write_text(text, encoding="utf-8")
    return read_codex_route({"CODEX_HOME": str(folder)})


def test_without_settings_the_destination_is_the_vendor(tmp_path: Path) -> None:
    route = read_codex_route({"HOME": str(tmp_path)})

    assert route == CodexRoute()
    assert route.destination("Codex") == Destination("Codex", CODEX_HOST, local=False)
    assert route.arguments == ("-c", "model_provider=openai")


def test_u20_the_model_provider_is_read_from_the_settings_of_codex(tmp_path: Path) -> None:
    route = read_route(tmp_path, OWN_SETTINGS)

    assert route == CodexRoute("mine", "http://127.0.0.1:8080/v1", "MY_KEY", ("TEAM",), "scripted")
    assert route.destination("Codex") == Destination("Codex", "127.0.0.1:8080", local=True)
    assert (route.host_name, route.variables) == ("127.0.0.1", ("MY_KEY", "TEAM"))
    assert route.arguments == ("-c", "model_provider=mine")


def test_settings_in_the_home_folder_are_found_and_changes_are_detected(tmp_path: Path) -> None:
    home = tmp_path / ".codex"
    home.mkdir()
    read_route(home, OWN_SETTINGS)
    assert read_codex_route({"HOME": str(tmp_path)}).provider == "mine"
    read_route(home, OWN_SETTINGS.replace('model_provider = "mine"', 'model_provider = "other"'))
    assert read_codex_route({"USERPROFILE": str(tmp_path)}).host == "other.example"


@pytest.mark.parametrize(
    ("settings", "host", "local"),
    [
        ({}, CODEX_HOST, False),
        ({"model_provider": None, "chatgpt_base_url": "https://chatgpt.com/backend-api/"}, CODEX_HOST, False),
        ({"openai_base_url": "http://localhost:9/v1"}, "localhost:9", True),
        ({"openai_base_url": "https://gate.example/v1"}, "gate.example", False),
        ({"chatgpt_base_url": "https://gate.example/"}, "gate.example", False),
        ({"chatgpt_base_url": "not an address"}, "openai", False),
        ({"model_provider": "ollama"}, "localhost:11434", True),
        ({"model_provider": "lmstudio"}, "localhost:1234", True),
        ({"model_provider": "box", "model_providers": {"box": {"base_url": "http://192.168.1.9/v1"}}},
         "192.168.1.9", False),
        ({"model_provider": "box", "model_providers": {"box": {"base_url": "http://nas.local/v1"}}},
         "nas.local", False),
        ({"model_provider": "box", "model_providers": {"box": {"base_url": "http://0.0.0.0:1"}}}, "0.0.0.0:1", False),
        ({"model_provider": "box", "model_providers": {"box": {"base_url": "not an address"}}}, "box", False),
        ({"model_provider": "box", "model_providers": {}}, "box", False),
        ({"model_provider": "box", "model_providers": "none"}, "box", False),
    ],
)  # fmt: skip
def test_t1_local_the_destination_is_local_by_its_address(settings: dict[str, Any], host: str, local: bool) -> None:
    assert codex_route(settings).destination("Codex") == Destination("Codex", host, local)


@pytest.mark.parametrize("text", ["no TOML [", "\udcff".encode("utf-8", "surrogatepass").decode("latin-1") * 3, "[[["])
def test_invalid_settings_are_ignored(text: str, tmp_path: Path) -> None:
    assert read_route(tmp_path, text) == CodexRoute()


def test_a_settings_file_of_more_than_a_megabyte_is_ignored(tmp_path: Path) -> None:
    assert read_route(tmp_path, f"{OWN_SETTINGS}{'#' * 1_000_000}\n") == CodexRoute()


def test_only_a_valid_address_has_a_host_name() -> None:
    addresses = ("http://127.0.0.1:8080/v1", "not an address", "")
    assert [CodexRoute("box", address).host_name for address in addresses] == ["127.0.0.1", "", ""]


def test_a_name_that_needs_quotes_is_not_passed_on_the_command_line() -> None:
    assert CodexRoute("my & box", "http://127.0.0.1/v1").arguments == ()
