"""Sign update: the file that tells of a new version, signed with the key of whoever releases.

    python packaging/sign_update.py keys FILE                       # a new pair: private into FILE, public printed
    python packaging/sign_update.py notes < CHANGELOG.md            # what the changelog says of this version
    python packaging/sign_update.py sign --page ADDRESS < NOTES     # the file of this version on stdout

`sign` takes the private key from VAULTDESK_UPDATE_PRIVATE_KEY and the notes, in plain text, from stdin; the version is
this checkout's, the date today's in UTC, unless told. The private key is never printed and never part of the project;
the public one goes into VAULTDESK_UPDATE_KEY of a build. A new pair makes older programs refuse the file: they say so.
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

PRIVATE = "VAULTDESK_UPDATE_PRIVATE_KEY"
"""The variable with the private key, 32 bytes in base64."""


def new_pair(file: Path) -> str:
    """Write a new private key into *file*, readable by its owner alone; return the public one. Both are base64."""
    private = Ed25519PrivateKey.generate()
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(base64.b64encode(private.private_bytes_raw()) + b"\n")
    return base64.b64encode(private.public_key().public_bytes_raw()).decode()


def signed(key: bytes, told: dict[str, str]) -> bytes:
    """Return the two lines of the file: *told* as JSON, and its signature by the raw private *key*."""
    line = json.dumps(told, ensure_ascii=False).encode()
    return line + b"\n" + base64.b64encode(Ed25519PrivateKey.from_private_bytes(key).sign(line)) + b"\n"


def told_of(version: str, day: str, notes: str, page: str) -> dict[str, str]:
    """Return what the program reads, checked here so that no release tells what no program would take."""
    from vaultdesk.web.update_check import read_update_file

    told = {"version": version, "date": date.fromisoformat(day).isoformat(), "notes": notes.strip(), "page": page}
    trial = Ed25519PrivateKey.generate()
    read_update_file(signed(trial.private_bytes_raw(), told), trial.public_key().public_bytes_raw())
    return told


def notes_of(changelog: str, version: str) -> str:
    """Return what *changelog* says under the heading of *version*, as many of its points as programs show."""
    from vaultdesk.web.update_check import LONGEST_NOTES

    found = re.search(
        rf"^## {re.escape(version)}(?![\w.])[^\n]*\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL
    )
    if found is None:
        raise SystemExit(f"The changelog says nothing of {version}.")
    points = [" ".join(point.split()) for point in re.split(r"\n(?=- )|\n\s*\n", found[1]) if point.strip()]
    # A heading without a point below it says nothing.
    while points and (len("\n".join(points)) > LONGEST_NOTES or points[-1].startswith("#")):
        points.pop()
    return "\n".join(re.sub("^#+ ", "", point) for point in points)


def private_key() -> bytes:
    """Return the private key of the environment. Ends the program, without a word of the key, where it is none."""
    try:
        key = base64.b64decode(os.environ.get(PRIVATE, "").strip(), validate=True)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise SystemExit(f"{PRIVATE} is no private key: 32 bytes in base64, as `keys` writes them.")
    return key


def main(words: list[str] | None = None) -> int:
    """Do what the command line says."""
    from vaultdesk import __version__
    from vaultdesk.core.errors import WebRefused

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ways = parser.add_subparsers(dest="way", required=True)
    keys = ways.add_parser("keys", help="make a new pair of keys")
    keys.add_argument("file", type=Path, help="where the private key goes; it must not exist yet")
    notes = ways.add_parser("notes", help="take the notes of a version out of the changelog on stdin")
    notes.add_argument("--version", default=__version__, help="as 1.2.3")
    sign = ways.add_parser("sign", help="make the file of a release")
    sign.add_argument("--page", required=True, help="where people get it: an https address")
    sign.add_argument("--version", default=__version__, help="as 1.2.3")
    sign.add_argument("--date", default=datetime.now(UTC).date().isoformat(), help="as 2026-11-22")
    options = parser.parse_args(words)
    if options.way == "keys":
        print(new_pair(options.file))
        return 0
    if options.way == "notes":
        print(notes_of(sys.stdin.read(), options.version))
        return 0
    try:
        told = told_of(options.version, options.date, sys.stdin.read(), options.page)
    except (ValueError, WebRefused) as wrong:
        raise SystemExit(f"No program would take this: {wrong}") from wrong
    sys.stdout.buffer.write(signed(private_key(), told))
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    raise SystemExit(main())
