"""Public IP: what is the public internet, whatever it is wrapped in."""

import ipaddress

import pytest

from vaultdesk.web.public_ip import is_public

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
    assert not is_public(ipaddress.ip_address(text))


@pytest.mark.parametrize("text", PUBLIC)
def test_public_addresses_stay_reachable(text: str) -> None:
    assert is_public(ipaddress.ip_address(text))


def test_an_address_with_a_zone_is_of_a_local_network() -> None:
    assert not is_public(ipaddress.ip_address("2606:4700:4700::1111%eth0"))
