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
from vaultdesk.vault.obsidian.obsidian_uri import is_obsidian_uri

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
        *(
            "action",
            "app",
            "applescript",
            "command",
            "dmg",
            "fileloc",
            "inetloc",
            "mobileconfig",
            "mpkg",
            "pkg",
            "scpt",
        ),
        *("scpt", "scptd", "term", "terminal", "tool", "webloc", "workflow"),
        # Linux
        *("deb", "desktop", "flatpakref", "flatpakrepo", "rpm", "snap"),
    )
)
"""Suffixes of files that the system would run instead of opening: anyone who shares a vault can add such a file."""

FILE_MANAGER_TIMEOUT = 2_000
"""Milliseconds to wait for the answer of a file manager on D-Bus."""


def reveal_command(file: Path, system: str = sys.platform) -> str | list[str]:
    """Return what shows *file* in the file manager; nothing where a bus is asked for it."""
    if system == "win32":
        # A line of its own kind: Explorer reads no quoted argument, and a comma outside of quotes ends the name. No
        # name on Windows has a quote in it, and no shell reads the line.
        return f'explorer.exe /select,"{file}"'
    return ["open", "-R", str(file)] if system == "darwin" else []


def obsidian_address(file: Path) -> str:
    """Return the address that opens *file* in Obsidian."""
    return f"obsidian://open?path={quote(str(file), safe='')}"


async def reveal(file: Path) -> str:
    """Show *file* in the file manager."""
    if not await asyncio.to_thread(os.path.lexists, file):
        return _gone(file)
    command = reveal_command(file)
    if command:
        return await asyncio.to_thread(_run, command)
    if await asyncio.to_thread(_bus_request(QUrl.fromLocalFile(str(file)).toString())):
        return ""
    # No file manager that selects: the folder at least.
    opened = QDesktopServices.openUrl(QUrl.fromLocalFile(str(file.parent)))
    return "" if opened else _tr("There is no file manager that could show it.")


def _run(command: str | list[str]) -> str:
    """Start *command* and leave it alone; return why it could not be."""
    try:
        subprocess.Popen(command)  # noqa: S603 - our own words, and the path as one of them
    except OSError:
        return _tr("There is no file manager that could show it.")
    return ""


async def open_default(file: Path) -> str:
    """Open *file* with the program this computer has for its kind."""
    if not await asyncio.to_thread(os.path.lexists, file):
        return _gone(file)
    if file.suffix.lower().lstrip(".") in EXECUTABLE_SUFFIXES:
        return _tr("“{name}” is a program. It is not run from here.").format(name=printable(file.name))
    if QDesktopServices.openUrl(QUrl.fromLocalFile(str(file))):
        return ""
    return _tr("No program on this computer opens “{name}”.").format(name=printable(file.name))


async def open_obsidian(file: Path) -> str:
    """Open *file* in Obsidian, where it is installed."""
    if not await asyncio.to_thread(os.path.lexists, file):
        return _gone(file)
    return await open_in_obsidian(obsidian_address(file))


def _bus_request(address: str) -> Callable[[], bool]:
    """Return what asks a file manager to show the file at *address*, and tells whether it will; it waits for it."""
    # Only where there is a bus, and somebody asks; and here, since no other thread may make Qt's classes.
    from PySide6.QtDBus import QDBusConnection, QDBusMessage

    def ask() -> bool:
        bus = QDBusConnection.sessionBus()
        if not bus.isConnected():
            return False
        message = QDBusMessage.createMethodCall(*FILE_MANAGER, "ShowItems")
        message.setArguments([[address], ""])
        return bus.call(message, timeout=FILE_MANAGER_TIMEOUT).type() == QDBusMessage.MessageType.ReplyMessage

    return ask


def _gone(file: Path) -> str:
    return _tr("“{name}” is not there any more.").format(name=printable(file.name))


REFUSED_SCHEMES = frozenset(
    (
        *("javascript", "vbscript", "data", "blob", "about", "view-source", "jar"),
        *("search-ms", "search", "shell", "res", "mk", "its", "smb", "ldap"),
    )
)
"""Schemes that run what the address itself says, install something, or connect to a computer it names."""


def may_be_opened(address: str) -> bool:
    """Whether *address* may be handed to the program that the system has for it, once the person agreed."""
    scheme, colon, rest = address.partition(":")
    kind = scheme.lower()
    # Those of Windows itself begin with `ms-`; several of them have run what an address said.
    if not colon or len(kind) < 2 or kind in REFUSED_SCHEMES or kind.startswith("ms-") or is_app_link(address):
        return False
    return kind != "file" or rest.startswith("///")


async def open_address(address: str) -> str:
    """Hand *address* to the program that the system has for it; a file is opened as `open_default` does."""
    url = QUrl(address, QUrl.ParsingMode.TolerantMode)
    if not may_be_opened(address) or not url.isValid():
        return _tr("The link cannot be opened.")
    if url.isLocalFile():
        return await open_default(Path(url.toLocalFile()))
    return "" if QDesktopServices.openUrl(url) else _tr("No program on this computer opens such links.")


HANDLER_LOOKUP_TIMEOUT = 5.0
"""Seconds to wait for xdg-mime."""

_HANDLER = ("xdg-mime", "query", "default", "x-scheme-handler/obsidian")


async def open_in_obsidian(address: str) -> str:
    """Hand *address* to Obsidian: what it asks for is done there. Return a sentence where that could not be."""
    url = QUrl(address, QUrl.ParsingMode.StrictMode)
    if is_obsidian_uri(address) and await _has_obsidian() and QDesktopServices.openUrl(url):
        return ""
    return _tr("Obsidian is not installed on this computer, or does not open links.")


async def _has_obsidian(system: str = sys.platform) -> bool:
    """Whether something opens Obsidian's addresses."""
    if system == "win32":
        roots = ("HKEY_CURRENT_USER\\Software\\Classes\\obsidian", "HKEY_CLASSES_ROOT\\obsidian")
        return any(QSettings(root, QSettings.Format.NativeFormat).contains("URL Protocol") for root in roots)
    if system == "darwin":
        return True  # The system itself says so when it is asked to open one.
    return bool(await asyncio.to_thread(_handler))


def _handler() -> str:
    """Return the program that opens the addresses; nothing where there is none, or nobody to ask."""
    try:
        done = subprocess.run(_HANDLER, capture_output=True, timeout=HANDLER_LOOKUP_TIMEOUT, check=False)  # noqa: S603 - our own words
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode(errors="replace").strip()
