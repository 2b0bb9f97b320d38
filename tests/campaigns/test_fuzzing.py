"""Each fuzzing target for some minutes, with a new seed in every run; a finding prints the seed that repeats it."""

import random

import pytest

from tests.fuzzing.__main__ import TARGETS, main

MINUTES = 5


@pytest.mark.timeout(MINUTES * 60 + 300)
@pytest.mark.parametrize("target", sorted(TARGETS))
def test_nothing_is_found(target: str) -> None:
    seed = random.SystemRandom().randrange(2**32)
    assert main([target, "--minutes", str(MINUTES), "--seed", str(seed)]) == 0
