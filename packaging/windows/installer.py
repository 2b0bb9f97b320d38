"""Installer: the installer for Windows from a frozen program, by makensis on Windows or Linux, and its signature.

    python packaging/windows/installer.py sign FILE...

Signed where the environment says how: `WINDOWS_SIGN_COMMAND` is a command with `{file}` for the file, as of a signing
service; `WINDOWS_CERTIFICATE` is a certificate with its key (.pfx in base64), `WINDOWS_CERTIFICATE_PASSWORD` its
password, used by signtool or osslsigncode. `WINDOWS_TIMESTAMP_URL` is the time stamp server; empty leaves it out.
"""

import base64
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

TIMESTAMP_URL = "http://timestamp.digicert.com"

TARGET = "amd64-unicode"
"""The 64-bit kind of installer. Debian's NSIS has it, the official one for Windows makes 32-bit installers only."""

DESCRIPTION = "VaultDesk"


def build(frozen: Path, to: Path, version: str, *, compressor: str = "/SOLID lzma") -> Path:
    """Make the installer of the program in *frozen* in the folder *to*, sign it where that is asked for, and return it.

    The two programs in *frozen* are signed first.
    """
    signs = is_signed(os.environ)
    if signs:
        for program in sorted(frozen.glob("*.exe")):
            sign(program, os.environ)
    installer = to / f"VaultDesk-{version}-setup.exe"
    values = {
        "VERSION": version,
        "FILES": str(frozen / "*"),
        "LICENCE": str(ROOT / "LICENSE"),
        "ICON": str(ROOT / "build" / "icons" / "vaultdesk.ico"),
        "OUT": str(installer.resolve()),
        "COMPRESSOR": compressor,
    }
    if signs:
        # NSIS calls it for the uninstaller, which it makes itself, and for the installer.
        values["SIGN"] = f'"{sys.executable}" "{Path(__file__).resolve()}" sign'
    makensis = find_makensis()
    if has_target(makensis, TARGET):
        values["TARGET"] = TARGET
    defined = [f"-D{name}={value}" for name, value in values.items()]
    subprocess.run(
        [makensis, "-V2", "-WX", "-INPUTCHARSET", "UTF8", *defined, str(HERE / "vaultdesk.nsi")], cwd=HERE, check=True
    )
    return installer


def find_makensis() -> str:
    """Return the compiler of NSIS, also from where its installer for Windows puts it. Raises `SystemExit`."""
    places = [
        Path(os.environ[name]) / "NSIS" / "makensis.exe"
        for name in ("PROGRAMFILES(X86)", "PROGRAMFILES")
        if name in os.environ
    ]
    found = shutil.which("makensis") or next((str(one) for one in places if one.is_file()), None)
    if found is None:
        raise SystemExit("makensis is missing: install NSIS 3 (Debian: apt install nsis; Windows: choco install nsis).")
    return found


def has_target(makensis: str, target: str) -> bool:
    """Tell whether *makensis* can make installers of the kind *target*."""
    stubs = [Path(makensis).resolve().parent / "Stubs", Path("/usr/share/nsis/Stubs")]
    return any((folder / f"lzma_solid-{target}").is_file() for folder in stubs)


def is_signed(environment: Mapping[str, str]) -> bool:
    """Tell whether *environment* says how to sign."""
    return bool(environment.get("WINDOWS_SIGN_COMMAND") or environment.get("WINDOWS_CERTIFICATE"))


def sign(file: Path, environment: Mapping[str, str]) -> None:
    """Sign *file* in place as *environment* says. Raises `CalledProcessError`."""
    if command := environment.get("WINDOWS_SIGN_COMMAND"):
        words = command.split() if os.name == "nt" else shlex.split(command)
        subprocess.run([word.replace("{file}", str(file)) for word in words], check=True)
        return
    with tempfile.TemporaryDirectory() as folder:
        certificate = Path(folder) / "certificate.pfx"
        certificate.touch(mode=0o600)
        certificate.write_bytes(base64.b64decode(environment["WINDOWS_CERTIFICATE"]))
        password = environment.get("WINDOWS_CERTIFICATE_PASSWORD", "")
        server = environment.get("WINDOWS_TIMESTAMP_URL", TIMESTAMP_URL)
        if os.name == "nt":
            stamp = ["/td", "sha256", "/tr", server] if server else []
            given = ["/f", str(certificate), "/p", password, "/fd", "sha256", "/d", DESCRIPTION]
            subprocess.run([find_signtool(), "sign", *given, *stamp, str(file)], check=True)
            return
        secret = Path(folder) / "password"
        secret.touch(mode=0o600)
        secret.write_text(password, encoding="utf-8")
        signed = Path(folder) / "signed"
        given = ["-pkcs12", str(certificate), "-readpass", str(secret), "-h", "sha256", "-n", DESCRIPTION]
        stamp = ["-ts", server] if server else []
        command = ["osslsigncode", "sign", *given, *stamp, "-in", str(file), "-out", str(signed)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        shutil.copyfile(signed, file)


def find_signtool() -> str:
    """Return the newest signtool of the Windows SDK. Raises `SystemExit`."""
    if found := shutil.which("signtool"):
        return found
    kits = Path(os.environ.get("PROGRAMFILES(X86)", r"C:\Program Files (x86)")) / "Windows Kits" / "10" / "bin"
    tools = sorted(kits.glob("10.*/x64/signtool.exe"))
    if not tools:
        raise SystemExit("signtool is missing: install the Windows SDK.")
    return str(tools[-1])


def main(words: Sequence[str]) -> int:
    """Sign the files that the command line names."""
    if words[:1] != ["sign"] or len(words) < 2:
        print(__doc__)
        return 2
    for file in words[1:]:
        sign(Path(file), os.environ)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
