"""Signed provider state that a client carries between requests, such as reasoning signatures.

The endpoint stores nothing, so a signature or hidden reasoning travels with the client and returns with its next
request. The client may read it, and may echo it or leave it out; state that it changed or created is rejected.
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
"""Maximum number of bytes of one answer's items: current encrypted reasoning has some ten thousand, and a request 16
MB.
"""

_PREFIX = "vd1."
"""Prefix of state of this version: anything else is from another server or an older version."""

_PURPOSE = b"vaultdesk endpoint seal 1"

_DIGEST = hashlib.sha256().digest_size


class CarriedState(BaseModel):
    """The state of one answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    calls: tuple[str, ...] = ()
    """The calls sent to the client, in order: items refer to calls by index, so these must be the same."""
    parts: tuple[ProviderPart, ...] = ()


@dataclass(frozen=True, slots=True)
class StateSigner:
    """The signing key of one installation; *secret* is never sent to a client, which could then sign its own state."""

    secret: str

    def seal(self, kept: CarriedState) -> str:
        """Return *kept* as a signed string; empty if it is too long."""
        data = json.dumps(kept.model_dump(mode="json"), separators=(",", ":")).encode("ascii")
        return (
            "" if len(data) > MAX_STATE_BYTES else _PREFIX + base64.b64encode(self._digest(data) + data).decode("ascii")
        )

    def unseal(self, word: str) -> CarriedState | None:
        """Return the state in *word*, a result of `seal`; None for anything else."""
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
