"""Provider rows: vendors, then the person's own servers, then the offline assistant."""

import pytest

from vaultdesk.errors import UsageError
from vaultdesk.settings import ProviderSettings, Settings
from vaultdesk.ui.settings.provider_rows import address_of, free_name, provider_rows


def with_providers(**providers: ProviderSettings) -> Settings:
    return Settings(providers=providers)


def test_vendors_and_the_offline_assistant_are_there_before_anything_is_set_up() -> None:
    rows = provider_rows(Settings())
    assert [(row.name, row.title, row.host, row.local) for row in rows] == [
        ("anthropic", "Anthropic", "api.anthropic.com", False),
        ("openai", "OpenAI", "api.openai.com", False),
        ("offline", "Offline assistant", "", True),
    ]
    assert [row.wants_key for row in rows] == [True, True, False]


def test_a_server_of_ones_own_stands_between_with_its_own_name_and_place() -> None:
    own = ProviderSettings(kind="openai-compatible", name="Kitchen", base_url="http://localhost:1234")
    row = provider_rows(with_providers(kitchen=own))[2]
    assert (row.title, row.host, row.origin, row.local) == (
        "Kitchen",
        "localhost:1234",
        "http://localhost:1234",
        True,
    )
    assert not row.wants_key


def test_a_vendor_sent_elsewhere_says_where() -> None:
    moved = ProviderSettings(kind="openai", base_url="https://proxy.example/v1")
    row = provider_rows(with_providers(openai=moved))[1]
    assert (row.title, row.host, row.origin) == ("OpenAI", "proxy.example", "https://proxy.example:443")


@pytest.mark.parametrize("url", ["", "http://user:secret@host/v1", "ftp://host", "http://a b"])
def test_an_address_that_cannot_be_used_leaves_the_place_empty(url: str) -> None:
    settings = ProviderSettings(kind="openai-compatible", base_url=url)
    row = provider_rows(with_providers(own=settings))[2]
    assert (row.host, row.origin, row.local) == ("", "", False)
    with pytest.raises(UsageError):
        address_of(settings)


def test_kinds_that_cannot_be_asked_yet_are_not_offered() -> None:
    rows = provider_rows(with_providers(later=ProviderSettings(kind="gemini")))
    assert "later" not in [row.name for row in rows]


def test_a_new_server_gets_a_name_that_nobody_has() -> None:
    taken = ProviderSettings(kind="openai-compatible")
    assert free_name(Settings()) == "server"
    assert free_name(with_providers(server=taken, **{"server-2": taken})) == "server-3"
