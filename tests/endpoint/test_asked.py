"""Asked: what a request becomes for the provider, and what its response repeats."""

from tests.endpoint.bench import WEATHER, asked
from tests.support.responses_checker import check_response
from vaultdesk.providers.provider import ModelRequest, ToolChoice


def test_the_wishes_reach_the_provider() -> None:
    understood = asked(
        {
            "input": "Hello", "instructions": "Be brief.", "tools": [WEATHER], "tool_choice": "required",
            "max_output_tokens": 77, "temperature": 0.3, "reasoning": {"effort": "low"},
        }
    )  # fmt: skip
    request = understood.model_request("m")

    assert (request.model, request.system, request.messages[0].text) == ("m", "Be brief.", "Hello")
    assert [spec.name for spec in request.tools] == ["get_weather"]
    assert request.tool_choice == ToolChoice("required")
    assert (request.max_output_tokens, request.temperature, request.effort) == (77, 0.3, "low")


def test_what_nobody_wished_is_left_to_the_provider() -> None:
    request = asked({"input": "Hello"}).model_request("m")
    plain = ModelRequest("m", "", request.messages, max_output_tokens=4000, conversation_id=request.conversation_id)

    assert request == plain


def test_the_response_repeats_its_request() -> None:
    understood = asked(
        {
            "input": "Hello", "instructions": "Be brief.", "metadata": {"a": "b"}, "tools": [WEATHER],
            "parallel_tool_calls": False, "reasoning": {"effort": "high", "summary": "loud"},
        },
        now=12.5,
    )  # fmt: skip
    response = check_response(understood.response("in_progress", []))

    assert (response.model, response.created_at, response.instructions) == ("work/m", 12, "Be brief.")
    assert (response.metadata, response.parallel_tool_calls) == ({"a": "b"}, False)
    assert response.reasoning
    assert (response.reasoning.effort, response.reasoning.summary) == ("high", None)
    assert [tool.to_dict() for tool in response.tools] == [WEATHER]


def test_each_request_has_an_id_of_its_own() -> None:
    assert asked({"input": "Hello"}).id != asked({"input": "Hello"}).id
