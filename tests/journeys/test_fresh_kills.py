"""Killed at any moment of its first scan, the program leaves an index that the next start finishes, and no process.

A hundred moments are part of `python -m tests.benchmarks fresh`; here it is a handful.
"""

import sys
from pathlib import Path

import pytest

from tests.index.scene import lay
from tests.index.test_damage import notes
from tests.support.campaigns import campaign_count
from tests.support.index_content import fresh_content
from tests.support.killed_scan import kills

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them"),
    pytest.mark.timeout(300),
]

KILLS, COPIES = campaign_count(4, 2), 7


async def test_the_next_start_finishes_what_a_kill_left(tmp_path: Path) -> None:
    many = {f"{copy}/{path}": text for copy in range(COPIES) for path, text in notes().items() if path[0] != "."}
    root = lay(tmp_path / "vault", many)
    fresh = await fresh_content(root, tmp_path / "fresh.sqlite")
    found = list(kills(root, tmp_path, fresh, KILLS, seed=1))
    print([(round(kill.after, 2), kill.left) for kill in found])
    assert [kill.trouble for kill in found if kill.trouble] == []
    # What each left depends on the machine; that they came at different moments does not.
    assert len({kill.after for kill in found}) == KILLS
