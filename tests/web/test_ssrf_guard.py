"""Tests of web/ssrf_guard.py."""

import asyncio
import ipaddress
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.campaigns import examples
from vaultdesk.core.errors import AddressBlocked, WebUnreachable
from vaultdesk.web import ssrf_guard as guard_module
from vaultdesk.web.ssrf_guard import SsrfGuard, WebAddress, is_public_ip, system_resolver

# Public addresses, also inside transition and tunnel addresses.

PRIVATE = (
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.5.4", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.7",
    "203.0.113.9", "192.88.99.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "::", "::1",
    "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b::10.0.0.1", "64:ff9b:1::808:808", "2002:7f00:1::",
    "2002:a00:1::", "2002:808:808::", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "3fff::1", "fc00::1",
    "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "100::1", "5f00::1", "2606:4700::5efe:7f00:1",
    "2606:4700::200:5efe:c0a8:101",
)  # fmt: skip

PUBLIC = (
    "1.1.1.1", "8.8.8.8", "93.184.216.34", "2606:4700:4700::1111", "2001:4860:4860::8888", "::ffff:8.8.8.8",
    "64:ff9b::808:808",
)  # fmt: skip


@pytest.mark.parametrize("text", PRIVATE)
def test_private_and_reserved_addresses_are_not_public(text: str) -> None:
    assert not is_public_ip(ipaddress.ip_address(text))


@pytest.mark.parametrize("text", PUBLIC)
def test_public_addresses_are_public(text: str) -> None:
    assert is_public_ip(ipaddress.ip_address(text))


def test_an_address_with_a_zone_is_not_public() -> None:
    assert not is_public_ip(ipaddress.ip_address("2606:4700:4700::1111%eth0"))


# Strict parsing of web addresses.

WELL_FORMED = {
    "https://example.org": "https://example.org/",
    "HTTP://Example.ORG:80/a?b=c#part": "http://example.org/a?b=c",
    "https://example.org:8443/": "https://example.org:8443/",
    "https://example.org./": "https://example.org/",
    "https://de.wikipedia.org/wiki/Wärmepumpe?x=ä": "https://de.wikipedia.org/wiki/W%C3%A4rmepumpe?x=%C3%A4",
    "https://bücher.example/": "https://xn--bcher-kva.example/",
    "https://example.org/a%2Fb?q=1%202": "https://example.org/a%2Fb?q=1%202",
    "http://[2606:4700::1111]:8080/x": "http://[2606:4700::1111]:8080/x",
    "http://2130706433/": "http://127.0.0.1/",
    "http://127.1/": "http://127.0.0.1/",
    "http://0x7f.0.0.1/": "http://127.0.0.1/",
    "http://0177.0.0.1/": "http://127.0.0.1/",
    "http://0x7f000001/": "http://127.0.0.1/",
    "http://１２７.0.0.1/": "http://127.0.0.1/",
    "http://ⓛocalhost/": "http://localhost/",
}

BARRED = (
    "", "example.org", "ftp://example.org/", "file:///etc/hosts", "javascript:alert(1)", "data:text/html,x",
    "https:///x", "https://", "https://a b.org/", "https://example.org/a b", "http://a\\@b/", "http://a@b/",
    "http://user:password@example.org/", "https://example.org:0/", "https://example.org:99999/",
    "https://example.org:80:80/", "https://example.org:x/", "http://[::1%25eth0]/", "http://[fe80::1%eth0]/",
    "http://[::1/", "http://::1/", "http://1.2.3.4.5/", "http://0x/", "http://999.1.1.1/", "http://-a.org/",
    "http://a..org/", "http://a%2eorg/", "https://exa\u202emple.org/", "https://example.org/\n", "gopher://x.org/",
    "https://example.org/" + "a" * 2100, "http://127.0.0.1\t/", "//example.org/", "https:/example.org",
)  # fmt: skip


@pytest.mark.parametrize("text", WELL_FORMED)
def test_a_well_formed_address_is_normalized(text: str) -> None:
    assert WebAddress.parse(text).url == WELL_FORMED[text]


@pytest.mark.parametrize("address", [text for text in BARRED if text != "https://example.org/\n"])
def test_an_ambiguous_address_is_blocked(address: str) -> None:
    with pytest.raises(AddressBlocked):
        WebAddress.parse(address)


def test_a_number_is_parsed_as_the_address_it_denotes() -> None:
    address = WebAddress.parse("http://017700000001/")

    assert (str(address.ip), address.host) == ("127.0.0.1", "127.0.0.1")


def test_a_redirect_is_joined_and_parsed_strictly() -> None:
    base = WebAddress.parse("https://example.org/a/b")

    assert base.join("../c?d=1").url == "https://example.org/c?d=1"
    assert base.join("//other.org/x").url == "https://other.org/x"
    with pytest.raises(AddressBlocked):
        base.join("file:///etc/hosts")
    with pytest.raises(AddressBlocked):
        base.join("http://[")


@examples(300)
@given(
    st.one_of(
        st.text(),
        st.text("htps:/.@[]%\\?#0x17f-é。１ab", max_size=40).map("http://{}".format),
        st.ip_addresses().map(lambda ip: f"https://[{ip}]/" if ip.version == 6 else f"https://{ip}/"),
    )
)
def test_any_text_is_blocked_or_parsed_unambiguously(text: str) -> None:
    try:
        address = WebAddress.parse(text)
    except AddressBlocked:
        return
    reparsed = WebAddress.parse(address.url)

    assert reparsed == address
    assert address.url.isascii()
    assert urlsplit(address.url).hostname == address.host, "urlsplit finds the same host"


# Resolving: every address that a host name resolves to is checked.


def guard_resolving_to(*answers: str) -> tuple[SsrfGuard, list[str]]:
    """Return a guard whose look-ups all give *answers*, and the list of the hosts it looked up."""
    looked_up: list[str] = []

    async def resolver(host: str, port: int) -> list[tuple[str, int]]:
        looked_up.append(host)
        return [(ip, port) for ip in answers]

    return SsrfGuard(resolver), looked_up


async def resolved(guard: SsrfGuard, url: str) -> list[tuple[str, int]]:
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
async def test_a_private_address_is_blocked_before_a_request_is_sent(url: str) -> None:
    guard, _ = guard_resolving_to("93.184.216.34")

    with pytest.raises(AddressBlocked):
        await resolved(guard, url)


async def test_a_public_name_is_resolved_once_to_all_its_addresses() -> None:
    guard, looked_up = guard_resolving_to("93.184.216.34", "2606:4700::1111", "93.184.216.34")

    assert await resolved(guard, "https://heat-pumps.org/") == [("93.184.216.34", 443), ("2606:4700::1111", 443)]
    assert looked_up == ["heat-pumps.org"]


@pytest.mark.parametrize("inner", ["127.0.0.1", "10.0.0.1", "::1", "::ffff:192.168.1.1", "64:ff9b::a9fe:a9fe"])
async def test_one_private_address_blocks_the_host(inner: str) -> None:
    guard, _ = guard_resolving_to("93.184.216.34", inner)

    with pytest.raises(AddressBlocked, match="private network"):
        await resolved(guard, "https://rebound.org/")


async def test_an_unknown_host_is_reported() -> None:
    async def fail(_host: str, _port: int) -> list[tuple[str, int]]:
        raise OSError("Name or service not known")

    for guard in (SsrfGuard(fail), guard_resolving_to()[0], guard_resolving_to("nonsense")[0]):
        with pytest.raises(WebUnreachable, match="cannot be found"):
            await resolved(guard, "https://nowhere.org/")


async def test_a_look_up_without_an_answer_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(_host: str, _port: int) -> list[tuple[str, int]]:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(guard_module, "LOOKUP_TIMEOUT", 0.05)

    with pytest.raises(WebUnreachable):
        await asyncio.wait_for(resolved(SsrfGuard(silent), "https://nowhere.org/"), 30)


async def test_only_the_permitted_address_and_port_are_allowed() -> None:
    guard = SsrfGuard(permitted={("127.0.0.1", 8123)})

    assert await resolved(guard, "http://127.0.0.1:8123/") == [("127.0.0.1", 8123)]
    for url in ("http://127.0.0.1:8124/", "http://127.0.0.2:8123/", "http://127.0.0.1/"):
        with pytest.raises(AddressBlocked):
            await resolved(guard, url)


async def test_the_system_resolver_returns_addresses_with_the_port() -> None:
    assert ("127.0.0.1", 8080) in await system_resolver("127.0.0.1", 8080)
