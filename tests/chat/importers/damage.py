"""Damage: what truncation, rubbish and hostile repetition do to a reader: only its own error may come out."""

import random
from collections.abc import Callable, Iterator

from vaultdesk.core.errors import ImportFailed

NOISE = "\x00\r\n`>*|[]{}\"'\\<!->:\ue000\ue200\ue201\ud83d\u202e---\n**user**: "


def damaged(text: str, step: int = 50) -> Iterator[str]:
    """Yield *text* cut at every 50th character, and with rubbish in its place, the same at each run."""
    for place in range(0, len(text), step):
        yield text[:place]
    dice = random.Random(7)
    for _ in range(60):
        place, length = dice.randrange(len(text)), dice.randrange(1, 40)
        rubbish = "".join(dice.choice(NOISE) for _ in range(length))
        yield text[:place] + rubbish + text[place + dice.randrange(60) :]
    for _ in range(20):
        yield bytes(dice.randrange(256) for _ in range(500)).decode("utf-8", "replace")


def survives(read: Callable[[str], object], text: str) -> int:
    """Read every damaged *text*; return how many were read. Anything but `ImportFailed` is raised."""
    read_well = 0
    for broken in damaged(text):
        try:
            read(broken)
        except ImportFailed:
            pass
        else:
            read_well += 1
    return read_well
