import pytest

from vaultdesk.providers.strict_json import MAX_CHARACTERS, is_whole_object, parse_arguments


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", {}),
        ("  \n", {}),
        ("{}", {}),
        ('{"paths": ["a.md"], "deep": {"n": 1.5}}', {"paths": ["a.md"], "deep": {"n": 1.5}}),
        ('{"a": "\\ud83c\\udf89"}', {"a": "🎉"}),
        ("[" * 0 + '{"a":' * 29 + "1" + "}" * 29, None),
    ],
)
def test_whole_arguments_are_read(text: str, value: object) -> None:
    parsed = parse_arguments(text)

    assert parsed.problem == ""
    assert value is None or parsed.value == value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a": 1', "Expecting ',' delimiter"),
        ('{"paths":["a.md","b.md","c.m', "Unterminated string"),
        ("{'a': 1}", "Expecting property name"),
        ('{"a": 1,}', "line 1, column"),
        ('{"a": 1} {"b": 2}', "Extra data"),
        ('{"a": 1, "a": 2}', "twice"),
        ('{"x": {"a": 1, "a": 2}}', "twice"),
        ('{"a": NaN}', "NaN is not JSON"),
        ('{"a": -Infinity}', "Infinity is not JSON"),
        ('{"a": 1e999}', "too large"),
        ('{"a": ' + "9" * 5000 + "}", "400 digits"),
        ("[1]", "a list, not an object"),
        ('"{}"', "a text, not an object"),
        ("true", "true or false, not an object"),
        ("null", "null, not an object"),
        ("7", "a number, not an object"),
        ('{"a":' * 31 + "{}" + "}" * 31, "30 levels"),
        ('{"a":' + "[" * 200_000, "levels deep"),
        ('{"a": "\\ud800"}', "surrogate"),
        ('{"a": "' + "x" * MAX_CHARACTERS + '"}', "longer than"),
    ],
)
def test_what_is_not_one_strict_object_is_a_problem_the_model_can_read(text: str, why: str) -> None:
    parsed = parse_arguments(text)

    assert parsed.value is None
    assert why in parsed.problem
    assert parsed.problem.endswith("send the call again with one valid JSON object")
    assert len(parsed.problem) < 300


def test_only_a_closed_object_counts_as_whole() -> None:
    assert [is_whole_object(text) for text in ('{"a": 1}', " {} ", "", '{"a": 1', "[1]", "1")] == [
        True, True, False, False, False, False,
    ]  # fmt: skip
