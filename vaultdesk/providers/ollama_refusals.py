"""Ollama refusals: what Ollama's own "no" means, and what to do about it on one's own computer (PROTOCOLS 3.5).

What it shares with all servers is judged in refusals.py.
"""

import re

from pydantic import JsonValue

from vaultdesk.core.errors import ProviderBroken, ProviderError, ProviderRefused
from vaultdesk.providers.json_reply import Reply, refused
from vaultdesk.providers.loose_json import fields, words
from vaultdesk.providers.peer import Peer
from vaultdesk.providers.refusals import interruption

_MISSING = re.compile(r"model.{0,300}not found|try pulling")
_MEMORY = re.compile(r"(requires )?more (system )?memory|out of memory|unable to allocate|cudamalloc failed")
_LOST_QUESTION = re.compile(r"no user query found|exceeds the available context")


def ollama_refusal(peer: Peer, reply: Reply, model: str, window: int = 0) -> ProviderError:
    """Return the error for *reply* to a question to *model* with a window of so many tokens."""
    said = _said(reply.said)
    if reply.status == 404 and _MISSING.search(said):
        return ProviderRefused(
            f"{peer.called} does not have the model {peer.quotable(model)}",
            hint=f"Fetch it with: ollama pull {peer.quotable(model)}",
            trouble="bad_request",
            status=reply.status,
        )
    if reply.status in (401, 403) and not peer.secret and "signin_url" in fields(reply.said):
        return ProviderRefused(
            f"{peer.called} wants you to sign in for this model",
            hint="Run: ollama signin. Or choose a model that runs on this computer.",
            trouble="auth",
            status=reply.status,
        )
    return _own(peer, said, window) or _with_remedy(refused(peer, reply), window)


def ollama_interruption(peer: Peer, line: dict[str, JsonValue], window: int, *, begun: bool) -> ProviderError:
    """Return the error for an error line inside a stream; where some of the answer came before it, that is kept."""
    error = _own(peer, _said(line), window) or _with_remedy(interruption(peer, line, begun=begun), window)
    if begun and not isinstance(error, ProviderBroken):
        return ProviderBroken(error.title, hint=error.hint, trouble=error.trouble)
    return error


def _own(peer: Peer, said: str, window: int) -> ProviderError | None:
    if _MEMORY.search(said):
        asked = f" It was asked for a context window of {window:,} tokens." if window else ""
        return ProviderRefused(
            f"{peer.called} has not enough memory for this model",
            hint=f"Choose a smaller model, or a smaller Context window in Settings.{asked}",
            trouble="overloaded",
        )
    if _LOST_QUESTION.search(said):
        # Older parts of the chat are cut to make it fit, and the question was among them (ollama#18107).
        error = ProviderRefused(f"The chat is too long for this model of {peer.called}", trouble="context")
        return _with_remedy(error, window)
    return None


def _with_remedy(error: ProviderError, window: int) -> ProviderError:
    """Name the setting that helps where a chat does not fit; elsewhere the window is not ours to choose."""
    if error.trouble == "context" and window:
        remedy = f"Raise Context window in Settings (it is {window:,} tokens now), or start a new chat."
        return type(error)(error.title, hint=remedy, trouble="context", status=error.facts.get("status", 0))
    return error


def _said(body: JsonValue) -> str:
    text = words(body) or words(fields(body).get("error")) or words(fields(fields(body).get("error")).get("message"))
    return text.lower()
