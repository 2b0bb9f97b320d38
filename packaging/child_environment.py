"""The environment of programs that the frozen program starts.

PyInstaller's bootloader sets `LD_LIBRARY_PATH` to the program's libraries and restarts the program. After that only
child processes read the variable: other programs that VaultDesk opens (a browser, `xdg-open`, an editor) would load its
OpenSSL and SQLite instead of the system's. A child that is VaultDesk sets the variable again.
"""

TYPE_CHECKING = False  # `typing` cannot be imported before the module packs are open.
if TYPE_CHECKING:
    from collections.abc import MutableMapping

LIBRARY_PATH = "LD_LIBRARY_PATH"
KEPT_SUFFIX = "_ORIG"
"""Suffix of the variable in which PyInstaller stores a replaced value."""

STARTER_PREFIX = "_PYI_"
"""Prefix of the variables by which PyInstaller's bootloader detects that its parent process is the same program."""


def restore_environment(environment: "MutableMapping[str, str]") -> None:
    """Restore the values that *environment* had before the bootloader changed it."""
    before = environment.pop(LIBRARY_PATH + KEPT_SUFFIX, None)
    if before is not None:
        environment[LIBRARY_PATH] = before
    elif any(name.startswith(STARTER_PREFIX) for name in environment):
        environment.pop(LIBRARY_PATH, None)
    for name in [name for name in environment if name.startswith(STARTER_PREFIX)]:
        del environment[name]
