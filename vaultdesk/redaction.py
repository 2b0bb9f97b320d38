"""Redaction: which words must never be written down, and the same text without them. Knows no log and no key store."""

import re
import threading
from urllib.parse import quote

HIDDEN = "[hidden]"
"""What stands in a secret's place."""

SHORTEST_SECRET = 8
"""Characters from which a registered word is hidden. Local servers take any key, such as `x` or `none`: hiding that
would blank out ordinary words and give the key away by where the gaps are."""

_PATTERNS = re.compile(
    r"""
    \b(?:sk|pk|rk|key|gsk|xai)-[A-Za-z0-9_-]{8,}                    # OpenAI, Anthropic (sk-ant-), OpenRouter, others
  | \bAIza[A-Za-z0-9_-]{20,}                                        # Google
  | (?<=bearer\ )[^\s"',;]+                                         # any token of an Authorization header
  | (?<=basic\ )[A-Za-z0-9+/=]{8,}
  | (?<=://)[^\s/@"']+:[^\s/@"']+(?=@)                              # a name and password inside an address
    """,
    re.VERBOSE | re.IGNORECASE,
)

_NAMED = re.compile(
    r"""((?:x-goog-api-key|x-api-key|api[-_]?key|access[-_]token|secret[-_]key|password|authorization)
         (?: ["']? \s* [:=] \s* (?:b?["'])? | ["'] \s* , \s* b?["'] ) (?!bearer\ |basic\ ))
        [^\s"',;&}\]]+""",
    re.VERBOSE | re.IGNORECASE,
)

_lock = threading.Lock()
_secrets: set[str] = set()
_registered: re.Pattern[str] | None = None


def hide_secret(secret: str) -> None:
    """From now on keep *secret* out of everything that is written, also where it stands inside an address or bytes."""
    global _registered
    if len(secret) < SHORTEST_SECRET:
        return
    with _lock:
        _secrets.update((secret, quote(secret, safe=""), secret.encode("unicode_escape").decode("ascii")))
        # Longest first: one key may be the beginning of another.
        _registered = re.compile("|".join(re.escape(word) for word in sorted(_secrets, key=len, reverse=True)))


def without_secrets(text: str) -> str:
    """Return *text* with registered secrets, and everything that looks like a key, replaced."""
    if _registered is not None:
        text = _registered.sub(HIDDEN, text)
    return _PATTERNS.sub(HIDDEN, _NAMED.sub(rf"\1{HIDDEN}", text))
