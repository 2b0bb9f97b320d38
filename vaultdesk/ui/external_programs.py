"""Opens files and addresses in other programs: the file manager, the default program of a file type, Obsidian.

Each function returns why the program could not be started, as a sentence; an empty text on success.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from PySide6.QtCore import QSettings, QUrl
from PySide6.QtGui import QDesktopServices

from vaultdesk.core.platform.launch_request import is_app_link
from vaultdesk.ui.translation import translator
from vaultdesk.vault.note_path import printable
from vaultdesk.vault.obsidian.vault_config import is_obsidian_uri

_tr = translator("ExternalPrograms")

FILE_MANAGER = ("org.freedesktop.FileManager1", "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1")

EXECUTABLE_SUFFIXES = frozenset(
    (
        # Any system
        *("appimage", "bin", "jar", "js", "py", "pyc", "pyw", "pyz", "pyzw", "run", "sh"),
        # Windows
        *("appinstaller", "appref-ms", "bat", "chm", "cmd", "com", "cpl", "diagcab", "exe", "gadget", "hta", "inf"),
        *("jse", "library-ms", "lnk", "msc", "msi", "msix", "msixbundle", "msp", "pif", "ps1", "ps1xml", "psm1", "rdp"),
        *(
            "reg",
            "scf",
            "scr",
            "search-ms",
            "settingcontent-ms",
            "url",
            "vb",
            "vbe",
            "vbs",
            "website",
            "ws",
            "wsf",
            "wsh",
        ),
        # macOS
        *("action", "app", "applescript", "command", "dmg", "fileloc", "inetloc", "mobileconfig", "mpkg", "pkg"),
        *("scpt", "scptd", "term", "terminal", "tool", "webloc", "workflow"),
        # Linux
        *("deb", "desktop", "flatpakref", "flatpakrepo", "rpm", "snap"),
    )
)
"""Suffixes of files that the system would run instead of opening: everyone who shares a vault can add such a file."""

FILE_MANAGER_TIMEOUT = 2_000
"""Milliseconds to wait for the answer of a file manager on D-Bus."""


def reveal_command(file: Path, system: str = sys.platform) -> str | list[str]:
    """Return the command that shows *file* in the file manager; empty if D-Bus is used for it."""
    if system == "win32":
        # A special command line: Explorer does not unquote arguments, and a comma outside of quotes ends the name. File
        # names on Windows contain no quotes, and no shell parses the line.
        return f'explorer.exe /select,"{file}"'
    return ["open", "-R", str(file)] if system == "darwin" else []


def obsidian_address(file: Path) -> str:
    """Return the address that opens *file* in Obsidian."""
    return f"obsidian://open?path={quote(str(file), safe='')}"


async def reveal(file: Path) -> str:
    """Show *file* in the file manager."""
    if not await asyncio.to_thread(os.path.lexists, file):
        return _missing_text(file)
    command = reveal_command(file)
    if command:
        return await asyncio.to_thread(_start_detached, command)
    if await asyncio.to_thread(_bus_request(QUrl.fromLocalFile(str(file)).toString())):
        return ""
    # No file manager can select a file: the folder is opened instead.
    opened = QDesktopServices.openUrl(QUrl.fromLocalFile(str(file.parent)))
    return "" if opened else _tr("No file manager is available to show it.")


def _start_detached(command: str | list[str]) -> str:
    """Start *command* detached; return why that failed."""
    try:
        subprocess.Popen(command)  # noqa: S603 - fixed arguments, and the path as one of them
    except OSError:
        return _tr("No file manager is available to show it.")
    return ""


async def open_default(file: Path) -> str:
    """Open *file* with the system's default program for its type."""
    if not await asyncio.to_thread(os.path.lexists, file):
        return _missing_text(file)
    if file.suffix.lower().lstrip(".") in EXECUTABLE_SUFFIXES:
        return _tr("“{name}” is a program. VaultDesk does not run programs.").format(name=printable(file.name))
    if QDesktopServices.openUrl(QUrl.fromLocalFile(str(file))):
        return ""
    return _tr("No program on this computer can open “{name}”.").format(name=printable(file.name))


async def open_obsidian(file: Path) -> str:
    """Open *file* in Obsidian, if it is installed."""
    if not await asyncio.to_thread(os.path.lexists, file):
        return _missing_text(file)
    return await open_in_obsidian(obsidian_address(file))


def _bus_request(address: str) -> Callable[[], bool]:
    """Return a function that asks a file manager to show the file at *address*, waits, and returns whether it
    accepted.
    """
    # Imported only on use and with a bus; and here, because no other thread may create Qt's classes.
    from PySide6.QtDBus import QDBusConnection, QDBusMessage

    def send() -> bool:
        bus = QDBusConnection.sessionBus()
        if not bus.isConnected():
            return False
        message = QDBusMessage.createMethodCall(*FILE_MANAGER, "ShowItems")
        message.setArguments([[address], ""])
        return bus.call(message, timeout=FILE_MANAGER_TIMEOUT).type() == QDBusMessage.MessageType.ReplyMessage

    return send


def _missing_text(file: Path) -> str:
    return _tr("“{name}” no longer exists.").format(name=printable(file.name))


REFUSED_SCHEMES = frozenset(
    (
        *("javascript", "vbscript", "data", "blob", "about", "view-source", "jar"),
        *("search-ms", "search", "shell", "res", "mk", "its", "smb", "ldap"),
    )
)
"""Schemes that run the content of the address, install something, or connect to a computer named in it."""


def may_be_opened(address: str) -> bool:
    """Whether *address* may be passed to the system's program for it, after confirmation by the user."""
    scheme, colon, rest = address.partition(":")
    scheme = scheme.lower()
    # Windows' own schemes begin with `ms-`; several of them have executed the content of an address.
    if not colon or len(scheme) < 2 or scheme in REFUSED_SCHEMES or scheme.startswith("ms-") or is_app_link(address):
        return False
    return scheme != "file" or rest.startswith("///")


async def open_address(address: str) -> str:
    """Pass *address* to the system's program for it; a file is opened as by `open_default`."""
    url = QUrl(address, QUrl.ParsingMode.TolerantMode)
    if not may_be_opened(address) or not url.isValid():
        return _tr("The link cannot be opened.")
    if url.isLocalFile():
        return await open_default(Path(url.toLocalFile()))
    return "" if QDesktopServices.openUrl(url) else _tr("No program on this computer can open such links.")


HANDLER_LOOKUP_TIMEOUT = 5.0
"""Seconds to wait for xdg-mime."""

_HANDLER_QUERY = ("xdg-mime", "query", "default", "x-scheme-handler/obsidian")


async def open_in_obsidian(address: str) -> str:
    """Pass *address* to Obsidian, which performs its action. Return a sentence if that failed."""
    url = QUrl(address, QUrl.ParsingMode.StrictMode)
    if is_obsidian_uri(address) and await _has_obsidian() and QDesktopServices.openUrl(url):
        return ""
    return _tr("Obsidian is not installed on this computer, or does not open links.")


async def _has_obsidian(system: str = sys.platform) -> bool:
    """Whether a program for Obsidian's addresses is installed."""
    if system == "win32":
        roots = ("HKEY_CURRENT_USER\\Software\\Classes\\obsidian", "HKEY_CLASSES_ROOT\\obsidian")
        return any(QSettings(root, QSettings.Format.NativeFormat).contains("URL Protocol") for root in roots)
    if system == "darwin":
        return True  # The system itself reports a missing program when it opens an address.
    return bool(await asyncio.to_thread(_default_handler))


def _default_handler() -> str:
    """Return the program that opens the addresses; empty if there is none, or it cannot be determined."""
    try:
        result = subprocess.run(_HANDLER_QUERY, capture_output=True, timeout=HANDLER_LOOKUP_TIMEOUT, check=False)  # noqa: S603 - fixed arguments
    except (OSError, subprocess.SubprocessError):
        return ""
    return result.stdout.decode(errors="replace").strip()
