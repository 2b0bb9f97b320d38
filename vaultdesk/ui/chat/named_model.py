"""Named model: one model that can be asked, as a shape: what the chat shows of it."""

from typing import Protocol

from vaultdesk.providers.capabilities import ToolMode


class NamedModel(Protocol):
    """One model that can be asked."""

    @property
    def label(self) -> str:
        """`provider/name`."""
        ...

    @property
    def title(self) -> str:
        """For people."""
        ...

    @property
    def provider(self) -> str:
        """What its provider is called."""
        ...

    @property
    def local(self) -> bool:
        """True where nothing leaves this computer."""
        ...

    @property
    def way(self) -> ToolMode:
        """How it is given tools."""
        ...

    @property
    def why(self) -> str:
        """Why so, in a sentence."""
        ...

    @property
    def sees(self) -> bool | None:
        """Whether it sees pictures; None where nobody said."""
        ...

    @property
    def thinks(self) -> bool | None:
        """Whether it can think before it answers; None where nobody said."""
        ...

    @property
    def context(self) -> int:
        """Tokens of prompt and answer together; 0 where nobody said."""
        ...

    @property
    def price(self) -> str:
        """What it costs, in a sentence; empty where nobody said."""
        ...
