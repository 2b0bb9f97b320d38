"""A program killed during its first scan leaves an index that the next start completes, and no process.

`python -m tests.benchmarks fresh` tries a hundred moments; these tests try a few.
"""

import sys
from pathlib import Path

import pytest

from tests.index.test_damage import notes
from tests.support.campaigns import campaign_count
from tests.support.index_content import fresh_content
from tests.support.killed_scan import kills
from tests.support.vaults import write_vault

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them"),
    pytest.mark.timeout(300),
]

KILLS, COPIES = campaign_count(4, 2), campaign_count(7, 4)


async def test_a_restart_completes_the_index_after_a_kill(tmp_path: Path) -> None:
    many = {f"{copy}/{path}": text for copy in range(COPIES) for path, text in notes().items() if path[0] != "."}
    root = write_vault(tmp_path / "vault", many)
    fresh = await fresh_content(root, tmp_path / "fresh.sqlite")
    found = list(kills(root, tmp_path, fresh, KILLS, seed=1))
    print([(round(kill.after, 2), kill.left) for kill in found])
    assert [kill.trouble for kill in found if kill.trouble] == []
    # The state left by a kill depends on the machine; only the different moments are certain.
    assert len({kill.after for kill in found}) == KILLS
