"""Waiting line: a line that opens a fence if no further backtick follows in it. Its text goes out before it is read."""

import re

from vaultdesk.providers.tool_text.outlet import Outlet

LINE_OR_TICK = re.compile(r"[\n`]")
TAG_START = re.compile(r"<(?=[/tur]|\Z)|\[(?=[TE]|\Z)")
"""Where a tag may begin; at the end of a text any bracket may."""


class WaitingLine:
    """The line, from its head on, and all that came behind it. *silent*: none of it may go out."""

    def __init__(self, line: str, said: int, outlet: Outlet, *, silent: bool) -> None:
        self.said = said
        """How many of its characters have gone out."""
        self._parts: list[str] = []
        self._outlet = outlet
        self._silent = silent
        self._in_run = line.endswith("`")
        """The run of backticks it begins with may still grow."""
        self._keep(line, said)

    def add(self, text: str) -> bool:
        """Add what follows; tell whether there is something to read now."""
        ripe = bool(text.strip("`")) if self._in_run else LINE_OR_TICK.search(text) is not None
        # What can be read now goes out by being read.
        self._keep(text, len(text) if ripe else 0)
        return ripe

    def text(self) -> str:
        """Return all of it."""
        return "".join(self._parts)

    def _keep(self, text: str, begin: int) -> None:
        """Keep *text*, and let it out from *begin* on as far as it can be no tag."""
        self._parts.append(text)
        if self._silent or begin == len(text):
            return
        start = TAG_START.search(text, begin)
        self._silent = start is not None
        end = start.start() if start else len(text)
        self._outlet.say(text[begin:end])
        self.said += end - begin
