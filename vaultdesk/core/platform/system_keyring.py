"""The operating system's keyring, used only if its backend is trusted and answers.

Independent of providers and of the meaning of keys. Every call may block, for seconds if the keyring has to be
unlocked.
"""

import secrets
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from vaultdesk.core.phrases import Phrase

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

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
    "NoKeyringError": Phrase("there is none"),
    "PasswordSetError": Phrase("it refused to keep it"),
    "PasswordDeleteError": Phrase("it refused to delete it"),
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
        user, word = f"check-{secrets.token_hex(8)}", secrets.token_hex(8)
        self.write(service, user, word)
        try:
            read_back = self.read(service, user)
        finally:
            self.delete(service, user)
        if read_back != word or self.read(service, user) is not None:
            raise KeyringFailed(Phrase("it does not give back what was written"))


class _KeyringCall(Generic[T]):
    """One call to the keyring and its result."""

    def __init__(self, call: Callable[[], T]) -> None:
        self._call = call
        self._results: list[T] = []
        self._failure: Exception | None = None

    def run(self) -> None:
        try:
            self._results.append(self._call())
        except Exception as failed:  # noqa: BLE001 - backends let D-Bus, ctypes and OS errors through unwrapped
            self._failure = failed

    def result(self) -> T:
        if self._failure is not None:
            reason = _ERROR_REASONS.get(type(self._failure).__name__, Phrase("it failed"))
            raise KeyringFailed(reason) from self._failure
        if not self._results:
            raise KeyringFailed(Phrase("it does not answer"))
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
    trusted_found = trusted_backend(_call_with_timeout(backend, timeout), trusted)
    return None if trusted_found is None else SystemKeyring(trusted_found, timeout)


def installed_backend() -> "KeyringBackend":
    """Return the backend that the `keyring` library found or was configured to use; trusted or not."""
    import keyring  # takes 65 ms, and most runs need no key

    return keyring.get_keyring()


def trusted_backend(found: "KeyringBackend", trusted: frozenset[str] = TRUSTED_BACKENDS) -> "KeyringBackend | None":
    """Return *found* if it is trusted; of a chain its first trusted backend, so that no other is ever used."""
    kind = type(found)
    if f"{kind.__module__}.{kind.__qualname__}" in trusted:
        return found
    if f"{kind.__module__}.{kind.__qualname__}" == "keyring.backends.chainer.ChainerBackend":
        for link in getattr(found, "backends", ()):
            inner = trusted_backend(link, trusted)
            if inner is not None:
                return inner
    return None
