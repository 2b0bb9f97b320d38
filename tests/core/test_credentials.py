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

# The operating system's keyring, trusted and proven.


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
    [(LockedKeyring(), "it is locked"), (ForgetfulKeyring(), "the stored key could not be read back")],
)
def test_a_keyring_that_does_not_work_fails_the_proof(backend: KeyringBackend, why: str) -> None:
    with pytest.raises(KeyringFailed, match=why):
        SystemKeyring(backend).verify("service")


def test_a_keyring_that_never_answers_holds_nobody_for_ever() -> None:
    silent = SilentKeyring()
    try:
        with pytest.raises(KeyringFailed, match="does not respond"):
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


# Keys, each bound to its origin.

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
def test_what_is_no_address_of_a_server_has_no_origin(url: str) -> None:
    with pytest.raises(UsageError):
        origin_of(url)


def test_a_key_from_the_named_variable_comes_first() -> None:
    found = credentials(environment={"WORK_KEY": f" {SECRET}\n"})
    found.set("work", LOCAL, "another-key-altogether")

    assert found.get("work", LOCAL, "WORK_KEY") == ApiKey(SECRET, LOCAL, "environment")


@pytest.mark.parametrize(
    ("url", "variable"),
    [("https://api.openai.com/v1", "OPENAI_API_KEY"), ("https://api.anthropic.com", "ANTHROPIC_API_KEY")],
)
def test_the_usual_variable_is_for_its_vendors_own_origin_only(url: str, variable: str) -> None:
    found = credentials(environment={variable: SECRET})

    assert found.get("x", url) == ApiKey(SECRET, origin_of(url), "environment")
    for elsewhere in (
        LOCAL,
        "http://api.openai.com",
        "https://api.openai.com.evil.example",
        "https://api.openai.com:444",
    ):
        assert found.get("x", elsewhere) is None


def test_a_named_variable_that_is_not_set_does_not_fall_back_to_the_usual_one() -> None:
    found = credentials(environment={"OPENAI_API_KEY": SECRET}).find("x", OPENAI, "WORK_KEY")

    assert isinstance(found, MissingKey)
    assert "WORK_KEY is not set" in found.text


def test_a_key_goes_to_the_keyring_together_with_its_origin() -> None:
    keyring = MemoryKeyring()

    assert credentials(keyring).set("work", "http://LOCALHOST:8080/v1", SECRET) == "keyring"
    assert keyring.kept == {("VaultDesk", "work"): f'{{"origin": "{LOCAL}", "key": "{SECRET}"}}'}
    assert credentials(keyring).get("work", LOCAL) == ApiKey(SECRET, LOCAL, "keyring")


@pytest.mark.parametrize("keyring", [MemoryKeyring(), PlainKeyring()])
def test_a_key_is_not_given_to_another_origin_and_the_answer_says_why(keyring: KeyringBackend) -> None:
    kept = credentials(keyring)
    kept.set("work", LOCAL, SECRET)

    for other in ("http://localhost:8081", "https://localhost:8080", "http://evil.example:8080", OPENAI):
        found = kept.find("work", other)
        assert isinstance(found, MissingKey)
        assert found.reason == "other_origin"
        assert LOCAL in found.text
        assert other in found.text
        assert SECRET not in repr(found)
        assert kept.get("work", other) is None


@pytest.mark.parametrize("keyring", [PlainKeyring(), LockedKeyring(), ForgetfulKeyring()])
def test_without_a_keyring_that_works_a_key_lives_for_this_session_only(keyring: MemoryKeyring) -> None:
    kept = credentials(keyring)

    assert kept.set("work", LOCAL, SECRET) == "session"
    assert kept.get("work", LOCAL) == ApiKey(SECRET, LOCAL, "session")
    assert keyring.kept == {}
    assert credentials(keyring).get("work", LOCAL) is None


def test_a_search_for_a_keyring_that_fails_leaves_the_session() -> None:
    def broken() -> KeyringBackend:
        raise ImportError("no such backend")

    kept = Credentials({}, broken, TRUSTED_HERE)

    assert kept.set("work", LOCAL, SECRET) == "session"
    assert kept.get("work", LOCAL) is not None


@pytest.mark.parametrize(
    ("keyring", "kind", "words"),
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
def test_where_keys_are_kept_is_said_in_plain_words(keyring: KeyringBackend, kind: str, words: str) -> None:
    place = credentials(keyring).key_destination

    assert place.kind == kind
    assert place.text.endswith(words)


def test_a_keyring_that_breaks_later_does_not_lose_the_key() -> None:
    keyring = MemoryKeyring()
    kept = credentials(keyring)
    assert kept.key_destination.kind == "keyring"

    def refuse(service: str, username: str, password: str) -> None:
        raise OSError("gone")

    keyring.set_password = refuse  # type: ignore[method-assign]  # the daemon behind it has gone away

    assert kept.set("work", LOCAL, SECRET) == "session"
    assert kept.get("work", LOCAL) == ApiKey(SECRET, LOCAL, "session")
    assert "refused the key" in kept.key_destination.text


def test_a_locked_keyring_is_told_from_a_missing_key() -> None:
    found = credentials(LockedKeyring()).find("work", LOCAL)

    assert isinstance(found, MissingKey)
    assert (found.reason, found.text) == (
        "no_answer",
        "The key could not be read from the keyring of this computer: it is locked.",
    )


def test_no_key_says_what_to_do() -> None:
    found = credentials().find("work", OPENAI)

    assert found == MissingKey(
        "none", "There is no key for work. OPENAI_API_KEY is not set.", "Add the key in the settings."
    )


@pytest.mark.parametrize("text", ["not json", "[]", '{"key": "x"}', "null", '"x"'])
def test_an_entry_without_an_origin_is_given_to_nobody(text: str) -> None:
    keyring = MemoryKeyring()
    keyring.kept["VaultDesk", "work"] = text

    assert credentials(keyring).get("work", LOCAL) is None


@pytest.mark.parametrize("keyring", [MemoryKeyring(), PlainKeyring()])
def test_a_forgotten_key_is_gone(keyring: MemoryKeyring) -> None:
    kept = credentials(keyring)
    kept.set("work", LOCAL, SECRET)

    kept.forget("work")
    kept.forget("work")

    assert kept.get("work", LOCAL) is None
    assert keyring.kept == {}


def test_a_key_that_cannot_be_removed_is_said() -> None:
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
def test_m9_what_cannot_be_a_key_is_refused_with_the_reason_before_it_is_kept(secret: str, problem: str) -> None:
    keyring = MemoryKeyring()

    with pytest.raises(SettingsError) as refused:
        credentials(keyring).set("work", LOCAL, secret)
    assert refused.value.title == problem
    assert keyring.kept == {}


@pytest.mark.parametrize(
    "written",
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
def test_m9_what_stands_around_a_key_is_taken_off(written: str) -> None:
    keys = credentials(environment={"WORK_KEY": written})
    keys.set("home", LOCAL, written)

    assert (keys.get("home", LOCAL), keys.get("work", LOCAL, "WORK_KEY")) == (
        ApiKey(SECRET, LOCAL, "keyring"),
        ApiKey(SECRET, LOCAL, "environment"),
    )


@pytest.mark.parametrize("stored", ["sk-abc”", "sk-abc\nsk-def", "sk-\u200babc"])
def test_m9_a_key_that_is_stored_and_cannot_be_sent_is_told_with_its_place(stored: str) -> None:
    keyring = MemoryKeyring()
    credentials(keyring).set("home", LOCAL, SECRET)
    for name in list(keyring.kept):
        keyring.kept[name] = json.dumps({"origin": LOCAL, "key": stored})

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


def test_a_key_is_never_shown_by_printing_it() -> None:
    key = ApiKey(SECRET, LOCAL, "session")

    assert SECRET not in f"{key} {key!r} {[key]}"
    assert LOCAL in repr(key)


def test_a_key_that_was_given_or_typed_is_hidden_from_the_log() -> None:
    credentials(environment={"WORK_KEY": "from-the-environment-1"}).get("work", LOCAL, "WORK_KEY")
    credentials().set("work", LOCAL, "typed-by-a-person-2")

    assert "from-the-environment-1" not in redact_secrets("a from-the-environment-1 b")
    assert "typed-by-a-person-2" not in redact_secrets("a typed-by-a-person-2 b")


def test_homes_do_not_see_each_others_keys(tmp_path: Path) -> None:
    keyring = MemoryKeyring()
    credentials(keyring, {"VAULTDESK_HOME": str(tmp_path)}).set("work", LOCAL, SECRET)

    assert credentials(keyring).get("work", LOCAL) is None
    assert credentials(keyring, {"VAULTDESK_HOME": str(tmp_path)}).get("work", LOCAL) is not None


def test_the_keyring_library_is_not_loaded_before_a_key_is_wanted() -> None:
    code = "import sys, vaultdesk.core.credentials as c; c.Credentials({}); sys.exit('keyring' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=30).returncode == 0


def test_the_keyring_is_proven_anew_each_time_it_is_asked_for() -> None:
    found: list[KeyringBackend] = [MemoryKeyring()]
    kept = Credentials({}, lambda: found[-1], TRUSTED_HERE)
    assert kept.verify_keyring().kind == "keyring"

    found.append(LockedKeyring())
    assert kept.verify_keyring().kind == "session"

    found.append(MemoryKeyring())
    assert kept.verify_keyring().kind == "keyring"
    assert found[-1].kept == {}  # type: ignore[attr-defined] # the one above
