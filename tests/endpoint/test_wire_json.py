"""Wire JSON: every reader takes what is sent."""

import json

import pytest

from vaultdesk.endpoint.wire_json import event_bytes, json_bytes


@pytest.mark.parametrize(
    "text", ["plain", "ü€😀", 'quote " and \\', "a\nb\r\nc", "\x00\x1f\x7f", "\x85\u2028\u2029", "\x0b\x0c\x1c"]
)
def test_any_text_is_one_line_that_reads_back(text: str) -> None:
    data = json_bytes({"text": text})

    assert len(data.decode().splitlines()) == 1
    assert json.loads(data) == {"text": text}


def test_half_a_pair_becomes_a_question_mark() -> None:
    assert json_bytes({"text": "a\ud83db"}) == b'{"text":"a?b"}'


def test_an_event_is_a_name_and_its_data() -> None:
    event = {"type": "response.created", "sequence_number": 0}

    assert event_bytes(event) == b'event: response.created\ndata: {"type":"response.created","sequence_number":0}\n\n'
