"""Token: made once, private, and kept."""

import os
import stat
import threading
from pathlib import Path

import pytest

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.logs import redact_secrets
from vaultdesk.endpoint.token import secret_in, token_in


def test_a_token_is_made_once_and_kept(tmp_path: Path) -> None:
    first, again = token_in(tmp_path / "endpoint"), token_in(tmp_path / "endpoint")

    assert first == again
    assert len(first) >= 40
    assert token_in(tmp_path / "other") != first
    assert [file.name for file in (tmp_path / "endpoint").iterdir()] == ["token"]


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    token = token_in(tmp_path / "endpoint")
    file = tmp_path / "endpoint" / "token"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700

    file.chmod(0o644)

    assert token_in(tmp_path / "endpoint") == token
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("damaged", [b"", b"short", b"\xff\xfe", b"vd-" + b"x" * 20, b"vd-" + b"x" * 43 + b" and more"])
def test_a_damaged_file_is_replaced(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / "token").write_bytes(damaged)

    token = token_in(tmp_path)

    assert token_in(tmp_path) == token
    assert token.startswith("vd-")


def test_two_that_start_at_once_have_one_token(tmp_path: Path) -> None:
    found: list[str] = []
    together = threading.Barrier(8)

    def start() -> None:
        together.wait()
        found.append(token_in(tmp_path))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(set(found)) == 1
    assert len(found) == 8


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "endpoint").write_text("a file where the folder should be")

    with pytest.raises(SettingsError, match="token cannot be kept"):
        token_in(tmp_path / "endpoint")


def test_it_never_reaches_the_log(tmp_path: Path) -> None:
    token = token_in(tmp_path)

    assert token not in redact_secrets(f"asked with {token} today")


def test_the_secret_is_another_word_kept_the_same_way(tmp_path: Path) -> None:
    token, secret = token_in(tmp_path), secret_in(tmp_path)

    assert secret == secret_in(tmp_path) != token
    assert secret not in redact_secrets(f"sealed with {secret} today")
    (tmp_path / "secret").write_bytes(b"damaged")
    assert secret_in(tmp_path) not in (token, secret)
