"""Backlog: newest notes come first, each once, and no text is read twice."""

from vaultdesk.index.meaning.backlog import Backlog, NewestFirst
from vaultdesk.index.meaning.embedder import EmbeddingText
from vaultdesk.index.meaning.passage_store import Due
from vaultdesk.index.meaning.vector_store import Wanted


def wanted(*keys: str) -> list[Wanted]:
    return [Wanted(key.encode(), EmbeddingText(key)) for key in keys]


def test_newest_notes_come_first_and_once() -> None:
    notes = NewestFirst()
    notes.push([Due(5, 1), Due(9, 2), Due(7, 3)])
    notes.push([Due(9, 2), Due(8, 4)])
    assert (len(notes), notes.take(2)) == (4, [Due(9, 2), Due(8, 4)])
    notes.push([Due(1, 2)])
    assert notes.take(9) == [Due(7, 3), Due(5, 1), Due(1, 2)]
    notes.push([Due(1, 1)])
    notes.clear()
    assert notes.take(1) == []


def test_a_text_waits_once_and_comes_back_where_it_could_not_be_read() -> None:
    backlog = Backlog()
    backlog.want(wanted("a", "b", "a", "c"))
    assert backlog.left == 3
    taken = backlog.take_texts(2)
    backlog.give_back(taken)
    assert [one.key for one in backlog.take_texts(9)] == [b"a", b"b", b"c"]


def test_what_was_read_and_not_written_is_not_read_again() -> None:
    backlog = Backlog()
    backlog.made[b"a"] = b"vector"
    backlog.want(wanted("a", "b"))
    assert [one.key for one in backlog.texts] == [b"b"]
    assert (backlog.take_made(), backlog.take_made()) == ([(b"a", b"vector")], [])


def test_another_model_begins_with_nothing() -> None:
    backlog = Backlog()
    backlog.want(wanted("a"))
    backlog.unread.push([Due(1, 1)])
    backlog.made[b"b"] = b""
    backlog.forget_texts()
    assert (backlog.left, backlog.made) == (0, {})


def test_with_another_file_everything_is_looked_at_again() -> None:
    backlog = Backlog()
    backlog.choosing = backlog.comparing = backlog.counting = backlog.sweeping = False
    backlog.all_anew()
    assert backlog.choosing
    assert backlog.comparing
    assert backlog.counting
    assert backlog.sweeping
