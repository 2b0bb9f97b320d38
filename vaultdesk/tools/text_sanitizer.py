"""Sanitizes text for display: shows invisible and bidirectional characters, and flags names that mix scripts."""

import unicodedata
from collections.abc import Iterable, Sequence

from vaultdesk.core.phrases import Phrase, and_list

ALLOWED_CONTROLS = "\n\t"
"""Control characters shown unchanged in multi-line text."""

BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f")
"""Letters that are displayed as blank: Hangul fillers, the empty Braille cell, the combining grapheme joiner."""

CONFUSABLE_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")
"""Scripts with similar-looking letters; a word that mixes them is suspicious."""

ZERO_WIDTH_JOINER = "\u200d"
"""Joins emoji; invisible anywhere else."""


def sanitize_text(text: str, allowed: str = "") -> str:
    """Return *text* with every invisible or direction-changing character as `U+XXXX`; *allowed* are unchanged."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        f"<U+{ord(character):04X}>" if character not in allowed and _is_hidden(text, index) else character
        for index, character in enumerate(text)
    )


def sanitize_line(text: str, limit: int) -> str:
    """Return *text* visible, on one line and at most *limit* characters, cut with an ellipsis."""
    line = sanitize_text(" ".join(text[: limit * 4].split()))
    return line if len(line) <= limit and len(text) <= limit * 4 else f"{line[: limit - 1]}…"


def name_warnings(names: Iterable[str]) -> tuple[Phrase, ...]:
    """Return warnings for *names*: hidden characters, letters of several scripts in one word."""
    warnings: list[Phrase] = []
    for name in dict.fromkeys(names):
        if name.isascii() and name.isprintable():
            continue
        visible_name = sanitize_line(name, 120)
        if any(_is_hidden(name, index) for index in range(len(name))):
            warnings.append(hidden_character_warning(name))
        scripts = mixed_scripts(name)
        if scripts:
            warnings.append(
                Phrase(
                    "“{0}” mixes {1} letters in one word; it may imitate another name.",
                    visible_name,
                    script_names(scripts),
                )
            )
    return tuple(warnings)


def hidden_character_warning(text: str) -> Phrase:
    """Return a warning for *text* with invisible characters."""
    return Phrase("“{0}” contains invisible characters; they are shown as <U+…>.", sanitize_line(text, 120))


def script_names(scripts: Sequence[str]) -> Phrase:
    """Return the names of *scripts*, as `mixed_scripts` finds them, for a sentence: `Cyrillic and Latin`."""
    names = {
        "Latin": Phrase("Latin"),
        "Cyrillic": Phrase("Cyrillic"),
        "Greek": Phrase("Greek"),
        "Armenian": Phrase("Armenian"),
        "Cherokee": Phrase("Cherokee"),
    }
    return and_list([names[script] for script in scripts])


def mixed_scripts(name: str) -> tuple[str, ...]:
    """Return the scripts mixed in one word of *name*, as `("Cyrillic", "Latin")`; empty if no word mixes scripts."""
    used: set[str] = set()
    for character in f"{name} ":
        if character.isalpha():
            used.update(script for script in CONFUSABLE_SCRIPTS if unicodedata.name(character, "").startswith(script))
        elif len(used) > 1:
            break
        elif not unicodedata.combining(character):
            used = set()
    return tuple(sorted(script.capitalize() for script in used)) if len(used) > 1 else ()


def has_hidden_characters(text: str, allowed: str = ALLOWED_CONTROLS) -> bool:
    """Whether *text* has an invisible or direction-changing character; *allowed* do not count."""
    if text.isascii() and text.isprintable():
        return False
    return any(character not in allowed and _is_hidden(text, index) for index, character in enumerate(text))


def _is_hidden(text: str, index: int) -> bool:
    character = text[index]
    if character.isascii():
        return not character.isprintable()
    if character == ZERO_WIDTH_JOINER:
        return not (0 < index < len(text) - 1 and _is_pictorial(text[index - 1]) and _is_pictorial(text[index + 1]))
    if character in BLANK_LETTERS or "\U000e0100" <= character <= "\U000e01ef":
        return True
    category = unicodedata.category(character)
    # No-break spaces are normal typography; any other unusual space is invisible in a name.
    return category in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") or (category == "Zs" and character not in "\u00a0\u202f")


def _is_pictorial(character: str) -> bool:
    return unicodedata.category(character) in ("So", "Sk") or character == "\ufe0f"
