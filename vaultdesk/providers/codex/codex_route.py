"""Where the user's codex sends what it is given: the model provider of its own settings, and that one's address."""

import logging
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import UsageError
from vaultdesk.providers.http_connection import plain_address
from vaultdesk.providers.lenient_json import object_of, text_of

# Codex reads these settings itself. They are read here too, because the user is told where a question goes before
# codex is started; what codex says of itself is compared with it before anything is sent (codex_provider.py).

CODEX_HOST = "chatgpt.com"
"""Where codex sends a chat under a ChatGPT account; under an API key it is the same company's api.openai.com."""

VENDOR = "openai"
"""The name of codex's usual model provider."""

MAX_SETTINGS = 1_000_000
"""Bytes of codex's settings that are read: real ones have a few thousand."""

_BUILT_IN_URLS: Mapping[str, str] = {"ollama": "http://localhost:11434/v1", "lmstudio": "http://localhost:1234/v1"}
"""Codex's own names for servers of this computer. Its settings cannot redefine them, and the variables that could are
not handed to it (codex_process.py)."""

_VENDOR_HOSTS = ("chatgpt.com", "api.openai.com")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,200}")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CodexRoute:
    """A model provider of codex, and where it is."""

    provider: str = VENDOR
    base_url: str = ""
    """As its settings write it; empty where codex knows the address by itself."""
    key_variable: str = ""
    """The environment variable its key is in; empty where it wants none."""
    header_variables: tuple[str, ...] = ()
    """Environment variables whose values go into headers, where they are set."""
    model: str = ""
    """The model codex asks where it is left the choice; empty where it chooses."""

    @property
    def host(self) -> str:
        """The host for people; `chatgpt.com` for the vendor."""
        if not self.base_url:
            return CODEX_HOST if self.provider == VENDOR else self.provider
        try:
            return plain_address(self.base_url).host
        except UsageError:
            return self.provider

    @property
    def local(self) -> bool:
        """True where questions stay on this computer, as far as the address says."""
        try:
            return bool(self.base_url) and plain_address(self.base_url).local
        except UsageError:
            return False

    @property
    def host_name(self) -> str:
        """The host without its port, as a resolver takes it; empty where there is no address that can be read."""
        try:
            return urlsplit(plain_address(self.base_url).url).hostname or "" if self.base_url else ""
        except UsageError:
            return ""

    @property
    def arguments(self) -> tuple[str, ...]:
        """What makes codex use this model provider whatever another file of its settings says."""
        # A name that would need quotes on a command line is left to codex, and compared afterwards.
        return ("-c", f"model_provider={self.provider}") if _PLAIN_NAME.fullmatch(self.provider) else ()

    @property
    def variables(self) -> tuple[str, ...]:
        """The environment variables codex needs for it."""
        return (*((self.key_variable,) if self.key_variable else ()), *self.header_variables)

    def destination(self, name: str) -> Destination:
        """Return where questions go, codex being called *name*."""
        return Destination(name, self.host, self.local)


def read_codex_route(environment: Mapping[str, str]) -> CodexRoute:
    """Return the route of the settings file in codex's home; the vendor's where there is none that can be read."""
    file = _settings_file(environment)
    try:
        state = file.stat()
    except OSError:
        return CodexRoute()
    return _route_in_file(file, state.st_mtime_ns, state.st_size)


def codex_route(settings: Mapping[str, object]) -> CodexRoute:
    """Return the route of codex's *settings*: its file, or what it says they are."""
    known = object_of(settings)
    provider = text_of(known.get("model_provider")) or VENDOR
    model = text_of(known.get("model"))
    if provider == VENDOR:
        own = text_of(known.get("openai_base_url")) or _foreign_url(text_of(known.get("chatgpt_base_url")))
        return CodexRoute(VENDOR, own, model=model)
    if provider in _BUILT_IN_URLS:
        return CodexRoute(provider, _BUILT_IN_URLS[provider], model=model)
    entry = object_of(object_of(known.get("model_providers")).get(provider))
    headers = object_of(entry.get("env_http_headers"))
    return CodexRoute(
        provider,
        text_of(entry.get("base_url")),
        _variable(entry.get("env_key")),
        tuple(sorted({name for value in headers.values() if (name := _variable(value))})),
        model,
    )


def _settings_file(environment: Mapping[str, str]) -> Path:
    home = environment.get("CODEX_HOME", "")
    person = environment.get("HOME") or environment.get("USERPROFILE") or str(Path.home())
    return (Path(home) if home else Path(person) / ".codex") / "config.toml"


@lru_cache(maxsize=8)
def _route_in_file(file: Path, _changed: int, size: int) -> CodexRoute:
    """Return the route in *file*. Kept until the file is another one: it is asked for each model of a list."""
    if size > MAX_SETTINGS:
        return CodexRoute()
    try:
        return codex_route(tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, RecursionError):  # TOML's and Unicode's errors are values' errors
        log.info("The settings of codex cannot be read")
        return CodexRoute()


def _foreign_url(url: str) -> str:
    """Return *url* where it is another address than the vendor's own."""
    try:
        return "" if not url or plain_address(url).host in _VENDOR_HOSTS else url
    except UsageError:
        return url


def _variable(value: object) -> str:
    return value if isinstance(value, str) and _VARIABLE.fullmatch(value) else ""
