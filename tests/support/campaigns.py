"""Sizes of generated tests: a sample in the ordinary run, all cases in a campaign run.

A campaign run is started with `VAULTDESK_CAMPAIGNS=1` in the environment (`packaging/dev.py test --campaigns`).
"""

import os
from collections.abc import Iterable
from typing import Any, TypeVar

from hypothesis import settings

from tests.support.wine import fewer

T = TypeVar("T")
U = TypeVar("U")

CAMPAIGNS = os.environ.get("VAULTDESK_CAMPAIGNS", "") not in ("", "0")
"""True in a campaign run."""

PROFILES = {"push": 25, "campaign": 400}
"""Hypothesis profiles with the examples of a property test. A test's own `max_examples` is a limit, see `examples`."""


def sampled(cases: Iterable[T], keep: int = 5) -> list[T]:
    """Return all *cases* in a campaign run, else *keep* of them, evenly spread, the first and the last included.

    The choice depends on the number of cases only, so every worker of pytest-xdist collects the same tests.
    """
    listed = list(cases)
    if CAMPAIGNS or keep >= len(listed):
        return listed
    if keep == 1:
        return listed[:1]
    return [listed[round(number * (len(listed) - 1) / (keep - 1))] for number in range(keep)]


def paired(cases: Iterable[T], others: Iterable[U]) -> list[tuple[T, U]]:
    """Return every pair of the two in a campaign run, else each of *cases* with one of *others* in turn."""
    listed = list(others)
    if CAMPAIGNS:
        return [(case, other) for case in cases for other in listed]
    return [(case, listed[number % len(listed)]) for number, case in enumerate(cases)]


def campaign_count(full: int, thin: int) -> int:
    """Return how often to repeat something: *full* in a campaign run, else *thin*."""
    return full if CAMPAIGNS else min(thin, full)


def examples(full: int, thin: int = PROFILES["push"], **more: Any) -> settings:
    """Return Hypothesis settings for one test: *full* examples in a campaign run, else *thin*, fewer on Wine.

    Use it in place of `@settings(max_examples=full, ...)`; *more* is passed on, `deadline` is None unless given.
    """
    return settings(max_examples=fewer(campaign_count(full, thin)), **{"deadline": None, **more})


def load_hypothesis_profile() -> None:
    """Register both profiles and select the one of this run.

    The ordinary run is derandomized and keeps no example database: it gives the same result on every computer.
    """
    push = fewer(PROFILES["push"])
    settings.register_profile("push", max_examples=push, derandomize=True, database=None, deadline=None)
    settings.register_profile("campaign", max_examples=PROFILES["campaign"], deadline=None)
    settings.load_profile("campaign" if CAMPAIGNS else "push")
