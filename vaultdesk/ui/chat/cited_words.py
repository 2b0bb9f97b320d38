"""Cited words: what stands before a note link in an answer, to be looked up in that note. Pure; nothing is opened."""

from collections.abc import Iterator, Sequence

from vaultdesk.ui.rendering.render_plan import (
    SHORTEST_SEARCH,
    CodeBlock,
    Piece,
    Table,
    TextBlock,
    TextRun,
    TextStyle,
    comparable_letters,
    note_target,
)

EDGE = " \n\u2028—–-"
"""What joins a quote and its link, and is of neither."""


def note_and_heading(target: str) -> tuple[str, str]:
    """Split `Folder/Name#Heading#Sub` into the note and the last heading."""
    note, _, part = target.partition("#")
    return note.strip(), part.split("#")[-1].strip()


def cited_first(pieces: Sequence[Piece], note: str, heading: str) -> str:
    """The words at the first link to *heading* of *note* that has any; nothing where none has."""
    return next((words for piece in pieces if (words := cited_in(piece, note, heading))), "")


def cited_in(piece: Piece, note: str, heading: str, *, row: int = 0, offset: int = 0) -> str:
    """The words at the link to *heading* of *note* in *piece*; of several the one at *offset*, from *row* on.

    They are those since the link before it, as each sentence is followed by its source, else all of the piece.
    Nothing where they are too few to be found but by chance.
    """
    for runs in _lines(piece, row):
        at = _link(runs, note, heading, offset)
        if at is None:
            continue
        since = max((n + 1 for n in range(at) if _is_note(runs[n])), default=0)
        for chosen in (runs[since:at], (*runs[:at], *runs[at + 1 :])):
            words = _words(chosen)
            if len(comparable_letters(words)) >= SHORTEST_SEARCH:
                return words
    return ""


def _lines(piece: Piece, row: int) -> Iterator[Sequence[TextRun]]:
    match piece:
        case TextBlock():
            yield piece.runs
        case Table():
            # The words of a table's link are those of its row, in whichever cell they stand.
            for cells in piece.rows[row:]:
                yield [run for cell in cells for run in (*cell, TextRun(" "))]
        case CodeBlock():
            return


def _link(runs: Sequence[TextRun], note: str, heading: str, offset: int) -> int | None:
    found: int | None = None
    start = 0
    for number, run in enumerate(runs):
        meant = _is_note(run) and note_and_heading(note_target(run.href)) == (note, heading)
        if meant and (found is None or start <= offset):
            found = number
        start += len(run.text)
    return found


def _is_note(run: TextRun) -> bool:
    return bool(note_target(run.href))


def _words(runs: Sequence[TextRun]) -> str:
    return " ".join("".join(run.text for run in runs if TextStyle.RAISED not in run.look).split()).strip(EDGE)
