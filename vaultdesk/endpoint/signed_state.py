"""Signed provider state that a client carries between requests, such as reasoning signatures.

The endpoint keeps nothing, so a signature or hidden reasoning travels with the caller and comes back with its next
request. The caller may read it, and may echo it or leave it out; what it changed or made itself is not opened.
"""

import base64
import binascii
import hashlib
import hmac
import json
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, ValidationError

from vaultdesk.chat.messages import ProviderPart

MAX_STATE_BYTES = 2_000_000
"""Bytes of one answer's items: encrypted reasoning of today has some ten thousand, and a request holds 16 MB."""

_PREFIX = "vd1."
"""The beginning of what this version makes: anything else is another server's, or an older word of ours."""

_PURPOSE = b"vaultdesk endpoint seal 1"

_DIGEST = hashlib.sha256().digest_size


class CarriedState(BaseModel):
    """What of one answer goes back to who gave it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    calls: tuple[str, ...] = ()
    """The calls the caller was told of, in order: items name calls by their place, so these must be just the same."""
    parts: tuple[ProviderPart, ...] = ()


@dataclass(frozen=True, slots=True)
class StateSigner:
    """One installation's seal; *secret* is never told to a caller, or a caller could seal what it likes."""

    secret: str

    def seal(self, kept: CarriedState) -> str:
        """Return *kept* as one word for the wire; empty where it is too long."""
        data = json.dumps(kept.model_dump(mode="json"), separators=(",", ":")).encode("ascii")
        return (
            "" if len(data) > MAX_STATE_BYTES else _PREFIX + base64.b64encode(self._digest(data) + data).decode("ascii")
        )

    def unseal(self, word: str) -> CarriedState | None:
        """Return what `closed` made *word* of; None for anything else."""
        if not word.startswith(_PREFIX) or len(word) > MAX_STATE_BYTES * 2:
            return None
        try:
            whole = base64.b64decode(word.removeprefix(_PREFIX), validate=True)
            digest, data = whole[:_DIGEST], whole[_DIGEST:]
            return CarriedState.model_validate_json(data) if hmac.compare_digest(digest, self._digest(data)) else None
        except (binascii.Error, ValidationError, ValueError):
            return None

    def _digest(self, data: bytes) -> bytes:
        key = hmac.digest(self.secret.encode("utf-8"), _PURPOSE, "sha256")
        return hmac.digest(key, data, "sha256")
