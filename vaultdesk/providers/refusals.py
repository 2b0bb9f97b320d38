"""Refusals: what a server's "no" means, from its status and its words, whichever vendor's shape they have."""

import email.utils
import re
from collections.abc import Mapping
from datetime import UTC, datetime

from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused, ProviderTrouble, ProviderUnreachable
from vaultdesk.providers.peer import Peer, not_spoken
from vaultdesk.providers.refusal_words import Said
from vaultdesk.providers.refusal_words import said as read_words

NO_IMAGES = "no_images"
"""The code of a refusal that is about the pictures."""

_CODE = re.compile(r"[a-z0-9_.\-]{1,60}")

_WORDS: Mapping[ProviderTrouble, re.Pattern[str]] = {
    "quota": re.compile(
        r"insufficient_quota|insufficient.{0,20}(credit|balance|funds)|credit balance|billing"
        r"|spend.?limit"
        r"|exceeded your current quota"
        r"|more credits"
    ),
    "context": re.compile(
        r"context_length|context.{0,10}(length|window|size)|maximum context|prompt is too long|too many (input )?tokens"
        r"|request_too_large|n_ctx|maximum (model|prompt) length|prompt.{0,20}exceeds (the )?max"
        r"|exceeded model token limit|maximum number of tokens"
    ),
    "no_tools": re.compile(
        r"(does|do) not support (tool|function)|tool use is not|no endpoints found that support tool"
        # Not "tools.0: the schema's oneOf is not supported": that is about one tool.
        r"|(tool|function call)(?:(?!schema|parameters|[.\[{]).){0,30}not (supported|enabled)"
        r"|--tool-call-parser|requires --jinja"
    ),
    "rate_limit": re.compile(r"rate.?limit|too many requests"),
    "overloaded": re.compile(
        r"overloaded|server_error|internal.?(server.?)?error|api_error|timeout_error|temporarily|try again later"
    ),
    "auth": re.compile(
        r"authentication_error|(invalid|incorrect).{0,10}api.?key|api key not valid|permission_error|unauthori[sz]ed"
    ),
}
"""What vendors write in `type`, `code` and `message`; the first that fits counts."""

_NO_PICTURES = re.compile(
    r"(does|do) not support (images?|vision|multimodal)|not a multimodal model|no endpoints found that support image"
    r"|image input is not supported|images? (is|are|inputs? (is|are)) not supported|modality is not (enabled|supported)"
    r"|image_url.{0,30}(not supported|only supported|expected `?text)|unknown variant `image_url`|at most 0 image"
)
"""What servers write where a model cannot see."""

_NO_MODEL = re.compile(r"model.{0,80}(not found|does not exist|not exist|unknown|invalid|not supported|not available)"
                       r"|model_not_found|invalid.{0,10}model|no such model|unknown model|^model:")  # fmt: skip

_BY_STATUS: Mapping[int, ProviderTrouble] = {
    401: "auth", 402: "quota", 403: "auth", 407: "network", 408: "network", 409: "overloaded", 413: "context",
    425: "overloaded", 429: "rate_limit", 499: "network", 501: "bad_request", 505: "bad_request",
}  # fmt: skip


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Return the seconds a server asks to wait, where it names them in a form that can be read."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) * unit
        except (KeyError, ValueError):
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    try:
        moment = email.utils.parsedate_to_datetime(headers.get("retry-after", ""))
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - (now or datetime.now(UTC))).total_seconds())


def refusal(
    peer: Peer, *, status: int = 0, body: object = None, wait: float | None = None, page: bool = False
) -> ProviderError:
    """Return the error for a "no" with *status* (0 inside a stream) and *body*, read as JSON where it was JSON."""
    said = read_words(body)
    wait = said.wait if wait is None else wait
    if 300 <= status < 400:
        return ProviderRefused(
            f"{peer.called} wants to send the question on to another address",
            hint="That was refused, and nothing was sent there. Check the provider's address in Settings.",
            trouble="bad_request",
            status=status,
        )
    if page and status in (200, 400, 404, 405):
        return not_spoken(peer, f"a web page (status {status})")
    trouble = _trouble(status, said, wait)
    if trouble in ("bad_request", "overloaded") and _NO_PICTURES.search(said.words):
        return _blind(peer, status, said)
    if trouble == "bad_request" and (status == 404 or _NO_MODEL.search(said.words)):
        return _missing(peer, status, said)
    title, hint = _sentence(peer, trouble, wait, status)
    quoted = peer.quotable(said.message) if trouble in ("bad_request", "context", "no_tools") else ""
    again = trouble in ("rate_limit", "overloaded", "network")
    return (ProviderUnreachable if again else ProviderRefused)(
        title,
        hint=f"{hint} It said: {quoted}".strip() if quoted else hint,
        trouble=trouble,
        retry_after=wait,
        status=status,
        code=" ".join(_CODE.findall(said.kind))[:120],
    )


def interruption(peer: Peer, body: object, *, begun: bool) -> ProviderError:
    """Return the error for a "no" inside a stream; where some of the answer came before it, that is kept."""
    error = refusal(peer, status=read_words(body).status, body=body)
    return ProviderBroken(error.title, hint=error.hint, trouble=error.trouble) if begun else error


def _trouble(status: int, said: Said, wait: float | None) -> ProviderTrouble:
    spoken = next((trouble for trouble, words in _WORDS.items() if words.search(said.words)), None)
    if 400 <= status < 500 and spoken in ("rate_limit", "overloaded"):
        spoken = None  # the status says more: some servers write `api_error` into each refusal
    if status == 429 and wait is not None and "insufficient" not in said.words:
        return "rate_limit"  # Gemini speaks of quota and billing also where a minute's share is used up
    if status in (429, 413) and spoken == "quota":
        return "quota"
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status >= 500:
        return spoken if spoken in ("context", "quota", "no_tools") else "overloaded"
    return spoken or "bad_request"


def _missing(peer: Peer, status: int, said: Said) -> ProviderError:
    known = "model" in said.words or "no endpoints found" in said.words or _NO_MODEL.search(said.words)
    if not said.message or not known:
        error: ProviderError = not_spoken(peer, f"no answer at this address (status {status})")
        return error
    return ProviderRefused(
        f"{peer.called} does not offer this model",
        hint=" ".join(filter(None, ["Choose another one in Settings.", _quote(peer, said)])),
        trouble="bad_request",
        status=status,
    )


def _blind(peer: Peer, status: int, said: Said) -> ProviderError:
    return ProviderRefused(
        f"This model of {peer.called} cannot see pictures",
        hint=" ".join(filter(None, ["Choose another model, or leave the picture out.", _quote(peer, said)])),
        trouble="bad_request",
        status=status,
        code=NO_IMAGES,
    )


def _quote(peer: Peer, said: Said) -> str:
    quoted = peer.quotable(said.message)
    return f"It said: {quoted}" if quoted else ""


def _sentence(peer: Peer, trouble: ProviderTrouble, wait: float | None, status: int) -> tuple[str, str]:
    later = f"Ask again in {_duration(wait)}." if wait else "Ask again in a moment."
    match trouble:
        case "auth" if not peer.secret:
            return f"{peer.called} wants a key", "Enter one in Settings."
        case "auth":
            return (
                f"{peer.called} does not accept the key",
                "Check it in Settings: it may be mistyped or no longer valid.",
            )
        case "quota":
            return f"The account at {peer.called} has no credit left", "Add credit there, or choose another provider."
        case "rate_limit":
            return f"{peer.called} gets too many questions from this account", later
        case "overloaded":
            return f"{peer.called} is overloaded or out of order", later
        case "context":
            return (
                f"The chat is too long for this model of {peer.called}",
                "Start a new chat, or read fewer notes.",
            )
        case "no_tools":
            return f"This model of {peer.called} cannot use tools", "Choose another model, or switch tool calling off."
        case "network":
            return f"The connection to {peer.called} timed out or was stopped on its way", later
        case _:
            number = f" (status {status})" if status else ""
            return f"{peer.called} refused the request{number}", "Check the model and the provider in Settings."


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min"
