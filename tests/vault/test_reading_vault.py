"""A vault is read without anything that writing needs."""

import subprocess
import sys
from pathlib import Path

from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.reading_vault import ReadingVault


async def test_a_note_is_read_and_found(root: Path) -> None:
    (root / "A.md").write_text("# Hi\n")
    async with ReadingVault(root, watch=False) as vault:
        assert await vault.find(NotePath("a.md")) == NotePath("A.md")
        assert (await vault.read_note(NotePath("A.md"))).headings[0].text == "Hi"
        assert not await vault.exists(NotePath("b.md"))
        assert await vault.conflicts() == ()


def test_reading_loads_neither_journal_nor_lock_nor_trash(root: Path) -> None:
    """They cost 40 ms at each start of a command that only reads."""
    (root / "a.md").write_text("x")
    script = """
import asyncio, sys
from pathlib import Path
from vaultdesk.vault import NotePath, Vault

async def read():
    async with Vault(Path(sys.argv[1]), watch=False) as vault:
        await vault.read(NotePath("a.md"))

asyncio.run(read())
print([name for name in ("sqlite3", "filelock", "send2trash", "ctypes", "watchdog") if name in sys.modules])
"""
    ran = subprocess.run(
        [sys.executable, "-c", script, str(root)], capture_output=True, text=True, check=True, timeout=30
    )
    assert ran.stdout == "[]\n"
