"""Wine: detection, and adjusted limits for tests on it."""

import sys
from functools import cache

import pytest

SLOWER = 10
"""Factor for time limits on Wine, where each file access calls another process."""

FEWER = 3
"""Divisor for the number of generated cases on Wine."""


@cache
def is_wine() -> bool:
    """Return whether this system is Wine."""
    if sys.platform != "win32":
        return False
    import ctypes

    return hasattr(ctypes.windll.ntdll, "wine_get_version")


def wine_lacks(what: str) -> pytest.MarkDecorator:
    """Skip a test on Wine, which lacks the Windows feature *what*."""
    return pytest.mark.skipif(is_wine(), reason=f"Wine lacks {what}")


def slower(seconds: float) -> float:
    """Return the time limit *seconds* adjusted for this system."""
    return seconds * SLOWER if is_wine() else seconds


def fewer(count: int) -> int:
    """Return the number of generated cases, *count* adjusted for this system."""
    return max(1, count // FEWER) if is_wine() else count
