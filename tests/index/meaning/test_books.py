"""Books: every step is done off the loop, in one thread, page after page."""

import threading
from pathlib import Path

import pytest

from tests.index.scene import entry, filled, lay
from vaultdesk.index import Index
from vaultdesk.index.meaning import passage_store, vector_store
from vaultdesk.index.meaning.books import Books
from vaultdesk.index.meaning.tally import Tally

NOTES = {f"N{nth}.md": f"Text {nth}.\n" for nth in range(7)}


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Index:
    for module, name in (
        (passage_store, "NOTES_COMPARED"),
        (vector_store, "NOTES_AT_ONCE"),
        (vector_store, "VECTORS_AT_ONCE"),
    ):
        monkeypatch.setattr(module, name, 2)
    return filled(tmp_path / "index.sqlite", tmp_path / "vault", NOTES)


async def test_pages_are_turned_to_the_end(index: Index, tmp_path: Path) -> None:
    books = Books(index)
    model, others = await books.enter("m", "M")
    due, gone = await books.compare()
    assert (sorted(one.note for one in due), gone, others) == (list(range(1, 8)), [], [])
    await books.cut([one.note for one in due], model.id)
    unread, tally = await books.lacking(model.id)
    assert (sorted(one.note for one in unread), tally) == (list(range(1, 8)), Tally(7))
    wanted = await books.wanted(model.id, range(1, 8))
    await books.put(model, 2, [(one.key, b"abcd") for one in wanted])
    index.sight([], ["N0.md", "N6.md"])
    lay(tmp_path / "vault", {"N3.md": "Changed.\n"})
    index.apply([entry(tmp_path / "vault", "N3.md")])
    assert [one.note for one in (await books.look_at(["N3.md", "N4.md"]))[0]] == [4]
    assert await books.gone() == [1, 7]
    turned = await books.remove([1, 7], model.id)
    await books.drop_loose(turned.loose)
    await books.sweep(model.id)
    assert (await books.lacking(model.id))[1] == Tally(5, 5, 5)
    _, others = await books.enter("other", "Other")
    assert [one.name for one in others] == ["m"]
    await books.drop_model(model.id)
    assert (await books.enter("other", "Other"))[1] == []
    await books.aclose()


async def test_work_is_done_in_its_own_thread_and_another_file_is_noticed(index: Index) -> None:
    books = Books(index)
    assert await books.do(lambda: threading.current_thread().name) == "meaning-write_0"
    assert await books.is_new_file()
    assert not await books.is_new_file()
    index.rebuild()
    assert await books.is_new_file()
    await books.aclose()
