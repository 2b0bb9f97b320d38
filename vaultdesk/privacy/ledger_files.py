"""The ledger files of a user: one for each vault, one for the endpoint, and one for requests that need no vault."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from vaultdesk.core.transmission import Destination, Purpose, RequestOrigin
from vaultdesk.privacy.ledger import Ledger

LEDGER_NAME: Final = "ledger.sqlite"

STAMP_NAME: Final = "ledgers.stamp"
"""An empty file whose time changes whenever any process writes a ledger; windows watch it."""


@dataclass(frozen=True, slots=True)
class LedgerFiles:
    """Locations of the ledgers. Reads the disk each time."""

    data: Path
    """The folder of the user's data."""

    @property
    def stamp(self) -> Path:
        """The file that is touched with every entry."""
        return self.data / STAMP_NAME

    @property
    def without_vault(self) -> Path:
        """The ledger of model lists, key tests, probes and update checks made without a vault."""
        return self.data / LEDGER_NAME

    @property
    def endpoint(self) -> Path:
        """The ledger of requests by other programs through the endpoint."""
        return self.data / "endpoint" / LEDGER_NAME

    def all(self) -> tuple[Path, ...]:
        """Return every ledger that exists."""
        known = (self.without_vault, self.endpoint, *sorted(self.data.glob(f"vaults/*/{LEDGER_NAME}")))
        return tuple(file for file in known if file.is_file())

    def open(self, file: Path) -> Ledger:
        """Return the ledger in *file*, which updates the stamp. Opens nothing yet."""
        return Ledger(file, self.stamp)

    @property
    def connection_log(self) -> "ConnectionLog":
        """The log of requests that need no vault: of commands, diagnosis, and updates."""
        return ConnectionLog(self)


@dataclass(frozen=True, slots=True)
class ConnectionLog:
    """Records requests in the ledger without a vault. It is opened for each request, because there are few."""

    files: LedgerFiles

    async def record_connection(
        self, destination: Destination, purpose: Purpose, size: int, origin: RequestOrigin
    ) -> None:
        """Record a request of *size* bytes before it is sent. Raises `LedgerFailed`: then it must not be sent."""
        async with self.files.open(self.files.without_vault) as ledger:
            await ledger.record_connection(destination, purpose, size, origin)
