"""Runs: the inline tokens of one paragraph as runs of text in one look. Knows nothing between paragraphs."""

from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import unquote

from markdown_it.token import Token

from vaultdesk.ui.formula.bounds import is_drawable
from vaultdesk.ui.markdown.hrefs import note_href
from vaultdesk.ui.markdown.parser import is_whole
from vaultdesk.ui.markdown.plan import Look, Run

LINE_BREAK = "\u2028"
"""A new line inside one block of a QTextDocument."""

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp")
"""Endings shown as pictures. SVG is left out: it can refer to files and to the network."""

_SAFE = str.maketrans({"\u2029": LINE_BREAK, "\r": "", "\x00": "\ufffd", "\ufdd0": "\ufffd", "\ufdd1": "\ufffd"})
"""Qt reads these characters as block ends and frame borders."""

_SAFE[0xFFFC] = "\ufffd"

_OPENING = {"strong_open": Look.STRONG, "em_open": Look.EMPHASIS, "s_open": Look.STRIKE, "mark_open": Look.MARK}
_CLOSING = {"strong_close": Look.STRONG, "em_close": Look.EMPHASIS, "s_close": Look.STRIKE, "mark_close": Look.MARK}

_HTML = {
    **dict.fromkeys(("b", "strong"), Look.STRONG),
    **dict.fromkeys(("i", "em", "cite", "dfn", "var"), Look.EMPHASIS),
    **dict.fromkeys(("s", "strike", "del"), Look.STRIKE),
    **dict.fromkeys(("code", "kbd", "samp"), Look.CODE),
    "mark": Look.MARK,
}
"""How words between tags look; what is not among them changes nothing."""


def safe(text: str) -> str:
    """Return *text* without the characters that mean something to QTextDocument."""
    return text.translate(_SAFE)


def runs(children: Iterable[Token], base: Look = Look.PLAIN) -> tuple[Run, ...]:
    """Fold *children* into runs; neighbours of one look become one."""
    writer = _RunWriter(base)
    for token in children:
        writer.take(token)
    return _without_end(writer.done)


def _without_end(done: list[Run]) -> tuple[Run, ...]:
    """Return *done* without line ends after the last words: what stood there is not shown, as a comment."""
    while done and done[-1].text.endswith(LINE_BREAK) and not (done[-1].image or done[-1].math):
        last = done.pop()
        if text := last.text.rstrip(f" {LINE_BREAK}"):
            done.append(replace(last, text=text))
    return tuple(done)


def is_picture(target: str) -> bool:
    """Whether *target* names a file we may show as a picture."""
    return target.lower().endswith(PICTURES)


class _RunWriter:
    def __init__(self, base: Look) -> None:
        self.done: list[Run] = []
        self._base = base
        self._looks: list[Look] = []
        self._href = ""

    def take(self, token: Token) -> None:
        kind = token.type
        if kind == "text" or kind == "text_special":
            self._add(token.content)
        elif kind in _OPENING:
            self._looks.append(_OPENING[kind])
        elif kind in _CLOSING:
            self._looks.remove(_CLOSING[kind])
        elif kind in ("html_open", "html_close"):
            self._html(_HTML.get(token.info, Look.PLAIN), opens=kind == "html_open")
        elif kind in ("softbreak", "hardbreak"):
            self._add(LINE_BREAK)
        elif kind == "math_inline":
            self._math(token.content)
        elif kind == "code_inline":
            self._add(token.content, Look.CODE)
        elif kind == "link_open":
            self._href = _href(str(token.attrs.get("href", "")))
        elif kind == "link_close":
            self._href = ""
        elif kind == "tag":
            self._add(token.content, Look.TAG)
        elif kind == "footnote_mark":
            self._add(token.content, Look.RAISED)
        elif kind == "wikilink":
            self._wikilink(token)
        elif kind == "image":
            self._image(str(token.attrs.get("src", "")), token.content)
        else:
            self._add(token.content)

    def _add(self, text: str, extra: Look = Look.PLAIN) -> None:
        if not self.done:
            text = text.lstrip(f" {LINE_BREAK}")  # A tag or comment that is not shown may stand before it.
        if not text:
            return
        look = self._look(extra)
        last = self.done[-1] if self.done else None
        joins = last is not None and last.look == look and last.href == self._href
        if last is not None and joins and not (last.image or last.math or last.embed):
            self.done[-1] = Run(last.text + safe(text), look, self._href)
        else:
            self.done.append(Run(safe(text), look, self._href))

    def _look(self, extra: Look) -> Look:
        look = self._base | extra | (Look.LINK if self._href else Look.PLAIN)
        for opened in self._looks:
            look |= opened
        return look

    def _html(self, look: Look, *, opens: bool) -> None:
        if opens:
            self._looks.append(look)
        elif look in self._looks:  # A tag may be closed that was never opened.
            self._looks.remove(look)

    def _math(self, source: str) -> None:
        fence = "$$" if source.startswith("$$") else "$"
        latex = source.removeprefix(fence).removesuffix(fence)
        if self._href or not is_drawable(latex):
            self._add(source, Look.CODE)
        else:
            look = self._base | Look.CODE
            self.done.append(Run(safe(source), look, math=safe(latex), display=fence == "$$"))

    def _wikilink(self, token: Token) -> None:
        target, words = token.content, str(token.meta["words"])
        if token.meta["embed"] and is_picture(target.partition("#")[0]):
            self._picture(target.partition("#")[0], words)
            return
        self._linked(words or _said(target), note_href(target), embed=bool(token.meta["embed"]))

    def _image(self, source: str, words: str) -> None:
        if is_whole(source):
            # A picture from elsewhere is never loaded: reading a note must not tell anyone that it is read.
            self._linked(words or source, source)
        elif is_picture(source):
            self._picture(unquote(source), words)
        else:
            self._linked(words or _said(unquote(source)), _href(source), embed=True)

    def _picture(self, target: str, words: str) -> None:
        size = words.rpartition("|")[2].partition("x")[0].strip()
        width = int(size) if size.isascii() and size.isdigit() and len(size) <= 4 else 0
        shown = words.rpartition("|")[0] if width else words
        self.done.append(Run(safe(shown or target), Look.LINK, note_href(target), image=target, width=width))

    def _linked(self, words: str, href: str, *, embed: bool = False) -> None:
        outer, self._href = self._href, href
        if embed and words:
            look = self._look(Look.PLAIN)
            self.done.append(Run(safe(words), look, href, embed=True))
        else:
            self._add(words)
        self._href = outer


def _said(target: str) -> str:
    """Return what is shown of a link to *target* that has no words of its own."""
    return target.removeprefix("#").replace("#^", " › ^").replace("#", " › ")


def _href(address: str) -> str:
    return address if is_whole(address) else note_href(unquote(address).removesuffix(".md"))
