"""The environment of programs that the frozen program starts.

PyInstaller's starter points `LD_LIBRARY_PATH` to the program's own libraries and starts it again. The loader has read
the variable then; what would still read it are other programs that VaultDesk opens (a browser, `xdg-open`, an editor),
and they would load our OpenSSL and SQLite in place of the system's. A child that is this program again sets its own.
"""

TYPE_CHECKING = False  # Imported before the packs are open, so `typing` is not there yet.
if TYPE_CHECKING:
    from collections.abc import MutableMapping

LIBRARY_PATH = "LD_LIBRARY_PATH"
KEPT_SUFFIX = "_ORIG"
"""What PyInstaller adds to the name of a variable to keep the value that it replaced."""

STARTER_PREFIX = "_PYI_"
"""Begins the variables by which PyInstaller's starter knows that its parent was this program."""


def restore_environment(environment: "MutableMapping[str, str]") -> None:
    """Give *environment* the values it had before the program's starter changed it."""
    before = environment.pop(LIBRARY_PATH + KEPT_SUFFIX, None)
    if before is not None:
        environment[LIBRARY_PATH] = before
    elif any(name.startswith(STARTER_PREFIX) for name in environment):
        environment.pop(LIBRARY_PATH, None)
    for name in [name for name in environment if name.startswith(STARTER_PREFIX)]:
        del environment[name]
