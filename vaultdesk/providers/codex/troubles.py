"""Troubles: what codex says went wrong, into the one mapping of refusals.py. Reads no stream."""

from collections.abc import Mapping

from pydantic import JsonValue

from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused
from vaultdesk.providers.loose_json import fields, number, words
from vaultdesk.providers.peer import Peer, cut
from vaultdesk.providers.refusals import refusal

_CODES: Mapping[str, str] = {
    "contextWindowExceeded": "context_length_exceeded",
    "sessionBudgetExceeded": "insufficient_quota",
    "usageLimitExceeded": "insufficient_quota",
    "rateLimitExceeded": "rate_limit_exceeded",
    "flexUnavailable": "overloaded",
    "serverOverloaded": "overloaded",
    "policyCapacityUnavailable": "overloaded",
    "internalServerError": "server_error",
    "modelNotFound": "model_not_found",
}
"""Codex's own words for a failure, in those every vendor uses; the others have a status or only a sentence."""

_ON_THE_WAY = ("httpConnectionFailed", "responseStreamConnectionFailed", "responseStreamDisconnected")
"""Failures of the connection, where no status says more."""

_TIMED_OUT = 408
"""The status under which refusals.py tells of a connection that was lost."""

_LOGIN = ("not logged in", "log in again", "sign in again", "refresh token", "token could not be refreshed")


def logged_out(peer: Peer) -> ProviderRefused:
    """Return the error for a codex without an account, or whose account the vendor no longer takes."""
    return ProviderRefused(
        f"{peer.name} is not logged in",
        hint="Run `codex login` in a terminal, then ask again.",
        trouble="auth",
    )


def too_old(peer: Peer) -> ProviderRefused:
    """Return the error for a codex that cannot be asked without its own tools."""
    return ProviderRefused(
        f"This version of {peer.name} cannot be kept from using its own tools",
        hint="It was not asked. Update it with: npm install -g @openai/codex@latest.",
        trouble="bad_request",
    )


def overreach(peer: Peer, what: str) -> ProviderBroken:
    """Return the error for a codex that began to do something by itself."""
    return ProviderBroken(
        f"{peer.name} tried to use a tool of its own ({what}), so it was stopped",
        hint="Ask again, in other words.",
        trouble="protocol",
    )


def turn_error(peer: Peer, error: JsonValue, *, begun: bool) -> ProviderError:
    """Return what a failed turn means. *begun*: some of the answer had arrived, and is kept."""
    said = fields(error)
    message, kind, status = words(said.get("message")), *_kind(said.get("codexErrorInfo"))
    known = f"{kind} {message}".lower()
    if kind == "unauthorized" or status == 401 or any(sign in known for sign in _LOGIN):
        return logged_out(peer)
    lost = kind in _ON_THE_WAY or "stream disconnected" in known
    if lost and begun and not status:
        return cut(peer)
    found = refusal(
        peer,
        status=status or (_TIMED_OUT if lost else 0),
        body={"error": {"code": _CODES.get(kind, ""), "message": message}},
    )
    if begun and not isinstance(found, ProviderBroken):
        return ProviderBroken(found.title, hint=found.hint, trouble=found.trouble)
    return found


def _kind(info: JsonValue) -> tuple[str, int]:
    """Read `"serverOverloaded"` or `{"httpConnectionFailed": {"httpStatusCode": 503}}`."""
    if isinstance(info, dict) and info:
        kind = next(iter(info))
        return kind, number(fields(info[kind]).get("httpStatusCode"))
    return words(info), 0
