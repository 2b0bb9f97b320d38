"""The account the program runs under."""

import getpass


def user_name() -> str:
    """Return the name of the account; empty for one without a name."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
