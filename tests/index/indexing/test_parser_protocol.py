"""ParserWire: what goes into the pipe comes out the same at the other end."""

import io
from pathlib import Path

from tests.index.scene import entry, lay
from vaultdesk.index.indexing.parser_protocol import (
    NOTE_OVERHEAD_BYTES,
    NoteBatch,
    ParserDone,
    ParserMessage,
    ScannedBatch,
    TextBatch,
    UnchangedBatch,
    WholeVault,
    parse_message,
    read_frame,
    read_job,
    write_job,
    write_message,
)
from vaultdesk.index.indexing.vault_scan import FileDifference
from vaultdesk.vault.note_path import NotePath

RICH = "---\naliases: [x, é]\nstate: 1.5\n---\n# Head 😀\n#tag [[Link#a|b]] ![[E]]\n\nfield:: [[X]]\n"


def _there_and_back(*messages: ParserMessage) -> list[ParserMessage]:
    pipe = io.BytesIO()
    for message in messages:
        write_message(pipe, message)
    pipe.seek(0)
    found: list[ParserMessage] = []
    while frame := read_frame(pipe):
        found.append(parse_message(frame))
    return found


def test_every_message_comes_out_as_it_went_in(tmp_path: Path) -> None:
    lay(tmp_path, {"A.md": RICH, "B.md": ""})
    entries = (entry(tmp_path, "A.md"), entry(tmp_path, "B.md"))
    messages = (
        TextBatch((("A.md", RICH), ("B.md", ""))),
        NoteBatch.of(entries, (30, -1)),
        UnchangedBatch((("C.md", 3, 5),)),
        ScannedBatch((("C.md", 3, 5), ("é.md", 4, -6))),
        ParserDone(),
    )
    found = _there_and_back(*messages)
    assert found == list(messages)
    assert isinstance(found[1], NoteBatch)
    assert list(found[1].unpacked()) == [(entries[0], 30), (entries[1], -1)]
    assert found[1].weight == len(RICH.encode()) + 2 * NOTE_OVERHEAD_BYTES


def test_the_job_comes_out_as_it_went_in() -> None:
    wanted = [FileDifference(NotePath("A.md"), 3, ""), FileDifference(NotePath("é/B.md"), 4, "digest")]
    pipe = io.BytesIO()
    write_job(pipe, "/vault", wanted)
    pipe.seek(0)
    assert read_job(pipe) == ("/vault", wanted)
    assert read_job(pipe) is None


def test_all_of_a_vault_can_be_asked_for() -> None:
    pipe = io.BytesIO()
    write_job(pipe, "/vault", WholeVault(("Old/", "/^x/")))
    pipe.seek(0)
    assert read_job(pipe) == ("/vault", WholeVault(("Old/", "/^x/")))


def test_a_message_cut_short_is_none() -> None:
    pipe = io.BytesIO()
    write_message(pipe, TextBatch((("A.md", RICH),)))
    whole = pipe.getvalue()
    assert [read_frame(io.BytesIO(whole[:length])) for length in (0, 3, 4, len(whole) - 1)] == [b""] * 4
    assert parse_message(read_frame(io.BytesIO(whole))) == TextBatch((("A.md", RICH),))
