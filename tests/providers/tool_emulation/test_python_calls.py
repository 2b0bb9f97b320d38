"""Tests of providers/tool_emulation/python_calls.py."""

import pytest

from vaultdesk.providers.tool_emulation.named_call import NamedCall
from vaultdesk.providers.tool_emulation.python_calls import MAX_PYTHON, python_calls

LIST = NamedCall("list_notes", '{"folder": "a"}')


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ('list_notes(folder="a")', (LIST,)),
        ('[list_notes(folder="a"), list_notes(folder="a")]', (LIST, LIST)),
        ('list_notes(folder="a")\nresult = list_notes(folder="a")', (LIST, LIST)),
        ('print(list_notes(folder="a"))', (LIST,)),
        ('notes.list_notes.call(folder="a")', (NamedCall("notes.list_notes", '{"folder": "a"}'),)),
        (
            "f(a=-1, b=[true, None, 1.5], c={'x': (False, 'ü')}, d=null)",
            (NamedCall("f", '{"a": -1, "b": [true, null, 1.5], "c": {"x": [false, "ü"]}, "d": null}'),),
        ),
        ('f(a="one\ntwo")', (NamedCall("f", '{"a": "one\\ntwo"}'),)),
        ("f(a='''one\ntwo''')", (NamedCall("f", '{"a": "one\\ntwo"}'),)),
    ],
)
def test_calls_are_read_with_their_values(text: str, calls: tuple[NamedCall, ...]) -> None:
    assert python_calls(text) == calls


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('f("a")', "each of them needs its name"),
        ("f(**found)", "each of them needs its name"),
        ("f(a=other)", "no plain value"),
        ("f(a={1: 2})", "no plain value"),
        ("f(a=-'b')", "no plain value"),
        ("f(a=1", "no complete call"),
        pytest.param(f"f(a='{'x' * MAX_PYTHON}')", "too long", id="long"),
    ],
)
def test_a_call_that_cannot_be_made_says_why(text: str, problem: str) -> None:
    (call,) = python_calls(text) or ()
    assert call.name == "f"
    assert problem in call.problem


@pytest.mark.parametrize("text", ["Just words (in brackets).", "f(a=1)\nimport os", "f(a=1)\nx = 2", "[f(a=1), 2]", ""])
def test_other_text_is_no_call(text: str) -> None:
    assert python_calls(text) is None
