"""Self test: the program checks that it starts, opens a vault and finds a note."""

import os
import subprocess
from pathlib import Path

from vaultdesk.__main__ import SELF_TEST
from vaultdesk.core.platform.paths import own_command


def test_the_self_test_passes_and_writes_only_to_its_home(tmp_path: Path) -> None:
    environment = {**os.environ, "VAULTDESK_HOME": str(tmp_path / "home"), "QT_QPA_PLATFORM": "offscreen"}

    result = subprocess.run(own_command(SELF_TEST), env=environment, cwd=tmp_path, check=False, timeout=90)

    assert result.returncode == 0
    assert [entry.name for entry in tmp_path.iterdir()] == ["home"]
