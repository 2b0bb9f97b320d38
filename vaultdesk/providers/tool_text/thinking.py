"""Thinking: the text of one think block up to the tag that closes it. See scanner.py for what counts."""

import re

from vaultdesk.providers.tool_text.outlet import Outlet
from vaultdesk.providers.tool_text.tags import Tag, tag_at, tags_begun

_TAG_START = re.compile(r"<(?=[/tr]|\Z)")


class Thinking:
    """One think block, read from behind its opening tag on."""

    def __init__(self, name: str, outlet: Outlet) -> None:
        self.over = False
        self._name = name
        self._outlet = outlet
        self._depth = 1
        self._fresh = True
        """Only white space is before this place on its line."""
        self._empty = True
        """Nothing but white space was thought so far."""

    def read(self, text: str, place: int, final: bool) -> int:
        """Take *text* from *place* on; return where the block ends, or where more text must tell."""
        while place < len(text) and not self.over:
            found = _TAG_START.search(text, place)
            start = found.start() if found else len(text)
            self._take(text[place:start])
            place = start
            if found is None:
                break
            tag = tag_at(text, place)
            if tag is None:
                if not final and any(self._counts(begun) for begun in tags_begun(text, place)):
                    break
                self._take("<")
                place += 1
            elif not self._counts(tag):
                self._take(tag.text)
                place += len(tag.text)
            else:
                self._count(tag)
                place += len(tag.text)
        return place

    def _counts(self, tag: Tag) -> bool:
        return tag.name == self._name and (tag.kind == "think_end" or (tag.kind == "think" and self._fresh))

    def _count(self, tag: Tag) -> None:
        if tag.kind == "think_end":
            self._depth -= 1
            self.over = not self._depth
        else:
            self._depth += not self._empty

    def _take(self, text: str) -> None:
        if not text:
            return
        self._outlet.think(text)
        *_, last = text.rpartition("\n")
        blank = not last or last.isspace()
        self._fresh = blank and (self._fresh or "\n" in text)
        self._empty = self._empty and text.isspace()
