"""Page reader: has a page understood in a process of its own, which is ended where it takes too long.

A parser meets whatever a stranger wrote: 2 MB of open tags or of attributes keep the quickest one busy for minutes.
"""

import asyncio
import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import vaultdesk
from vaultdesk.core.errors import WebRefused
from vaultdesk.core.platform.paths import own_command

FLAG = "--read-page"
"""The one argument with which this program reads one page and does nothing else."""

PATIENCE = 12.0
"""Seconds for one page; an honest one of a megabyte takes one."""

LONGEST_SAID = 20_000_000
"""Bytes the process may say; more is not taken in."""

PageKind = Literal["html", "pdf"]


@dataclass(frozen=True, slots=True)
class PageReading:
    """What the process made of a page."""

    title: str
    text: str
    links: tuple[tuple[str, str], ...] = ()
    unseen: bool = False
    """Whether the page hides text from who looks at it; that was left out."""
    cut: bool = False
    """Whether there is more than was read: the pages of a long document."""


async def read_page(kind: PageKind, body: bytes, patience: float = PATIENCE) -> PageReading:
    """Return what there is to read in *body*. Raises `WebRefused`."""
    said = await asyncio.to_thread(_said, kind, body, patience)
    try:
        told = json.loads(said)
        if told.get("problem"):
            raise WebRefused(str(told["problem"]), hint=str(told.get("hint", "")))
        links = tuple((str(words), str(address)) for words, address in told["links"])
        return PageReading(str(told["title"]), str(told["text"]), links, bool(told["unseen"]), bool(told["cut"]))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise WebRefused("The page cannot be read", hint="It is broken, or made to be unreadable.") from None


def _said(kind: PageKind, body: bytes, patience: float) -> bytes:
    try:
        done = subprocess.run(  # noqa: S603 - our own program; the page goes in as data
            [*own_command(FLAG), kind], input=body, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=patience,
            env=_environment(), check=False, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise WebRefused("The page takes too long to read", hint="It is very large, or made to be so.") from None
    except OSError as error:
        raise WebRefused(f"Pages cannot be read: {error.strerror or error}", hint="Start VaultDesk again.") from error
    return done.stdout[:LONGEST_SAID]


def _environment() -> dict[str, str]:
    found = [str(Path(next(iter(vaultdesk.__path__))).parent), os.environ.get("PYTHONPATH", "")]
    # No key of the person's is in sight of what reads a stranger's page.
    kept = {name: value for name, value in os.environ.items() if not name.upper().endswith(("_KEY", "_TOKEN"))}
    return {**kept, "PYTHONPATH": os.pathsep.join(filter(None, found))}
