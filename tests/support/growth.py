"""Growth: the CPU time of an action on a small and on a large input, compared in the same run.

A test of an algorithm asserts how its time grows, never how many seconds it takes: seconds depend on the machine.
"""

import gc
import os
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

RATIO = 8
"""Size of the large input divided by the size of the small one. Quadratic time is 64 times as long."""

FACTOR = 3.0
"""Maximum time of the large input divided by the time that linear growth gives; quadratic growth gives up to 8."""

ROUNDS = 5
"""Maximum number of measurements. Other load only adds time, so the minimum of all is compared after each."""

NEGLIGIBLE = 0.1 if os.name == "nt" else 0.01
"""Seconds of CPU time of the large input below which it is not compared.

Windows counts CPU time in ticks of 15.6 ms.
"""


def check_linear(
    action: Callable[[T], object], make: Callable[[int], T], size: int, *, ratio: int = RATIO, factor: float = FACTOR
) -> None:
    """Assert that the time of *action* grows at most linearly with the size of its input.

    *make* returns the input of a given size, and is not measured. The time for *size* is compared with the time of
    *ratio* calls for `size // ratio`, and must not exceed it by more than *factor*.
    """
    assert ratio > factor, "quadratic growth must exceed the permitted factor"
    check_growth(action, make(size // ratio), make(size), factor, calls=ratio)


def check_growth(action: Callable[[T], object], small: T, large: T, factor: float, *, calls: int = 1) -> None:
    """Assert that *action* on *large* takes at most *factor* times the CPU time of *calls* calls on *small*.

    Only the thread of the caller is measured, without garbage collection, whose time depends on the objects of the
    whole process. A time below `NEGLIGIBLE` is accepted. The assertion fails only if no round confirms the limit.
    """
    action(small)  # Caches are filled and modules are imported.
    small_time = large_time = float("inf")
    for _ in range(ROUNDS):
        large_time = min(large_time, cpu_time(lambda: action(large)))
        if large_time < NEGLIGIBLE:
            return
        small_time = min(small_time, _time_of_calls(action, small, calls))
        if large_time <= factor * small_time:
            return
    raise AssertionError(
        f"{large_time:.3f} s for the large input and {small_time:.3f} s for {calls} calls with the small one: "
        f"{large_time / max(small_time, 1e-9):.1f} times as long, at most {factor:g} times is permitted"
    )


def _time_of_calls(action: Callable[[T], object], value: T, calls: int) -> float:
    """Return the CPU time of *calls* calls in seconds, extrapolated from one if that is long enough to be exact."""
    first = cpu_time(lambda: action(value))
    if first > NEGLIGIBLE:
        return calls * first
    return first + cpu_time(lambda: [action(value) for _ in range(calls - 1)])


def cpu_time(action: Callable[[], object]) -> float:
    """Return the seconds of CPU time that *action* takes in this thread, without garbage collection."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        started = time.thread_time()
        action()
        return time.thread_time() - started
    finally:
        if was_enabled:
            gc.enable()


def repeated(unit: str, before: str = "", after: str = "") -> Callable[[int], str]:
    """Return a function that makes a text of a given length by repeating *unit* between *before* and *after*."""
    return lambda size: before + unit * (size // len(unit)) + after
