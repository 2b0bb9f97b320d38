"""A few notes in a real index, and criteria evaluated over them."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from tests.index.scene import filled
from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.text_cache.text_cache import TextCache
from vaultdesk.tools.query.criteria import Criterion, NoteQuery, evaluate_query
from vaultdesk.tools.tool import ToolFailure

NOW = datetime(2026, 3, 15, 12, 30).astimezone()
"""A Sunday."""

NOTES = {
    "A.md": "---\nstatus: Done\nrating: 5\ndue: 2026-03-10\npeople: ['[[Anna]]', Bob]\n"
    "tags: [work/house]\n---\n[[b/B]]",
    "b/B.md": "---\nstatus: open\nrating: 3\ndue: 2026-03-15T09:00:00\nempty:\nflag: true\n---\n"
    "#work [[C]]\nMood:: good",
    "b/c/C.md": "---\nRating: '4'\nstatus: \n---\n#workshop\nrating:: 9\nDue Date:: 2026-04-01",
    "Anna.md": "---\ntags: book\n---\nno links",
}


@contextmanager
def network(folder: Path, notes: Mapping[str, str] = NOTES) -> Iterator[Network]:
    """Open the network of *notes* without hidden notes."""
    index = filled(folder / "index.sqlite", folder / "vault", notes)
    table = NoteTable(TextCache())
    with index.reading() as connection:
        table.refresh(connection)
        yield Network(table, lambda _: True)
    index.close()


def matching_names(net: Network, criterion: Criterion) -> list[str]:
    """Return the names of the notes that match *criterion*, ordered by path."""
    return [note.name for note in evaluate_query(NoteQuery(criterion), net).notes]


def assert_evaluates_or_fails(parse: Callable[[], object]) -> None:
    """Assert that *parse* succeeds or raises the documented `ToolFailure`, and nothing else."""
    message = "cannot evaluate: "
    try:
        parse()
    except ToolFailure as error:
        message = error.message
    assert message.startswith("cannot evaluate: ")
