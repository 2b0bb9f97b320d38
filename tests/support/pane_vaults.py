"""Pane vaults: vaults for tests of every pane: empty, one item, thousands of items, very long names, right-to-left.

Each has the same parts: notes with tags, headings, links and properties, bookmarks, chats, words to learn, a canvas, a
picture and a document. `Scene` names the note to open and the number of items of each kind.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from tests.support.campaigns import campaign_count
from tests.support.chats import BEGAN, make_conversation
from tests.support.pdf import pdf
from tests.support.written_chat import write_chat

MANY = campaign_count(2_000, 800)
"""Number of notes in the vault of thousands."""

MARKED_NOTES = min(MANY - 1, 900)
"""Number of notes with a bookmark."""

WORDS = "A name of very many words that nobody would write but some program did " * 3
SOLID = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenhersteller" * 3
FAMILIES = "👩\u200d👩\u200d👧\u200d👦" * 9
MARKED = "Z" + "\u0301\u0323\u0307" * 35
LONG_NAMES = (WORDS.strip(), SOLID, FAMILIES, MARKED)
"""Names near the length limit of file systems: words, no space, joined emoji, stacked combining marks."""

HIDDEN_NAMES = ("bill\u202egpj.md", "bell\x07.md", "iso\u2066late\u2069d.md", "two\nlines.md")
"""Names with characters that hide or reorder text. Notes with these names cannot be created, but exist on disk."""

ARABIC, HEBREW = "المدفأة القديمة", "דוח אובדן חום"
""""The old heater" and "Heat loss report"."""


@dataclass(frozen=True)
class Scene:
    """A vault and its number of items of each kind."""

    state: str
    root: Path
    note: str = ""
    """The note to open; empty if there is none."""
    notes: int = 0
    """Notes other than chats and words to learn."""
    odd_notes: int = 0
    """Notes whose names contain hidden characters, which are displayed."""
    tags: int = 0
    """Tags at the top of the list."""
    headings: int = 0
    """Headings of the note."""
    links: int = 0
    """Notes that link to it."""
    bookmarks: int = 0
    chats: int = 0
    words: int = 0
    cards: int = 0


def make_vault(state: str, root: Path) -> Scene:
    """Write the vault of *state*, one of `STATES`, into *root*."""
    root.mkdir(parents=True)
    return STATES[state](root)


def _empty(root: Path) -> Scene:
    return Scene("empty", root)


def _one(root: Path) -> Scene:
    text = "---\ntags: [heating]\nstatus: open\n---\n# One\n\nThe boiler leaks. See [[Nowhere]].\n"
    _write(root, "One.md", text)
    _parts(root, ["One.md"], ["The boiler"], ["boiler"], ["A thought"])
    return Scene("one", root, "One.md", 1, tags=1, headings=1, bookmarks=1, chats=1, words=1, cards=1)


def _thousands(root: Path) -> Scene:
    _write(root, "Hub.md", _hub())
    for number in range(MANY - 1):
        tag = f"#t{number % 700}/{number % 3}"
        _write(root, f"Folder {number % 60:02}/Note {number:04}.md", f"# Note {number}\n\n{tag} Words about [[Hub]].\n")
    notes = [f"Folder {number % 60:02}/Note {number:04}.md" for number in range(MANY - 1)]
    _parts(root, notes[:MARKED_NOTES], [f"Chat {n:04}" for n in range(300)], [f"word {n:04}" for n in range(300)],
           [f"Thought {n}" for n in range(800)])  # fmt: skip
    return Scene("thousands", root, "Hub.md", MANY, tags=700, headings=1_001, links=MANY - 1, bookmarks=MARKED_NOTES,
                 chats=300, words=300, cards=800)  # fmt: skip


def _hub() -> str:
    properties = "".join(f"property {number}: value {number}\n" for number in range(200))
    sections = (f"## Part {number}\n\nSee [[Note {number:04}]] and [[Gone {number}]].\n" for number in range(1_000))
    return f"---\n{properties}---\n# Hub\n\n{''.join(sections)}"


def _long(root: Path) -> Scene:
    first = f"{LONG_NAMES[0]}.md"
    links = "\n".join(f"- [[{name}]]" for name in LONG_NAMES[1:])
    head = f"---\ntags: [{SOLID}, {'deep/' * 40}end]\n{SOLID}: {SOLID * 4}\n{WORDS.strip()}: [{WORDS}, {SOLID}]\n---\n"
    body = f"# {WORDS * 4}\n\n## {SOLID * 5}\n\n### {FAMILIES}\n\n{SOLID * 9}\n\n`{SOLID * 3}`\n\n{links}\n"
    _write(root, first, head + body)
    for name in LONG_NAMES[1:]:
        _write(root, f"{SOLID[:120]}/{name}.md", f"# {name}\n\nSee [[{LONG_NAMES[0]}]] #{SOLID}\n")
    for name in HIDDEN_NAMES:
        _write(root, name, "hidden [[Nobody]]\n")
    _parts(root, [first, *(f"{SOLID[:120]}/{name}.md" for name in LONG_NAMES[1:])], [WORDS * 2, SOLID * 2],
           [WORDS, SOLID], [WORDS * 3, SOLID * 3])  # fmt: skip
    return Scene(
        "long", root, first, 4, odd_notes=2, tags=2, headings=3, links=3, bookmarks=4, chats=2, words=2, cards=2
    )


def _turned(root: Path) -> Scene:
    first = f"{ARABIC}.md"
    head = f"---\ntags: [تدفئة, חימום]\nالحالة: مفتوح\nמחיר: 18400\naliases: [Boiler, {HEBREW}]\n---\n"
    text = f"""# {ARABIC}

تسرب المدفأة القديمة الماء منذ أسبوع. انظر [[{HEBREW}]] و [[Heat loss]] ثم اتصل بـ Brandt قبل 12:30.

## النتيجة

- القدرة 8.2 kW
- [ ] اتصل بالسباك
1. أولا
2. ثانيا

> اقتباس من الرسالة

```python
print("left to right")
```

| المادة | السعر |
|---|---|
| مضخة | 18400 |

An English paragraph between them.
"""
    _write(root, first, head + text)
    _write(root, f"בית/{HEBREW}.md", f"# {HEBREW}\n\nהבית מאבד 8.2 kW. ראה [[{ARABIC}]] #חימום\n")
    _write(root, "Heat loss.md", f"# Heat loss\n\nThe same in English, from [[{ARABIC}]].\n")
    _parts(root, [first, f"בית/{HEBREW}.md"], ["ما الذي تقرر بشأن المدفأة؟", "מה החלטנו?"], ["مضخة", "משאבה"],
           [f"{ARABIC} و {HEBREW}", "English"])  # fmt: skip
    return Scene("rtl", root, first, 3, tags=2, headings=2, links=2, bookmarks=2, chats=2, words=2, cards=2)


STATES: dict[str, Callable[[Path], Scene]] = {
    "empty": _empty, "one": _one, "thousands": _thousands, "long": _long, "rtl": _turned,
}  # fmt: skip
"""Function that writes the vault of each state."""


def _parts(root: Path, marked: Iterable[str], chats: Sequence[str], words: Sequence[str], cards: Sequence[str]) -> None:
    """Write everything except plain notes: bookmarks, chats, words to learn, a canvas with *cards*, and files."""
    items = [{"type": "file", "path": path} for path in marked]
    _write(root, ".obsidian/bookmarks.json", json.dumps({"items": items}))
    for number, title in enumerate(chats):
        chat = make_conversation(title, f"{title}?", f"**{title}**, as you wrote.\n\n```\ncode {number}\n```\n")
        chat.created = BEGAN + timedelta(minutes=number)
        _write(root, f"Chats/Chat {number:04}.md", write_chat(chat))
    for number, word in enumerate(words):
        head = json.dumps({"word": word, "meaning": f"{word} …", "added": "2026-11-20"}, ensure_ascii=False)
        _write(root, f"Vocabulary/Word {number:04}.md", f"---\n{head}\n---\n")
    nodes = [
        {"id": str(number), "type": "text", "x": number % 30 * 280, "y": number // 30 * 140, "width": 260,
         "height": 120, "text": text}
        for number, text in enumerate(cards)
    ]  # fmt: skip
    _write(root, "Board.canvas", json.dumps({"nodes": nodes, "edges": []}, ensure_ascii=False))
    picture = QImage(320, 200, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.darkCyan)
    picture.save(str(root / "Cellar.png"))
    (root / "Offer.pdf").write_bytes(pdf("An offer", "Its second page"))


def _write(root: Path, path: str, text: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="")
