"""Parses Markdown with Obsidian's extensions into markdown-it tokens; nesting and length are bounded, raw HTML stays
text."""

from collections.abc import MutableMapping
from functools import cache, partial

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from vaultdesk.core.platform.launch_request import APP_LINK_SCHEME, is_app_link
from vaultdesk.ui.rendering import block_syntax
from vaultdesk.vault.markdown.markdown_scanner import INLINE_TAG, MEDIA_TAG, tag_attributes
from vaultdesk.vault.obsidian.obsidian_uri import is_obsidian_uri

# Each rule searches with `str.find`, never with a pattern that can backtrack; `block_syntax` cuts long paragraphs
# before.

URL_ENDS = " \t\n<>\"'`|\\^{}[]"
"""Characters that end a bare address in running text."""

URL_TRAILERS = ".,;:!?)*_~"
"""Characters that belong to the sentence when an address ends in them."""


def install(md: MarkdownIt, *, comments: bool) -> None:
    """Put the rules into *md*; with *comments* off comments and tags stay visible: nothing a model says may hide."""
    rules = md.inline.ruler
    rules.before("link", "wikilink", wikilink)
    rules.before("link", "footnote_mark", footnote_mark)
    rules.before("emphasis", "highlight", highlight)
    rules.before("emphasis", "math", math)
    rules.before("emphasis", "tag", tag)
    rules.before("emphasis", "bare_url", bare_url)
    rules.after("autolink", "html_tag", html_tag if comments else html_break)
    if comments:
        rules.before("emphasis", "comment", comment)
        rules.before("emphasis", "html_comment", html_comment)


def wikilink(state: StateInline, silent: bool) -> bool:
    """`[[target#part|words]]`, and the same with `!` in front for an embed."""
    start = state.pos
    embed = state.src.startswith("![[", start)
    if not embed and not state.src.startswith("[[", start):
        return False
    inner = start + (3 if embed else 2)
    end = state.src.find("]]", inner, state.posMax)
    if end <= inner:
        return False
    content = state.src[inner:end]
    if "\n" in content or "[[" in content:
        return False
    if not silent:
        target, _, words = content.replace("\\|", "|").partition("|")
        token = state.push("wikilink", "", 0)
        token.content = target.strip()
        token.meta = {"words": words.strip(), "embed": embed}
    state.pos = end + 2
    return True


def footnote_mark(state: StateInline, silent: bool) -> bool:
    """`[^1]`: a small raised number."""
    start = state.pos
    if not state.src.startswith("[^", start):
        return False
    end = state.src.find("]", start, start + 60)
    label = state.src[start + 2 : end]
    if end < 0 or not label or any(character.isspace() or character == "[" for character in label):
        return False
    if not silent:
        state.push("footnote_mark", "", 0).content = label
    state.pos = end + 1
    return True


def highlight(state: StateInline, silent: bool) -> bool:
    """`==words==`: marked words, with marks inside them."""
    start = state.pos
    if silent or not state.src.startswith("==", start) or state.src.startswith("===", start):
        return False
    end = state.src.find("==", start + 2, state.posMax)
    if end <= start + 2 or state.src[start + 2].isspace() or state.src[end - 1].isspace():
        return False
    limit = state.posMax
    state.push("mark_open", "", 1)
    state.pos, state.posMax = start + 2, end
    state.md.inline.tokenize(state)
    state.push("mark_close", "", -1)
    state.pos, state.posMax = end + 2, limit
    return True


def math(state: StateInline, silent: bool) -> bool:
    """`$x$` and `$$x$$` in a line: shown as source. A `$` before a blank or a price is a dollar."""
    start = state.pos
    fence = "$$" if state.src.startswith("$$", start) else "$"
    if not state.src.startswith(fence, start):
        return False
    inner = start + len(fence)
    end = state.src.find(fence, inner, state.posMax)
    if end <= inner or state.src[inner].isspace() or state.src[end - 1].isspace():
        return False
    if fence == "$" and state.src[end + 1 : end + 2].isdigit():
        return False
    if not silent:
        state.push("math_inline", "", 0).content = state.src[start : end + len(fence)]
    state.pos = end + len(fence)
    return True


def tag(state: StateInline, silent: bool) -> bool:
    """`#word`: at the start or after a blank, at least one character that is no digit
    (vaultdesk/vault/README.md, "Tags")."""
    start = state.pos
    if state.src[start] != "#" or (start and not state.src[start - 1].isspace()):
        return False
    end = start + 1
    while end < state.posMax and (state.src[end] in "_-/" or state.src[end].isalnum() or ord(state.src[end]) > 0x2FFF):
        end += 1
    word = state.src[start + 1 : end]
    if not word or all(character.isdigit() for character in word):
        return False
    if not silent:
        state.push("tag", "", 0).content = "#" + word
    state.pos = end
    return True


def comment(state: StateInline, silent: bool) -> bool:
    """`%%words%%`: not shown."""
    start = state.pos
    if not state.src.startswith("%%", start):
        return False
    end = state.src.find("%%", start + 2, state.posMax)
    if end < 0:
        return False
    state.pos = end + 2
    return True


def html_comment(state: StateInline, silent: bool) -> bool:
    """`<!-- words -->`: not shown. Unclosed it stays visible."""
    start = state.pos
    if not state.src.startswith("<!--", start):
        return False
    end = state.src.find("-->", start + 2, state.posMax)
    if end < 0:
        return False
    state.pos = end + 3
    return True


def html_tag(state: StateInline, silent: bool) -> bool:
    """`<kbd>`, `</span>`: a tag within a line is not shown, and where it says how words look they look so."""
    found = INLINE_TAG.match(state.src, state.pos, state.posMax)
    if found is None:
        return _shown_by_tag(state, silent)
    name = found["name"].lower()
    if not silent and name == "br":
        state.push("hardbreak", "br", 0)
    elif not silent:
        state.push("html_close" if found["end"] else "html_open", "", 0).info = name
    state.pos = found.end()
    return True


def _shown_by_tag(state: StateInline, silent: bool) -> bool:
    """`<img src="https://…">`, `<iframe …>`: what is shown from elsewhere is a link, as a picture from there is."""
    found = MEDIA_TAG.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    values = tag_attributes(found["rest"] or "")
    source = values.get("src", "")
    if not found["end"] and not source.lower().startswith(("https://", "http://")):
        return False
    if not silent and not found["end"]:
        state.push("link_open", "a", 1).attrs = {"href": state.md.normalizeLink(source)}
        state.push("text", "", 0).content = values.get("alt") or values.get("title") or source
        state.push("link_close", "a", -1)
    state.pos = found.end()
    return True


def html_break(state: StateInline, silent: bool) -> bool:
    """`<br>` alone: models, too, write it in the cells of tables."""
    found = INLINE_TAG.match(state.src, state.pos, state.posMax)
    return found is not None and found["name"].lower() == "br" and html_tag(state, silent)


def bare_url(state: StateInline, silent: bool) -> bool:
    """`https://…` in running text is a link without angle brackets."""
    start = state.pos
    if state.src[start] != ":" or not state.src.startswith("://", start) or state.linkLevel:
        return False
    scheme = next((name for name in ("https", "http") if state.pending.endswith(name)), "")
    before = state.pending[: -len(scheme)][-1:] if scheme else "x"
    if not scheme or before.isalnum():
        return False
    end = start + 3
    while end < state.posMax and state.src[end] not in URL_ENDS:
        end += 1
    address = scheme + state.src[start:end].rstrip(URL_TRAILERS)
    if len(address) <= len(scheme) + 3:
        return False
    if not silent:
        state.pending = state.pending[: -len(scheme)]
        state.push("link_open", "a", 1).attrs = {"href": state.md.normalizeLink(address)}
        state.push("text", "", 0).content = address
        state.push("link_close", "a", -1)
    state.pos = start + len(address) - len(scheme)
    return True


# Safe on any text: depth is bounded, long paragraphs are cut, and only web, mail and note links become links; in notes
# also those to Obsidian, which nothing follows unasked, and this program's own, which change nothing unasked.

WEB_SCHEMES = ("http://", "https://", "mailto:")
"""What may leave the program on a click; everything else with a scheme stays text."""

NESTING_LIMIT = 40
"""markdown-it's own limit; ours (`DEPTH_LIMIT`) is reached first and loses no text."""


def parse(text: str, *, comments: bool = True, environment: MutableMapping[str, object] | None = None) -> list[Token]:
    """Read *text*: that of a note where *comments* are its writer's, else that of a model.

    `environment` carries link definitions from one call to the next while an answer streams.
    """
    return _parser(comments).parse(text, environment if environment is not None else {})


def parse_inline(text: str) -> list[Token]:
    """Read one line that is not a block of its own (a callout's title)."""
    return _parser(True).parseInline(text)[0].children or []


def is_web_address(address: str) -> bool:
    """Whether a click on *address* may be handed to the browser or the mail program."""
    return address.lower().startswith(WEB_SCHEMES)


def is_note_address(address: str) -> bool:
    """Whether *address* is a place in the vault: no scheme, or a one-letter "scheme", which is a drive nobody opens."""
    colon = address.find(":")
    slash = address.find("/")
    return bool(address) and (colon < 0 or 0 <= slash < colon)


def is_app_address(address: str) -> bool:
    """Whether *address* is one of this program's (deep_link.py)."""
    return is_app_link(address) and address[len(APP_LINK_SCHEME) :].startswith("//")


def is_literal_address(address: str) -> bool:
    """Whether *address* is shown and followed as it is written, wherever it leads."""
    return is_web_address(address) or is_obsidian_uri(address) or is_app_address(address)


def _may_lead(of_note: bool, address: str) -> bool:
    return is_web_address(address) or is_note_address(address) or (of_note and is_literal_address(address))


@cache
def _parser(comments: bool) -> MarkdownIt:
    md = MarkdownIt("commonmark", {"html": False, "maxNesting": NESTING_LIMIT}).enable(["table", "strikethrough"])
    md.disable(["html_block", "html_inline"])
    block_syntax.install(md, comments=comments)
    install(md, comments=comments)
    md.validateLink = partial(_may_lead, comments)  # type: ignore[method-assign]  # the library's own hook
    return md
