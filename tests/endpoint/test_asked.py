"""Asked: what a request becomes for the provider, and what its response repeats."""

from tests.endpoint.bench import WEATHER
from tests.support.responses_checker import check_response
from vaultdesk.endpoint.asked import understood
from vaultdesk.endpoint.schema import read_request
from vaultdesk.providers.provider import ModelRequest, ToolChoice


def test_the_wishes_reach_the_provider() -> None:
    request = read_request(
        {
            "input": "Hello", "instructions": "Be brief.", "tools": [WEATHER], "tool_choice": "required",
            "max_output_tokens": 77, "temperature": 0.3, "reasoning": {"effort": "low"},
        }
    )  # fmt: skip
    asked = understood(request, "work/m", 1.0).model_request("m")

    assert (asked.model, asked.system, asked.messages[0].text) == ("m", "Be brief.", "Hello")
    assert [spec.name for spec in asked.tools] == ["get_weather"]
    assert asked.tool_choice == ToolChoice("required")
    assert (asked.max_output_tokens, asked.temperature, asked.effort) == (77, 0.3, "low")


def test_what_nobody_wished_is_left_to_the_provider() -> None:
    asked = understood(read_request({"input": "Hello"}), "work/m", 1.0).model_request("m")
    plain = ModelRequest("m", "", asked.messages, conversation_id=asked.conversation_id)

    assert asked == plain


def test_the_response_repeats_its_request() -> None:
    request = read_request(
        {
            "input": "Hello", "instructions": "Be brief.", "metadata": {"a": "b"}, "tools": [WEATHER],
            "parallel_tool_calls": False, "reasoning": {"effort": "high", "summary": "loud"},
        }
    )  # fmt: skip
    response = check_response(understood(request, "work/m", 12.5).response("in_progress", []))

    assert (response.model, response.created_at, response.instructions) == ("work/m", 12, "Be brief.")
    assert (response.metadata, response.parallel_tool_calls) == ({"a": "b"}, False)
    assert response.reasoning
    assert (response.reasoning.effort, response.reasoning.summary) == ("high", None)
    assert [tool.to_dict() for tool in response.tools] == [WEATHER]


def test_each_request_has_an_id_of_its_own() -> None:
    request = read_request({"input": "Hello"})

    assert understood(request, "m", 1.0).id != understood(request, "m", 1.0).id
