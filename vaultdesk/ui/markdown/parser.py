"""Parser: Markdown text into markdown-it tokens, raw HTML as literal text. Draws nothing; see planner.py.

Safe on any text: depth is bounded, long paragraphs are cut, and only web, mail and note links become links; in notes
also those to Obsidian, which nothing follows unasked, and this program's own, which change nothing unasked.
"""

from collections.abc import MutableMapping
from functools import cache, partial

from markdown_it import MarkdownIt
from markdown_it.token import Token

from vaultdesk.core.platform.launch_request import APP_LINK_SCHEME, is_app_link
from vaultdesk.ui.markdown import block_syntax, inline_syntax
from vaultdesk.vault.obsidian.obsidian_uri import is_obsidian_uri

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


def is_web(address: str) -> bool:
    """Whether a click on *address* may be handed to the browser or the mail program."""
    return address.lower().startswith(WEB_SCHEMES)


def is_note(address: str) -> bool:
    """Whether *address* is a place in the vault: no scheme, or a one-letter "scheme", which is a drive nobody opens."""
    colon = address.find(":")
    slash = address.find("/")
    return bool(address) and (colon < 0 or 0 <= slash < colon)


def is_own(address: str) -> bool:
    """Whether *address* is one of this program's (deep_link.py)."""
    return is_app_link(address) and address[len(APP_LINK_SCHEME) :].startswith("//")


def is_whole(address: str) -> bool:
    """Whether *address* is shown and followed as it is written, wherever it leads."""
    return is_web(address) or is_obsidian_uri(address) or is_own(address)


def _may_lead(of_note: bool, address: str) -> bool:
    return is_web(address) or is_note(address) or (of_note and is_whole(address))


@cache
def _parser(comments: bool) -> MarkdownIt:
    md = MarkdownIt("commonmark", {"html": False, "maxNesting": NESTING_LIMIT}).enable(["table", "strikethrough"])
    md.disable(["html_block", "html_inline"])
    block_syntax.install(md, comments=comments)
    inline_syntax.install(md, comments=comments)
    md.validateLink = partial(_may_lead, comments)  # type: ignore[method-assign]  # the library's own hook
    return md
