"""A draft out of bounds refuses before it looks."""

from pathlib import Path

import pytest

from tests.support.desk import open_desk
from vaultdesk.core.errors import NoteConflict
from vaultdesk.tools.leash import Leash
from vaultdesk.tools.leashed_draft import LeashedDraft
from vaultdesk.tools.tool import ToolFailure
from vaultdesk.vault.note_path import NotePath

NOTES = {"work/a.md": "a", "secret/b.md": "b"}


async def test_a_place_out_of_bounds_is_refused_alike_whether_taken_or_free(tmp_path: Path) -> None:
    async with open_desk(tmp_path, notes=NOTES) as desk:
        draft = LeashedDraft(desk.vault, Leash("Writer", ("work",)))
        told = []
        for name in ("secret/b.md", "secret/c.md"):
            for staging in (
                draft.create(NotePath(name), "x"),
                draft.move(NotePath("work/a.md"), NotePath(name)),
            ):
                with pytest.raises(ToolFailure) as refused:
                    await staging
                told.append((refused.value.code, refused.value.message.replace("b.md", "c.md")))
        assert set(told) == {("PERMISSION_DENIED", "“secret/c.md” is outside the folders of Writer.")}
        assert draft.notes == ()


async def test_inside_it_is_a_draft_like_any_other(tmp_path: Path) -> None:
    async with open_desk(tmp_path, notes=NOTES) as desk:
        draft = LeashedDraft(desk.vault, Leash("Writer", ("work",)))
        await draft.create(NotePath("work/new.md"), "x")
        await draft.move(NotePath("work/a.md"), NotePath("work/b.md"))
        assert [note.path.text for note in draft.notes] == ["work/new.md", "work/b.md"]
        with pytest.raises(NoteConflict):
            await draft.create(NotePath("work/b.md"), "x")


async def test_it_knows_who_looked_into_which_note_of_the_disk(tmp_path: Path) -> None:
    async with open_desk(tmp_path, notes=NOTES) as desk:
        draft = LeashedDraft(desk.vault, Leash("Writer", None))
        with draft.planning("c1"):
            await draft.create(NotePath("work/new.md"), "x")
            await draft.read(NotePath("work/new.md"))
            await draft.move(NotePath("work/a.md"), NotePath("work/c.md"))
        with draft.planning("c2"):
            await draft.read(NotePath("work/c.md"))
            await draft.read(NotePath("secret/b.md"))
            with pytest.raises(NoteConflict):
                await draft.create(NotePath("secret/b.md"), "x")
        assert draft.looked == {"c2": ("work/a.md", "secret/b.md")}
