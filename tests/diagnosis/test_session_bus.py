"""Tests of the lookup of names on the D-Bus session bus, with a real daemon."""

import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

from vaultdesk.diagnosis.window_checks import NOTIFICATION_SERVICE, names_on_bus

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has a session bus")


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A session bus of this test."""
    if shutil.which("dbus-daemon") is None:
        pytest.skip("needs the package dbus-daemon")
    command = ["dbus-daemon", "--session", "--print-address", "--nofork"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as daemon:
        assert daemon.stdout is not None
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", daemon.stdout.readline().strip())
        yield
        daemon.terminate()


def test_the_bus_reports_its_own_name_and_not_an_unknown_one(bus: None) -> None:
    assert names_on_bus(("org.freedesktop.DBus", "example.not.There")) == {
        "org.freedesktop.DBus": True,
        "example.not.There": False,
    }


@pytest.mark.parametrize("address", ["", "unix:path=/nowhere/at/all", "no address"])
def test_without_a_bus_the_lookup_returns_none(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    assert names_on_bus((NOTIFICATION_SERVICE,)) is None
