"""Bench of a rename: one note with forty links to it, planned in a large vault, beside reading every note for them.

Run it alone: `python -m tests.benchmarks.bench_rename [--notes 15000]`. It ends with 1 where a link is left behind.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.bench_index import Heartbeat, say, timed
from tests.benchmarks.made_vault import MadeVault
from vaultdesk.index import Index, Indexer, Searcher
from vaultdesk.tools.builtin.rename_tool import RenameOutcome, stage_rename
from vaultdesk.tools.tool import FULL_VISIBILITY
from vaultdesk.vault.markdown.link_repair import Renaming, repair_links
from vaultdesk.vault.markdown.link_resolution import NoteNames
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagingArea, build_change_set, edits_of
from vaultdesk.vault.transactions.file_edits import Origin
from vaultdesk.vault.vault import Vault

LINKS = 40
OLD, NEW = NotePath("Area 0/Boiler.md"), NotePath("Area 1/Heating system.md")
STYLES = ("[[Boiler]]", "![[Boiler#Costs|it]]", "[it](../../Area%200/Boiler.md)", "[[Area 0/Boiler]]")


def lay(root: Path) -> None:
    """Write the note that is renamed, and forty notes two folders deep with a link to it."""
    for folder in ("Area 0", "Area 1", "Area 2/Topic"):
        (root / folder).mkdir(parents=True)
    for number in range(LINKS):
        (root / f"Area 2/Topic/Linking {number}.md").write_text(f"# Linking {number}\n", encoding="utf-8")
    (root / OLD.text).write_text("# Boiler\n\n## Costs\n", encoding="utf-8")
    for number, file in enumerate(sorted(root.glob("Area 2/Topic/*.md"))):
        with file.open("a", encoding="utf-8") as opened:
            opened.write(f"\n{STYLES[number % len(STYLES)]}\n")


async def bench(root: Path, place: Path) -> int:
    """Index the vault, then plan and write the rename."""
    index = Index(place / "index.sqlite")
    async with (
        Vault(root, watch=False, data_folder=place) as vault,
        Indexer(vault, index) as indexer,
        Searcher(index) as asked,
    ):
        await indexer.settled()
        with timed("index: facts and links of all notes, once"):
            await asked.all_facts()
        made, best, late = RenameOutcome(), 0.0, 0.0
        for _ in range(3):
            draft = StagingArea(vault)
            async with Heartbeat() as beats:
                start = time.perf_counter()
                made = await stage_rename(draft, asked, OLD, NEW, FULL_VISIBILITY)
                took = (time.perf_counter() - start) * 1000
            best, late = min(best or took, took), max(beats.late, default=0.0)
        whole = every_note(vault)
        say("plan: reading every note for links", whole, "ms")
        say("plan: with the index, best of 3", best, "ms", whole, "reading every note")
        say("plan: longest pause of the loop", late, "ms")
        with timed("write: 41 files, journal and syncs"):
            outcomes = await vault.apply(edits_of(build_change_set(draft.notes)), Origin("bench", "Bench"))
        done = sum(outcome.result == "done" for outcome in outcomes)
        sys.stdout.write(f"{made.links} links in {made.files} files repaired, {done} of {len(outcomes)} edits done\n")
    return int((made.links, made.files, made.lost, made.unread) != (LINKS, LINKS, 0, 0) or done != len(outcomes))


def every_note(vault: Vault) -> float:
    """Return the milliseconds it takes without an index."""
    start = time.perf_counter()
    names = NoteNames(state.path.text for state in vault.files.walk())
    renaming = Renaming(names, {OLD.text: NEW.text})
    for state in vault.files.walk():
        repair_links(vault.files.read_text(state.path).text, state.path, renaming)
    return (time.perf_counter() - start) * 1000


def main() -> int:
    """Make the vault and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=15_000)
    notes = parser.parse_args().notes
    with tempfile.TemporaryDirectory() as folder:
        root, place = Path(folder, "vault"), Path(folder, "place")
        root.mkdir()
        place.mkdir()
        MadeVault(notes).lay(root)
        lay(root)
        return asyncio.run(bench(root, place))


if __name__ == "__main__":
    sys.exit(main())
