"""Draft: later calls of an answer see what earlier ones would write; the disk sees nothing of it."""

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from vaultdesk.core.errors import NoteConflict, NoteNotFound, NoteNotWritten
from vaultdesk.vault.draft import Draft
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

A, B, C = NotePath("a.md"), NotePath("b.md"), NotePath("c.md")


@pytest.fixture
async def draft(root: Path) -> AsyncIterator[Draft]:
    for name in ("a", "b"):
        (root / f"{name}.md").write_text(f"text of {name}\n")
    async with Vault(root, watch=False) as vault:
        yield Draft(vault)


def told(draft: Draft) -> list[tuple[str, str, str, bool]]:
    """Old place, place, text, deleted."""
    return [(n.old_path.text if n.old_path else "", n.path.text, n.text, n.deleted) for n in draft.notes]


async def test_later_calls_see_what_earlier_ones_would_write_and_the_disk_does_not(draft: Draft) -> None:
    await draft.rewrite(A, "new\n")
    await draft.create(C, "made\n")
    assert [await draft.read(path) for path in (A, B, C)] == ["new\n", "text of b\n", "made\n"]
    assert await draft.find(NotePath("C.md")) == C
    assert (await draft.vault.read(A)).text == "text of a\n"
    assert await draft.vault.find(C) is None


async def test_what_comes_to_nothing_is_left_out(draft: Draft) -> None:
    await draft.rewrite(A, "new\n")
    await draft.rewrite(A, "text of a\n")
    await draft.move(B, C)
    await draft.move(C, B)
    await draft.create(NotePath("d.md"), "")
    await draft.delete(NotePath("d.md"))
    assert draft.notes == ()


async def test_a_moved_note_is_where_it_would_be_only(draft: Draft) -> None:
    await draft.move(A, C)
    await draft.rewrite(C, "new\n")
    assert told(draft) == [("a.md", "c.md", "new\n", False)]
    assert (await draft.find(A), await draft.find(C)) == (None, C)
    for refused in (draft.read(A), draft.rewrite(A, "x"), draft.move(A, NotePath("d.md")), draft.delete(A)):
        with pytest.raises(NoteNotFound):
            await refused


async def test_an_emptied_place_may_be_taken(draft: Draft) -> None:
    await draft.move(A, C)
    await draft.move(B, A)
    assert told(draft) == [("a.md", "c.md", "text of a\n", False), ("b.md", "a.md", "text of b\n", False)]
    assert await draft.read(A) == "text of b\n"


async def test_a_taken_place_is_refused_in_any_spelling(draft: Draft) -> None:
    await draft.create(C, "x")
    for name in ("a.md", "A.md", "c.md", "C.MD"):
        with pytest.raises(NoteConflict):
            await draft.create(NotePath(name), "y")
    with pytest.raises(NoteConflict):
        await draft.move(A, B)
    with pytest.raises(NoteNotWritten):
        await draft.create(NotePath("con.md"), "y")
    await draft.move(A, NotePath("A.md"))
    assert await draft.find(A) == NotePath("A.md")


async def test_two_notes_that_differ_in_case_stay_two(draft: Draft, root: Path) -> None:
    (root / "A.md").write_text("the other\n")
    if (root / "a.md").read_text() == "the other\n":
        pytest.skip("this disk ignores case")
    other = NotePath("A.md")
    await draft.rewrite(A, "one\n")
    assert (await draft.find(other), await draft.read(other)) == (other, "the other\n")
    await draft.rewrite(other, "two\n")
    assert (await draft.read(A), await draft.read(other)) == ("one\n", "two\n")


async def test_a_deleted_note_goes_as_it_is_on_the_disk(draft: Draft) -> None:
    await draft.rewrite(A, "new\n")
    await draft.move(A, C)
    await draft.delete(C)
    assert told(draft) == [("a.md", "a.md", "text of a\n", True)]
    assert await draft.find(A) is None
    assert await draft.find(C) is None


async def test_deleted_and_written_anew_is_a_change_of_the_note(draft: Draft) -> None:
    await draft.delete(A)
    await draft.create(A, "anew\n")
    (note,) = draft.notes
    assert (note.old_path, note.text, note.deleted, note.digest) == (
        A,
        "anew\n",
        False,
        (await draft.vault.read(A)).digest,
    )


async def test_each_call_that_touched_a_note_is_known(draft: Draft) -> None:
    with draft.planning("one"):
        await draft.rewrite(A, "1\n", "because", ["careful"])
    with draft.planning("two"):
        await draft.rewrite(A, "2\n", warnings=["careful", "very"])
        await draft.create(C, "x")
    first, second = draft.notes
    assert (first.calls, first.reason, first.warnings) == (("one", "two"), "because", ("careful", "very"))
    assert second.calls == ("two",)
    assert draft.call == ""


async def failing_plan(draft: Draft) -> None:
    with draft.planning("bad"), draft.unit("u"):
        await draft.move(A, C)
        await draft.create(NotePath("d.md"), "x")
        await draft.delete(B)
        await draft.read(NotePath("missing.md"))


async def test_a_plan_that_fails_leaves_no_trace(draft: Draft) -> None:
    await draft.rewrite(A, "kept\n")
    before = draft.notes
    with pytest.raises(NoteNotFound):
        await failing_plan(draft)
    assert draft.notes == before
    assert (await draft.find(A), await draft.find(B), await draft.find(C)) == (A, B, None)
    assert await draft.read(A) == "kept\n"


async def test_what_is_staged_in_a_unit_is_of_it(draft: Draft) -> None:
    with draft.unit("rename"):
        await draft.move(A, C)
        await draft.rewrite(B, "[[c]]\n")
    await draft.rewrite(B, "[[c]] more\n")
    await draft.create(NotePath("d.md"), "x")
    assert [note.unit for note in draft.notes] == ["rename", "rename", ""]


async def test_two_units_that_touch_one_note_are_one(draft: Draft, root: Path) -> None:
    """Two renames that repair links in the same note: leaving one out would break the other's repair."""
    (root / "e.md").write_text("[[a]] [[b]]\n")
    links = NotePath("e.md")
    with draft.unit("first"):
        await draft.move(A, C)
        await draft.rewrite(links, "[[c]] [[b]]\n")
    with draft.unit("second"):
        await draft.move(B, NotePath("d.md"))
        await draft.rewrite(links, "[[c]] [[d]]\n")
        await draft.create(NotePath("f.md"), "x")
    with draft.unit("second"):
        await draft.create(NotePath("g.md"), "x")
    assert {note.unit for note in draft.notes} == {"first"}


async def test_a_draft_of_thousands_of_notes_does_not_look_through_them_all(root: Path) -> None:
    count = 3000
    for number in range(count):
        (root / f"{number}.md").write_text(f"note {number}\n")
    async with Vault(root, watch=False) as vault:
        draft = Draft(vault)
        paths = [NotePath(f"{number}.md") for number in range(count)]
        for path in paths[:10]:
            await draft.rewrite(path, "x")
        start = time.process_time()
        for path in paths:
            await draft.vault.read(path)
        reading = time.process_time() - start
        start = time.process_time()
        for path in paths:
            await draft.rewrite(path, "tagged\n")
            await draft.read(path)
        staging = time.process_time() - start
    print(f"\n{count} notes: read {reading:.2f} s, staged {staging:.2f} s")
    assert staging < 3 * reading + 1
