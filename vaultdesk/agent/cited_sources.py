"""Citations in answers: the notes an answer is based on, and statements without a source."""

import re
from collections.abc import Iterator, Sequence

from vaultdesk.chat.messages import Source
from vaultdesk.core.phrases import Phrase, Sentences
from vaultdesk.tools.text_sanitizer import sanitize_line

WIKILINK = re.compile(r"\[\[([^\[\]|#\n]{1,400})")
"""The target of a wikilink. Bounded, so that a hostile answer takes time proportional to its length."""


def cited_sources_of(text: str, read_sources: Sequence[Source], found_sources: Sequence[Source]) -> tuple[Source, ...]:
    """Return the notes *text* is based on, each once.

    These are the notes it links to, in that order; without links all of *read_sources*. One of *found_sources*, which a
    search found, is a source only if the answer links to it.
    """
    given = [*read_sources, *found_sources]
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
    return tuple({source.path: source for source in read_sources}.values())


def _key(path: str) -> str:
    return path.strip().casefold().removesuffix(".md")


MIN_STATEMENT_WORDS = 4
"""Minimum words of a statement; shorter text (a greeting, a title) states nothing."""

MAX_NAMED_UNKNOWN_NOTES = 3
"""Maximum number of notes named in a notice."""

MAX_SHOWN_NAME = 80
"""Maximum number of characters of a name in a notice."""

NO_SOURCES_NOTICE = Phrase("This answer names no source from your notes.")

_FENCE = re.compile(r"^\s{0,3}(?:```|~~~)")
_SEPARATOR = re.compile(r"^\s{0,3}(?:#{1,6}\s|[-*_]{3,}\s*$|$)")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d{1,4}[.)])\s+")
_ROW = re.compile(r"^\s*\|")


def uncited_statements(answer: str, sources: Sequence[Source]) -> Phrase:
    """Return the notice about claims in *answer* that have no source among *sources*; empty if there are none.

    Only links are checked. Whether the note supports the claim is left to the reader.
    """
    claims = [claim for claim in _statements(answer) if _is_claim(claim)]
    bare = sum(not cited_sources_of(claim, (), sources) for claim in claims)
    sentences = []
    if claims and bare == len(claims):
        sentences.append(NO_SOURCES_NOTICE)
    elif bare:
        sentences.append(
            Phrase("{0} of {1} statements in this answer name no source from your notes.", bare, len(claims))
        )
    strangers = list(dict.fromkeys(link.strip() for link in WIKILINK.findall(answer) if not _is_given(link, sources)))
    if strangers:
        named = ", ".join(sanitize_line(one, MAX_SHOWN_NAME) for one in strangers[:MAX_NAMED_UNKNOWN_NOTES])
        sentences.append(Phrase("It links to what it was not given: {0}.", named))
    return Sentences(*sentences)


def _statements(answer: str) -> Iterator[str]:
    """Yield the paragraphs, list items and table rows of *answer*, without code."""
    lines: list[str] = []
    code = False
    for line in [*answer.splitlines(), ""]:
        fence = bool(_FENCE.match(line))
        begins = _ITEM.match(line) or _ROW.match(line)
        if (fence or begins or _SEPARATOR.match(line)) and lines:
            yield " ".join(lines)
            lines = []
        code = code != fence
        if not (code or fence or _SEPARATOR.match(line)):
            lines.append(line.strip())


def _is_claim(statement: str) -> bool:
    text = statement.rstrip("*_ \"'”»)")
    return not text.endswith(("?", ":")) and len(re.findall(r"\w+", WIKILINK.sub("", statement))) >= MIN_STATEMENT_WORDS


def _is_given(link: str, sources: Sequence[Source]) -> bool:
    return bool(cited_sources_of(f"[[{link}]]", (), sources))
