"""Destination that the user's words are sent to, as named to the user and in the disclosure ledger."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Destination:
    """The recipient of a request."""

    name: str
    """The name shown to the user: `Anthropic`, `Offline assistant`."""
    host: str
    """The host of the connection; empty for a model inside this program."""
    local: bool
    """True if nothing leaves this computer."""
