import pytest

from tests.support.local_servers import LM_V0, LM_V1, OPENAI_LIST
from vaultdesk.providers.openai.lmstudio_models import is_lmstudio, lmstudio_models
from vaultdesk.providers.provider import ModelInfo


def test_the_newest_list_tells_all() -> None:
    assert lmstudio_models(LM_V1) == (
        ModelInfo("deepseek-r1", "DeepSeek R1", 131_072, tools=False, images=False, reasoning=True, loaded=False),
        ModelInfo("google/gemma-4", "Gemma 4", 4096, tools=True, images=True, reasoning=True, loaded=True),
    )


def test_the_older_list_tells_much() -> None:
    assert lmstudio_models(LM_V0) == (
        ModelInfo("meta-llama-3.1-8b", "", 131_072, tools=None, images=False, loaded=False),
        ModelInfo("qwen2-vl-7b", "", 8192, tools=True, images=True, loaded=True),
    )


def test_the_plain_list_names_them() -> None:
    assert lmstudio_models(OPENAI_LIST) == (ModelInfo("qwen2-vl-7b"),)


@pytest.mark.parametrize(
    ("entry", "tools"),
    [
        ({"capabilities": {"trained_for_tool_use": True}}, True),
        ({"capabilities": {"trainedForToolUse": False}}, False),
        ({"trainedForToolUse": True}, True),
        ({"capabilities": ["tool_use"]}, True),
        ({"capabilities": []}, False),
        ({"capabilities": {}}, None),
        ({}, None),
    ],
)
def test_every_spelling_of_the_tool_flag_is_understood(entry: dict[str, object], tools: bool | None) -> None:
    found = lmstudio_models({"models": [{"key": "a", **entry}]})  # type: ignore[dict-item]

    assert found is not None
    assert found[0].tools is tools


@pytest.mark.parametrize(
    "body", [None, [], {}, {"error": "Unexpected endpoint or method. (GET /api/v1/models)"}, {"models": "x"}]
)
def test_what_is_no_list_is_none(body: object) -> None:
    assert lmstudio_models(body) is None  # type: ignore[arg-type]
    assert not is_lmstudio(body)  # type: ignore[arg-type]


def test_fields_of_the_wrong_kind_never_crash() -> None:
    junk = {
        "key": "a",
        "loaded_instances": [7, {"config": 3}],
        "capabilities": 7,
        "state": 3,
        "max_context_length": "x",
    }

    assert lmstudio_models({"models": [junk, 7, {}]}) == (ModelInfo("a", loaded=True),)  # type: ignore[dict-item]


def test_its_lists_are_known_from_those_of_other_servers() -> None:
    assert all(is_lmstudio(body) for body in (LM_V1, LM_V0, OPENAI_LIST, {"models": []}))
    others = [{**entry, "owned_by": "vllm"} for entry in OPENAI_LIST["data"]]
    assert not is_lmstudio({"object": "list", "data": others})
    assert not is_lmstudio({"object": "list", "data": []})
    assert not is_lmstudio({"models": [{"name": "llama", "model": "llama"}]})
