"""Bench of requests: tokens of the first request by mode and context window, with the welcome vault.

`python -m tests.benchmarks.bench_request [--tokenizer FILE ...] [--ways native sentinel xml]`. A tokenizer is a
`tokenizer.json`; without any, the program's own estimate is used. A request that does not fit its window, or exceeds
the limit of agent mode, fails the bench.
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
"""Maximum tokens of the first request of agent mode, for windows below 16k and for larger ones."""

Counter = Callable[[str], int]


def counters(files: list[Path]) -> Mapping[str, Counter]:
    """Return the token counters by name: those of *files*, and the estimate."""
    by_name: dict[str, Counter] = {"estimate": text_tokens}
    for file in files:
        tokenizer = Tokenizer.from_file(str(file))
        by_name[file.parent.name if file.stem == "tokenizer" else file.stem] = (
            lambda text, tokenizer_of_file=tokenizer: len(tokenizer_of_file.encode(text).ids)
        )
    return by_name


async def measure(
    mode: str, window: int, tool_format: str, token_counters: Mapping[str, Counter]
) -> tuple[dict[str, int], int]:
    """Return the tokens of the first request by counter, and the maximum length of the requested answer."""
    with tempfile.TemporaryDirectory() as folder:
        body = await first_request(Path(folder), mode, window, tool_format)
    text = prompt_text(body)
    return {name: count(text) for name, count in token_counters.items()}, int(body.get("max_tokens", 0))


async def run(files: list[Path], tool_formats: list[str]) -> int:
    """Print the table; return the number of requests that are too large."""
    token_counters, too_large = counters(files), 0
    print(f"{'mode':10} {'tools':9} " + " ".join(f"{window:>{9 * len(token_counters)},}" for window in WINDOWS))
    print(f"{'':20} " + " ".join(" ".join(f"{name[:8]:>8}" for name in token_counters) for _ in WINDOWS))
    for mode in MODES:
        for tool_format in tool_formats if mode in ("agent", "plus") else tool_formats[:1]:
            cells = []
            for window in WINDOWS:
                sizes, answer = await measure(mode, window, tool_format, token_counters)
                cells.append(" ".join(f"{size:>8,}" for size in sizes.values()))
                limit = (SMALL_LIMIT if window < 16_000 else LIMIT) if mode == "agent" and window >= 4_096 else window
                if max(sizes.values()) > limit or sizes["estimate"] + answer > window:
                    too_large += 1
                    cells[-1] += "!"
            print(f"{mode:10} {tool_format:9} " + " ".join(cells))
    return too_large


def main() -> int:
    """Run from the command line; return 1 if a request is too large."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokenizer", type=Path, nargs="*", default=[], help="tokenizer.json files to count with")
    parser.add_argument("--ways", nargs="*", default=[*WAYS], choices=WAYS, help="tool formats")
    options = parser.parse_args()
    return int(asyncio.run(run(options.tokenizer, options.ways)) > 0)


if __name__ == "__main__":
    sys.exit(main())
