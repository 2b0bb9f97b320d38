"""Generated texts full of Markdown syntax, the same in every run, and the digest of their scan results.

The digest is computed again when the rules of the scan change, such as those of indented code, and only then.
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

DIGEST = "188f2ac855f9f9e52f072307d7ba78f6067419b0ccf1c514d98b5d496542cfab"
"""SHA-256 of the scan results of all texts."""


def texts() -> Iterator[str]:
    """Yield short texts, one text longer than the scanner's lookup block, and each piece repeated."""
    rng = random.Random(20261120)
    for _ in range(3_000):
        yield "".join(rng.choice(PIECES) for _ in range(rng.randint(1, 40)))
    yield "".join(rng.choice(PIECES) for _ in range(60_000))
    for piece in PIECES:
        yield piece * 300


def digest() -> str:
    """Return the digest of the current scan results."""
    digest_state = hashlib.sha256()
    for text in texts():
        found = scan(text)
        results = (
            [(heading.level, heading.text, heading.line, heading.start) for heading in found.headings],
            [(link.kind, link.target, link.subpath, link.display, link.embed, link.external, link.start, link.end)
             for link in found.links],
            found.tags, found.tag_starts, [(block.id, block.line, block.start) for block in found.blocks],
            [(comment.start, comment.end) for comment in comments_in(text)],
        )  # fmt: skip
        digest_state.update(repr(results).encode("utf-8", "surrogatepass"))
    return digest_state.hexdigest()
