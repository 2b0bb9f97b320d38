"""Address: where a provider is asked, as people wrote it and as its SDK wants it. Opens no connection."""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from vaultdesk.core.errors import UsageError

OPENAI_URL = "https://api.openai.com/v1"
ANTHROPIC_URL = "https://api.anthropic.com"

_DEFAULT_PORTS = {"http": 80, "https": 443}
_VERSION = re.compile(r"v\d[a-z0-9]*")


@dataclass(frozen=True, slots=True)
class Address:
    """The base of every URL a provider asks."""

    url: str
    """As the vendor's SDK wants it, without a slash at its end."""
    origin: str
    """`scheme://host:port`: what a key is bound to (THREATS 0.11)."""
    host: str
    """For people: the host, with its port where it is not the usual one."""
    local: bool
    """True where it is this computer."""


def openai_address(base_url: str = "") -> Address:
    """Return the address of a Chat Completions server; `/v1` is added where no version is in the path."""
    parts = _split(base_url or OPENAI_URL)
    path = parts.path.rstrip("/").removesuffix("/chat/completions").removesuffix("/models").rstrip("/")
    if not any(_VERSION.fullmatch(segment) for segment in path.split("/")):
        path += "/v1"
    return _address(parts, path)


def anthropic_address(base_url: str = "") -> Address:
    """Return the address of a Messages server; the SDK adds `/v1` itself, so it is taken off."""
    parts = _split(base_url or ANTHROPIC_URL)
    path = parts.path.rstrip("/").removesuffix("/messages").removesuffix("/v1").rstrip("/")
    return _address(parts, path)


def plain_address(base_url: str) -> Address:
    """Return the address of a server with an API of its own (Ollama): the paths of its APIs are taken off."""
    parts = _split(base_url)
    path = parts.path.rstrip("/")
    for ending in ("/chat", "/tags", "/api", "/v1"):
        path = path.removesuffix(ending).rstrip("/")
    return _address(parts, path)


def is_loopback(host: str) -> bool:
    """Tell whether *host* can only be this computer. In doubt it is not."""
    name = host.lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False


def _split(text: str) -> SplitResult:
    written = text.strip()
    if "://" not in written:
        bare_host = urlsplit(f"//{written}").hostname or ""
        written = f"{'http' if is_loopback(bare_host) else 'https'}://{written}"
    try:
        parts = urlsplit(written)
        usable = parts.scheme in _DEFAULT_PORTS and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:  # a port that is no number, brackets that do not close
        usable = False
    hint = "Write it like http://localhost:1234/v1 or https://api.example.com/v1."
    if not usable or "\\" in written or any(character.isspace() for character in written):
        raise UsageError(f"The provider's address {text.strip()[:200]!r} cannot be used", hint=hint)
    if parts.username is not None or parts.password is not None:
        # The text is not repeated here: it holds a password.
        raise UsageError("The provider's address holds a user name or password", hint="Keep keys in Settings. " + hint)
    if parts.query or parts.fragment:
        raise UsageError(f"The provider's address {text.strip()[:200]!r} has a ? or # part", hint=hint)
    return parts


def _address(parts: SplitResult, path: str) -> Address:
    name = parts.hostname or ""
    host = f"[{name}]" if ":" in name else name
    usual = _DEFAULT_PORTS[parts.scheme]
    shown = host if parts.port in (None, usual) else f"{host}:{parts.port}"
    return Address(
        url=f"{parts.scheme}://{shown}{path}",
        origin=f"{parts.scheme}://{host}:{parts.port or usual}",
        host=shown,
        local=is_loopback(name),
    )
