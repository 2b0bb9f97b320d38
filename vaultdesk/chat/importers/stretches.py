"""Stretches: a text cut where a mark begins, each mark with what stands after it."""

import re
from collections.abc import Iterator


def stretches(marks: re.Pattern[str], text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield each of *marks* in *text* with the text up to the next one or the end."""
    mark: re.Match[str] | None = None
    for following in marks.finditer(text):
        if mark is not None:
            yield mark, text[mark.end() : following.start()]
        mark = following
    if mark is not None:
        yield mark, text[mark.end() :]
