"""The few settings the first window needs, read without importing the settings models.

The models take a tenth of a second to import; the first window is painted before (vaultdesk/ui/app/README.md, "Start").
"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from vaultdesk.core.platform.paths import app_folders

if TYPE_CHECKING:
    from datetime import datetime

RECENT_VAULTS = 10
"""Maximum number of vaults listed on the start page and in the menu."""

THEMES: tuple[Literal["system", "light", "dark"], ...] = ("system", "light", "dark")
CONTRASTS: tuple[Literal["system", "normal", "high"], ...] = ("system", "normal", "high")


class BootstrapSettings(NamedTuple):
    """The settings of a preliminary read."""

    theme: Literal["system", "light", "dark"] = "system"
    contrast: Literal["system", "normal", "high"] = "system"
    language: str = ""
    """Empty for the system's language."""
    tray: bool = False
    """Whether the program stays in the tray without a window."""
    recent: tuple[Path, ...] = ()
    """The most recently opened vaults, newest first, whether or not they still exist."""


def read_bootstrap_settings(file: Path) -> BootstrapSettings:
    """Return the settings in *file*; unreadable parts count as missing: settings_store.py reports them."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        return BootstrapSettings()
    # Only if there is a file: the very first start shows its window earlier.
    import tomllib
    from datetime import datetime

    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError):
        return BootstrapSettings()
    appearance = table.get("appearance")
    appearance_values = appearance if isinstance(appearance, dict) else {}
    desktop = table.get("desktop")
    vaults = table.get("vaults")
    opened = {
        key: vault["opened"]
        for key, vault in (vaults if isinstance(vaults, dict) else {}).items()
        if isinstance(vault, dict) and isinstance(vault.get("opened"), datetime)
    }
    language = appearance_values.get("language")
    return BootstrapSettings(
        next((name for name in THEMES if name == appearance_values.get("theme")), "system"),
        next((name for name in CONTRASTS if name == appearance_values.get("contrast")), "system"),
        language if isinstance(language, str) else "",
        isinstance(desktop, dict) and desktop.get("tray") is True,
        recent_vaults_first(opened),
    )


def recent_vaults_first(opened: "dict[str, datetime]") -> tuple[Path, ...]:
    """Return the most recently opened paths of *opened*, which has times by path, newest first."""
    if not opened:
        return ()
    from datetime import UTC

    # A date edited by hand may lack a zone; comparing both kinds would raise.
    zoned = {key: time if time.tzinfo else time.replace(tzinfo=UTC) for key, time in opened.items()}
    return tuple(Path(key) for key in sorted(zoned, key=lambda key: zoned[key], reverse=True)[:RECENT_VAULTS])


class InterfaceLanguage:
    """The language of the window, for text that lower packages write in it: names of days in new notes."""

    window_language: ClassVar[str] = ""
    """Its code, set once the window has chosen it; empty if there is no window."""

    @classmethod
    def code(cls, environment: Mapping[str, str] = os.environ) -> str:
        """Return the code of the language: the window's, else the one in the settings, else that of the system."""
        return (
            cls.window_language
            or read_bootstrap_settings(app_folders().settings_file).language
            or _system_code(environment)
        )


def _system_code(environment: Mapping[str, str]) -> str:
    locale_name = next((environment[name] for name in ("LC_ALL", "LC_TIME", "LANG") if environment.get(name)), "")
    if not locale_name and sys.platform == "win32":
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return locale_name.partition(".")[0]
