"""Guard: where a page may be fetched from, and that every answer to the look-up is looked at."""

import asyncio

import pytest

from vaultdesk.core.errors import AddressBlocked, WebUnreachable
from vaultdesk.web import ssrf_guard as guard_module
from vaultdesk.web.ssrf_guard import SsrfGuard, system_resolver
from vaultdesk.web.web_address import WebAddress


def resolving(*answers: str) -> tuple[SsrfGuard, list[str]]:
    """Return a guard whose look-ups all give *answers*, and the list of what it looked up."""
    asked: list[str] = []

    async def resolver(host: str, port: int) -> list[tuple[str, int]]:
        asked.append(host)
        return [(ip, port) for ip in answers]

    return SsrfGuard(resolver), asked


async def places(guard: SsrfGuard, url: str) -> list[tuple[str, int]]:
    return [(str(ip), port) for ip, port in await guard.resolve(WebAddress.parse(url))]


HOSTILE = (
    "http://localhost/", "http://foo.localhost/", "http://intranet/", "http://printer.local/", "http://nas.lan/",
    "http://metadata.google.internal/", "http://x.onion/", "http://1.0.0.127.in-addr.arpa/", "http://127.0.0.1/",
    "http://2130706433/", "http://127.1/", "http://0x7f.1/", "http://0177.0.0.1/", "http://0/", "http://[::1]/",
    "http://[::ffff:7f00:1]/", "http://[::ffff:127.0.0.1]/", "http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/",
    "http://[fd00::1]/", "http://[fe80::1]/", "http://10.1.2.3/", "http://192.168.0.1/", "http://172.31.0.1/",
    "http://169.254.169.254/latest/meta-data/", "http://100.64.1.1/", "http://224.0.0.1/", "http://255.255.255.255/",
    "http://168.63.129.16/", "http://１２７.0.0.1/", "http://ⓛocalhost/", "http://127。0。0。1/",
    "https://example.org:22/", "https://example.org:6379/", "http://1.1.1.1:25/",
)  # fmt: skip


@pytest.mark.parametrize("url", HOSTILE)
async def test_what_is_no_public_web_page_is_refused_before_anything_is_sent(url: str) -> None:
    guard, _ = resolving("93.184.216.34")

    with pytest.raises(AddressBlocked):
        await places(guard, url)


async def test_a_public_name_is_looked_up_once_and_gives_all_its_addresses() -> None:
    guard, asked = resolving("93.184.216.34", "2606:4700::1111", "93.184.216.34")

    assert await places(guard, "https://heat-pumps.org/") == [("93.184.216.34", 443), ("2606:4700::1111", 443)]
    assert asked == ["heat-pumps.org"]


@pytest.mark.parametrize("inner", ["127.0.0.1", "10.0.0.1", "::1", "::ffff:192.168.1.1", "64:ff9b::a9fe:a9fe"])
async def test_one_private_address_among_public_ones_bars_them_all(inner: str) -> None:
    guard, _ = resolving("93.184.216.34", inner)

    with pytest.raises(AddressBlocked, match="private network"):
        await places(guard, "https://rebound.org/")


async def test_a_name_nobody_knows_is_told_as_that() -> None:
    async def nobody(_host: str, _port: int) -> list[tuple[str, int]]:
        raise OSError("Name or service not known")

    for guard in (SsrfGuard(nobody), resolving()[0], resolving("nonsense")[0]):
        with pytest.raises(WebUnreachable, match="cannot be found"):
            await places(guard, "https://nowhere.org/")


async def test_a_look_up_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(_host: str, _port: int) -> list[tuple[str, int]]:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(guard_module, "LOOKUP_TIMEOUT", 0.05)

    with pytest.raises(WebUnreachable):
        await asyncio.wait_for(places(SsrfGuard(silent), "https://nowhere.org/"), 5)


async def test_only_the_very_place_a_test_permits_is_let_through() -> None:
    guard = SsrfGuard(permitted={("127.0.0.1", 8123)})

    assert await places(guard, "http://127.0.0.1:8123/") == [("127.0.0.1", 8123)]
    for url in ("http://127.0.0.1:8124/", "http://127.0.0.2:8123/", "http://127.0.0.1/"):
        with pytest.raises(AddressBlocked):
            await places(guard, url)


async def test_the_systems_own_look_up_gives_addresses_with_their_port() -> None:
    assert ("127.0.0.1", 8080) in await system_resolver("127.0.0.1", 8080)
