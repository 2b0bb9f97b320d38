"""Updates: asks for the one signed file that names the newest version, when a person says so. Downloads no program.

The request says nothing but which file is wanted: it is the same for everybody. What is asked, and whose signature is
believed, comes with a release; a program run from its source has neither and says so.
"""

import asyncio
import logging
from dataclasses import dataclass
from datetime import date

from pydantic import JsonValue

from vaultdesk import __version__
from vaultdesk.core.errors import WebRefused, WebUnreachable
from vaultdesk.core.json_store import JsonStore
from vaultdesk.web.client import WebClient, WebLimits, WebRequest
from vaultdesk.web.guard import Guard
from vaultdesk.web.update_file import UpdateFile, is_newer, read_update_file
from vaultdesk.web.update_place import UpdatePlace

LARGEST = 64_000
"""Bytes of the file; it has some hundred."""

LIMITS = WebLimits(seconds=20.0, connect=8.0, packed=LARGEST + 1, unpacked=2 * LARGEST)
"""For the whole answer; the client reads no more than this whatever is sent."""

HEADERS = {"User-Agent": "VaultDesk", "Accept": "text/plain", "Accept-Encoding": "identity"}
"""All that is sent beside the host's name: not even which version asks."""

SEEN = "newest"
"""Under what the newest file ever believed is kept: an older one, sent again by somebody, is not taken for news."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UpdateAnswer:
    """What came of asking."""

    file: UpdateFile
    newer: bool
    """Whether it is newer than what runs."""


class Updates:
    """Asks one place. What was believed last is remembered in *kept*."""

    def __init__(
        self, place: UpdatePlace, kept: JsonStore, client: WebClient | None = None, version: str = __version__
    ) -> None:
        """*client* asks elsewhere than on the internet, for tests; *version* is what runs."""
        self.place = place
        self._kept = kept
        self._client = client or WebClient(Guard(), LIMITS)
        self._version = version

    async def ask(self) -> UpdateAnswer:
        """Ask once. Raises `WebError` where nobody answers, or the answer is not to be believed."""
        reply = await self._client.ask(WebRequest(self.place.address, headers=HEADERS))
        host = self.place.address.host
        if 300 <= reply.status < 400:
            raise WebRefused(
                f"{host} sends on to another place, which is not asked",
                hint="Try again later; the file may have moved.",
            )
        if reply.status >= 500:
            raise WebUnreachable(f"{host} has trouble of its own ({reply.status})", hint="Try again later.")
        if reply.status != 200:
            raise WebRefused(f"{host} has no file of updates ({reply.status})", hint="Try again later.")
        if len(reply.body) > LARGEST:
            raise WebRefused("What came is too large for a file of updates", hint="Try again later.")
        file = read_update_file(reply.body, self.place.key)
        await asyncio.to_thread(self._hold_to_what_was_seen, file)
        return UpdateAnswer(file, is_newer(file.version, self._version))

    def _hold_to_what_was_seen(self, file: UpdateFile) -> None:
        version, day = _seen(self._kept.get(SEEN))
        if is_newer(version, file.version) or file.date < day:
            raise WebRefused(
                "The file of updates is older than one that was seen before",
                hint="It is not used. Try again later; somebody may be sending an old file.",
            )
        self._kept.put(SEEN, {"version": file.version, "date": file.date.isoformat()})


def _seen(kept: JsonValue) -> tuple[str, date]:
    """Return version and date of the newest file that was believed."""
    if isinstance(kept, dict):
        version, day = kept.get("version"), kept.get("date")
        try:
            if isinstance(version, str) and isinstance(day, str):
                return version, date.fromisoformat(day)
        except ValueError:
            log.info("What was seen of updates cannot be read")
    return "0.0.0", date.min
