"""API keys of providers, from environment, session or keyring, each bound to the origin it may be sent to."""

import json
import os
import re
import secrets
import threading
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Literal, TypeVar
from urllib.parse import urlsplit

from msgspec import Struct

from vaultdesk.core.errors import SettingsError, UsageError
from vaultdesk.core.logs import register_secret
from vaultdesk.core.phrases import NO_PHRASE, Phrase, Sentences
from vaultdesk.core.platform.paths import HOME_VARIABLE

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend


# Independent of providers and of the meaning of keys. Every call may block, for seconds if the keyring has to be
# unlocked.

T = TypeVar("T")

TRUSTED_BACKENDS = frozenset(
    {
        "keyring.backends.SecretService.Keyring",
        "keyring.backends.libsecret.Keyring",
        "keyring.backends.kwallet.DBusKeyring",
        "keyring.backends.kwallet.DBusKeyringKWallet4",
        "keyring.backends.macOS.Keyring",
        "keyring.backends.Windows.WinVaultKeyring",
    }
)
"""The backends that store secrets encrypted. Everything else (plain files, null, chains) is refused
(vaultdesk/core/README.md, "Keyring backends").
"""

KEYRING_TIMEOUT = 60.0
"""Seconds for one call: the user may have to enter the keyring's password; a dead bus must not block forever."""


_ERROR_REASONS = {
    "KeyringLocked": Phrase("it is locked"),
    "InitError": Phrase("it could not be opened"),
    "NoKeyringError": Phrase("no keyring is installed"),
    "PasswordSetError": Phrase("it refused to store the key"),
    "PasswordDeleteError": Phrase("it refused to delete the key"),
}
"""Explanations of errors of the `keyring` library and its backends, by class name."""


class KeyringFailed(Exception):
    """The keyring failed; the message gives the reason as the end of a sentence."""

    def __init__(self, message: Phrase) -> None:
        super().__init__(message)
        self.message = message


class SystemKeyring:
    """One trusted keyring."""

    def __init__(self, backend: "KeyringBackend", timeout: float = KEYRING_TIMEOUT) -> None:
        self._backend = backend
        self._timeout = timeout

    @property
    def name(self) -> str:
        """The backend's own name."""
        return str(self._backend.name)

    def read(self, service: str, user: str) -> str | None:
        """Return the stored value, or None. Raises `KeyringFailed`."""
        return _call_with_timeout(lambda: self._backend.get_password(service, user), self._timeout)

    def write(self, service: str, user: str, text: str) -> None:
        """Store *text*. Raises `KeyringFailed`."""
        _call_with_timeout(lambda: self._backend.set_password(service, user, text), self._timeout)

    def delete(self, service: str, user: str) -> None:
        """Delete the stored value; a missing one is not an error. Raises `KeyringFailed`."""
        if self.read(service, user) is not None:
            _call_with_timeout(lambda: self._backend.delete_password(service, user), self._timeout)

    def verify(self, service: str) -> None:
        """Write, read and delete a test value. Raises `KeyringFailed` if any of it fails."""
        user, test_value = f"check-{secrets.token_hex(8)}", secrets.token_hex(8)
        self.write(service, user, test_value)
        try:
            read_back = self.read(service, user)
        finally:
            self.delete(service, user)
        if read_back != test_value or self.read(service, user) is not None:
            raise KeyringFailed(Phrase("the stored key could not be read back"))


class _KeyringCall(Generic[T]):
    """One call to the keyring and its result."""

    def __init__(self, call: Callable[[], T]) -> None:
        self._call = call
        self._results: list[T] = []
        self._failure: Exception | None = None

    def run(self) -> None:
        try:
            self._results.append(self._call())
        except Exception as error:  # noqa: BLE001 - backends let D-Bus, ctypes and OS errors through unwrapped
            self._failure = error

    def result(self) -> T:
        if self._failure is not None:
            reason = _ERROR_REASONS.get(type(self._failure).__name__, Phrase("it failed"))
            raise KeyringFailed(reason) from self._failure
        if not self._results:
            raise KeyringFailed(Phrase("it does not respond"))
        return self._results[0]


def _call_with_timeout(call: Callable[[], T], timeout: float) -> T:
    keyring_call = _KeyringCall(call)
    # A daemon thread: a keyring that never answers must not prevent the program from ending.
    thread = threading.Thread(target=keyring_call.run, name="keyring", daemon=True)
    thread.start()
    thread.join(timeout)
    return keyring_call.result()


def open_keyring(
    backend: Callable[[], "KeyringBackend"], trusted: frozenset[str], timeout: float = KEYRING_TIMEOUT
) -> SystemKeyring | None:
    """Return the keyring behind *backend*, or None if it is not trusted. Raises `KeyringFailed`."""
    # Finding a backend already accesses the session bus, which may not answer either.
    found = trusted_backend(_call_with_timeout(backend, timeout), trusted)
    return None if found is None else SystemKeyring(found, timeout)


def installed_backend() -> "KeyringBackend":
    """Return the backend that the `keyring` library found or was configured to use; trusted or not."""
    import keyring  # takes 65 ms, and most runs need no key

    return keyring.get_keyring()


def trusted_backend(backend: "KeyringBackend", trusted: frozenset[str] = TRUSTED_BACKENDS) -> "KeyringBackend | None":
    """Return *backend* if it is trusted; of a chain its first trusted backend, so that no other is ever used."""
    kind = type(backend)
    if f"{kind.__module__}.{kind.__qualname__}" in trusted:
        return backend
    if f"{kind.__module__}.{kind.__qualname__}" == "keyring.backends.chainer.ChainerBackend":
        for link in getattr(backend, "backends", ()):
            inner = trusted_backend(link, trusted)
            if inner is not None:
                return inner
    return None


# Sources in order: an environment variable; a key entered in this session that could not be stored; the operating
# system's keyring. Methods may block for as long as a keyring takes: call them in a thread.

KeySource = Literal["environment", "keyring", "session"]
"""Where a key is: an environment variable, the operating system's keyring, or this session's memory only."""

DEFAULT_KEY_VARIABLES: Mapping[str, str] = {
    "https://api.openai.com:443": "OPENAI_API_KEY",
    "https://api.anthropic.com:443": "ANTHROPIC_API_KEY",
    "https://generativelanguage.googleapis.com:443": "GEMINI_API_KEY",
    "https://openrouter.ai:443": "OPENROUTER_API_KEY",
    "https://api.search.brave.com:443": "BRAVE_API_KEY",
    "https://api.tavily.com:443": "TAVILY_API_KEY",
}
"""Variables that are read by default, each for its vendor's own origin only."""

_PORTS = {"https": 443, "http": 80}


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key that was found. Its text is available through `secret` only, never by printing the object."""

    secret: str = field(repr=False)
    origin: str
    source: KeySource


class MissingKey(Struct, frozen=True):
    """The reason why there is no key."""

    reason: Literal["none", "other_origin", "no_answer", "unusable"]
    text: Phrase
    """A sentence for the user."""
    hint: Phrase
    """What the user can do about it."""


class KeyDestination(Struct, frozen=True):
    """Where a newly entered key would be stored."""

    kind: KeySource
    text: Phrase
    """The same as a sentence for the user."""


_QUOTES = (("'", "'"), ('"', '"'), ("`", "`"), ("“", "”"), ("‘", "’"), ("„", "“"), ("«", "»"))
"""Pairs of quotation marks around keys in texts and shells."""

_PREFIX = re.compile(
    r"(authorization:\s*)?bearer\s+|(export\s+|set\s+|\$env:)?[a-z][a-z0-9_]*_(key|token)\s*=\s*", re.IGNORECASE
)
"""Matches the text before a key in a header or a shell command."""


def cleaned_key(text: str) -> str:
    """Return the key in *text* without surrounding spaces, quotes, `Bearer ` or `export NAME_KEY=`."""
    key = text.strip()
    if match := _PREFIX.match(key):
        key = key[match.end() :].strip()
    for opening, closing in _QUOTES:
        if len(key) > 1 and key.startswith(opening) and key.endswith(closing):
            return key[1:-1].strip()
    return key


def key_problem(key: str) -> Phrase:
    """Return why *key* is not valid, without a full stop and without quoting the key; empty if it is valid."""
    if not key:
        return Phrase("The key is empty")
    if "\n" in key or "\r" in key:
        return Phrase("The key contains a line break")
    if any(character.isspace() for character in key):
        return Phrase("The key contains a space")
    invalid = next((character for character in key if not character.isascii() or not character.isprintable()), "")
    if not invalid:
        return NO_PHRASE
    code = f"U+{ord(invalid):04X}"
    if invalid.isprintable() and unicodedata.category(invalid) != "Cf":
        return Phrase("The key contains the character {0} ({1}), which is not allowed in a key", invalid, code)
    return Phrase("The key contains an invisible character ({0})", code)


_COPY_AGAIN = Phrase("A key consists of letters, digits and punctuation without spaces. Copy the complete key again.")


def origin_of(url: str) -> str:
    """Return `scheme://host:port` of an address, the port always written. Raises `UsageError` for anything else."""
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname, parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        host, port = None, None
    if not host or port is None or parts.scheme not in _PORTS or parts.username is not None or "\\" in url:
        raise UsageError(
            Phrase("{0} is not a server address", url),
            hint=Phrase("Write it as https://host/path, without a user name."),
        )
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host.rstrip('.')}:{port}"


class Credentials:
    """Returns, stores and deletes keys."""

    def __init__(
        self,
        environment: Mapping[str, str] = os.environ,
        backend: Callable[[], "KeyringBackend"] = installed_backend,
        trusted: frozenset[str] = TRUSTED_BACKENDS,
    ) -> None:
        home = environment.get(HOME_VARIABLE, "")
        # The account has one keyring: an installation with its own home folder must not read or replace another's keys.
        self._service = f"VaultDesk in {home}" if home else "VaultDesk"
        self._environment = environment
        self._backend = backend
        self._trusted = trusted
        self._session: dict[str, tuple[str, str]] = {}
        self._lock = threading.RLock()
        self._keyring: SystemKeyring | None = None
        self._is_searched = False
        self._session_reason = NO_PHRASE
        self._is_verified = False
        self.revision = 0
        """Incremented with each key that is set or deleted: open connections are then replaced."""

    @property
    def key_destination(self) -> KeyDestination:
        """Where a newly entered key would be stored. May block."""
        store = self._verified_keyring()
        if store is None:
            return KeyDestination(
                "session", Phrase("Keys are stored in memory until VaultDesk closes: {0}.", self._session_reason)
            )
        return KeyDestination("keyring", Phrase("Keys are stored in this computer's keyring ({0}).", store.name))

    def verify_keyring(self) -> KeyDestination:
        """Open the keyring again, test that it stores a secret, and return `key_destination`. May block."""
        with self._lock:
            self._keyring, self._is_searched, self._is_verified = None, False, False
            return self.key_destination

    def get(self, provider_name: str, origin: str, env_name: str = "") -> ApiKey | None:
        """Return the key of a provider for *origin*, or None; `find` returns the reason. May block."""
        found = self.find(provider_name, origin, env_name)
        return found if isinstance(found, ApiKey) else None

    def find(self, provider_name: str, origin: str, env_name: str = "") -> ApiKey | MissingKey:
        """Return the key of a provider for *origin*, or why it is not available. May block."""
        origin = origin_of(origin)
        variable = env_name or DEFAULT_KEY_VARIABLES.get(origin, "")
        secret = cleaned_key(self._environment.get(variable, "")) if variable else ""
        if secret:
            return _usable(ApiKey(secret, origin, "environment"), Phrase("the environment variable {0}", variable))
        with self._lock:
            source: KeySource = "session" if provider_name in self._session else "keyring"
            try:
                stored = self._session.get(provider_name) or self._from_keyring(provider_name)
            except KeyringFailed as error:
                return MissingKey(
                    "no_answer",
                    Phrase("The key could not be read from the keyring of this computer: {0}.", error),
                    Phrase("Unlock the keyring, or set the key in an environment variable."),
                )
        if stored is None:
            missing = Phrase("There is no key for {0}.", provider_name)
            unset = Phrase("{0} is not set.", variable) if variable else NO_PHRASE
            return MissingKey("none", Sentences(missing, unset), Phrase("Add the key in the settings."))
        if stored[0] != origin:
            return MissingKey(
                "other_origin",
                Phrase("The key of {0} was entered for {1} and is not sent to {2}.", provider_name, stored[0], origin),
                Phrase("If the new address is correct, enter the key again in the settings."),
            )
        location = Phrase("the keyring of this computer") if source == "keyring" else Phrase("the memory of VaultDesk")
        return _usable(ApiKey(cleaned_key(stored[1]), origin, source), location)

    def set(self, provider_name: str, origin: str, secret: str) -> KeySource:
        """Store a key for *origin*, replacing an older one, and return where it is stored. May block."""
        origin, secret = origin_of(origin), cleaned_key(secret)
        if problem := key_problem(secret):
            raise SettingsError(problem, hint=_COPY_AGAIN)
        register_secret(secret)
        with self._lock:
            self.revision += 1
            store = self._verified_keyring()
            if store is not None:
                try:
                    store.write(self._service, provider_name, json.dumps({"origin": origin, "key": secret}))
                except KeyringFailed as error:
                    self._session_reason = Phrase("the keyring of this computer refused the key, {0}", error)
                    self._keyring = None
                else:
                    self._session.pop(provider_name, None)
                    return "keyring"
            self._session[provider_name] = (origin, secret)
            return "session"

    def forget(self, provider_name: str) -> None:
        """Delete the key of a provider everywhere but in the environment. May block. Raises `SettingsError`."""
        with self._lock:
            self.revision += 1
            self._session.pop(provider_name, None)
            store = self._find_keyring()
            try:
                if store is not None:
                    store.delete(self._service, provider_name)
            except KeyringFailed as error:
                raise SettingsError(
                    Phrase("The key of {0} could not be removed", provider_name),
                    hint=Phrase(
                        "The keyring of this computer reported an error: {0}. Remove the key there, under VaultDesk.",
                        error,
                    ),
                ) from error

    def _from_keyring(self, provider_name: str) -> tuple[str, str] | None:
        store = self._find_keyring()
        text = store.read(self._service, provider_name) if store is not None else None
        if text is None:
            return None
        try:
            stored = json.loads(text)
            return str(stored["origin"]), str(stored["key"])
        except (ValueError, TypeError, KeyError):
            # Not written by this program: without an origin the key may not be sent anywhere.
            return None

    def _find_keyring(self) -> SystemKeyring | None:
        """Return the trusted keyring without testing it, which is enough for reading."""
        with self._lock:
            if not self._is_searched:
                self._is_searched = True
                try:
                    self._keyring = open_keyring(self._backend, self._trusted)
                except KeyringFailed as error:
                    self._session_reason = Phrase("the keyring of this computer cannot be used, {0}", error)
                else:
                    self._session_reason = Phrase("this computer has no keyring that stores secrets encrypted")
            return self._keyring

    def _verified_keyring(self) -> SystemKeyring | None:
        """Return the trusted keyring after storing, reading and deleting a test value."""
        with self._lock:
            store = self._find_keyring()
            if store is not None and not self._is_verified:
                try:
                    store.verify(self._service)
                    self._is_verified = True
                except KeyringFailed as error:
                    self._session_reason = Phrase("the keyring of this computer cannot be used, {0}", error)
                    self._keyring = store = None
            return store


def _usable(key: ApiKey, location: Phrase) -> ApiKey | MissingKey:
    """Return *key*, or why the text stored in *location* cannot be sent as a key."""
    register_secret(key.secret)
    if problem := key_problem(key.secret):
        return MissingKey(
            "unusable", Phrase("The key in {0} cannot be used.", location), Sentences(problem, _COPY_AGAIN)
        )
    return key
