"""Runs a fuzz target until the time is over or it fails: `python -m tests.fuzzing tool_text --minutes 5`.

Coverage-guided if atheris is installed, otherwise random with a printed seed, which `--seed` repeats.
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
"""The module of each target, which has `fuzz_once(choices)`, and the package whose coverage guides it."""

MAX_INPUT_BYTES = 4096
"""Maximum input length of a guided run in bytes."""


def main(arguments: Sequence[str]) -> int:
    """Run the target; return 0 if it found nothing."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("target", choices=sorted(TARGETS))
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=None, help="run without a guide, with this seed")
    options = parser.parse_args(arguments)
    module, guided_by = TARGETS[options.target]
    if options.seed is None:
        try:
            atheris = importlib.import_module("atheris")
        except ImportError:
            print("atheris is not installed: running without a guide")
        else:
            with atheris.instrument_imports(include=[guided_by]):
                fuzz_once = importlib.import_module(module).fuzz_once
            guided(atheris, fuzz_once, options.minutes)
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(2**32)
    return unguided(importlib.import_module(module).fuzz_once, options.minutes, seed)


def unguided(fuzz_once: Callable[[Choices], None], minutes: float, seed: int) -> int:
    """Call *fuzz_once* with random choices; each call has its own seed, so that a finding can be repeated directly."""
    print(f"seed {seed}", flush=True)
    runs, started = 0, time.monotonic()
    while time.monotonic() - started < minutes * 60:
        try:
            fuzz_once(random.Random(seed + runs))
        except Exception:  # any exception is a finding, and its seed must be printed
            print(f"found after {runs} runs; again: --seed {seed + runs}", flush=True)
            raise
        runs += 1
    print(f"{runs:,} runs without a finding in {minutes:g} minutes")
    return 0


def guided(atheris: ModuleType, fuzz_once: Callable[[Choices], None], minutes: float) -> None:
    """Call *fuzz_once* with coverage-guided choices. Atheris ends the process."""

    def run(data: bytes) -> None:
        provider: Bytes = atheris.FuzzedDataProvider(data)
        fuzz_once(GuidedChoices(provider))

    artifact_prefix = Path(tempfile.gettempdir()) / f"vaultdesk-{os.getpid()}-"
    print(f"findings go to {artifact_prefix}*", flush=True)
    options = [
        f"-artifact_prefix={artifact_prefix}",
        f"-max_total_time={int(minutes * 60)}",
        f"-max_len={MAX_INPUT_BYTES}",
        "-len_control=0",
        "-print_final_stats=1",
    ]
    atheris.Setup([sys.argv[0], *options], run)
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
