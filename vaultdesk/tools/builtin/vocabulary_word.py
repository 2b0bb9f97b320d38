"""A vocabulary word as stored in its note, and the note of a new word."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from vaultdesk.core.errors import NoteNotWritten, OutsideVault
from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.tools.builtin.spaced_repetition import REVIEW_PROPERTIES, WordReview, read_word_review
from vaultdesk.vault.frontmatter.frontmatter import JsonValue, properties_named
from vaultdesk.vault.markdown.note_edit import new_note_text
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath

MAX_WORD_CHARACTERS = 200
"""Maximum number of characters of a word or phrase."""

MAX_MEANING_CHARACTERS = 5_000
"""Maximum number of characters of a meaning: some paragraphs, not an article."""

MAX_NAME_BYTES = 150
"""Maximum bytes of the word in a file name, leaving space for a number and a suffix within every system's limit."""

_BREAKS_NAMES = re.compile(r'[\\/:*?"<>|#^\[\]%]+')
"""Characters that some system does not allow in a name, or that break links to it."""

_JOINERS = "\u200c\u200d"


@dataclass(frozen=True, slots=True)
class VocabularyWord:
    """One vocabulary word."""

    path: str
    """Path of its note from the vault's root; also its id."""
    word: str
    meaning: str = ""
    added: str = ""
    """The day it was added, as YYYY-MM-DD; empty if the note has none."""
    source: str = ""
    """Where it was found."""
    review: WordReview = field(default_factory=WordReview)

    @property
    def key(self) -> str:
        """Normalized spelling: case and accents are ignored."""
        return word_key(self.word)


def word_key(word: str) -> str:
    """Return *word* in the form used for comparison: `Résumé ` and `resume` are equal."""
    return " ".join(fold_to_base(unicodedata.normalize("NFKC", word)).split())


def read_word(path: NotePath, properties: Mapping[str, JsonValue]) -> VocabularyWord:
    """Return the word of a note: its property `word`, else the note's name, as in a note made by hand."""

    def text(name: str) -> str:
        value = next(properties_named(dict(properties), name), None)
        return str(value).strip() if isinstance(value, str | int | float) and not isinstance(value, bool) else ""

    return VocabularyWord(
        path=path.text,
        word=" ".join(text("word").split())[:MAX_WORD_CHARACTERS] or path.name,
        meaning=text("meaning"),
        added=text("added"),
        source=text("source"),
        review=read_word_review(properties),
    )


def word_note(word: str, meaning: str, source: str, today: date) -> str:
    """Return the text of a new word's note."""
    properties: dict[str, JsonValue] = {
        "word": word,
        "meaning": meaning or None,
        "added": today.isoformat(),
        "source": source or None,
        REVIEW_PROPERTIES[0]: None,
    }
    return new_note_text("", properties)


def word_file_name(word: str, nth: int = 1) -> str:
    """Return a file name for *word* that is valid on every system and in links; the *nth* attempt has a number."""
    spoken = unicodedata.normalize("NFC", _BREAKS_NAMES.sub(" ", word))
    shown = "".join(c for c in spoken if c in _JOINERS or unicodedata.category(c) not in _UNSEEN)
    name = _cut(" ".join(shown.split()).strip(" ."))
    ending = f" {nth}" if nth > 1 else ""
    for stem in (name, f"{name} (word)", "Word"):
        try:
            return NotePath(f"{stem}{ending}{NOTE_SUFFIX}").for_writing().text
        except (NoteNotWritten, OutsideVault):  # Empty, or a device name on Windows.
            continue
    raise AssertionError("a plain name was refused")


def _cut(name: str) -> str:
    while len(name.encode("utf-8", "ignore")) > MAX_NAME_BYTES:
        name = name[:-1]
    return name.strip(" .")


_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories of characters that are invisible or not displayed on all computers."""
