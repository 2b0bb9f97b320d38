"""Keyrings: backends of the `keyring` library that store keys in memory, and others that fail as real ones do."""

from threading import Event

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError


class MemoryKeyring(KeyringBackend):
    """Stores passwords in memory."""

    priority = 1
    name = "Memory"

    def __init__(self) -> None:
        super().__init__()
        self.passwords: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.passwords.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.passwords[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self.passwords:
            raise PasswordDeleteError("not there")
        del self.passwords[service, username]


class PlainKeyring(MemoryKeyring):
    """Represents an untrusted backend that stores plain text."""

    name = "Plain"


class LockedKeyring(MemoryKeyring):
    """Raises `KeyringLocked` on every access."""

    name = "Locked"

    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked("locked")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise KeyringLocked("locked")


class ForgetfulKeyring(MemoryKeyring):
    """Accepts passwords without storing them, as the null backend does."""

    name = "Forgetful"

    def set_password(self, service: str, username: str, password: str) -> None:
        pass


class SilentKeyring(MemoryKeyring):
    """Blocks until the test sets `ended`."""

    name = "Silent"

    def __init__(self) -> None:
        super().__init__()
        self.ended = Event()

    def get_password(self, service: str, username: str) -> str | None:
        self.ended.wait()
        return None


TRUSTED_HERE = frozenset(
    f"{kind.__module__}.{kind.__qualname__}" for kind in (MemoryKeyring, LockedKeyring, ForgetfulKeyring, SilentKeyring)
)
"""Allow-list for tests: every keyring above except `PlainKeyring`."""
