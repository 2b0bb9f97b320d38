"""Bench of finding tool calls and reasoning in the text of an answer, in comparison with a plain split of the text.

    python -m tests.benchmarks.bench_tool_text

The text is fed at once, and in pieces of four characters, as in a stream. Ratios are comparable between machines,
seconds are not.
"""

import random
import sys
import time
from collections.abc import Callable

from vaultdesk.providers.tool_emulation.call_parser import read_calls
from vaultdesk.providers.tool_emulation.dialects import CallBlock
from vaultdesk.providers.tool_emulation.text_scanner import TextScanner

SIZE = 1_000_000
"""Characters of each text: about 250,000 tokens, more than any model writes in one answer."""

PIECE = 4
"""Characters of a streamed piece: about one token."""

ROUNDS = 3
"""Number of runs of each job; the best counts, because other programs only add time."""


def main() -> int:
    """Print the figures."""
    for name, text in texts().items():
        split = best(lambda text=text: text.split(" "))
        pieces = [text[start : start + PIECE] for start in range(0, len(text), PIECE)]
        appended = best(lambda pieces=pieces: append(pieces))
        complete = best(lambda text=text: scan([text]))
        streamed = best(lambda pieces=pieces: scan(pieces))
        print_comparison(f"{name}, at once", len(text), complete, "split", split)
        print_comparison(f"{name}, by {PIECE}", len(text), streamed, "append by 4", appended)
    return 0


def texts() -> dict[str, str]:
    """Return the measured texts: a plain answer, one with much code and many calls, and the worst hostile ones."""
    rng = random.Random(7)
    words = ["boiler", "pump", "heating", "`valve`", "pressure", "[[Note]]", "meeting", "a < b", "**garden**", "water"]
    prose = [" ".join(rng.choices(words, k=30)) for _ in range(40)]
    code = "```py\nfor note in notes:\n    print(note['<title>'])\n```"
    call = '<tool_call>{"name": "vault_search", "arguments": {"query": "boiler \\"pump\\"", "limit": 5}}</tool_call>'
    mixed = ["<think>" + prose[0] + "</think>", *prose[:6], code, "- one\n- two `x`\n", call]
    return {
        "prose": repeat("\n\n".join(prose) + "\n\n"),
        "code, thoughts, calls": repeat("\n".join(mixed) + "\n"),
        "backtick lines": repeat("`\n"),
        "open backticks, calls": repeat("` <tool_call>{}\n\n"),
        "half tags": repeat("</"),
        "one call": '<tool_call>{"name": "a", "arguments": {"text": "'
        + repeat('words \\"and\\" words ')
        + '"}}</tool_call>',
    }


def repeat(unit: str) -> str:
    """Return *unit* repeated up to the size."""
    return (unit * (SIZE // len(unit) + 1))[:SIZE]


def scan(pieces: list[str]) -> int:
    """Parse an answer; return the number of calls in it."""
    scanner = TextScanner()
    found = [piece for text in pieces for piece in scanner.feed(text)] + scanner.finish()
    return sum(len(read_calls(piece) or ()) for piece in found if isinstance(piece, CallBlock))


def append(pieces: list[str]) -> str:
    """Join the pieces, the minimum that has to be done with them."""
    collected = []
    for piece in pieces:
        collected.append(piece)  # noqa: PERF402 - appending one by one is measured
    return "".join(collected)


def best(job: Callable[[], object]) -> float:
    """Return the minimum processor time of *job* in seconds."""
    durations = []
    for _ in range(ROUNDS):
        started = time.process_time()
        job()
        durations.append(time.process_time() - started)
    return min(durations)


def print_comparison(name: str, size: int, ours: float, other_name: str, other: float) -> None:
    """Print one comparison."""
    sys.stdout.write(
        f"{name:<28} {ours * 1000:8.1f} ms {size / ours / 1e6:7.2f} M characters/s   "
        f"{other_name:<12} {other * 1000:8.2f} ms   ratio {ours / other:7.1f}\n"
    )


if __name__ == "__main__":
    sys.exit(main())
