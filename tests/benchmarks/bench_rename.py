"""Bench of a rename: a note with forty links to it in a large vault, in comparison with reading every note.

Run it alone: `python -m tests.benchmarks.bench_rename [--notes 15000]`. The exit code is 1 if a link is not repaired.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.bench_index import Heartbeat, say, timed
from tests.benchmarks.made_vault import GeneratedVault
from vaultdesk.index import Index, Indexer, Searcher
from vaultdesk.index.note_table import NoteTable
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


def write_linked_notes(root: Path) -> None:
    """Write the note to be renamed, and forty notes two folders deep with a link to it."""
    for folder in ("Area 0", "Area 1", "Area 2/Topic"):
        (root / folder).mkdir(parents=True)
    for number in range(LINKS):
        (root / f"Area 2/Topic/Linking {number}.md").write_text(f"# Linking {number}\n", encoding="utf-8")
    (root / OLD.text).write_text("# Boiler\n\n## Costs\n", encoding="utf-8")
    for number, file in enumerate(sorted(root.glob("Area 2/Topic/*.md"))):
        with file.open("a", encoding="utf-8") as stream:
            stream.write(f"\n{STYLES[number % len(STYLES)]}\n")


async def bench(root: Path, data_folder: Path) -> int:
    """Index the vault, then plan and write the rename."""
    index = Index(data_folder / "index.sqlite")
    async with (
        Vault(root, watch=False, data_folder=data_folder) as vault,
        Indexer(vault, index) as indexer,
        Searcher(index) as searcher,
    ):
        await indexer.settled()
        with timed("index: facts and links of all notes, once"):
            await searcher.read_note_table(NoteTable.all_facts)
        plan, best, longest_pause = RenameOutcome(), 0.0, 0.0
        for _ in range(3):
            draft = StagingArea(vault)
            async with Heartbeat() as heartbeat:
                start = time.perf_counter()
                plan = await stage_rename(draft, searcher, OLD, NEW, FULL_VISIBILITY)
                milliseconds = (time.perf_counter() - start) * 1000
            best, longest_pause = min(best or milliseconds, milliseconds), max(heartbeat.delays, default=0.0)
        without_index = every_note(vault)
        say("plan: reading every note for links", without_index, "ms")
        say("plan: with the index, best of 3", best, "ms", without_index, "reading every note")
        say("plan: longest pause of the loop", longest_pause, "ms")
        with timed("write: 41 files, journal and syncs"):
            outcomes = await vault.apply(edits_of(build_change_set(draft.notes)), Origin("bench", "Bench"))
        done = sum(outcome.result == "done" for outcome in outcomes)
        sys.stdout.write(f"{plan.links} links in {plan.files} files repaired, {done} of {len(outcomes)} edits done\n")
    return int((plan.links, plan.files, plan.lost, plan.unread) != (LINKS, LINKS, 0, 0) or done != len(outcomes))


def every_note(vault: Vault) -> float:
    """Return the milliseconds of the plan without an index."""
    start = time.perf_counter()
    names = NoteNames(state.path.text for state in vault.files.walk())
    renaming = Renaming(names, {OLD.text: NEW.text})
    for state in vault.files.walk():
        repair_links(vault.files.read_text(state.path).text, state.path, renaming)
    return (time.perf_counter() - start) * 1000


def main() -> int:
    """Generate the vault and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=15_000)
    notes = parser.parse_args().notes
    with tempfile.TemporaryDirectory() as folder:
        root, data_folder = Path(folder, "vault"), Path(folder, "place")
        root.mkdir()
        data_folder.mkdir()
        GeneratedVault(notes).write(root)
        write_linked_notes(root)
        return asyncio.run(bench(root, data_folder))


if __name__ == "__main__":
    sys.exit(main())
