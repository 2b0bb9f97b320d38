"""Self test: the program says of itself whether it starts, opens a vault and finds a note."""

import os
import subprocess
from pathlib import Path

from vaultdesk.__main__ import SELF_TEST
from vaultdesk.core.platform.paths import own_command


def test_a_whole_program_passes_and_leaves_its_traces_in_its_own_home_only(tmp_path: Path) -> None:
    environment = {**os.environ, "VAULTDESK_HOME": str(tmp_path / "home"), "QT_QPA_PLATFORM": "offscreen"}

    received = subprocess.run(own_command(SELF_TEST), env=environment, cwd=tmp_path, check=False, timeout=90)

    assert received.returncode == 0
    assert [one.name for one in tmp_path.iterdir()] == ["home"]
