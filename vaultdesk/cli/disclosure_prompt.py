"""Review of private text at the terminal before it is sent to a provider."""

import sys
from collections.abc import Awaitable, Callable

from vaultdesk.cli.approval_prompt import ApproveChoice
from vaultdesk.cli.console import escaped_line, print_text, read_typed_line
from vaultdesk.privacy.disclosure_review import (
    DisclosureDecision,
    DisclosureExcerpt,
    DisclosureRequest,
    DisclosureReviewer,
)
from vaultdesk.tools.runtime.approval_text import count_notes, destination_text

MAX_EXCERPT_CHARACTERS = 300
"""Characters of an excerpt that a terminal shows; its lines are named."""


class TerminalReviewer:
    """Asks the person at the terminal. Anything but a plain yes keeps back what needed one; the rest is sent."""

    def __init__(self, read_line: Callable[[str], Awaitable[str | None]] = read_typed_line) -> None:
        self._read_line = read_line

    async def review(self, request: DisclosureRequest) -> DisclosureDecision:
        """Show what needs a yes and wait for the answer; the end of input is a no."""
        excerpts = request.waiting_excerpts
        if not excerpts:
            return DisclosureDecision(send=True)
        for line in disclosure_lines(request):
            print_text(line, stream=sys.stderr)
        answer = (await self._read_line("[y]es sends them, or Enter keeps them here: ") or "").strip().casefold()
        if answer in ("y", "yes"):
            return DisclosureDecision(send=True)
        return DisclosureDecision(send=True, cut={excerpt.id: None for excerpt in excerpts})


def disclosure_lines(request: DisclosureRequest) -> list[str]:
    """Return what the person must see: to whom it goes, and each piece with its note, its lines and its words."""
    pieces = count_notes(len(request.waiting_excerpts), "piece")
    lines = [
        "",
        f"── Send {pieces} of private notes to {destination_text(request.destination)}, model {request.model}?",
    ]
    for excerpt in request.waiting_excerpts:
        lines.append(
            f"   {excerpt.path}{_line_range(excerpt)} ({count_notes(excerpt.tokens, 'token')}; {excerpt.reason})"
        )
        lines.append(f"      {escaped_line(excerpt.text, MAX_EXCERPT_CHARACTERS)}")
    return lines


def selected_reviewer(choice: ApproveChoice | None) -> DisclosureReviewer | None:
    """Return who is asked: the person at a terminal unless `--approve` says that nobody is; then it stays here."""
    at_a_terminal = sys.stdin.isatty() and sys.stderr.isatty()
    return TerminalReviewer() if choice in (None, "ask") and at_a_terminal else None


def _line_range(excerpt: DisclosureExcerpt) -> str:
    if not excerpt.first_line:
        return ""
    return f", lines {excerpt.first_line}-{excerpt.last_line or excerpt.first_line}"
