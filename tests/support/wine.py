"""Wine: whether the tests run on it, and what of Windows it lacks."""

import sys
from functools import cache

import pytest

SLOWER = 10
"""How much longer than elsewhere a program may take on Wine: each file costs it a call of another process."""

FEWER = 3
"""By how much fewer generated cases run on Wine where each of them works with many files."""


@cache
def is_wine() -> bool:
    """Tell whether this Windows is Wine."""
    if sys.platform != "win32":
        return False
    import ctypes

    return hasattr(ctypes.windll.ntdll, "wine_get_version")


def wine_lacks(what: str) -> pytest.MarkDecorator:
    """Skip a test on Wine, which lacks *what* of Windows."""
    return pytest.mark.skipif(is_wine(), reason=f"Wine lacks {what}")


def slower(seconds: float) -> float:
    """Return the limit of *seconds* as it is on this system."""
    return seconds * SLOWER if is_wine() else seconds


def fewer(count: int) -> int:
    """Return how many of *count* generated cases run on this system."""
    return max(1, count // FEWER) if is_wine() else count
