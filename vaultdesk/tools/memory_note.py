"""MemoryNote: the note with a line for each thing an assistant remembers, as text. Reads and writes no file.

A memory is an item of a list, `- 2026-11-22: Ada prefers short answers`. Everything else in the note is its owner's.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter

LONGEST_LINE = 300
"""Characters of one memory: a sentence. What is longer is a note."""

NEW_NOTE = """\
# Memory

What assistants remember across chats, a line for each thing. Change or delete lines as you like: they are all there is.

"""
"""What stands above the first memory."""

_ITEM = re.compile(r"[-*+] +(?:([0-9]{4}-[0-9]{2}-[0-9]{2}):? +)?(\S.*)")
_WORD = re.compile(r"\w+")

_WISH = re.compile(
    r"\b(?:remember|memori[sz]e|memory|keep in mind|note that|make a note|take note|bear in mind|for next time"
    r"|(?:do not|don t|never) forget|from now on|in future|in the future"
    r"|merk|merke|merken|gemerkt|gedachtnis|erinner\w*|vergiss|nicht vergessen|behalte?|notiere?|ab jetzt|kunftig"
    r"|retiens|retenir|souviens|memorise|n oublie|note que|desormais"
    r"|recuerda|recuerdes|acuerdate|no olvides|memoriza|ricorda|ricordati|non dimenticare|memorizza"
    r"|onthoud|onthouden|vergeet niet|lembra|lembre|nao esquecas?|zapamietaj|pamietaj|kom ihag|husk)\b"
)
"""Words by which a person asks to have something remembered, without case and accents."""


@dataclass(frozen=True, slots=True)
class Memory:
    """One line."""

    text: str
    day: str = ""
    """When it was remembered, as YYYY-MM-DD; empty where the line does not say."""
    number: int = 0
    """The note's line it stands on, from 1."""

    @property
    def key(self) -> str:
        """What two lines have in common that say the same."""
        return " ".join(_WORD.findall(fold_to_base(self.text)))


def memories_in(text: str) -> tuple[Memory, ...]:
    """Return the memories of a note, oldest first as they stand."""
    start = read_frontmatter(text).body_start
    before = text.count("\n", 0, start)
    found = []
    for number, line in enumerate(text[start:].split("\n"), start=before + 1):
        item = _ITEM.match(line.strip())
        if item is not None:
            found.append(Memory(item[2].strip(), item[1] or "", number))
    return tuple(found)


def memory_line(text: str, today: date) -> str:
    """Return *text* as a line of the note."""
    return f"- {today.isoformat()}: {text}"


def with_memory(note: str, line: str) -> str:
    """Return *note* with *line* after its last memory, or at its end where there is none."""
    if not note.strip():
        return f"{NEW_NOTE}{line}\n"
    known = memories_in(note)
    lines = note.split("\n")
    if known:
        return "\n".join((*lines[: known[-1].number], line, *lines[known[-1].number :]))
    return f"{note.rstrip()}\n\n{line}\n"


def asked_to_remember(question: str) -> bool:
    """Whether a person's words ask to have something remembered; in doubt they do not."""
    return _WISH.search(" ".join(_WORD.findall(fold_to_base(question)))) is not None


def holding(memories: Sequence[Memory], query: str) -> tuple[Memory, ...]:
    """Return the *memories* with words of *query*, those with most of them first, then the newest."""
    wanted = {word for word in _WORD.findall(fold_to_base(query)) if len(word) > 2} or set(
        _WORD.findall(fold_to_base(query))
    )
    scored = [(_shared(wanted, memory), memory) for memory in memories]
    return tuple(m for score, m in sorted(scored, key=lambda one: (-one[0], -one[1].number)) if score)


def _shared(wanted: Collection[str], memory: Memory) -> int:
    """Return how many of the words are in a memory; one that only begins as a longer one counts too."""
    words = memory.key.split()
    return sum(any(word == own or (len(word) > 3 and own.startswith(word)) for own in words) for word in wanted)
