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


def test_everything_a_model_tells_is_read() -> None:
    told = shown("completion", "tools", "thinking", thinking={"values": [False, True], "default": True})

    parameters = 'stop                           "<|im_end|>"\nnum_ctx                        65536\n'

    assert read_facts({**told, "parameters": parameters}) == OllamaModelFacts(
        context=40_960,
        tools=True,
        images=False,
        thinking=True,
        levels=(False, True),
        cache_bytes_per_token=36 * 8 * 256 * 2,
        requested_window=65_536,
        weights=4_022_468_096,
    )


def test_an_older_ollama_that_tells_no_capabilities_leaves_them_open() -> None:
    facts = read_facts(shown())

    assert (facts.tools, facts.images, facts.thinking, facts.generates_text) == (None, None, None, True)


@pytest.mark.parametrize(
    ("told", "answers"),
    [
        (shown("embedding"), False),
        (shown("completion", "embedding"), True),
        (shown("image"), False),
        ({"model_info": {"general.architecture": "nomic-bert", "nomic-bert.pooling_type": 1}}, False),
    ],
)
def test_models_that_cannot_answer_are_told_apart(told: dict[str, object], answers: bool) -> None:
    assert read_facts(told).generates_text is answers  # type: ignore[arg-type]


def test_levels_are_known_of_the_one_family_that_had_them_first() -> None:
    told = {"capabilities": ["completion", "thinking"], "model_info": {"general.architecture": "gptoss"}}

    assert read_facts(told).levels == ("low", "medium", "high")  # type: ignore[arg-type]
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
def test_fields_of_the_wrong_kind_never_crash(body: object) -> None:
    facts = read_facts(body)  # type: ignore[arg-type]

    assert 0 <= facts.context <= 10_000_000
    assert facts.requested_window == 0


@pytest.mark.parametrize(
    ("facts", "setting", "window"),
    [
        (UNKNOWN_MODEL, 0, DEFAULT_WINDOW),
        (UNKNOWN_MODEL, 4096, 4096),
        (OllamaModelFacts(context=8192), 0, 8192),
        (OllamaModelFacts(context=8192), 100_000, 100_000),  # the person's word stands
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
def test_the_window_is_what_the_person_says_else_what_likely_fits(
    facts: OllamaModelFacts, setting: int, window: int
) -> None:
    assert context_window_for(facts, setting) == window


def test_a_list_names_each_model_once() -> None:
    body = {"models": [{"name": "b"}, {"model": "a:1", "name": "a"}, {"model": "b"}, {}, 7]}

    assert listed_names(body, CONTEXT) == ("b", "a:1")  # type: ignore[arg-type]
    assert listed_names({"models": None}, CONTEXT) == ()
    for other in ({"object": "list"}, [], None, {"models": "x"}):
        with pytest.raises(ProviderBroken):
            listed_names(other, CONTEXT)  # type: ignore[arg-type]


def test_the_list_holds_what_answers_in_order() -> None:
    facts = {
        "b": OllamaModelFacts(context=5, tools=True, images=False, thinking=True),
        "e": OllamaModelFacts(generates_text=False),
    }

    assert listed_ollama_models(("e", "b", "a"), facts, frozenset({"b"})) == (
        ModelInfo("a", loaded=False),
        ModelInfo("b", context=5, window=5, tools=True, images=False, reasoning=True, loaded=True),
    )
    assert listed_ollama_models(("a",), {}, None) == (ModelInfo("a"),)


def test_r9_a_model_is_listed_with_the_window_it_is_asked_for() -> None:
    known = OllamaModelFacts(context=131_072, cache_bytes_per_token=200_000)

    assert ollama_model("m", known).usable_context == 16_384
    assert ollama_model("m", UNKNOWN_MODEL).usable_context == 0


def test_t1_local_the_list_itself_may_tell_which_models_are_elsewhere() -> None:
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
    assert [(one.id, one.elsewhere) for one in listed] == [
        ("box", "box.lan:11434"), ("here", ""), ("kimi:cloud", "ollama.com"), ("mine", "ollama.com")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "elsewhere"),
    [
        ({}, ""),
        ({"remote_host": "https://ollama.com:443", "remote_model": "x"}, "ollama.com"),
        ({"remote_model": "x"}, "ollama.com"),
        ({"remote_host": "http://box.lan:11434"}, "box.lan:11434"),
        ({"remote_host": "not an address"}, "ollama.com"),
    ],
)
def test_where_a_model_runs_that_ollama_hands_on(told: dict[str, JsonValue], elsewhere: str) -> None:
    assert read_facts(told).remote_host == elsewhere


def test_a_model_of_ollamas_cloud_is_known_by_its_name() -> None:
    names = ("gpt-oss:120b-cloud", "kimi:cloud", "cloudy", "llama3.1:8b")

    assert [cloud_host_of(name) for name in names] == ["ollama.com", "ollama.com", "", ""]
