"""Tests of ui/editor/attachments.py."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vaultdesk.core.errors import NoteTooLarge
from vaultdesk.ui.editor import attachments
from vaultdesk.ui.editor.attachments import (
    LISTING_LIFETIME,
    AttachmentNames,
    AttachmentStore,
    attachment_folder,
    pasted_image_name,
)
from vaultdesk.vault.vault import Vault


def test_files_other_than_notes_are_listed_and_the_listing_is_refreshed_after_its_lifetime(tmp_path: Path) -> None:
    now = [0.0]

    async def listed() -> list[tuple[str, ...]]:
        async with Vault(tmp_path, watch=False) as vault:
            names = AttachmentNames(vault, lambda: now[0])
            first = await names.listed()
            (tmp_path / "new.pdf").write_bytes(b"x")
            same = await names.listed()
            now[0] = LISTING_LIFETIME + 1
            return [first, same, await names.listed()]

    (tmp_path / "Note.md").write_text("x")
    (tmp_path / "img").mkdir()
    (tmp_path / "img" / "a.png").write_bytes(b"x")
    first, same, later = asyncio.run(listed())
    assert first == same == ("img/a.png",)
    assert set(later) == {"img/a.png", "new.pdf"}


def test_a_link_is_resolved_by_name_and_the_listing_can_be_discarded(tmp_path: Path) -> None:
    async def resolved() -> tuple[str | None, str | None]:
        async with Vault(tmp_path, watch=False) as vault:
            names = AttachmentNames(vault)
            before = await names.resolve("a.png", "Deep/Note.md")
            (tmp_path / "img" / "a.png").write_bytes(b"x")
            names.forget()
            return before, await names.resolve("a.png", "Deep/Note.md")

    (tmp_path / "img").mkdir()
    assert asyncio.run(resolved()) == (None, "img/a.png")


@pytest.mark.parametrize(
    ("setting", "folder"),
    [("/", ""), ("Files", "Files"), ("./", "Deep/er"), ("./img", "Deep/er/img"), ("/Files/", "Files")],
)
def test_the_attachment_folder_follows_the_setting(setting: str, folder: str) -> None:
    assert attachment_folder("Deep/er/Note.md", setting) == folder


def test_a_pasted_picture_is_named_as_in_obsidian() -> None:
    assert pasted_image_name(datetime(2026, 11, 3, 4, 5, 6, tzinfo=UTC)) == "Pasted image 20261103040506.png"


def run_with_store(root: Path, work: Callable[[AttachmentStore, Vault], Awaitable[object]]) -> object:
    async def run() -> object:
        async with Vault(root, watch=False) as vault:
            return await work(AttachmentStore(vault), vault)

    root.mkdir(exist_ok=True)
    return asyncio.run(run())


def test_no_file_is_overwritten_and_each_is_recorded_in_the_journal(tmp_path: Path) -> None:
    async def work(store: AttachmentStore, vault: Vault) -> object:
        paths = [await store.put("Note.md", "a.png", data) for data in (b"one", b"two")]
        entries = await asyncio.to_thread(lambda: list(vault.journal.changes(10)))
        return paths, sorted(entry.path for entry in entries)

    names = ["a.png", "a 1.png"]
    assert run_with_store(tmp_path / "v", work) == (names, sorted(names))
    assert (tmp_path / "v" / "a.png").read_bytes() == b"one"
    assert (tmp_path / "v" / "a 1.png").read_bytes() == b"two"


@pytest.mark.parametrize(
    ("name", "path"),
    [("a#b|c.png", "a b c.png"), (".hidden.png", "hidden.png"), ("con.png", "File.png"), ("../x.png", "x.png")],
)
def test_a_hostile_name_is_sanitized(tmp_path: Path, name: str, path: str) -> None:
    assert run_with_store(tmp_path / "v", lambda store, _: store.put("Note.md", name, b"x")) == path


def test_an_external_file_is_copied_and_a_file_of_the_vault_is_not(tmp_path: Path) -> None:
    (tmp_path / "out.pdf").write_bytes(b"pdf")
    (tmp_path / "v" / "img").mkdir(parents=True)
    (tmp_path / "v" / "img" / "in.png").write_bytes(b"png")

    async def work(store: AttachmentStore, _vault: Vault) -> object:
        outside, inside = tmp_path / "out.pdf", tmp_path / "v" / "img" / "in.png"
        return [await store.copy("Note.md", file) for file in (outside, inside)]

    assert run_with_store(tmp_path / "v", work) == ["out.pdf", "img/in.png"]
    assert (tmp_path / "v" / "out.pdf").read_bytes() == b"pdf"


def test_a_file_that_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attachments, "MAX_ATTACHMENT_BYTES", 2)
    (tmp_path / "big.zip").write_bytes(b"xxx")
    with pytest.raises(NoteTooLarge):
        run_with_store(tmp_path / "v", lambda store, _: store.copy("Note.md", tmp_path / "big.zip"))
