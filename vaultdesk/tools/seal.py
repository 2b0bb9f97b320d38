"""Seal: whether a request still is what was shown when its answer comes back (THREATS 2.3.4). Only compares."""

import hashlib
from dataclasses import fields, is_dataclass, replace

from vaultdesk.tools.approvals import ApprovalDecision, ApprovalRequest

BROKEN = "What was asked was altered while it was shown. Nothing was done."
"""What a model reads where a request came back other than it went out."""


def sealed(request: ApprovalRequest) -> str:
    """Return a digest of everything *request* shows."""
    digest = hashlib.sha256()
    _take_in(digest, request)
    return digest.hexdigest()


def checked(request: ApprovalRequest, seal: str, decision: ApprovalDecision) -> ApprovalDecision:
    """Return *decision*, or a refusal where *request* is no longer what *seal* was made of."""
    if sealed(request) == seal:
        return decision
    return replace(decision, approved=False, reason=BROKEN)


def _take_in(digest: "hashlib._Hash", value: object) -> None:
    if is_dataclass(value) and not isinstance(value, type):
        digest.update(f"<{type(value).__name__}>".encode())
        for one in fields(value):
            if one.compare:
                digest.update(f"<{one.name}>".encode())
                _take_in(digest, getattr(value, one.name))
    elif isinstance(value, dict):
        digest.update(f"<{len(value)} keys>".encode())
        for key, inner in value.items():
            _take_in(digest, key)
            _take_in(digest, inner)
    elif isinstance(value, list | tuple):
        digest.update(f"<{len(value)} items>".encode())
        for inner in value:
            _take_in(digest, inner)
    else:
        # Its length before it: no two different texts run together to the same bytes.
        text = repr(value).encode("utf-8", "surrogatepass")
        digest.update(f"<{type(value).__name__} {len(text)}>".encode() + text)
