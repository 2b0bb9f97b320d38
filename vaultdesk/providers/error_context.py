"""Names the provider in error messages and removes keys from quoted server text."""

import re
from dataclasses import dataclass, field
from typing import Literal

from vaultdesk.core.errors import ProviderBroken, ProviderUnreachable
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.this_computer import is_local_network, is_this_computer

_KEY_LIKE = re.compile(r"\b(?:sk|pk)[-_][A-Za-z0-9_\-.*]{6,}|\bBearer\s+\S{6,}", re.IGNORECASE)
_PAGE = re.compile(r"<(!doctype|html|head|body|title|h1|p|br|div|center|pre)\b", re.IGNORECASE)
"""Distinguishes a web page from a sentence, which may mention a tag."""

_KEY_WINDOW = 8
"""Consecutive characters of the key that make a message unfit for display: vendors repeat keys, even in part."""

MAX_QUOTED = 240
"""Maximum number of characters quoted of a server's message."""


ProtocolName = Literal["OpenAI", "Anthropic", "Ollama", "Codex"]
"""The supported protocols, by display name."""


@dataclass(frozen=True, slots=True)
class ErrorContext:
    """One provider, as named in messages."""

    name: str
    host: str
    protocol: ProtocolName
    secret: str = field(default="", repr=False)
    proxy: str = ""
    """The proxy used for requests, as `host:port`; empty for direct connections."""

    @property
    def reach(self) -> Literal["this_computer", "local_network", "internet"]:
        """Network that the host is in, judged by its name or address."""
        name = self.host.rpartition(":")[0] if ":" in self.host and not self.host.endswith("]") else self.host
        if not name or is_this_computer(name):
            return "this_computer"
        return "local_network" if is_local_network(name) else "internet"

    @property
    def display_name(self) -> str:
        """The provider and its location: `Anthropic (api.anthropic.com)`."""
        return self.name if self.host in ("", self.name) else f"{self.name} ({self.host})"

    def quotable_text(self, text: str) -> str:
        """Return a server's message fit for display: one line, short, and without the key; empty if unfit."""
        line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        if _PAGE.search(line):
            return ""
        windows = range(max(1, len(self.secret) - _KEY_WINDOW + 1)) if self.secret else ()
        if any(self.secret[start : start + _KEY_WINDOW] in line for start in windows):
            return ""
        line = _KEY_LIKE.sub("[key]", line)
        return line if len(line) <= MAX_QUOTED else line[: MAX_QUOTED - 1] + "…"


ASK_AGAIN_HINT = Phrase("Ask again; what arrived so far is kept.")


def broken_answer_error(error_context: ErrorContext, why: Phrase, *, hint: Phrase = ASK_AGAIN_HINT) -> ProviderBroken:
    """Return the error for an incomplete answer: *why* continues "The answer of X cannot be used: "."""
    return ProviderBroken(
        Phrase("The answer from {0} cannot be used: {1}", error_context.display_name, why),
        hint=hint,
        kind="protocol",
    )


def interrupted_answer_error(error_context: ErrorContext) -> ProviderBroken:
    """Return the error for an answer that ended prematurely."""
    return ProviderBroken(
        Phrase("The answer from {0} was interrupted", error_context.display_name),
        hint=Phrase("Ask again; what arrived so far is kept, and none of its tool calls was run."),
        kind="protocol",
    )


def wrong_protocol_error(error_context: ErrorContext, what: Phrase) -> ProviderBroken:
    """Return the error for a server that responds with another protocol."""
    return ProviderBroken(
        Phrase(
            "{0} does not use the {1} protocol: it sent {2}",
            error_context.display_name,
            error_context.protocol,
            what,
        ),
        hint=Phrase("Check the provider's address in Settings; it usually ends in /v1.")
        if error_context.protocol == "OpenAI"
        else Phrase("Check the provider's address in Settings."),
        kind="protocol",
    )


def silence_error(error_context: ErrorContext, seconds: float, *, begun: bool) -> ProviderBroken | ProviderUnreachable:
    """Return the error for an open connection without data."""
    title = Phrase("{0} sent nothing for {1} seconds", error_context.display_name, f"{seconds:.0f}")
    if begun:
        return ProviderBroken(title, hint=Phrase("Ask again; what arrived so far is kept."), kind="network")
    return ProviderUnreachable(
        title, hint=Phrase("It may be overloaded, or still loading the model. Ask again."), kind="network"
    )


MAX_ANSWER_TEXT = 8_000_000
"""Maximum characters of one answer: far above any model's limit, so that an endless one cannot fill the memory."""


class AnswerLength:
    """The length of one answer so far."""

    def __init__(self, error_context: ErrorContext) -> None:
        self._error_context = error_context
        self._characters = 0

    def count(self, text: str) -> str:
        """Add *text*, and return it. Raises `ProviderBroken` if the answer is too long."""
        self._characters += len(text)
        if self._characters > MAX_ANSWER_TEXT:
            raise broken_answer_error(self._error_context, Phrase("it is too long"))
        return text
