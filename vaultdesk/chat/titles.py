"""Titles: what a conversation is called, by its first question, and the file name that its title gives."""

import re
import unicodedata
from collections.abc import Iterable

from vaultdesk.chat.messages import Message, TextPart

UNTITLED = "New chat"
"""What a conversation is called in which nothing was said."""

LONGEST_TITLE = 60
"""Characters of a title made of a question: one line of a narrow list."""

LONGEST_NAME = 100
"""Characters of a file's name: whole paths stay short enough for every system."""

_NO_NAME = re.compile(r'[\\/:*?"<>|#^\[\]\0-\x1f\x7f]+|%%')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\.|\Z)", re.IGNORECASE)


def title_of(messages: Iterable[Message]) -> str:
    """Return a title made of the first question of *messages*; empty where there is none."""
    for message in messages:
        if message.role != "user":
            continue
        words = "".join(part.text for part in message.parts if isinstance(part, TextPart) and not part.hidden)
        first = next((line for line in words.split("\n") if any(map(str.isalnum, line))), "")
        title = one_line(first.lstrip("#>-*+ \t"), LONGEST_TITLE)
        if title:
            return title
        if message.images:
            return "A picture"
        if message.context:
            return one_line(message.context[0].target, LONGEST_TITLE)
    return ""


def one_line(text: str, longest: int) -> str:
    """Return *text* on one line, cut at a word where it is longer than *longest*; nothing in it is invisible."""
    # What turns the writing round or cannot be seen has no place in a list; joiners make emoji and Persian words.
    seen = "".join(
        character if character in "\u200c\u200d" or unicodedata.category(character) not in _INVISIBLE else " "
        for character in text[: 8 * longest]
    )
    line = " ".join(seen.split())
    if len(line) <= longest:
        return line
    cut = line[: longest - 1]
    space = cut.rfind(" ")
    return f"{cut[:space] if space > longest // 2 else cut}…"


_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"})


def file_name_of(title: str) -> str:
    """Return the name, without its ending, of the file of a chat called *title*: one that every system keeps."""
    name = " ".join(_NO_NAME.sub(" ", one_line(unicodedata.normalize("NFC", title), LONGEST_NAME)).split())
    name = name.replace("\u200c", "").replace("\u200d", "").strip(" .~")
    while len(name.encode("utf-8")) > 2 * LONGEST_NAME:
        name = name[:-1].rstrip(" .")
    if _RESERVED.match(name):
        name = f"{name} chat" if "." not in name else f"Chat {name}"
    return name or UNTITLED
