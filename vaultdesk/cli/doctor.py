"""Doctor: tells in plain words what works on this computer, what does not, and the remedy."""

import argparse
import json
from dataclasses import asdict

from vaultdesk.cli.checks import run_checks
from vaultdesk.cli.screen import say
from vaultdesk.cli.session import Session

SIGNS = {"ok": "ok  ", "warning": "note", "failed": "FAIL"}
"""How each outcome stands before its line; words, since colours are lost in a pasted report."""


def run(options: argparse.Namespace) -> int:
    """Print all checks; return 1 where one failed."""
    session = Session()
    checks = run_checks(session.places, session.store, session.credentials)
    failed = any(check.outcome == "failed" for check in checks)
    if options.json:
        print(
            json.dumps({"ok": not failed, "checks": [asdict(check) for check in checks]}, ensure_ascii=False, indent=2)
        )
        return int(failed)
    for check in checks:
        say(f"{SIGNS[check.outcome]}  {check.name}: {check.finding}")
        if check.remedy:
            say(f"      → {check.remedy}")
    return int(failed)
