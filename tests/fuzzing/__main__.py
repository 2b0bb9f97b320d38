"""Main: runs one target until the minutes are over or it fails: `python -m tests.fuzzing tool_text --minutes 5`.

Guided by coverage where atheris is installed, else with a random whose seed is printed: `--seed` runs it again.
"""

import argparse
import importlib
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

from tests.fuzzing.choices import Bytes, Choices, GuidedChoices

TARGETS = {"tool_text": ("tests.fuzzing.tool_text", "vaultdesk.providers.tool_emulation")}
"""Each target's module, which has `one(choices)`, and the package whose coverage guides."""

LONGEST = 4096
"""Bytes of decisions a guided run may have."""


def main(arguments: Sequence[str]) -> int:
    """Run the target; return 1 where it found something."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("target", choices=sorted(TARGETS))
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=None, help="run without a guide, with this seed")
    given = parser.parse_args(arguments)
    module, guided_by = TARGETS[given.target]
    if given.seed is None:
        try:
            atheris = importlib.import_module("atheris")
        except ImportError:
            print("atheris is not installed: running without a guide")
        else:
            with atheris.instrument_imports(include=[guided_by]):
                one = importlib.import_module(module).one
            guided(atheris, one, given.minutes)
    seed = given.seed if given.seed is not None else random.SystemRandom().randrange(2**32)
    return unguided(importlib.import_module(module).one, given.minutes, seed)


def unguided(one: Callable[[Choices], None], minutes: float, seed: int) -> int:
    """Run *one* with random decisions; each run has a seed of its own, so that a finding is run again at once."""
    print(f"seed {seed}", flush=True)
    runs, started = 0, time.monotonic()
    while time.monotonic() - started < minutes * 60:
        try:
            one(random.Random(seed + runs))
        except Exception:  # whatever it is, it is a finding, and its seed must be told
            print(f"found after {runs} runs; again: --seed {seed + runs}", flush=True)
            raise
        runs += 1
    print(f"{runs:,} runs without a finding in {minutes:g} minutes")
    return 0


def guided(atheris: ModuleType, one: Callable[[Choices], None], minutes: float) -> None:
    """Run *one* with decisions that coverage guides. It ends the process, as the guide does."""

    def run(data: bytes) -> None:
        provider: Bytes = atheris.FuzzedDataProvider(data)
        one(GuidedChoices(provider))

    found = Path(tempfile.gettempdir()) / f"vaultdesk-{os.getpid()}-"
    print(f"findings go to {found}*", flush=True)
    options = [
        f"-artifact_prefix={found}",
        f"-max_total_time={int(minutes * 60)}",
        f"-max_len={LONGEST}",
        "-len_control=0",
        "-print_final_stats=1",
    ]
    atheris.Setup([sys.argv[0], *options], run)
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
