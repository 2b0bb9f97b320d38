"""Sign update: the file that tells running programs of a new version, signed by the key of whoever releases.

    python packaging/sign_update.py keys FOLDER            # a new pair; resources/app/updates.key is the public half
    python packaging/sign_update.py sign KEY VERSION PAGE  # latest.txt on stdout, to be put beside the release's files

The private key is never part of the project. A new pair makes older programs deaf to updates: they say so.
"""

import base64
import json
import sys
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

PUBLIC = Path(__file__).resolve().parent.parent / "resources" / "app" / "updates.key"


def new_keys(folder: Path) -> Path:
    """Write a new pair: the private half into *folder*, readable by its owner alone, the public one for the program."""
    private = Ed25519PrivateKey.generate()
    file = folder / "updates-private.key"
    file.touch(mode=0o600, exist_ok=False)
    file.write_bytes(base64.b64encode(private.private_bytes_raw()))
    PUBLIC.write_bytes(base64.b64encode(private.public_key().public_bytes_raw()) + b"\n")
    return file


def signed(key: bytes, version: str, page: str) -> bytes:
    """Return the two lines that *version* is had at *page*, signed with the raw private *key*."""
    line = json.dumps({"version": version, "page": page}).encode()
    return line + b"\n" + base64.b64encode(Ed25519PrivateKey.from_private_bytes(key).sign(line)) + b"\n"


def main(words: list[str]) -> int:
    """Do what the command line says."""
    match words:
        case ["keys", folder]:
            print(new_keys(Path(folder)))
        case ["sign", key, version, page]:
            sys.stdout.buffer.write(signed(base64.b64decode(Path(key).read_bytes()), version, page))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
