"""Command "doctor": checks this computer and suggests remedies."""

import argparse
import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import asdict

from vaultdesk.cli.command_session import CommandSession
from vaultdesk.cli.console import print_text
from vaultdesk.diagnosis.check import CHECK_GROUPS, CheckGroup, CheckResult, run_all_probes
from vaultdesk.diagnosis.diagnosis import OUTCOME_PREFIXES, DiagnosisSubject, all_probes
from vaultdesk.diagnosis.provider_checks import remote_hosts
from vaultdesk.diagnosis.window_checks import trial_checks
from vaultdesk.workspace import TOOL_NAMES

GROUP_HEADINGS: dict[CheckGroup, str] = {
    "program": "This program", "folders": "Folders and keys", "window": "Window and desktop",
    "vault": "The vault", "search": "Search", "models": "Models and the web",
}  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Print all checks; return 1 if one failed."""
    session = CommandSession()
    vault = _vault(session, options.vault)
    subject = DiagnosisSubject(session.folders, session.store, session.credentials, TOOL_NAMES, vault)
    checks = asyncio.run(run_all_probes(all_probes(subject, trial_checks, ask_providers=options.providers)))
    failed = any(check.outcome == "failed" for check in checks)
    remote = remote_hosts(session.store)
    contacted, not_contacted = (remote, ()) if options.providers else ((), remote)
    if options.json:
        report = {
            "ok": not failed,
            "checks": [_as_value(check) for check in checks],
            "asked": contacted,
            "not_asked": not_contacted,
        }
        print(json.dumps(report, ensure_ascii=False, indent=2))
        return int(failed)
    _show(checks)
    if not_contacted:
        print_text(
            f"\nNot contacted: {', '.join(not_contacted)}. `vaultdesk doctor --providers` requests the lists of models."
        )
    if contacted:
        print_text(f"\nLists of models requested from: {', '.join(contacted)}. No note text was sent.")
    return int(failed)


def _vault(session: CommandSession, folder: Path | None) -> Path | None:
    """Return the folder to check: the named one, else the last one opened, else None."""
    if folder is None and not session.store.settings.recent_vaults():
        return None
    return session.vault_root(folder)


def _as_value(check: CheckResult) -> dict[str, str]:
    """Return the fields of *check* for scripts, without the action of the window's button."""
    return {name: value for name, value in asdict(check).items() if name != "action"}


def _show(checks: Sequence[CheckResult]) -> None:
    previous = ""
    for group in CHECK_GROUPS:
        for check in (result for result in checks if result.group == group):
            if group != previous:
                print_text(f"{'' if not previous else chr(10)}{GROUP_HEADINGS[group]}")
                previous = group
            print_text(f"  {OUTCOME_PREFIXES[check.outcome]}  {check.name}: {check.finding}")
            if check.remedy:
                print_text(f"        → {check.remedy}")
            if check.command:
                print_text(f"          {check.command}")
