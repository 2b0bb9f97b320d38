"""The few settings the first window needs, read without importing the settings models.

The whole tree takes a tenth of a second to import; the first window is painted before it
(vaultdesk/ui/app/README.md, "Start").
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
"""How many vaults the start page and the menu list; more is a wall of names."""

THEMES: tuple[Literal["system", "light", "dark"], ...] = ("system", "light", "dark")
CONTRASTS: tuple[Literal["system", "normal", "high"], ...] = ("system", "normal", "high")


class BootstrapSettings(NamedTuple):
    """What a first look at the settings file says."""

    theme: Literal["system", "light", "dark"] = "system"
    contrast: Literal["system", "normal", "high"] = "system"
    language: str = ""
    """Empty is that of the system."""
    tray: bool = False
    """Whether the program stays in the tray without a window."""
    recent: tuple[Path, ...] = ()
    """The vaults opened last, newest first, whether or not they still exist."""


def read_bootstrap_settings(file: Path) -> BootstrapSettings:
    """Return what *file* says; what cannot be read is as if it were not there: settings_store.py tells of it."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, ValueError):
        return BootstrapSettings()
    # Only where there is something to read: the first start of all shows its window sooner.
    import tomllib
    from datetime import datetime

    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError):
        return BootstrapSettings()
    appearance = table.get("appearance")
    chosen = appearance if isinstance(appearance, dict) else {}
    desktop = table.get("desktop")
    vaults = table.get("vaults")
    opened = {
        key: vault["opened"]
        for key, vault in (vaults if isinstance(vaults, dict) else {}).items()
        if isinstance(vault, dict) and isinstance(vault.get("opened"), datetime)
    }
    language = chosen.get("language")
    return BootstrapSettings(
        next((name for name in THEMES if name == chosen.get("theme")), "system"),
        next((name for name in CONTRASTS if name == chosen.get("contrast")), "system"),
        language if isinstance(language, str) else "",
        isinstance(desktop, dict) and desktop.get("tray") is True,
        recent_vaults_first(opened),
    )


def recent_vaults_first(opened: "dict[str, datetime]") -> tuple[Path, ...]:
    """Return the paths that were opened last, of *opened* by path, newest first."""
    if not opened:
        return ()
    from datetime import UTC

    # A date typed by hand may lack a zone; comparing the two kinds would raise.
    zoned = {key: when if when.tzinfo else when.replace(tzinfo=UTC) for key, when in opened.items()}
    return tuple(Path(key) for key in sorted(zoned, key=lambda key: zoned[key], reverse=True)[:RECENT_VAULTS])


class InterfaceLanguage:
    """The language of the window, for what is written in it by packages below: names of days in new notes."""

    spoken: ClassVar[str] = ""
    """Its code, set once the window has chosen it; empty where there is no window."""

    @classmethod
    def code(cls, environment: Mapping[str, str] = os.environ) -> str:
        """Return the code of the language: the window's, else the one in the settings, else that of the system."""
        return cls.spoken or read_bootstrap_settings(app_folders().settings_file).language or _system_code(environment)


def _system_code(environment: Mapping[str, str]) -> str:
    named = next((environment[name] for name in ("LC_ALL", "LC_TIME", "LANG") if environment.get(name)), "")
    if not named and sys.platform == "win32":
        import ctypes
        import locale

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    return named.partition(".")[0]
