"""Qt trial: the program can be asked whether Qt starts here, and what it finds."""

import os
import subprocess

from vaultdesk.__main__ import TRY_QT
from vaultdesk.core.platform.paths import own_command
from vaultdesk.diagnosis.desktop_facts import parse_facts


def test_a_process_of_its_own_says_that_qt_starts_and_what_it_found() -> None:
    told = subprocess.run(
        own_command(TRY_QT), env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert told.returncode == 0
    facts = parse_facts(told.stdout)
    assert facts is not None
    assert facts.platform == "offscreen"


def test_a_platform_that_is_not_there_ends_that_process_alone() -> None:
    told = subprocess.run(
        own_command(TRY_QT), env={**os.environ, "QT_QPA_PLATFORM": "no-such"}, capture_output=True, check=False
    )
    assert told.returncode != 0
