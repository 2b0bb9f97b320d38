"""Scene: a few notes in a real index, and criteria asked of them."""

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
    """The network of *notes*, nothing hidden."""
    index = filled(folder / "index.sqlite", folder / "vault", notes)
    table = NoteTable(TextCache())
    with index.reading() as connection:
        table.refresh(connection)
        yield Network(table, lambda _: True)
    index.close()


def fitting(net: Network, criterion: Criterion) -> list[str]:
    """The names of the notes *criterion* fits, by path."""
    return [note.name for note in evaluate_query(NoteQuery(criterion), net).notes]


def refused_well(parse: Callable[[], object]) -> None:
    """Whatever is parsed, it is understood, or refused in the one way; nothing else is raised."""
    message = "cannot evaluate: "
    try:
        parse()
    except ToolFailure as refused:
        message = refused.message
    assert message.startswith("cannot evaluate: ")
