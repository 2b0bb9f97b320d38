"""Self test: the program checks that it starts, opens a vault and finds a note."""

import os
import subprocess
import sys
from pathlib import Path

from vaultdesk.__main__ import SELF_TEST
from vaultdesk.core.platform.paths import own_command
from vaultdesk.ui.app.self_test import STACKS_NAME


def test_the_self_test_passes_and_writes_only_to_its_home(tmp_path: Path) -> None:
    environment = {**os.environ, "VAULTDESK_HOME": str(tmp_path / "home"), "QT_QPA_PLATFORM": "offscreen"}

    result = subprocess.run(own_command(SELF_TEST), env=environment, cwd=tmp_path, check=False, timeout=90)

    assert result.returncode == 0
    assert [entry.name for entry in tmp_path.iterdir()] == ["home"]


def test_a_hanging_self_test_writes_the_stacks_of_its_threads(tmp_path: Path) -> None:
    program = """
import time
from vaultdesk.ui.app import self_test
self_test.HANG_LIMIT = 0.1
self_test.make_application = lambda: time.sleep(60)
self_test.self_test()
"""
    environment = {**os.environ, "VAULTDESK_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}

    result = subprocess.run([sys.executable, "-c", program], env=environment, check=False, timeout=50)

    assert result.returncode == 1
    assert "in self_test" in (tmp_path / "logs" / STACKS_NAME).read_text()
