"""Release: the steps that are done once for a version, after every machine has built its files.

    python packaging/release.py check TAG       # the tag, the version and the changelog agree
    python packaging/release.py sums FOLDER     # SHA256SUMS of all files in it, and its signature by minisign's format
    python packaging/release.py recipes FOLDER  # packages for winget, Homebrew and the AUR, by FOLDER/SHA256SUMS

`sums` signs with VAULTDESK_UPDATE_PRIVATE_KEY (sign_update.py); without the variable it writes no signature. Users
verify it with `minisign -V -m SHA256SUMS -P KEY`; `sums` prints the public key, which belongs in the notes of the
release (.github/SECURITY.md).
"""

import argparse
import base64
import hashlib
import json
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]

from deb import APP_ID  # noqa: E402 - found by the line above
from sign_update import PRIVATE_KEY_VARIABLE, notes_of, private_key  # noqa: E402 - likewise

from vaultdesk import __version__  # noqa: E402 - likewise

PROJECT = "https://github.com/vaultdesk/vaultdesk"
SUMS = "SHA256SUMS"

SUMMARY = "Local-first assistant for a folder of Markdown notes"
WINGET = "1.10.0"
"""Version of winget's manifests (aka.ms/winget-manifest)."""


def check(tag: str) -> None:
    """Raise `SystemExit` if *tag* is not that of this version or the changelog has no released entry for it."""
    if tag != f"v{__version__}":
        raise SystemExit(f"The tag {tag} is not v{__version__}, which vaultdesk/__init__.py says.")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    notes_of(changelog, __version__)
    if re.search(rf"^## {re.escape(__version__)} \(not released\)", changelog, re.MULTILINE):
        raise SystemExit(f"The changelog calls {__version__} not released.")


def write_sums(folder: Path) -> list[Path]:
    """Write the checksums of all files in *folder*, and their signature if the private key is set."""
    sums = [folder / SUMS, folder / f"{SUMS}.minisig"]
    files = sorted(file for file in folder.iterdir() if file.is_file() and file not in sums)
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    sums[0].write_text("".join(lines), encoding="utf-8", newline="\n")
    if not os.environ.get(PRIVATE_KEY_VARIABLE, "").strip():
        print(f"::warning::No {PRIVATE_KEY_VARIABLE}: {SUMS} is not signed.")
        return sums[:1]
    key = Ed25519PrivateKey.from_private_bytes(private_key())
    sums[1].write_bytes(minisign(key, sums[0].read_bytes(), f"VaultDesk {__version__}"))
    print(f"minisign -V -m {SUMS} -P {minisign_key(key)}")
    return sums


def minisign(key: Ed25519PrivateKey, data: bytes, comment: str) -> bytes:
    """Return the signature of *data* in minisign's format; *comment* is signed as well."""
    signature = key.sign(hashlib.blake2b(data).digest())
    global_signature = key.sign(signature + comment.encode())
    lines = (
        b"untrusted comment: signature of VaultDesk",
        base64.b64encode(b"ED" + _key_number(key) + signature),
        b"trusted comment: " + comment.encode(),
        base64.b64encode(global_signature),
    )
    return b"\n".join(lines) + b"\n"


def minisign_key(key: Ed25519PrivateKey) -> str:
    """Return the public key of *key* in minisign's format."""
    return base64.b64encode(b"Ed" + _key_number(key) + key.public_key().public_bytes_raw()).decode()


def _key_number(key: Ed25519PrivateKey) -> bytes:
    return hashlib.sha256(key.public_key().public_bytes_raw()).digest()[:8]


def write_recipes(folder: Path) -> list[Path]:
    """Write the package definitions for winget, Homebrew and the AUR into the folder `recipes` in *folder*."""
    lines = (line.split() for line in (folder / SUMS).read_text(encoding="utf-8").splitlines())
    digests = {name: digest for digest, name in lines}
    texts = {**winget(digests), **homebrew(digests), **aur(digests)}
    for name, text in texts.items():
        target = folder / "recipes" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
    return [folder / "recipes" / name for name in texts]


def address_of(name: str) -> str:
    """Return the download address of the file *name* of this version."""
    return f"{PROJECT}/releases/download/v{__version__}/{name}"


def winget(digests: Mapping[str, str]) -> dict[str, str]:
    """Return the three manifests of winget."""
    name = f"VaultDesk-{__version__}-setup.exe"
    identity = "VaultDesk.VaultDesk"
    common: dict[str, object] = {"PackageIdentifier": identity, "PackageVersion": __version__}
    manifests: dict[str, tuple[str, dict[str, object]]] = {
        f"{identity}.yaml": ("version", {"DefaultLocale": "en-US"}),
        f"{identity}.installer.yaml": (
            "installer",
            {
                "InstallerLocale": "en-US",
                "Platform": ["Windows.Desktop"],
                "MinimumOSVersion": "10.0.17763.0",
                "InstallerType": "nullsoft",
                "Scope": "user",
                "UpgradeBehavior": "install",
                "Protocols": ["vaultdesk"],
                "FileExtensions": ["md", "markdown"],
                "ExpectedReturnCodes": [{"InstallerReturnCode": 5, "ReturnResponse": "packageInUse"}],
                "Installers": [
                    {"Architecture": "x64", "InstallerUrl": address_of(name), "InstallerSha256": digests[name].upper()}
                ],
            },
        ),
        f"{identity}.locale.en-US.yaml": (
            "defaultLocale",
            {
                "PackageLocale": "en-US",
                "Publisher": "The VaultDesk team",
                "PublisherUrl": PROJECT,
                "PrivacyUrl": f"{PROJECT}/blob/main/.github/PRIVACY.md",
                "PackageName": "VaultDesk",
                "PackageUrl": PROJECT,
                "License": "MIT",
                "LicenseUrl": f"{PROJECT}/blob/main/LICENSE",
                "ShortDescription": SUMMARY,
                "Tags": ["assistant", "markdown", "notes", "obsidian"],
                "ReleaseNotesUrl": f"{PROJECT}/releases/tag/v{__version__}",
            },
        ),
    }
    return {
        f"winget/{file}": _yaml({**common, **fields, "ManifestType": kind, "ManifestVersion": WINGET})
        for file, (kind, fields) in manifests.items()
    }


def _yaml(fields: Mapping[str, object]) -> str:
    """Return *fields* as YAML; the values are written as JSON, a subset of YAML."""
    return "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields.items())


def homebrew(digests: Mapping[str, str]) -> dict[str, str]:
    """Return the cask of Homebrew."""
    name = f"VaultDesk-{__version__}-arm64.dmg"
    text = f'''cask "vaultdesk" do
  version "{__version__}"
  sha256 "{digests[name]}"

  url "{PROJECT}/releases/download/v#{{version}}/VaultDesk-#{{version}}-arm64.dmg"
  name "VaultDesk"
  desc "{SUMMARY}"
  homepage "{PROJECT}"

  depends_on arch: :arm64
  depends_on macos: :sonoma

  app "VaultDesk.app"

  uninstall launchctl: "{APP_ID}",
            quit:      "{APP_ID}"

  zap trash: [
    "~/Library/Application Support/vaultdesk",
    "~/Library/Caches/vaultdesk",
    "~/Library/LaunchAgents/{APP_ID}.plist",
    "~/Library/Logs/vaultdesk",
  ]
end
'''
    return {"homebrew/vaultdesk.rb": text}


def aur(digests: Mapping[str, str]) -> dict[str, str]:
    """Return the PKGBUILD of the AUR, which repackages the Debian package, and its .SRCINFO."""
    architectures = {"x86_64": "amd64", "aarch64": "arm64"}
    debs = {machine: f"vaultdesk_{__version__}_{debian}.deb" for machine, debian in architectures.items()}
    depends = (
        "dbus", "fontconfig", "glib2", "hicolor-icon-theme", "krb5", "libgl", "libxkbcommon-x11", "xcb-util-cursor",
        "xcb-util-image", "xcb-util-keysyms", "xcb-util-renderutil", "xcb-util-wm",
    )  # fmt: skip
    optional = ("enchant: spell checking", "xdg-utils: links in the browser")
    fields: list[tuple[str, tuple[str, ...]]] = [
        ("arch", tuple(architectures)), ("license", ("MIT",)), ("depends", depends), ("optdepends", optional),
        ("provides", ("vaultdesk",)), ("conflicts", ("vaultdesk",)), ("options", ("!strip", "!debug")),
    ]  # fmt: skip
    for machine, deb in debs.items():
        fields += [(f"source_{machine}", (address_of(deb),)), (f"sha256sums_{machine}", (digests[deb],))]
    single = (("pkgdesc", SUMMARY), ("pkgver", __version__), ("pkgrel", "1"), ("url", PROJECT))
    build = ["pkgname=vaultdesk-bin", *(f"{name}='{value}'" for name, value in single)]
    for name, values in fields:
        quoted = " ".join(f"'{value}'" for value in values)
        build.append(f"{name}=({quoted})")
    licence = '"$pkgdir/usr/share/doc/vaultdesk/copyright" "$pkgdir/usr/share/licenses/$pkgname/LICENSE"'
    build += ["", "package() {", '  bsdtar -xf data.tar.zst -C "$pkgdir"', f"  install -Dm644 {licence}", "}", ""]
    info = ["pkgbase = vaultdesk-bin", *(f"\t{name} = {value}" for name, value in single)]
    info += [f"\t{name} = {value}" for name, values in fields for value in values]
    info += ["", "pkgname = vaultdesk-bin", ""]
    head = "# Maintainer: The VaultDesk team <vaultdesk@users.noreply.github.com>\n"
    return {"aur/PKGBUILD": head + "\n".join(build), "aur/.SRCINFO": "\n".join(info)}


def main(arguments: list[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", help="compare the tag with the version").add_argument("tag")
    for command, help_text in (
        ("sums", "write and sign the checksums"),
        ("recipes", "write package definitions for winget, Homebrew and the AUR"),
    ):
        commands.add_parser(command, help=help_text).add_argument("folder", type=Path)
    options = parser.parse_args(arguments)
    if options.command == "check":
        check(options.tag)
    elif options.command == "sums":
        write_sums(options.folder)
    else:
        print("\n".join(map(str, write_recipes(options.folder))))


if __name__ == "__main__":
    main()
