"""Destination that the user's words are sent to, as named to the user and in the disclosure ledger."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Destination:
    """Who receives a request."""

    name: str
    """How people call it: `Anthropic`, `Offline assistant`."""
    host: str
    """The host the connection goes to; empty for what runs inside this program."""
    local: bool
    """True where nothing leaves this computer."""
