"""Sources: which of the notes a model was given an answer rests on. Reads text; asks no vault."""

import re
from collections.abc import Sequence

from vaultdesk.chat.messages import Source

WIKILINK = re.compile(r"\[\[([^\[\]|#\n]{1,400})")
"""The target of a wikilink. Bounded, so that a hostile answer costs no more than its length."""


def sources_of(text: str, read: Sequence[Source], found: Sequence[Source]) -> tuple[Source, ...]:
    """Return the notes *text* rests on, each once.

    Those it links to, in the order it does; without links all that were *read*. What was only *found* by a search is
    no source unless the answer links to it.
    """
    given = [*read, *found]
    cited: dict[str, Source] = {}
    for target in WIKILINK.findall(text):
        wanted = _key(target)
        for source in given:
            path = _key(source.path)
            if wanted in (path, path.rpartition("/")[2]):
                cited.setdefault(source.path, source)
                break
    if cited:
        return tuple(cited.values())
    return tuple({source.path: source for source in read}.values())


def _key(path: str) -> str:
    return path.strip().casefold().removesuffix(".md")
