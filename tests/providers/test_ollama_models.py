import pytest
from pydantic import JsonValue

from tests.support.wire_ollama import shown
from vaultdesk.core.errors import ProviderBroken
from vaultdesk.providers.error_context import ErrorContext
from vaultdesk.providers.ollama_models import (
    DEFAULT_WINDOW,
    LONG_WINDOW,
    UNKNOWN_MODEL,
    OllamaModelFacts,
    cloud_host_of,
    context_window_for,
    listed_names,
    listed_ollama_models,
    listed_remote_hosts,
    ollama_model,
    read_facts,
)
from vaultdesk.providers.provider import ModelInfo

CONTEXT = ErrorContext("Ollama", "127.0.0.1:11434", "Ollama")


def test_all_facts_of_a_model_are_read() -> None:
    details = shown("completion", "tools", "thinking", thinking={"values": [False, True], "default": True})

    parameters = 'stop                           "<|im_end|>"\nnum_ctx                        65536\n'

    assert read_facts({**details, "parameters": parameters}) == OllamaModelFacts(
        context=40_960,
        tools=True,
        images=False,
        thinking=True,
        levels=(False, True),
        cache_bytes_per_token=36 * 8 * 256 * 2,
        requested_window=65_536,
        weights=4_022_468_096,
    )


def test_capabilities_that_an_older_ollama_does_not_report_are_unknown() -> None:
    facts = read_facts(shown())

    assert (facts.tools, facts.images, facts.thinking, facts.generates_text) == (None, None, None, True)


@pytest.mark.parametrize(
    ("details", "generates_text"),
    [
        (shown("embedding"), False),
        (shown("completion", "embedding"), True),
        (shown("image"), False),
        ({"model_info": {"general.architecture": "nomic-bert", "nomic-bert.pooling_type": 1}}, False),
    ],
)
def test_models_that_generate_no_text_are_recognized(details: dict[str, object], generates_text: bool) -> None:
    assert read_facts(details).generates_text is generates_text  # type: ignore[arg-type]


def test_thinking_levels_of_gpt_oss_are_known_without_a_list() -> None:
    details = {"capabilities": ["completion", "thinking"], "model_info": {"general.architecture": "gptoss"}}

    assert read_facts(details).levels == ("low", "medium", "high")  # type: ignore[arg-type]
    assert read_facts({"thinking": {"values": [False]}}).thinking is False


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {"model_info": 3, "capabilities": {}, "thinking": []},
        {"capabilities": [3], "model_info": {"general.architecture": 1, "x.context_length": "many"}},
        {"model_info": {"general.architecture": "x", "x.context_length": 10**30, "x.attention.head_count_kv": [8]}},
        {"parameters": "num_ctx\nnum_ctx x\nnum_ctx ²"},
    ],
)
def test_fields_of_the_wrong_type_are_ignored(body: object) -> None:
    facts = read_facts(body)  # type: ignore[arg-type]

    assert 0 <= facts.context <= 10_000_000
    assert facts.requested_window == 0


@pytest.mark.parametrize(
    ("facts", "setting", "window"),
    [
        (UNKNOWN_MODEL, 0, DEFAULT_WINDOW),
        (UNKNOWN_MODEL, 4096, 4096),
        (OllamaModelFacts(context=8192), 0, 8192),
        (OllamaModelFacts(context=8192), 100_000, 100_000),  # the user's setting takes precedence
        (OllamaModelFacts(context=131_072), 0, DEFAULT_WINDOW),
        (
            OllamaModelFacts(context=131_072, cache_bytes_per_token=28 * 4 * 256 * 2),
            0,
            LONG_WINDOW,
        ),  # qwen2.5 7B: 1.8 GB
        (
            OllamaModelFacts(context=131_072, cache_bytes_per_token=32 * 8 * 256 * 2),
            0,
            DEFAULT_WINDOW,
        ),  # llama3.1 8B: 4 GB
        (OllamaModelFacts(context=131_072, requested_window=65_536), 0, 65_536),
        (OllamaModelFacts(context=131_072, requested_window=4096), 0, DEFAULT_WINDOW),
        (OllamaModelFacts(context=262_144, remote_host="ollama.com"), 0, 262_144),
    ],
)
def test_the_window_is_the_setting_or_what_fits_into_memory(facts: OllamaModelFacts, setting: int, window: int) -> None:
    assert context_window_for(facts, setting) == window


def test_each_model_of_a_list_is_named_once() -> None:
    body = {"models": [{"name": "b"}, {"model": "a:1", "name": "a"}, {"model": "b"}, {}, 7]}

    assert listed_names(body, CONTEXT) == ("b", "a:1")  # type: ignore[arg-type]
    assert listed_names({"models": None}, CONTEXT) == ()
    for other in ({"object": "list"}, [], None, {"models": "x"}):
        with pytest.raises(ProviderBroken):
            listed_names(other, CONTEXT)  # type: ignore[arg-type]


def test_the_list_contains_models_that_generate_text_in_order() -> None:
    facts = {
        "b": OllamaModelFacts(context=5, tools=True, images=False, thinking=True),
        "e": OllamaModelFacts(generates_text=False),
    }

    assert listed_ollama_models(("e", "b", "a"), facts, frozenset({"b"})) == (
        ModelInfo("a", loaded=False),
        ModelInfo("b", context=5, window=5, tools=True, images=False, reasoning=True, loaded=True),
    )
    assert listed_ollama_models(("a",), {}, None) == (ModelInfo("a"),)


def test_r9_a_model_is_listed_with_its_requested_window() -> None:
    facts = OllamaModelFacts(context=131_072, cache_bytes_per_token=200_000)

    assert ollama_model("m", facts).usable_context == 16_384
    assert ollama_model("m", UNKNOWN_MODEL).usable_context == 0


def test_t1_local_remote_models_are_recognized_from_the_list() -> None:
    body: JsonValue = {
        "models": [
            {"model": "mine", "remote_host": "https://ollama.com:443", "remote_model": "gpt-oss:120b"},
            {"name": "box", "remote_host": "http://box.lan:11434"},
            {"model": "here"},
        ]
    }
    hosts = listed_remote_hosts(body)

    assert hosts == {"mine": "ollama.com", "box": "box.lan:11434"}
    listed = listed_ollama_models(("mine", "box", "here", "kimi:cloud"), {}, None, hosts)
    assert [(model.id, model.elsewhere) for model in listed] == [
        ("box", "box.lan:11434"), ("here", ""), ("kimi:cloud", "ollama.com"), ("mine", "ollama.com")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("details", "elsewhere"),
    [
        ({}, ""),
        ({"remote_host": "https://ollama.com:443", "remote_model": "x"}, "ollama.com"),
        ({"remote_model": "x"}, "ollama.com"),
        ({"remote_host": "http://box.lan:11434"}, "box.lan:11434"),
        ({"remote_host": "not an address"}, "ollama.com"),
    ],
)
def test_the_host_of_a_model_forwarded_by_ollama_is_read(details: dict[str, JsonValue], elsewhere: str) -> None:
    assert read_facts(details).remote_host == elsewhere


def test_a_model_of_ollamas_cloud_is_recognized_by_its_name() -> None:
    names = ("gpt-oss:120b-cloud", "kimi:cloud", "cloudy", "llama3.1:8b")

    assert [cloud_host_of(name) for name in names] == ["ollama.com", "ollama.com", "", ""]
