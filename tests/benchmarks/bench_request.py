"""Bench of requests: tokens of the first request by mode and context window, on the welcome vault.

`python -m tests.benchmarks.bench_request [--tokenizer FILE ...] [--ways native sentinel xml]`. A tokenizer is a
`tokenizer.json`; without any the program's own estimate counts. A request that does not fit its window, or is larger
than agent mode may be, fails the bench.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from tokenizers import Tokenizer

from tests.support.first_request import MODES, WAYS, WINDOWS, first_request, prompt_text
from vaultdesk.core.text_tokens import text_tokens

SMALL_LIMIT, LIMIT = 1_200, 2_000
"""Tokens of the first request of agent mode, below a window of 16k and from there on."""

Counter = Callable[[str], int]


def counters(files: list[Path]) -> Mapping[str, Counter]:
    """Return the counters by name: those of *files*, and the estimate."""
    found: dict[str, Counter] = {"estimate": text_tokens}
    for file in files:
        tokenizer = Tokenizer.from_file(str(file))
        found[file.parent.name if file.stem == "tokenizer" else file.stem] = lambda text, one=tokenizer: len(
            one.encode(text).ids
        )
    return found


async def measure(mode: str, window: int, way: str, counted: Mapping[str, Counter]) -> tuple[dict[str, int], int]:
    """Return the tokens of the first request by counter, and the longest answer that was asked for."""
    with tempfile.TemporaryDirectory() as folder:
        body = await first_request(Path(folder), mode, window, way)
    text = prompt_text(body)
    return {name: count(text) for name, count in counted.items()}, int(body.get("max_tokens", 0))


async def run(files: list[Path], ways: list[str]) -> int:
    """Print the table; return how many requests are too large."""
    counted, wrong = counters(files), 0
    print(f"{'mode':10} {'tools':9} " + " ".join(f"{window:>{9 * len(counted)},}" for window in WINDOWS))
    print(f"{'':20} " + " ".join(" ".join(f"{name[:8]:>8}" for name in counted) for _ in WINDOWS))
    for mode in MODES:
        for way in ways if mode in ("agent", "plus") else ways[:1]:
            cells = []
            for window in WINDOWS:
                sizes, answer = await measure(mode, window, way, counted)
                cells.append(" ".join(f"{size:>8,}" for size in sizes.values()))
                limit = (SMALL_LIMIT if window < 16_000 else LIMIT) if mode == "agent" and window >= 4_096 else window
                if max(sizes.values()) > limit or sizes["estimate"] + answer > window:
                    wrong += 1
                    cells[-1] += "!"
            print(f"{mode:10} {way:9} " + " ".join(cells))
    return wrong


def main() -> int:
    """Measure what the command line names; 1 where a request is too large."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokenizer", type=Path, nargs="*", default=[], help="tokenizer.json files to count with")
    parser.add_argument("--ways", nargs="*", default=[*WAYS], choices=WAYS, help="ways of giving tools")
    options = parser.parse_args()
    return int(asyncio.run(run(options.tokenizer, options.ways)) > 0)


if __name__ == "__main__":
    sys.exit(main())
