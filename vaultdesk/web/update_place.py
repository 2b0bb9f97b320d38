"""Update place: where a release asks for the file of updates, and whose signature it believes. Asks nobody."""

import base64
import json
import logging
from dataclasses import dataclass
from pathlib import Path

from vaultdesk.core.errors import AddressBarred
from vaultdesk.core.resources import resource_path
from vaultdesk.web.web_address import WebAddress

KEY_BYTES = 32
"""Of an Ed25519 key."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UpdatePlace:
    """Where a release asks, and whom it believes."""

    address: WebAddress
    key: bytes
    """The makers' public Ed25519 key."""


def update_place(file: Path | None = None) -> UpdatePlace | None:
    """Return where this build asks, as its release says in `resources/app/updates.json`; None where it says nothing."""
    try:
        told = json.loads((file or resource_path("app", "updates.json")).read_bytes())
        address, key = WebAddress.parse(told["address"]), base64.b64decode(told["key"], validate=True)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, AddressBarred) as wrong:
        log.info("Where to ask for updates cannot be read: %s", type(wrong).__name__)
        return None
    if address.scheme != "https" or len(key) != KEY_BYTES:
        log.info("Where to ask for updates is no https address with a key")
        return None
    return UpdatePlace(address, key)
