"""ParserWire: what goes into the pipe comes out the same at the other end."""

import io
from pathlib import Path

from tests.index.scene import entry, lay
from vaultdesk.index.parser_wire import (
    EACH,
    Done,
    Everything,
    Message,
    Notes,
    Same,
    Seen,
    Texts,
    message_in,
    read_frame,
    read_job,
    write_job,
    write_message,
)
from vaultdesk.index.scan import Difference
from vaultdesk.vault.note_path import NotePath

RICH = "---\naliases: [x, é]\nstate: 1.5\n---\n# Head 😀\n#tag [[Link#a|b]] ![[E]]\n\nfield:: [[X]]\n"


def _there_and_back(*messages: Message) -> list[Message]:
    pipe = io.BytesIO()
    for message in messages:
        write_message(pipe, message)
    pipe.seek(0)
    found: list[Message] = []
    while frame := read_frame(pipe):
        found.append(message_in(frame))
    return found


def test_every_message_comes_out_as_it_went_in(tmp_path: Path) -> None:
    lay(tmp_path, {"A.md": RICH, "B.md": ""})
    entries = (entry(tmp_path, "A.md"), entry(tmp_path, "B.md"))
    messages = (
        Texts((("A.md", RICH), ("B.md", ""))),
        Notes.of(entries, (30, -1)),
        Same((("C.md", 3, 5),)),
        Seen((("C.md", 3, 5), ("é.md", 4, -6))),
        Done(),
    )
    found = _there_and_back(*messages)
    assert found == list(messages)
    assert isinstance(found[1], Notes)
    assert list(found[1].unpacked()) == [(entries[0], 30), (entries[1], -1)]
    assert found[1].weight == len(RICH.encode()) + 2 * EACH


def test_the_job_comes_out_as_it_went_in() -> None:
    wanted = [Difference(NotePath("A.md"), 3, ""), Difference(NotePath("é/B.md"), 4, "digest")]
    pipe = io.BytesIO()
    write_job(pipe, "/vault", wanted)
    pipe.seek(0)
    assert read_job(pipe) == ("/vault", wanted)
    assert read_job(pipe) is None


def test_all_of_a_vault_can_be_asked_for() -> None:
    pipe = io.BytesIO()
    write_job(pipe, "/vault", Everything(("Old/", "/^x/")))
    pipe.seek(0)
    assert read_job(pipe) == ("/vault", Everything(("Old/", "/^x/")))


def test_a_message_cut_short_is_none() -> None:
    pipe = io.BytesIO()
    write_message(pipe, Texts((("A.md", RICH),)))
    whole = pipe.getvalue()
    assert [read_frame(io.BytesIO(whole[:length])) for length in (0, 3, 4, len(whole) - 1)] == [b""] * 4
    assert message_in(read_frame(io.BytesIO(whole))) == Texts((("A.md", RICH),))
