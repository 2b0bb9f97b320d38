"""The destination of the user's codex: the model provider in its own settings, and its address."""

import logging
import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct

from vaultdesk.core.errors import UsageError
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.http_connection import plain_address
from vaultdesk.providers.lenient_json import object_of, text_of

# Codex reads these settings itself. They are read here too, because the destination is shown to the user before codex
# is started; what codex reports is compared with it before anything is sent (codex_provider.py).

CODEX_HOST = "chatgpt.com"
"""Destination of a chat with a ChatGPT account; with an API key it is api.openai.com of the same company."""

VENDOR = "openai"
"""The name of codex's default model provider."""

MAX_SETTINGS = 1_000_000
"""Maximum size of codex's settings in bytes; real ones have a few thousand."""

_BUILT_IN_URLS: Mapping[str, str] = {"ollama": "http://localhost:11434/v1", "lmstudio": "http://localhost:1234/v1"}
"""Codex's built-in names of servers on this computer. Its settings cannot redefine them, and the variables that could
are not passed on (app_server.py).
"""

_VENDOR_HOSTS = ("chatgpt.com", "api.openai.com")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9_.-]{1,100}")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,200}")

log = logging.getLogger(__name__)


class CodexRoute(Struct, frozen=True):
    """A model provider of codex, and its address."""

    provider: str = VENDOR
    base_url: str = ""
    """As in its settings; empty if it is built into codex."""
    key_variable: str = ""
    """The environment variable of its key; empty if it needs none."""
    header_variables: tuple[str, ...] = ()
    """Environment variables whose values go into headers, if set."""
    model: str = ""
    """The model codex uses by default; empty if it chooses."""

    @property
    def host(self) -> str:
        """The host for display; `chatgpt.com` for the vendor."""
        if not self.base_url:
            return CODEX_HOST if self.provider == VENDOR else self.provider
        try:
            return plain_address(self.base_url).host
        except UsageError:
            return self.provider

    @property
    def local(self) -> bool:
        """True if questions stay on this computer, judged by the address."""
        try:
            return bool(self.base_url) and plain_address(self.base_url).local
        except UsageError:
            return False

    @property
    def host_name(self) -> str:
        """The host without its port, for a resolver; empty if there is no valid address."""
        try:
            return urlsplit(plain_address(self.base_url).url).hostname or "" if self.base_url else ""
        except UsageError:
            return ""

    @property
    def arguments(self) -> tuple[str, ...]:
        """Return the arguments that select this model provider, overriding its other settings files."""
        # A name that needs quotes on a command line is left to codex, and compared afterwards.
        return ("-c", f"model_provider={self.provider}") if _PLAIN_NAME.fullmatch(self.provider) else ()

    @property
    def variables(self) -> tuple[str, ...]:
        """The environment variables codex needs for it."""
        return (*((self.key_variable,) if self.key_variable else ()), *self.header_variables)

    def destination(self, name: str) -> Destination:
        """Return the destination of questions, *name* being the display name of codex."""
        return Destination(name, self.host, self.local)


def read_codex_route(environment: Mapping[str, str]) -> CodexRoute:
    """Return the route of the settings file in codex's home; that of the vendor if there is no valid file."""
    file = _settings_file(environment)
    try:
        status = file.stat()
    except OSError:
        return CodexRoute()
    return _route_in_file(file, status.st_mtime_ns, status.st_size)


def codex_route(settings: Mapping[str, object]) -> CodexRoute:
    """Return the route of codex's *settings*: its file, or what it reports."""
    fields = object_of(settings)
    provider = text_of(fields.get("model_provider")) or VENDOR
    model = text_of(fields.get("model"))
    if provider == VENDOR:
        vendor_url = text_of(fields.get("openai_base_url")) or _foreign_url(text_of(fields.get("chatgpt_base_url")))
        return CodexRoute(VENDOR, vendor_url, model=model)
    if provider in _BUILT_IN_URLS:
        return CodexRoute(provider, _BUILT_IN_URLS[provider], model=model)
    entry = object_of(object_of(fields.get("model_providers")).get(provider))
    headers = object_of(entry.get("env_http_headers"))
    return CodexRoute(
        provider,
        text_of(entry.get("base_url")),
        _variable(entry.get("env_key")),
        tuple(sorted({name for value in headers.values() if (name := _variable(value))})),
        model,
    )


def _settings_file(environment: Mapping[str, str]) -> Path:
    codex_home = environment.get("CODEX_HOME", "")
    user_home = environment.get("HOME") or environment.get("USERPROFILE") or str(Path.home())
    return (Path(codex_home) if codex_home else Path(user_home) / ".codex") / "config.toml"


@lru_cache(maxsize=8)
def _route_in_file(file: Path, _changed: int, size: int) -> CodexRoute:
    """Return the route in *file*, cached until the file changes: it is read for each model of a list."""
    if size > MAX_SETTINGS:
        return CodexRoute()
    try:
        return codex_route(tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, RecursionError):  # TOML's and Unicode's errors are values' errors
        log.info("The settings of codex cannot be read")
        return CodexRoute()


def _foreign_url(url: str) -> str:
    """Return *url* if it is not the vendor's own address."""
    try:
        return "" if not url or plain_address(url).host in _VENDOR_HOSTS else url
    except UsageError:
        return url


def _variable(value: object) -> str:
    return value if isinstance(value, str) and _VARIABLE.fullmatch(value) else ""
