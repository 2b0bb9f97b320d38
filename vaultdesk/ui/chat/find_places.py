"""Find places: where words stand in a conversation, built or not, counted as they are seen. Draws nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from vaultdesk.ui.chat.exchange import Exchange

_LINK = re.compile(r"!?\[\[(?:[^\]|\n]*\|)?([^\]\n]*)\]\]|!?\[([^\]\n]*)\]\([^)\n]*\)")
"""A link to a note or an address: what is seen of it is its name."""

_SIGNS = re.compile(r"\*+|~~|==|`+|^#{1,6} |^ {0,3}>+ ?|(?<!\w)_+|_+(?!\w)", re.MULTILINE)
"""Signs of Markdown that are drawn as something else; what little is left of them does no harm."""

Texts = tuple[str, ...]
"""The question and the texts of the answer, as they are seen, folded for comparing."""


@dataclass(frozen=True, slots=True)
class Found:
    """One place."""

    exchange: Exchange
    number: int
    """Which one of those in the exchange, from 0, the question's first."""


def seen_text(markdown: str) -> str:
    """Return about what is seen of *markdown* once it is drawn."""
    return _SIGNS.sub("", _LINK.sub(lambda link: link[1] or link[2] or "", markdown))


def texts_of(exchange: Exchange) -> Texts:
    """Return the texts of *exchange*; of a kept one its messages are enough, so nothing is folded for it."""
    if exchange.kept:
        said = [seen_text(one.text) for one in exchange.kept if one.role == "assistant" and one.text]
    else:
        said = [seen_text(exchange.text)]
    return tuple(text.casefold() for text in (exchange.question, *said))


def found_in(exchanges: Sequence[Exchange], known: dict[Exchange, Texts], words: str) -> tuple[Found, ...]:
    """Return all places of *words*, oldest first. Takes a moment for thousands of messages: not for the window.

    *known* holds the texts that were looked at before, and is filled.
    """
    wanted = words.casefold()
    places: list[Found] = []
    for exchange in exchanges if wanted else ():
        texts = known.get(exchange)
        if texts is None:
            texts = known[exchange] = texts_of(exchange)
        count = sum(text.count(wanted) for text in texts)
        places.extend(Found(exchange, number) for number in range(count))
    return tuple(places)
