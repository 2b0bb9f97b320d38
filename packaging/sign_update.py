"""Sign update: creates the signed file that announces a new version to the program.

    python packaging/sign_update.py keys FILE                       # a new pair: private into FILE, public printed
    python packaging/sign_update.py notes < CHANGELOG.md            # what the changelog says of this version
    python packaging/sign_update.py sign --page ADDRESS < NOTES     # the file of this version on stdout

`sign` reads the private key from VAULTDESK_UPDATE_PRIVATE_KEY and the notes, in plain text, from stdin; by default the
version is that of this checkout and the date is today's in UTC. The private key is never printed and never part of the
project; the public key is VAULTDESK_UPDATE_KEY of a build. Programs built with another key reject the file with an
error.
"""

import argparse
import base64
import json
import os
import re
import sys
from datetime import UTC, date, datetime
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ROOT = Path(__file__).resolve().parent.parent

PRIVATE_KEY_VARIABLE = "VAULTDESK_UPDATE_PRIVATE_KEY"
"""Name of the environment variable with the private key, 32 bytes in base64."""


def write_key_pair(file: Path) -> str:
    """Write a new private key into *file*, readable by its owner only; return the public key. Both are base64."""
    private = Ed25519PrivateKey.generate()
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(base64.b64encode(private.private_bytes_raw()) + b"\n")
    return base64.b64encode(private.public_key().public_bytes_raw()).decode()


def signed_file(key: bytes, fields: dict[str, str]) -> bytes:
    """Return the two lines of the file: *fields* as JSON, and its signature by the raw private *key*."""
    line = json.dumps(fields, ensure_ascii=False).encode()
    return line + b"\n" + base64.b64encode(Ed25519PrivateKey.from_private_bytes(key).sign(line)) + b"\n"


def update_fields(version: str, day: str, notes: str, page: str) -> dict[str, str]:
    """Return the fields of the update file. Raises `ValueError` or `WebRefused` if the program would reject them."""
    from vaultdesk.web.update_check import read_update_file

    fields = {"version": version, "date": date.fromisoformat(day).isoformat(), "notes": notes.strip(), "page": page}
    trial_key = Ed25519PrivateKey.generate()
    read_update_file(signed_file(trial_key.private_bytes_raw(), fields), trial_key.public_key().public_bytes_raw())
    return fields


def notes_of(changelog: str, version: str) -> str:
    """Return the entries for *version* in *changelog*, as many as the program shows. Raises `SystemExit`."""
    from vaultdesk.web.update_check import MAX_NOTES_LENGTH

    found = re.search(
        rf"^## {re.escape(version)}(?![\w.])[^\n]*\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL
    )
    if found is None:
        raise SystemExit(f"The changelog says nothing of {version}.")
    points = [" ".join(point.split()) for point in re.split(r"\n(?=- )|\n\s*\n", found[1]) if point.strip()]
    # A heading at the end has no entries.
    while points and (len("\n".join(points)) > MAX_NOTES_LENGTH or points[-1].startswith("#")):
        points.pop()
    return "\n".join(re.sub("^#+ ", "", point) for point in points)


def private_key() -> bytes:
    """Return the private key from the environment. Raises `SystemExit`, without printing it, if it is not valid."""
    try:
        key = base64.b64decode(os.environ.get(PRIVATE_KEY_VARIABLE, "").strip(), validate=True)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise SystemExit(f"{PRIVATE_KEY_VARIABLE} is no private key: 32 bytes in base64, as `keys` writes them.")
    return key


def main(arguments: list[str] | None = None) -> int:
    """Run the command line."""
    from vaultdesk import __version__
    from vaultdesk.core.errors import WebRefused

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    keys = commands.add_parser("keys", help="make a new pair of keys")
    keys.add_argument("file", type=Path, help="where the private key goes; it must not exist yet")
    notes = commands.add_parser("notes", help="take the notes of a version out of the changelog on stdin")
    notes.add_argument("--version", default=__version__, help="as 1.2.3")
    sign = commands.add_parser("sign", help="make the file of a release")
    sign.add_argument("--page", required=True, help="where people get it: an https address")
    sign.add_argument("--version", default=__version__, help="as 1.2.3")
    sign.add_argument("--date", default=datetime.now(UTC).date().isoformat(), help="as 2026-11-22")
    options = parser.parse_args(arguments)
    if options.command == "keys":
        print(write_key_pair(options.file))
        return 0
    if options.command == "notes":
        print(notes_of(sys.stdin.read(), options.version))
        return 0
    try:
        fields = update_fields(options.version, options.date, sys.stdin.read(), options.page)
    except (ValueError, WebRefused) as error:
        raise SystemExit(f"No program would take this: {error}") from error
    sys.stdout.buffer.write(signed_file(private_key(), fields))
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    raise SystemExit(main())
