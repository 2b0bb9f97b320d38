"""A vault of linked notes with a real index and its graph source."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.ui.note.note_area_env import NoteAreaEnv, open_note_area
from vaultdesk.ui.graph.graph_source import GraphSource

NOTES = {
    "House/Boiler.md": "#heating\n\nSized by [[Survey]], paid by [[Budget]], see [[Roof]].\n",
    "House/Survey.md": "Done on [[2026-11-20]] for the boiler.\n",
    "House/Budget.md": "18,400 euros\n",
    "Daily/2026-11-20.md": "Rang [[Brandt]].\n",
    "People/Brandt.md": "Plumber\n",
    "Alone.md": "nothing\n",
}
BOILER = "House/Boiler.md"


@asynccontextmanager
async def linked_vault(folder: Path, notes: dict[str, str] = NOTES) -> AsyncIterator[tuple[NoteAreaEnv, GraphSource]]:
    """Open a vault of *notes*; those below Daily/ are daily notes, the budget is private."""
    async with open_note_area(folder, notes) as env:
        await env.indexer.settled()
        yield env, GraphSource(env.searcher, lambda path: path.startswith("Daily/"), lambda path: "Budget" in path)
