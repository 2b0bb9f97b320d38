import pytest

from vaultdesk.core.errors import UsageError
from vaultdesk.providers.address import anthropic_address, is_loopback, openai_address


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("", "https://api.openai.com/v1"),
        ("http://localhost:1234", "http://localhost:1234/v1"),
        ("http://localhost:1234/", "http://localhost:1234/v1"),
        ("http://localhost:1234/v1", "http://localhost:1234/v1"),
        ("http://localhost:1234/v1/", "http://localhost:1234/v1"),
        (" http://localhost:1234/v1/chat/completions ", "http://localhost:1234/v1"),
        ("localhost:1234", "http://localhost:1234/v1"),
        ("127.0.0.1:1234/v1", "http://127.0.0.1:1234/v1"),
        ("example.com", "https://example.com/v1"),
        ("https://openrouter.ai/api", "https://openrouter.ai/api/v1"),
        ("https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1"),
        ("https://api.z.ai/api/paas/v4", "https://api.z.ai/api/paas/v4"),
        ("https://g.example/v1beta/openai/", "https://g.example/v1beta/openai"),
        ("http://[::1]:8080", "http://[::1]:8080/v1"),
    ],
)
def test_an_address_works_with_and_without_its_version(written: str, url: str) -> None:
    assert openai_address(written).url == url


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("", "https://api.anthropic.com"),
        ("http://localhost:1234", "http://localhost:1234"),
        ("http://localhost:1234/v1/", "http://localhost:1234"),
        ("https://example.com/anthropic/v1/messages", "https://example.com/anthropic"),
    ],
)
def test_the_version_is_taken_off_where_the_sdk_adds_it(written: str, url: str) -> None:
    assert anthropic_address(written).url == url


def test_a_key_is_bound_to_scheme_host_and_port() -> None:
    assert openai_address("https://Example.com/v1").origin == "https://example.com:443"
    assert openai_address("http://example.com:8080").origin == "http://example.com:8080"
    assert openai_address("http://[::1]").origin == "http://[::1]:80"


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", True), ("LOCALHOST.", True), ("x.localhost", True), ("127.0.0.1", True), ("127.9.9.9", True),
        ("::1", True), ("[::1]", True), ("0.0.0.0", False), ("192.168.1.2", False), ("localhost.evil.com", False),
        ("127.0.0.1.evil.com", False), ("2130706433", False), ("notlocalhost", False), ("", False),
    ],
)  # fmt: skip
def test_only_this_computer_is_local(host: str, local: bool) -> None:
    assert is_loopback(host) is local


@pytest.mark.parametrize(
    "written",
    [
        "ftp://x",
        "https://",
        "http://x:nan/",
        "http://x y/",
        "http://a\\@b/",
        "https://x/v1?key=1",
        "https://x/#f",
        "//",
    ],
)
def test_what_is_no_address_is_refused_with_an_example(written: str) -> None:
    with pytest.raises(UsageError) as refused:
        openai_address(written)

    assert "http://localhost:1234/v1" in refused.value.hint


def test_a_password_in_an_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(UsageError) as refused:
        openai_address("https://user:hunter2@example.com")

    assert "hunter2" not in str(refused.value)
