"""Tests of core/credentials.py."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

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
from vaultdesk.core.credentials import (
    TRUSTED_BACKENDS,
    ApiKey,
    Credentials,
    KeyringFailed,
    MissingKey,
    SystemKeyring,
    installed_backend,
    open_keyring,
    origin_of,
    trusted_backend,
)
from vaultdesk.core.errors import SettingsError, UsageError
from vaultdesk.core.logs import redact_secrets

# The keyring of the operating system: only trusted backends, verified before use.


def chain(*links: KeyringBackend) -> chainer.ChainerBackend:
    class Chain(chainer.ChainerBackend):
        backends = links

    Chain.__module__, Chain.__qualname__ = chainer.__name__, chainer.ChainerBackend.__qualname__
    return Chain()


@pytest.mark.parametrize("backend", [fail.Keyring(), null.Keyring(), PlainKeyring(), chain(), chain(PlainKeyring())])
def test_a_backend_that_does_not_encrypt_is_refused(backend: KeyringBackend) -> None:
    assert trusted_backend(backend, TRUSTED_HERE) is None


def test_only_the_trusted_backend_of_a_chain_is_used() -> None:
    plain, memory = PlainKeyring(), MemoryKeyring()

    assert trusted_backend(chain(plain, memory), TRUSTED_HERE) is memory


def test_a_subclass_of_a_trusted_backend_is_not_trusted() -> None:
    class Sly(MemoryKeyring):
        name = "Sly"

    assert trusted_backend(Sly(), TRUSTED_HERE) is None
    assert trusted_backend(MemoryKeyring(), TRUSTED_BACKENDS) is None


def test_every_trusted_name_is_a_class_of_the_keyring_library() -> None:
    for name in TRUSTED_BACKENDS:
        module, _, class_name = name.rpartition(".")
        assert hasattr(importlib.import_module(module), class_name), name


def test_the_list_of_trusted_backends_contains_no_plain_text_backend() -> None:
    assert not [
        name
        for name in TRUSTED_BACKENDS
        if not name.startswith("keyring.backends.") or "fail" in name or "null" in name
    ]


def test_a_written_value_can_be_read_and_deleted() -> None:
    store = SystemKeyring(MemoryKeyring())

    store.write("service", "user", "text")
    assert store.read("service", "user") == "text"
    store.delete("service", "user")
    assert store.read("service", "user") is None
    store.delete("service", "user")


def test_verification_leaves_no_entry() -> None:
    backend = MemoryKeyring()

    SystemKeyring(backend).verify("service")

    assert backend.passwords == {}


@pytest.mark.parametrize(
    ("backend", "reason"),
    [(LockedKeyring(), "it is locked"), (ForgetfulKeyring(), "the stored key could not be read back")],
)
def test_a_keyring_that_does_not_work_fails_the_verification(backend: KeyringBackend, reason: str) -> None:
    with pytest.raises(KeyringFailed, match=reason):
        SystemKeyring(backend).verify("service")


def test_a_keyring_that_does_not_answer_times_out() -> None:
    silent = SilentKeyring()
    try:
        with pytest.raises(KeyringFailed, match="does not respond"):
            SystemKeyring(silent, timeout=0.05).read("service", "user")
    finally:
        silent.ended.set()


def test_an_unknown_failure_is_reported_without_its_message() -> None:
    class Odd(MemoryKeyring):
        name = "Odd"

        def get_password(self, service: str, username: str) -> str | None:
            raise OSError("secret detail")

    with pytest.raises(KeyringFailed) as raised:
        SystemKeyring(Odd()).read("service", "user")

    assert str(raised.value) == "it failed"
    assert isinstance(raised.value.__cause__, OSError)


def test_an_exception_while_opening_a_backend_is_a_keyring_failure() -> None:
    def broken() -> KeyringBackend:
        raise ImportError("no such backend")

    with pytest.raises(KeyringFailed):
        open_keyring(broken, TRUSTED_HERE)
    assert open_keyring(PlainKeyring, TRUSTED_HERE) is None
    keyring = open_keyring(MemoryKeyring, TRUSTED_HERE)
    assert keyring is not None
    assert keyring.name == "Memory"


def test_the_keyring_library_returns_a_backend() -> None:
    assert isinstance(installed_backend(), KeyringBackend)


# API keys, each bound to the origin of its server.

OPENAI = "https://api.openai.com:443"
LOCAL = "http://localhost:8080"
SECRET = "secret-word-of-some-length"


def credentials(keyring: KeyringBackend | None = None, environment: dict[str, str] | None = None) -> Credentials:
    backend = keyring or MemoryKeyring()
    return Credentials(environment or {}, lambda: backend, TRUSTED_HERE)


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://api.openai.com/v1", OPENAI),
        ("https://API.OpenAI.com.:443/v1/", OPENAI),
        ("http://localhost:8080/v1", LOCAL),
        ("http://127.0.0.1", "http://127.0.0.1:80"),
        ("https://[::1]:8443/x", "https://[::1]:8443"),
        (OPENAI, OPENAI),
    ],
)
def test_an_origin_is_scheme_host_and_port(url: str, origin: str) -> None:
    assert origin_of(url) == origin


@pytest.mark.parametrize(
    "url",
    ["", "api.openai.com", "file:///etc", "https://", "https://me@host", "https://h:x", "https://a\\@b", "https://[x"],
)
def test_an_invalid_server_address_has_no_origin(url: str) -> None:
    with pytest.raises(UsageError):
        origin_of(url)


def test_a_key_from_the_configured_variable_takes_precedence() -> None:
    keys = credentials(environment={"WORK_KEY": f" {SECRET}\n"})
    keys.set("work", LOCAL, "another-key-altogether")

    assert keys.get("work", LOCAL, "WORK_KEY") == ApiKey(SECRET, LOCAL, "environment")


@pytest.mark.parametrize(
    ("url", "variable"),
    [("https://api.openai.com/v1", "OPENAI_API_KEY"), ("https://api.anthropic.com", "ANTHROPIC_API_KEY")],
)
def test_the_default_variable_of_a_vendor_is_used_only_for_its_own_origin(url: str, variable: str) -> None:
    keys = credentials(environment={variable: SECRET})

    assert keys.get("x", url) == ApiKey(SECRET, origin_of(url), "environment")
    for other_origin in (
        LOCAL,
        "http://api.openai.com",
        "https://api.openai.com.evil.example",
        "https://api.openai.com:444",
    ):
        assert keys.get("x", other_origin) is None


def test_an_unset_configured_variable_does_not_fall_back_to_the_default_variable() -> None:
    missing = credentials(environment={"OPENAI_API_KEY": SECRET}).find("x", OPENAI, "WORK_KEY")

    assert isinstance(missing, MissingKey)
    assert "WORK_KEY is not set" in missing.text


def test_a_key_is_stored_in_the_keyring_with_its_origin() -> None:
    keyring = MemoryKeyring()

    assert credentials(keyring).set("work", "http://LOCALHOST:8080/v1", SECRET) == "keyring"
    assert keyring.passwords == {("VaultDesk", "work"): f'{{"origin": "{LOCAL}", "key": "{SECRET}"}}'}
    assert credentials(keyring).get("work", LOCAL) == ApiKey(SECRET, LOCAL, "keyring")


@pytest.mark.parametrize("keyring", [MemoryKeyring(), PlainKeyring()])
def test_a_key_is_not_returned_for_another_origin_and_the_reason_is_given(keyring: KeyringBackend) -> None:
    keys = credentials(keyring)
    keys.set("work", LOCAL, SECRET)

    for other_origin in ("http://localhost:8081", "https://localhost:8080", "http://evil.example:8080", OPENAI):
        missing = keys.find("work", other_origin)
        assert isinstance(missing, MissingKey)
        assert missing.reason == "other_origin"
        assert LOCAL in missing.text
        assert other_origin in missing.text
        assert SECRET not in repr(missing)
        assert keys.get("work", other_origin) is None


@pytest.mark.parametrize("keyring", [PlainKeyring(), LockedKeyring(), ForgetfulKeyring()])
def test_without_a_working_keyring_a_key_is_held_for_the_session_only(keyring: MemoryKeyring) -> None:
    keys = credentials(keyring)

    assert keys.set("work", LOCAL, SECRET) == "session"
    assert keys.get("work", LOCAL) == ApiKey(SECRET, LOCAL, "session")
    assert keyring.passwords == {}
    assert credentials(keyring).get("work", LOCAL) is None


def test_if_opening_the_keyring_fails_the_key_is_held_for_the_session() -> None:
    def broken() -> KeyringBackend:
        raise ImportError("no such backend")

    keys = Credentials({}, broken, TRUSTED_HERE)

    assert keys.set("work", LOCAL, SECRET) == "session"
    assert keys.get("work", LOCAL) is not None


@pytest.mark.parametrize(
    ("keyring", "expected_kind", "ending"),
    [
        (MemoryKeyring(), "keyring", "Keys are stored in this computer's keyring (Memory)."),
        (
            PlainKeyring(),
            "session",
            "until VaultDesk closes: this computer has no keyring that stores secrets encrypted.",
        ),
        (
            LockedKeyring(),
            "session",
            "until VaultDesk closes: the keyring of this computer cannot be used, it is locked.",
        ),
        (ForgetfulKeyring(), "session", "the stored key could not be read back."),
    ],
)
def test_the_storage_of_keys_is_described(keyring: KeyringBackend, expected_kind: str, ending: str) -> None:
    destination = credentials(keyring).key_destination

    assert destination.kind == expected_kind
    assert destination.text.endswith(ending)


def test_a_keyring_that_fails_later_does_not_lose_the_key() -> None:
    keyring = MemoryKeyring()
    keys = credentials(keyring)
    assert keys.key_destination.kind == "keyring"

    def refuse(service: str, username: str, password: str) -> None:
        raise OSError("gone")

    keyring.set_password = refuse  # type: ignore[method-assign]  # the keyring daemon has terminated

    assert keys.set("work", LOCAL, SECRET) == "session"
    assert keys.get("work", LOCAL) == ApiKey(SECRET, LOCAL, "session")
    assert "refused the key" in keys.key_destination.text


def test_a_locked_keyring_is_distinguished_from_a_missing_key() -> None:
    missing = credentials(LockedKeyring()).find("work", LOCAL)

    assert isinstance(missing, MissingKey)
    assert (missing.reason, missing.text) == (
        "no_answer",
        "The key could not be read from the keyring of this computer: it is locked.",
    )


def test_a_missing_key_has_a_hint() -> None:
    missing = credentials().find("work", OPENAI)

    assert missing == MissingKey(
        "none", "There is no key for work. OPENAI_API_KEY is not set.", "Add the key in the settings."
    )


@pytest.mark.parametrize("text", ["not json", "[]", '{"key": "x"}', "null", '"x"'])
def test_an_entry_without_an_origin_is_not_returned(text: str) -> None:
    keyring = MemoryKeyring()
    keyring.passwords["VaultDesk", "work"] = text

    assert credentials(keyring).get("work", LOCAL) is None


@pytest.mark.parametrize("keyring", [MemoryKeyring(), PlainKeyring()])
def test_a_deleted_key_is_gone(keyring: MemoryKeyring) -> None:
    keys = credentials(keyring)
    keys.set("work", LOCAL, SECRET)

    keys.forget("work")
    keys.forget("work")

    assert keys.get("work", LOCAL) is None
    assert keyring.passwords == {}


def test_a_key_that_cannot_be_removed_is_reported() -> None:
    with pytest.raises(SettingsError, match="could not be removed"):
        credentials(LockedKeyring()).forget("work")


@pytest.mark.parametrize(
    ("secret", "problem"),
    [
        ("", "The key is empty"),
        ("   ", "The key is empty"),
        ("two words", "The key contains a space"),
        ("a\u00a0b", "The key contains a space"),
        ("sk-abc\nsk-def", "The key contains a line break"),
        ("sk-abc”", "The key contains the character ” (U+201D), which is not allowed in a key"),
        ("schlüssel", "The key contains the character ü (U+00FC), which is not allowed in a key"),
        ("sk-a\u200bbc", "The key contains an invisible character (U+200B)"),
        ("\ufeffsk-abc", "The key contains an invisible character (U+FEFF)"),
        ("a\x00b", "The key contains an invisible character (U+0000)"),
    ],
)
def test_m9_an_invalid_key_is_refused_with_the_reason_and_not_stored(secret: str, problem: str) -> None:
    keyring = MemoryKeyring()

    with pytest.raises(SettingsError) as raised:
        credentials(keyring).set("work", LOCAL, secret)
    assert raised.value.title == problem
    assert keyring.passwords == {}


@pytest.mark.parametrize(
    "pasted",
    [
        f"  {SECRET}\r\n",
        f'"{SECRET}"',
        f"'{SECRET}'",
        f"“{SECRET}”",
        f"`{SECRET}`",
        f"Bearer {SECRET}",
        f"Authorization: Bearer {SECRET}",
        f"export OPENAI_API_KEY='{SECRET}'",
        f"OPENAI_API_KEY={SECRET}",
        f'$env:OPENAI_API_KEY = "{SECRET}"',
    ],
)
def test_m9_quotes_and_prefixes_around_a_key_are_removed(pasted: str) -> None:
    keys = credentials(environment={"WORK_KEY": pasted})
    keys.set("home", LOCAL, pasted)

    assert (keys.get("home", LOCAL), keys.get("work", LOCAL, "WORK_KEY")) == (
        ApiKey(SECRET, LOCAL, "keyring"),
        ApiKey(SECRET, LOCAL, "environment"),
    )


@pytest.mark.parametrize("stored", ["sk-abc”", "sk-abc\nsk-def", "sk-\u200babc"])
def test_m9_a_stored_key_that_cannot_be_sent_is_reported_with_its_location(stored: str) -> None:
    keyring = MemoryKeyring()
    credentials(keyring).set("home", LOCAL, SECRET)
    for name in list(keyring.passwords):
        keyring.passwords[name] = json.dumps({"origin": LOCAL, "key": stored})

    in_keyring = credentials(keyring).find("home", LOCAL)
    in_environment = credentials(environment={"WORK_KEY": stored}).find("work", LOCAL, "WORK_KEY")

    assert isinstance(in_keyring, MissingKey)
    assert isinstance(in_environment, MissingKey)
    assert in_keyring.text == "The key in the keyring of this computer cannot be used."
    assert in_environment.text == "The key in the environment variable WORK_KEY cannot be used."
    assert {in_keyring.reason, in_environment.reason} == {"unusable"}
    assert in_keyring.hint == in_environment.hint
    assert in_keyring.hint.startswith("The key contains")
    assert stored not in f"{in_keyring} {in_environment}"


def test_printing_a_key_does_not_reveal_it() -> None:
    key = ApiKey(SECRET, LOCAL, "session")

    assert SECRET not in f"{key} {key!r} {[key]}"
    assert LOCAL in repr(key)


def test_keys_from_the_environment_and_the_user_are_redacted_from_the_log() -> None:
    credentials(environment={"WORK_KEY": "from-the-environment-1"}).get("work", LOCAL, "WORK_KEY")
    credentials().set("work", LOCAL, "typed-by-a-person-2")

    assert "from-the-environment-1" not in redact_secrets("a from-the-environment-1 b")
    assert "typed-by-a-person-2" not in redact_secrets("a typed-by-a-person-2 b")


def test_keys_are_separated_by_home_folder(tmp_path: Path) -> None:
    keyring = MemoryKeyring()
    credentials(keyring, {"VAULTDESK_HOME": str(tmp_path)}).set("work", LOCAL, SECRET)

    assert credentials(keyring).get("work", LOCAL) is None
    assert credentials(keyring, {"VAULTDESK_HOME": str(tmp_path)}).get("work", LOCAL) is not None


def test_the_keyring_library_is_not_imported_before_it_is_needed() -> None:
    code = "import sys, vaultdesk.core.credentials as c; c.Credentials({}); sys.exit('keyring' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=30).returncode == 0


def test_the_keyring_is_verified_again_on_each_call() -> None:
    backends: list[KeyringBackend] = [MemoryKeyring()]
    keys = Credentials({}, lambda: backends[-1], TRUSTED_HERE)
    assert keys.verify_keyring().kind == "keyring"

    backends.append(LockedKeyring())
    assert keys.verify_keyring().kind == "session"

    backends.append(MemoryKeyring())
    assert keys.verify_keyring().kind == "keyring"
    assert backends[-1].passwords == {}  # type: ignore[attr-defined] # a MemoryKeyring
