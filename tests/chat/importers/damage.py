"""Damaged inputs: truncated, overwritten with random data, or repeated; a reader may raise only `ImportFailed`."""

import random
from collections.abc import Callable, Iterator

from vaultdesk.core.errors import ImportFailed

NOISE = "\x00\r\n`>*|[]{}\"'\\<!->:\ue000\ue200\ue201\ud83d\u202e---\n**user**: "


def damaged_variants(text: str, step: int = 50) -> Iterator[str]:
    """Yield *text* cut at every 50th character and overwritten with random data; the same for each run."""
    for position in range(0, len(text), step):
        yield text[:position]
    rng = random.Random(7)
    for _ in range(60):
        position, length = rng.randrange(len(text)), rng.randrange(1, 40)
        noise = "".join(rng.choice(NOISE) for _ in range(length))
        yield text[:position] + noise + text[position + rng.randrange(60) :]
    for _ in range(20):
        yield bytes(rng.randrange(256) for _ in range(500)).decode("utf-8", "replace")


def read_damaged(read: Callable[[str], object], text: str) -> int:
    """Read every damaged *text* and return how many were read. Every exception except `ImportFailed` is raised."""
    successes = 0
    for broken in damaged_variants(text):
        try:
            read(broken)
        except ImportFailed:
            pass
        else:
            successes += 1
    return successes
