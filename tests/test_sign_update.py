"""Update signing: creates key pairs and signed files, never prints the private key, and rejects invalid input."""

import base64
import io
import stat
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from tests.support.packaging_scripts import packaging_script
from tests.support.updates import OURS, PAGE
from vaultdesk import __version__
from vaultdesk.web.update_check import MAX_NOTES_LENGTH, read_update_file

sign_update = packaging_script("sign_update")
SCRIPT = Path(sign_update.__file__ or "")
PRIVATE = base64.b64encode(OURS.private_bytes_raw()).decode()
PUBLIC = OURS.public_key().public_bytes_raw()


def script(*words: str, notes: str = "", key: str = PRIVATE) -> "subprocess.CompletedProcess[bytes]":
    """Run the script in a separate process, as a release does."""
    return subprocess.run(
        [sys.executable, str(SCRIPT), *words],
        input=notes.encode(),
        capture_output=True,
        env={"VAULTDESK_UPDATE_PRIVATE_KEY": key, "PYTHONUTF8": "1"},
        check=False,
        timeout=60,
    )


def test_a_signed_file_is_accepted_by_the_program() -> None:
    completed = script("sign", "--page", PAGE, "--version", "1.2.3", "--date", "2026-11-22", notes="Tabs – split.\n")

    assert completed.returncode == 0, completed.stderr
    file = read_update_file(completed.stdout, PUBLIC)
    assert (file.version, file.date, file.notes, file.page) == ("1.2.3", date(2026, 11, 22), "Tabs – split.", PAGE)


def test_version_and_date_default_to_the_current_ones() -> None:
    file = read_update_file(script("sign", "--page", PAGE).stdout, PUBLIC)

    assert file.version == __version__
    assert abs((date.today() - file.date).days) <= 1  # noqa: DTZ011 - midnight may be near


def test_a_new_key_pair_matches_and_only_the_owner_can_read_the_private_key(tmp_path: Path) -> None:
    private = tmp_path / "private.key"
    created = script("keys", str(private))
    public = created.stdout.decode().strip()
    signed = script("sign", "--page", PAGE, key=private.read_text())

    assert read_update_file(signed.stdout, base64.b64decode(public)).page == PAGE
    assert private.read_text().strip() not in (created.stdout + created.stderr).decode()
    if sys.platform != "win32":
        assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert script("keys", str(private)).returncode != 0, "an existing key file is never overwritten"


@pytest.mark.parametrize("key", ["", "short", "c2hvcnQ=", "no base64 at all!", PRIVATE[:-4]])
def test_without_a_valid_key_nothing_is_signed_and_the_key_is_not_printed(key: str) -> None:
    completed = script("sign", "--page", PAGE, key=key)

    assert completed.returncode != 0
    assert completed.stdout == b""
    assert b"no private key" in completed.stderr
    assert not key or key.encode() not in completed.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("--page", "http://vaultdesk.example/"),
        ("--page", "nowhere"),
        ("--page", PAGE, "--version", "1.2.3rc1"),
        ("--page", PAGE, "--date", "today"),
    ],
)
def test_input_that_the_program_would_reject_is_not_signed(words: tuple[str, ...]) -> None:
    completed = script("sign", *words)

    assert (completed.returncode, completed.stdout) == (1, b"")
    assert b"No program would take this" in completed.stderr


CHANGELOG = (
    "# Changelog\n\n## 1.2.3 (2026-11-22)\n\nMore.\n\n- Tabs that\n  are split.\n- A fix.\n\n## 1.2.2\n\n- Old.\n"
)


def test_the_release_notes_are_the_changelog_section_of_the_version(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(CHANGELOG))
    sign_update.main(["notes", "--version", "1.2.3"])

    assert capsys.readouterr().out == "More.\n- Tabs that are split.\n- A fix.\n"


def test_long_notes_end_with_a_complete_item() -> None:
    items = [f"- {'x' * 100} {number}" for number in range(200)]
    notes = sign_update.notes_of("## 1.2.3\n\n" + "\n".join(items), "1.2.3")

    assert MAX_NOTES_LENGTH - 200 < len(notes) <= MAX_NOTES_LENGTH
    assert notes.splitlines() == items[: len(notes.splitlines())]


def test_headings_become_plain_lines_and_none_is_last() -> None:
    groups = "".join(f"### Group {number}\n\n- {'x' * 100}\n\n" for number in range(200))
    notes = sign_update.notes_of(f"## 1.2.3\n\n{groups}", "1.2.3")

    assert notes.startswith("Group 0\n- xxx")
    assert notes.splitlines()[-1].startswith("- xxx")
    assert "#" not in notes


def test_a_version_missing_from_the_changelog_is_reported() -> None:
    with pytest.raises(SystemExit, match=r"nothing of 1\.2"):
        sign_update.notes_of(CHANGELOG, "1.2")
