"""Report: what was found as plain text for a fault that is told of: whose computer it is, is taken out of it."""

import getpass
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from vaultdesk.core.logs import redact_secrets
from vaultdesk.diagnosis.check import GROUPS, Check, Outcome

SIGNS: dict[Outcome, str] = {"ok": "ok  ", "warning": "note", "failed": "FAIL"}
"""How each outcome stands before its line; words, since colours are lost in a pasted report."""

SHORTEST_NAME = 3
"""Letters of a person's name from which it is taken out; a shorter one is a part of many words."""

SOMEBODY = "user"
"""What stands for the person's name."""


def report(checks: Sequence[Check], home: str = "", user: str = "") -> str:
    """Return all *checks* as text, without keys, the home folder and the person's name, which are this person's."""
    lines = [line for group in GROUPS for check in checks if check.group == group for line in _lines(check)]
    return without_person(redact_secrets("\n".join(lines)), home or str(Path.home()), user or _user()) + "\n"


def without_person(text: str, home: str, user: str) -> str:
    """Return *text* with `~` for the folder *home* and another word for the name *user*."""
    for own in dict.fromkeys((home, os.path.realpath(home))):
        bare = own.rstrip("/\\")
        if bare:
            text = re.sub(rf"{re.escape(bare)}(?![\w-])", "~", text)
    if len(user) >= SHORTEST_NAME:
        text = re.sub(rf"(?<![\w-]){re.escape(user)}(?![\w-])", SOMEBODY, text)
    return text


def _lines(check: Check) -> Iterator[str]:
    yield f"{SIGNS[check.outcome]}  {check.name}: {check.finding}"
    if check.outcome != "ok" and check.remedy:
        yield f"      → {check.remedy}"


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""  # An account without a name.
