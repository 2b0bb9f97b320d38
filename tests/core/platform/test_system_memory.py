"""Tests of core/platform/system_memory.py."""

import os
import sys

import pytest

from vaultdesk.core.platform.system_memory import physical_memory


def test_the_memory_size_of_this_computer_is_plausible() -> None:
    assert 256 << 20 < physical_memory() < 1 << 50


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has a call of its own")
@pytest.mark.parametrize("problem", [ValueError("unrecognized configuration name"), OSError(22, "Invalid argument")])
def test_an_unavailable_memory_size_is_reported_as_zero(monkeypatch: pytest.MonkeyPatch, problem: Exception) -> None:
    def refused(_name: str) -> int:
        raise problem

    monkeypatch.setattr(os, "sysconf", refused)

    assert physical_memory() == 0
