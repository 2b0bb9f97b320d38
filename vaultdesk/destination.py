"""Destination: where words of the person go, for people to read and for the ledger. Not how they get there."""

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
