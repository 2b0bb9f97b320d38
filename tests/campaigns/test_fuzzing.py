"""Runs each fuzz target for several minutes with a new seed; a finding prints the seed that repeats it."""

import random

import pytest

from tests.fuzzing.__main__ import TARGETS, main

MINUTES = 5


@pytest.mark.timeout(MINUTES * 60 + 300)
@pytest.mark.parametrize("target", sorted(TARGETS))
def test_fuzz_target_finds_nothing(target: str) -> None:
    seed = random.SystemRandom().randrange(2**32)
    assert main([target, "--minutes", str(MINUTES), "--seed", str(seed)]) == 0
