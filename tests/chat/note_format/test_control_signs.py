"""ControlSigns: what no file keeps is written as signs that can be seen."""

import pytest

from vaultdesk.chat.note_format.control_signs import needs_signs, with_signs, without_signs


@pytest.mark.parametrize("text", ["", "a\rb", "\0", "\udc00\ud83d\ude00", "␛", "␛r␛0␛␛␛dc00;", "\r\n␛\0"])
def test_every_text_comes_back(text: str) -> None:
    seen = with_signs(text)
    assert not needs_signs(seen)
    assert without_signs(seen) == text


def test_the_signs_are_those_of_the_format() -> None:
    assert with_signs("a\r\n\0␛\udc00") == "a␛r\n␛0␛␛␛dc00;"
    assert needs_signs("a\r")
    assert not needs_signs("plain ␛")
