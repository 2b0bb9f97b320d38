"""Tests of web/web_address.py."""

import ipaddress
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.campaigns import examples
from vaultdesk.core.errors import AddressBlocked
from vaultdesk.web.web_address import WebAddress, is_public_ip

# Public IP: what is the public internet, whatever it is wrapped in.

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
def test_what_is_no_public_address_is_known(text: str) -> None:
    assert not is_public_ip(ipaddress.ip_address(text))


@pytest.mark.parametrize("text", PUBLIC)
def test_public_addresses_stay_reachable(text: str) -> None:
    assert is_public_ip(ipaddress.ip_address(text))


def test_an_address_with_a_zone_is_of_a_local_network() -> None:
    assert not is_public_ip(ipaddress.ip_address("2606:4700:4700::1111%eth0"))


# Web address: one strict reading of an address.

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


@pytest.mark.parametrize("written", WELL_FORMED)
def test_a_well_formed_address_is_put_together_anew(written: str) -> None:
    assert WebAddress.parse(written).url == WELL_FORMED[written]


@pytest.mark.parametrize("written", [text for text in BARRED if text != "https://example.org/\n"])
def test_what_is_in_doubt_is_barred(written: str) -> None:
    with pytest.raises(AddressBlocked):
        WebAddress.parse(written)


def test_a_spelt_out_number_is_known_as_the_address_it_is() -> None:
    address = WebAddress.parse("http://017700000001/")

    assert (str(address.ip), address.host) == ("127.0.0.1", "127.0.0.1")


def test_a_redirect_is_joined_and_read_as_strictly() -> None:
    here = WebAddress.parse("https://example.org/a/b")

    assert here.join("../c?d=1").url == "https://example.org/c?d=1"
    assert here.join("//other.org/x").url == "https://other.org/x"
    with pytest.raises(AddressBlocked):
        here.join("file:///etc/hosts")
    with pytest.raises(AddressBlocked):
        here.join("http://[")


@examples(300)
@given(
    st.one_of(
        st.text(),
        st.text("htps:/.@[]%\\?#0x17f-é。１ab", max_size=40).map("http://{}".format),
        st.ip_addresses().map(lambda ip: f"https://[{ip}]/" if ip.version == 6 else f"https://{ip}/"),
    )
)
def test_any_text_is_barred_or_means_one_place_however_often_it_is_read(text: str) -> None:
    try:
        address = WebAddress.parse(text)
    except AddressBlocked:
        return
    again = WebAddress.parse(address.url)

    assert again == address
    assert address.url.isascii()
    assert urlsplit(address.url).hostname == address.host, "the usual reader reads the same host"
