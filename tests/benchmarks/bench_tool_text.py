"""How fast calls and thoughts are found in an answer's text, beside a plain split of the same text in the same run.

    python -m tests.benchmarks.bench_tool_text

Fed whole, and in pieces of four characters, as models stream. Trust the ratios, not the seconds.
"""

import random
import sys
import time
from collections.abc import Callable

from vaultdesk.providers.tool_emulation.call_parser import read_calls
from vaultdesk.providers.tool_emulation.dialects import CallBlock
from vaultdesk.providers.tool_emulation.text_scanner import TextScanner

SIZE = 1_000_000
"""Characters of each text: some 250,000 tokens, more than any model writes at once."""

PIECE = 4
"""Characters of a streamed piece: about one token."""

ROUNDS = 3
"""Times each job is done; the best counts, as other programs only ever add time."""


def main() -> int:
    """Print the figures."""
    for name, text in texts().items():
        split = best(lambda text=text: text.split(" "))
        pieces = [text[place : place + PIECE] for place in range(0, len(text), PIECE)]
        appended = best(lambda pieces=pieces: append(pieces))
        whole = best(lambda text=text: scan([text]))
        streamed = best(lambda pieces=pieces: scan(pieces))
        line(f"{name}, whole", len(text), whole, "split", split)
        line(f"{name}, by {PIECE}", len(text), streamed, "append by 4", appended)
    return 0


def texts() -> dict[str, str]:
    """Return what is measured: an honest answer, one full of code and calls, and the worst hostile ones."""
    chance = random.Random(7)
    words = ["boiler", "pump", "heating", "`valve`", "pressure", "[[Note]]", "meeting", "a < b", "**garden**", "water"]
    prose = [" ".join(chance.choices(words, k=30)) for _ in range(40)]
    code = "```py\nfor note in notes:\n    print(note['<title>'])\n```"
    call = '<tool_call>{"name": "vault_search", "arguments": {"query": "boiler \\"pump\\"", "limit": 5}}</tool_call>'
    mixed = ["<think>" + prose[0] + "</think>", *prose[:6], code, "- one\n- two `x`\n", call]
    return {
        "prose": filled("\n\n".join(prose) + "\n\n"),
        "code, thoughts, calls": filled("\n".join(mixed) + "\n"),
        "backtick lines": filled("`\n"),
        "open backticks, calls": filled("` <tool_call>{}\n\n"),
        "half tags": filled("</"),
        "one call": '<tool_call>{"name": "a", "arguments": {"text": "'
        + filled('words \\"and\\" words ')
        + '"}}</tool_call>',
    }


def filled(unit: str) -> str:
    """Return *unit* over and over, up to the size."""
    return (unit * (SIZE // len(unit) + 1))[:SIZE]


def scan(pieces: list[str]) -> int:
    """Read an answer; return how many calls were in it."""
    scanner = TextScanner()
    found = [piece for text in pieces for piece in scanner.feed(text)] + scanner.finish()
    return sum(len(read_calls(piece) or ()) for piece in found if isinstance(piece, CallBlock))


def append(pieces: list[str]) -> str:
    """Do the least that can be done with pieces."""
    kept = []
    for piece in pieces:
        kept.append(piece)  # noqa: PERF402 - one by one is the point
    return "".join(kept)


def best(job: Callable[[], object]) -> float:
    """Return the least CPU seconds *job* took."""
    taken = []
    for _ in range(ROUNDS):
        started = time.process_time()
        job()
        taken.append(time.process_time() - started)
    return min(taken)


def line(name: str, size: int, ours: float, other_name: str, other: float) -> None:
    """Print one comparison."""
    sys.stdout.write(
        f"{name:<28} {ours * 1000:8.1f} ms {size / ours / 1e6:7.2f} M characters/s   "
        f"{other_name:<12} {other * 1000:8.2f} ms   ratio {ours / other:7.1f}\n"
    )


if __name__ == "__main__":
    sys.exit(main())
