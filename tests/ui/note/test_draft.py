from pathlib import Path

import pytest

from vaultdesk.core.errors import NoteConflict, NoteNotConfirmed, NoteNotWritten
from vaultdesk.ui.note.draft import Draft
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText
from vaultdesk.vault.vault import Vault

PATH = NotePath("n.md")


async def draft_in(vault: Vault, text: str = "one\n") -> Draft:
    (vault.root / "n.md").write_text(text)
    return Draft(vault, PATH, await vault.read(PATH))


async def test_a_draft_is_saved_once_and_is_clean_then(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.text = "two\n"
        assert draft.dirty
        await draft.save()
        assert (tmp_path / "n.md").read_text() == "two\n"
        assert not draft.dirty


async def test_a_change_outside_is_taken_over_where_nothing_is_unsaved(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        assert await draft.look() == "same"
        (tmp_path / "n.md").write_text("outside\n")
        assert await draft.look() == "taken over"
        assert draft.text == "outside\n"


async def test_a_contradiction_overwrites_nothing_until_it_is_decided(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.text = "mine\n"
        (tmp_path / "n.md").write_text("outside\n")
        with pytest.raises(NoteConflict):
            await draft.save()
        assert await draft.look() == "changed"
        await draft.save()
        assert (tmp_path / "n.md").read_text() == "outside\n"
        await draft.keep()
        assert (tmp_path / "n.md").read_text() == "mine\n"
        assert not draft.held


async def test_reload_forgets_what_was_typed(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.text = "mine\n"
        (tmp_path / "n.md").write_text("outside\n")
        await draft.look()
        await draft.reload()
        assert (draft.text, draft.dirty, draft.held) == ("outside\n", False, False)


async def test_a_deleted_note_can_be_saved_again(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        (tmp_path / "n.md").unlink()
        assert await draft.look() == "gone"
        await draft.keep()
        assert (tmp_path / "n.md").read_text() == "one\n"


class _Unsure(Vault):
    """A vault on a disk that takes the bytes and then does not confirm them."""

    async def write(self, path: NotePath, text: str, expected_digest: str | None) -> NoteText:
        await super().write(path, text, expected_digest)
        raise NoteNotConfirmed("Saved, not confirmed.")


class _Full(Vault):
    """A vault on a full disk."""

    async def write(self, path: NotePath, text: str, expected_digest: str | None) -> NoteText:
        raise NoteNotWritten("The disk is full.", hint="Make room.")


async def test_written_but_not_confirmed_is_saved_all_the_same(tmp_path: Path) -> None:
    async with _Unsure(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.text = "two\n"
        with pytest.raises(NoteNotConfirmed):
            await draft.save()
        assert not draft.dirty


async def test_a_full_disk_keeps_the_draft(tmp_path: Path) -> None:
    async with _Full(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.text = "two\n"
        with pytest.raises(NoteNotWritten):
            await draft.save()
        assert (draft.text, draft.dirty) == ("two\n", True)


async def test_what_is_typed_is_asked_for_only_when_it_is_needed(tmp_path: Path) -> None:
    asked: list[int] = []

    def typed() -> str:
        asked.append(1)
        return "typed\n"

    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.typed(typed)
        draft.typed(typed)
        assert not asked
        assert draft.dirty
        await draft.save()
        assert (tmp_path / "n.md").read_text() == "typed\n"
        assert (len(asked), draft.dirty, draft.base) == (1, False, "typed\n")


async def test_a_merged_text_is_written_over_what_was_looked_at_and_over_nothing_newer(tmp_path: Path) -> None:
    async with Vault(tmp_path) as vault:
        draft = await draft_in(vault)
        draft.text = "mine\n"
        (tmp_path / "n.md").write_text("outside\n")
        assert await draft.look() == "changed"
        await draft.settle("both\n", await draft.outside())
        (tmp_path / "n.md").write_text("newer\n")
        with pytest.raises(NoteConflict):
            await draft.save()
        await draft.settle("both\n", await draft.outside())
        await draft.save()
        assert (tmp_path / "n.md").read_text() == "both\n"
