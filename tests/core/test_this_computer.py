"""Tests of core/this_computer.py."""

import os
import socket
import sys

import pytest

from vaultdesk.core import this_computer
from vaultdesk.core.this_computer import (
    is_local_network,
    is_own_address,
    is_this_computer,
    physical_memory,
    resolves_to_this_computer,
)


@pytest.mark.parametrize(
    "host",
    [
        "localhost", "LOCALHOST.", "x.localhost", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "::ffff:127.0.0.1",
        "0:0:0:0:0:0:0:1",
    ],
)  # fmt: skip
def test_t1_local_loopback_addresses_are_this_computer(host: str) -> None:
    assert is_this_computer(host)


@pytest.mark.parametrize(
    "host",
    [
        "", "0.0.0.0", "::", "10.0.0.1", "192.168.1.2", "172.16.0.9", "169.254.1.1", "fe80::1", "fd00::1234", "8.8.8.8",
        "2001:4860:4860::8888", "255.255.255.255", "224.0.0.1", "::ffff:8.8.8.8", "nas.local", "my-computer",
        "localhost.evil.com", "127.0.0.1.evil.com", "notlocalhost", "localhost.localdomain", "2130706433", "127.1",
        "0x7f000001", "127.0.0.1:80", "host.docker.internal", "127.0.0.1@evil.com",
    ],
)  # fmt: skip
def test_t1_local_other_addresses_are_not_this_computer(host: str) -> None:
    assert not is_this_computer(host)


def test_t1_local_an_interface_address_is_own_and_a_neighboring_address_is_not() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.254", 9))
        except OSError:
            pytest.skip("this computer has no network")
        own = str(probe.getsockname()[0])
    stem, _, last = own.rpartition(".")

    assert is_own_address(own)
    assert not is_own_address(f"{stem}.{(int(last) + 1) % 250 or 1}")


def test_t1_local_a_name_is_local_only_if_all_its_addresses_are(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolver(*numbers: str) -> None:
        addresses = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, 9)) for number in numbers]
        monkeypatch.setattr(this_computer.socket, "getaddrinfo", lambda *_, **__: addresses)

    resolver("127.0.0.1", "::1")
    assert resolves_to_this_computer("localhost")
    resolver("127.0.0.1", "8.8.8.8")
    assert not resolves_to_this_computer("localhost")
    resolver()
    assert not resolves_to_this_computer("localhost")


def test_t1_local_an_unknown_name_is_not_local(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror

    monkeypatch.setattr(this_computer.socket, "getaddrinfo", unknown)
    assert not resolves_to_this_computer("x.localhost")


@pytest.mark.parametrize(
    "host",
    [
        "localhost", "127.0.0.1", "10.0.0.1", "192.168.1.2", "172.16.0.9", "169.254.1.1", "fe80::1", "fd00::1234",
        "100.100.1.2", "nas.local", "my-computer", "box.lan", "[fd00::1]", "::ffff:192.168.1.2", "host.docker.internal",
    ],
)  # fmt: skip
def test_r4_private_addresses_and_names_are_in_the_local_network(host: str) -> None:
    assert is_local_network(host)


@pytest.mark.parametrize(
    "host", ["", "8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8", "0.0.0.0", "api.openai.com", "local.example.com",
             "100.128.0.1", "lan.evil.com"]
)  # fmt: skip
def test_r4_public_addresses_and_names_are_not_in_the_local_network(host: str) -> None:
    assert not is_local_network(host)


def test_the_memory_size_of_this_computer_is_plausible() -> None:
    assert 256 << 20 < physical_memory() < 1 << 50


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has a call of its own")
@pytest.mark.parametrize("problem", [ValueError("unrecognized configuration name"), OSError(22, "Invalid argument")])
def test_an_unavailable_memory_size_is_reported_as_zero(monkeypatch: pytest.MonkeyPatch, problem: Exception) -> None:
    def refused(_name: str) -> int:
        raise problem

    monkeypatch.setattr(os, "sysconf", refused)

    assert physical_memory() == 0
