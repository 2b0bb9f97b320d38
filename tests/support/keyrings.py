"""Keyrings: backends of the `keyring` library that keep keys in memory, and others that misbehave as real ones do."""

from threading import Event

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError


class MemoryKeyring(KeyringBackend):
    """Keeps passwords for as long as it lives."""

    priority = 1
    name = "Memory"

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self.kept:
            raise PasswordDeleteError("not there")
        del self.kept[service, username]


class PlainKeyring(MemoryKeyring):
    """Stands for a backend that keeps plain text: nobody trusts it."""

    name = "Plain"


class LockedKeyring(MemoryKeyring):
    """Locked: nothing goes in or out."""

    name = "Locked"

    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked("locked")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise KeyringLocked("locked")


class ForgetfulKeyring(MemoryKeyring):
    """Takes everything and gives nothing back, as the null backend does."""

    name = "Forgetful"

    def set_password(self, service: str, username: str, password: str) -> None:
        pass


class SilentKeyring(MemoryKeyring):
    """Never answers, until the test ends and sets `ended`."""

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
"""An allow-list for tests: every keyring above but the plain one."""
