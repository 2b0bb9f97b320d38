"""Scanned texts: made texts full of Markdown's signs, the same in every run, and what a scan of them said once.

The digest was taken from the scanner that searched the text sign by sign, before it looked all signs up at once.
"""

import hashlib
import random
from collections.abc import Iterator

from vaultdesk.vault.markdown.markdown_scanner import comments_in, scan

PIECES = (
    "\\", "`", "``", "```", "~~~", "[", "[[", "]", "]]", "](", "(", ")", "#", "##", "###### ", "# ", "$", "$$",
    "<", "<!--", "-->", "<b>", "</b>", "<div>", "<script>", "</script>", "%", "%%", "://", "http://x.y/z",
    "https://a.b", "^", "^id", "^a-1", "\n", "\n\n", "\n", "\n---", "\n===", "\n - ", "\n- ", "\n1. ", "\n> ",
    "\n    ", "\n\t", "\n\n    code", " ", "  ", "\t", "a", "b c", "é", "😀", "日本", "tag", "a|b", "!", "![",
    "|", "\\|", "x.md", "%20", "#a#b", "/", "-", "=", "---\n", "- [ ] ", "key:: v", "]]]", "\r", "\r\n",
    "\u2028", "\x02", "&amp;", "\n~~~ py", "\n   # H #", "\n#t", ".", ",", ": ", "mailto:",
)  # fmt: skip

DIGEST = "824507f8151cf9a3dc3f5f3e53df592cc1fc43f1c8043772e594e5087d2a307d"
"""Of what was found in all of them."""


def texts() -> Iterator[str]:
    """Yield them: short ones, one longer than what is looked up at once, and each sign again and again."""
    chance = random.Random(20261120)
    for _ in range(3_000):
        yield "".join(chance.choice(PIECES) for _ in range(chance.randint(1, 40)))
    yield "".join(chance.choice(PIECES) for _ in range(60_000))
    for piece in PIECES:
        yield piece * 300


def digest() -> str:
    """Return the digest of what a scan finds in them now."""
    summed = hashlib.sha256()
    for text in texts():
        found = scan(text)
        said = (
            [(one.level, one.text, one.line, one.start) for one in found.headings],
            [(one.kind, one.target, one.subpath, one.display, one.embed, one.external, one.start, one.end)
             for one in found.links],
            found.tags, found.tag_starts, [(one.id, one.line, one.start) for one in found.blocks],
            [(one.start, one.end) for one in comments_in(text)],
        )  # fmt: skip
        summed.update(repr(said).encode("utf-8", "surrogatepass"))
    return summed.hexdigest()
