"""No text of the window is clipped, in any language, at a scale of 1.5 on a screen of 1920 by 1200 pixels.

A campaign run covers all languages, all views and the smallest window.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.campaigns import CAMPAIGNS, campaign_count
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.ui.translation import languages

ROOT = Path(__file__).parents[2]

ALL_LANGUAGES = [one.code for one in languages([resource_path("translations")])]

MAIN_SCREENS = ("panes", "searching", "settings")
"""Views of an ordinary run, which uses German, the language with the longest words."""

PATIENCE = 900.0
"""Timeout of a run in seconds, for a busy machine; usually it takes a thirtieth of it."""

ONE_SCREEN = {
    "screens": [
        {"name": "one", "x": 0, "y": 0, "width": 1920, "height": 1200, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    ]
}


def walk_findings(folder: Path, language: str, *options: str) -> dict[str, Any]:
    """Show the views of the window in *language*, in a separate process, and return the findings."""
    screen = folder / "screen.json"
    screen.write_text(json.dumps(ONE_SCREEN), encoding="utf-8")
    environment = {
        **os.environ,
        "QT_SCALE_FACTOR": "1.5",
        "QT_QPA_PLATFORM": f"offscreen:configfile={screen}",
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
    }
    command = [sys.executable, "-m", "tests.support.text_walk", str(folder), language, *options]
    completed = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, timeout=PATIENCE, check=False, encoding="utf-8"
    )
    assert completed.returncode == 0, completed.stderr[-4000:]
    found = json.loads(completed.stdout)
    assert isinstance(found, dict)
    return found


@pytest.mark.timeout(PATIENCE + 60)
@pytest.mark.parametrize("language", ALL_LANGUAGES if CAMPAIGNS else ["de"])
def test_no_text_is_clipped_and_every_control_has_a_name(language: str, tmp_path: Path) -> None:
    found = walk_findings(tmp_path, language, *(["--small"] if CAMPAIGNS else MAIN_SCREENS))

    assert found["broken"] == {}
    assert found["cut"] == {}
    assert found["nameless"] == {}
    assert len(found["looked"]) > campaign_count(100, 40)
