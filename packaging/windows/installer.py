"""Installer: creates the Windows installer of a frozen program with makensis, on Windows or Linux, and signs it.

    python packaging/windows/installer.py sign FILE...

Files are signed if the environment defines how: `WINDOWS_SIGN_COMMAND` is the command of a signing service, with
`{file}` for the file; `WINDOWS_CERTIFICATE` is a certificate with its key (.pfx in base64) for signtool or
osslsigncode, and `WINDOWS_CERTIFICATE_PASSWORD` its password. `WINDOWS_TIMESTAMP_URL` is the time stamp server; an
empty value omits the time stamp.
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
"""The NSIS target for 64-bit installers. Debian's NSIS has it; the official NSIS creates 32-bit installers only."""

DESCRIPTION = "VaultDesk"


def build(frozen: Path, to: Path, version: str, *, compressor: str = "/SOLID lzma") -> Path:
    """Create the installer of the program in *frozen* in the folder *to* and return it.

    If the environment defines a signature, the two programs in *frozen* and the installer are signed.
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
        # NSIS runs the command for the uninstaller, which it creates, and for the installer.
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
    """Return the NSIS compiler in the path or in its default folder on Windows. Raises `SystemExit`."""
    candidates = [
        Path(os.environ[name]) / "NSIS" / "makensis.exe"
        for name in ("PROGRAMFILES(X86)", "PROGRAMFILES")
        if name in os.environ
    ]
    found = shutil.which("makensis") or next((str(one) for one in candidates if one.is_file()), None)
    if found is None:
        raise SystemExit("makensis is missing: install NSIS 3 (Debian: apt install nsis; Windows: choco install nsis).")
    return found


def has_target(makensis: str, target: str) -> bool:
    """Return whether *makensis* supports *target*."""
    stubs = [Path(makensis).resolve().parent / "Stubs", Path("/usr/share/nsis/Stubs")]
    return any((folder / f"lzma_solid-{target}").is_file() for folder in stubs)


def is_signed(environment: Mapping[str, str]) -> bool:
    """Return whether *environment* defines a signature."""
    return bool(environment.get("WINDOWS_SIGN_COMMAND") or environment.get("WINDOWS_CERTIFICATE"))


def sign(file: Path, environment: Mapping[str, str]) -> None:
    """Sign *file* in place with the settings in *environment*. Raises `CalledProcessError`."""
    if command := environment.get("WINDOWS_SIGN_COMMAND"):
        command_words = command.split() if os.name == "nt" else shlex.split(command)
        subprocess.run([word.replace("{file}", str(file)) for word in command_words], check=True)
        return
    with tempfile.TemporaryDirectory() as folder:
        certificate = Path(folder) / "certificate.pfx"
        certificate.touch(mode=0o600)
        certificate.write_bytes(base64.b64decode(environment["WINDOWS_CERTIFICATE"]))
        password = environment.get("WINDOWS_CERTIFICATE_PASSWORD", "")
        server = environment.get("WINDOWS_TIMESTAMP_URL", TIMESTAMP_URL)
        if os.name == "nt":
            stamp = ["/td", "sha256", "/tr", server] if server else []
            certificate_options = ["/f", str(certificate), "/p", password, "/fd", "sha256", "/d", DESCRIPTION]
            subprocess.run([find_signtool(), "sign", *certificate_options, *stamp, str(file)], check=True)
            return
        secret = Path(folder) / "password"
        secret.touch(mode=0o600)
        secret.write_text(password, encoding="utf-8")
        signed = Path(folder) / "signed"
        certificate_options = ["-pkcs12", str(certificate), "-readpass", str(secret), "-h", "sha256", "-n", DESCRIPTION]
        stamp = ["-ts", server] if server else []
        command = ["osslsigncode", "sign", *certificate_options, *stamp, "-in", str(file), "-out", str(signed)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        shutil.copyfile(signed, file)


def find_signtool() -> str:
    """Return the signtool in the path or the newest Windows SDK. Raises `SystemExit`."""
    if found := shutil.which("signtool"):
        return found
    kits = Path(os.environ.get("PROGRAMFILES(X86)", r"C:\Program Files (x86)")) / "Windows Kits" / "10" / "bin"
    tools = sorted(kits.glob("10.*/x64/signtool.exe"))
    if not tools:
        raise SystemExit("signtool is missing: install the Windows SDK.")
    return str(tools[-1])


def main(arguments: Sequence[str]) -> int:
    """Sign the files in *arguments*; return the exit code."""
    if arguments[:1] != ["sign"] or len(arguments) < 2:
        print(__doc__)
        return 2
    for file in arguments[1:]:
        sign(Path(file), os.environ)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
