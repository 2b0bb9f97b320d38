"""Member texts: the values in a JSON object or list as they are written there. Reads what is known to be whole."""

import json
import re

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\n\r]*+")


def member_texts(text: str) -> dict[str, str]:
    """Return the text of each value of *text*, one whole JSON object, by its name."""
    texts: dict[str, str] = {}
    place = _after_mark(text, 0)
    while text[place] != "}":
        name, end = _DECODER.raw_decode(text, place)
        begin = _after_mark(text, end)
        _, end = _DECODER.raw_decode(text, begin)
        texts[name] = text[begin:end]
        place = _after_comma(text, end)
    return texts


def item_texts(text: str) -> list[str]:
    """Return the text of each value of *text*, one whole JSON list."""
    texts: list[str] = []
    place = _after_mark(text, 0)
    while text[place] != "]":
        _, end = _DECODER.raw_decode(text, place)
        texts.append(text[place:end])
        place = _after_comma(text, end)
    return texts


def _after_comma(text: str, place: int) -> int:
    """Return where the next value begins, or the bracket stands that ends them all."""
    place = _after_space(text, place)
    return _after_space(text, place + 1) if text[place] == "," else place


def _after_mark(text: str, place: int) -> int:
    return _after_space(text, _after_space(text, place) + 1)


def _after_space(text: str, place: int) -> int:
    found = _SPACE.match(text, place)
    return found.end() if found else place
