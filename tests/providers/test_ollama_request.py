import pytest

from tests.providers.asking import READ, SEARCH, request
from vaultdesk.chat.messages import (
    ImagePart,
    Message,
    ProviderPart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    user_message,
)
from vaultdesk.providers.ollama_models import UNKNOWN, ModelFacts
from vaultdesk.providers.ollama_request import estimated_tokens, ollama_body, think_value
from vaultdesk.providers.provider import Effort, ModelRequest, ToolChoice

FAMILY = "ollama@127.0.0.1:11434/scripted"
OTHER = "ollama@127.0.0.1:11434/other"
THINKS = ModelFacts(thinking=True)
SWITCHES = ModelFacts(thinking=True, levels=(False, True))
LEVELS = ModelFacts(thinking=True, levels=("low", "medium", "high"))


def body(*messages: Message, facts: ModelFacts = UNKNOWN, **more: object) -> dict[str, object]:
    asked = ModelRequest("scripted", "Be brief.", messages or (user_message("Hi"),), **more)  # type: ignore[arg-type]
    return dict(ollama_body(asked, family=FAMILY, window=16_384, facts=facts))


def test_a_plain_question_says_how_large_the_window_is() -> None:
    assert body() == {
        "model": "scripted",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}],
        "stream": True,
        "options": {"num_ctx": 16_384, "num_predict": 8192},
    }


def test_each_wish_has_its_place() -> None:
    picture = ImagePart(media_type="image/png", data="aGk=")

    asked = body(
        user_message("What is it?", (picture,)), temperature=0.2, streamed=False, tools=(SEARCH,), max_output_tokens=50
    )

    assert asked["stream"] is False
    assert asked["options"] == {"num_ctx": 16_384, "num_predict": 50, "temperature": 0.2}
    assert asked["messages"][1:] == [{"role": "user", "content": "What is it?", "images": ["aGk="]}]  # type: ignore[index]
    assert asked["tools"] == [
        {
            "type": "function",
            "function": {
                "name": "vault_search",
                "description": "Search the notes.",
                "parameters": dict(SEARCH.parameters),
            },
        }
    ]


@pytest.mark.parametrize(
    ("choice", "offered"),
    [
        (ToolChoice("auto"), ["vault_search", "file_read"]),
        (ToolChoice("required"), ["vault_search", "file_read"]),
        (ToolChoice("tool", "file_read"), ["file_read"]),
        (ToolChoice("none"), None),
    ],
)
def test_a_choice_of_tools_is_made_by_what_is_offered(choice: ToolChoice, offered: list[str] | None) -> None:
    tools = body(tools=(SEARCH, READ), tool_choice=choice).get("tools")

    assert (tools and [tool["function"]["name"] for tool in tools]) == offered  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("effort", "facts", "think"),
    [
        ("", LEVELS, None),
        ("high", UNKNOWN, None),
        ("off", UNKNOWN, None),
        ("high", ModelFacts(thinking=False), None),
        ("off", THINKS, False),
        ("low", THINKS, True),
        ("off", SWITCHES, False),
        ("medium", SWITCHES, True),
        ("medium", LEVELS, "medium"),
        ("off", LEVELS, "low"),
        ("medium", ModelFacts(thinking=True, levels=("low", "max")), None),
        ("off", ModelFacts(thinking=True, levels=(True,)), None),
    ],
)
def test_thinking_is_asked_for_in_the_words_of_the_model(
    effort: Effort, facts: ModelFacts, think: bool | str | None
) -> None:
    assert think_value(effort, facts) is think or think_value(effort, facts) == think
    assert body(facts=facts, effort=effort).get("think") == think


def test_what_was_thought_and_the_ids_go_back_to_the_model_they_came_from_alone() -> None:
    call = ToolCallPart(id="call_1", name="vault_search", arguments_json='{"query": "öl"}', arguments={"query": "öl"})
    for family, extra, wire_id in ((FAMILY, {"thinking": "Hm."}, "call_x"), (OTHER, {}, "")):
        kept = (
            ProviderPart(family=family, item={"thinking": "Hm."}),
            ProviderPart(family=family, item={"wire_ids": {"call_1": "call_x"}}),
        )
        answer = Message(role="assistant", parts=(ReasoningPart(text="Hm."), TextPart(text="A"), call, *kept))
        result = Message(role="tool", parts=(ToolResultPart(call_id="call_1", name="vault_search", content="{}"),))

        ids = {"id": wire_id} if wire_id else {}
        assert body(user_message("Hi"), answer, result)["messages"][2:] == [  # type: ignore[index]
            {
                "role": "assistant",
                "content": "A",
                **extra,
                "tool_calls": [{**ids, "function": {"name": "vault_search", "arguments": {"query": "öl"}}}],
            },
            {
                "role": "tool",
                "tool_name": "vault_search",
                "content": "{}",
                **({"tool_call_id": wire_id} if wire_id else {}),
            },
        ]


def test_thoughts_of_an_answer_without_calls_stay_here() -> None:
    kept = ProviderPart(family=FAMILY, item={"thinking": "Hm."})
    answer = Message(role="assistant", parts=(TextPart(text="A"), kept))

    assert body(user_message("Hi"), answer, user_message("So?"))["messages"][2] == {  # type: ignore[index]
        "role": "assistant",
        "content": "A",
    }


def test_arguments_that_cannot_be_read_go_back_as_an_object() -> None:
    call = ToolCallPart(id="c", name="no such/tool", arguments_json='{"p', problem="broken")

    sent = body(user_message("Hi"), Message(role="assistant", parts=(call,)))["messages"]

    assert sent[2]["tool_calls"] == [  # type: ignore[index]
        {"function": {"name": "no_such_tool", "arguments": {"unreadable_arguments": '{"p'}}}
    ]
    assert sent[3]["tool_name"] == "no_such_tool"  # type: ignore[index]


def test_the_estimate_counts_words_of_every_script_and_no_pictures() -> None:
    picture = ImagePart(media_type="image/png", data="A" * 4000)

    assert estimated_tokens(request(user_message("word" * 100, (picture,)), system="")) == 100
    assert estimated_tokens(request(user_message("語" * 100), system="")) == 75
    assert estimated_tokens(request(user_message("\ud800" * 4), system="")) == 1
