"""Hands obsidian:// addresses to Obsidian, where it is installed."""

import asyncio
import subprocess
import sys

from PySide6.QtCore import QCoreApplication, QSettings, QUrl
from PySide6.QtGui import QDesktopServices

from vaultdesk.vault.obsidian.obsidian_uri import is_obsidian_uri

PATIENCE = 5.0
"""Seconds a program of the system gets to answer."""

_HANDLER = ("xdg-mime", "query", "default", "x-scheme-handler/obsidian")


async def open_in_obsidian(address: str) -> str:
    """Hand *address* to Obsidian: what it asks for is done there. Return a sentence where that could not be."""
    url = QUrl(address, QUrl.ParsingMode.StrictMode)
    if is_obsidian_uri(address) and await _has_obsidian() and QDesktopServices.openUrl(url):
        return ""
    return QCoreApplication.translate(
        "ObsidianProgram", "Obsidian is not installed on this computer, or does not open links."
    )


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
        done = subprocess.run(_HANDLER, capture_output=True, timeout=PATIENCE, check=False)  # noqa: S603 - our own words
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode(errors="replace").strip()
