"""The operating system's keyring, trusted and proven."""

import importlib

import pytest
from keyring.backend import KeyringBackend
from keyring.backends import chainer, fail, null

from tests.support.keyrings import (
    TRUSTED_HERE,
    ForgetfulKeyring,
    LockedKeyring,
    MemoryKeyring,
    PlainKeyring,
    SilentKeyring,
)
from vaultdesk.core.platform.system_keyring import (
    TRUSTED_BACKENDS,
    KeyringFailed,
    SystemKeyring,
    installed_backend,
    open_keyring,
    trusted_backend,
)


def chain(*links: KeyringBackend) -> chainer.ChainerBackend:
    class Chain(chainer.ChainerBackend):
        backends = links

    Chain.__module__, Chain.__qualname__ = chainer.__name__, chainer.ChainerBackend.__qualname__
    return Chain()


@pytest.mark.parametrize("backend", [fail.Keyring(), null.Keyring(), PlainKeyring(), chain(), chain(PlainKeyring())])
def test_a_backend_that_does_not_encrypt_is_refused(backend: KeyringBackend) -> None:
    assert trusted_backend(backend, TRUSTED_HERE) is None


def test_of_a_chain_the_trusted_link_alone_is_used() -> None:
    plain, memory = PlainKeyring(), MemoryKeyring()

    assert trusted_backend(chain(plain, memory), TRUSTED_HERE) is memory


def test_a_subclass_of_a_trusted_backend_is_not_trusted() -> None:
    class Sly(MemoryKeyring):
        name = "Sly"

    assert trusted_backend(Sly(), TRUSTED_HERE) is None
    assert trusted_backend(MemoryKeyring(), TRUSTED_BACKENDS) is None


def test_every_trusted_name_is_a_class_of_the_library_in_use() -> None:
    for name in TRUSTED_BACKENDS:
        module, _, kind = name.rpartition(".")
        assert hasattr(importlib.import_module(module), kind), name


def test_no_plain_backend_is_on_the_list() -> None:
    assert not [
        name
        for name in TRUSTED_BACKENDS
        if not name.startswith("keyring.backends.") or "fail" in name or "null" in name
    ]


def test_what_is_written_is_read_and_deleted() -> None:
    store = SystemKeyring(MemoryKeyring())

    store.write("service", "user", "text")
    assert store.read("service", "user") == "text"
    store.delete("service", "user")
    assert store.read("service", "user") is None
    store.delete("service", "user")


def test_proving_leaves_nothing_behind() -> None:
    backend = MemoryKeyring()

    SystemKeyring(backend).verify("service")

    assert backend.kept == {}


@pytest.mark.parametrize(
    ("backend", "why"),
    [(LockedKeyring(), "it is locked"), (ForgetfulKeyring(), "it does not give back what was written")],
)
def test_a_keyring_that_does_not_work_fails_the_proof(backend: KeyringBackend, why: str) -> None:
    with pytest.raises(KeyringFailed, match=why):
        SystemKeyring(backend).verify("service")


def test_a_keyring_that_never_answers_holds_nobody_for_ever() -> None:
    silent = SilentKeyring()
    try:
        with pytest.raises(KeyringFailed, match="does not answer"):
            SystemKeyring(silent, timeout=0.05).read("service", "user")
    finally:
        silent.ended.set()


def test_an_unknown_failure_is_named_without_its_text() -> None:
    class Odd(MemoryKeyring):
        name = "Odd"

        def get_password(self, service: str, username: str) -> str | None:
            raise OSError("secret detail")

    with pytest.raises(KeyringFailed) as raised:
        SystemKeyring(Odd()).read("service", "user")

    assert str(raised.value) == "it failed"
    assert isinstance(raised.value.__cause__, OSError)


def test_a_search_for_a_backend_that_fails_is_a_failure_of_the_store() -> None:
    def broken() -> KeyringBackend:
        raise ImportError("no such backend")

    with pytest.raises(KeyringFailed):
        open_keyring(broken, TRUSTED_HERE)
    assert open_keyring(PlainKeyring, TRUSTED_HERE) is None
    opened = open_keyring(MemoryKeyring, TRUSTED_HERE)
    assert opened is not None
    assert opened.name == "Memory"


def test_the_library_names_some_backend() -> None:
    assert isinstance(installed_backend(), KeyringBackend)
