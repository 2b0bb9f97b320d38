"""Release: signed checksums, and manifests for other package catalogues with version and checksums."""

import base64
import hashlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from tests.support.packaging_scripts import packaging_script
from vaultdesk import __version__
from vaultdesk.core.platform.paths import APP_ID

release = packaging_script("release")
NAMES = (
    f"vaultdesk_{__version__}_amd64.deb", f"vaultdesk_{__version__}_arm64.deb", f"VaultDesk-{__version__}-arm64.dmg",
    f"VaultDesk-{__version__}-setup.exe",
)  # fmt: skip
DIGESTS = {name: hashlib.sha256(name.encode()).hexdigest() for name in NAMES}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in NAMES:
        (tmp_path / name).write_text(name)
    return tmp_path


def test_the_signed_checksums_verify_in_the_minisign_format(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = Ed25519PrivateKey.generate()
    monkeypatch.setenv("VAULTDESK_UPDATE_PRIVATE_KEY", base64.b64encode(key.private_bytes_raw()).decode())
    sums, signature = release.write_sums(folder)
    assert release.write_sums(folder) == [sums, signature], "earlier output files are not included"

    assert sums.read_text() == "".join(f"{DIGESTS[name]}  {name}\n" for name in sorted(NAMES))
    public = base64.b64decode(release.minisign_key(key))
    untrusted, signed, trusted, full_signature = signature.read_bytes().splitlines()
    algorithm, key_id, signature_bytes = (data := base64.b64decode(signed))[:2], data[2:10], data[10:]
    assert (public[:2], algorithm) == (b"Ed", b"ED"), "the signature covers prehashed data"
    assert key_id == public[2:10]
    assert untrusted.startswith(b"untrusted comment: ")
    verifier = Ed25519PublicKey.from_public_bytes(public[10:])
    verifier.verify(signature_bytes, hashlib.blake2b(sums.read_bytes()).digest())
    verifier.verify(base64.b64decode(full_signature), signature_bytes + trusted.removeprefix(b"trusted comment: "))


def test_without_a_key_the_checksums_are_unsigned_and_a_warning_is_printed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("VAULTDESK_UPDATE_PRIVATE_KEY", raising=False)
    assert release.write_sums(folder) == [folder / "SHA256SUMS"]
    assert "::warning::" in capsys.readouterr().out


@pytest.mark.parametrize("tag", ["0.0.1", "v0.0.1", f"v{__version__}-1", "v"])
def test_a_tag_that_differs_from_the_version_fails_the_release(tag: str) -> None:
    with pytest.raises(SystemExit, match="is not v"):
        release.check(tag)


@pytest.mark.parametrize(
    ("heading", "problem"),
    [
        (f"## {__version__} (2026-12-01)", None),
        (f"## {__version__} (not released)", "not released"),
        ("## 9", "nothing"),
    ],
)
def test_the_changelog_must_list_the_version_as_released(
    heading: str, problem: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n{heading}\n\n- A change.\n")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    if problem is None:
        release.check(f"v{__version__}")
    else:
        with pytest.raises(SystemExit, match=problem):
            release.check(f"v{__version__}")


def test_winget_gets_three_manifests_that_agree() -> None:
    manifests = {name: yaml.safe_load(text) for name, text in release.winget(DIGESTS).items()}

    assert {manifest["ManifestType"] for manifest in manifests.values()} == {"version", "installer", "defaultLocale"}
    for manifest in manifests.values():
        assert (manifest["PackageIdentifier"], manifest["PackageVersion"]) == ("VaultDesk.VaultDesk", __version__)
    installer = next(manifest for manifest in manifests.values() if manifest["ManifestType"] == "installer")
    (file,) = installer["Installers"]
    assert file["InstallerSha256"] == DIGESTS[NAMES[3]].upper()
    assert file["InstallerUrl"].endswith(f"/v{__version__}/{NAMES[3]}")
    assert installer["InstallerType"] == "nullsoft"


def test_homebrew_gets_a_cask_for_the_disk_image() -> None:
    (text,) = release.homebrew(DIGESTS).values()

    assert f'sha256 "{DIGESTS[NAMES[2]]}"' in text
    assert re.findall(r"~/Library/LaunchAgents/(.+)\.plist", text) == [APP_ID]
    if (ruby := shutil.which("ruby")) is not None:
        subprocess.run([ruby, "-c"], input=text, text=True, check=True, capture_output=True)


def test_the_aur_gets_a_package_and_matching_metadata() -> None:
    recipe = release.aur(DIGESTS)
    build, info = recipe["aur/PKGBUILD"], recipe["aur/.SRCINFO"]

    for name in NAMES[:2]:
        assert DIGESTS[name] in build
        assert f"= {DIGESTS[name]}\n" in info
    listed = {tuple(line.strip().split(" = ", 1)) for line in info.splitlines() if line.startswith("\t")}
    written = {(name, value) for name, values in re.findall(r"^(\w+)=\((.*)\)$", build, re.MULTILINE)
               for value in re.findall(r"'(.*?)'", values)}  # fmt: skip
    assert written <= listed
    if (bash := shutil.which("bash")) is not None:
        subprocess.run([bash, "-n"], input=build, text=True, check=True, capture_output=True)


def test_the_recipes_are_written_next_to_the_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VAULTDESK_UPDATE_PRIVATE_KEY", raising=False)
    release.write_sums(folder)
    written = release.write_recipes(folder)
    assert {file.relative_to(folder).parts[:2] for file in written} == {
        ("recipes", "winget"), ("recipes", "homebrew"), ("recipes", "aur"),
    }  # fmt: skip
