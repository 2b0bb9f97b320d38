import asyncio
from pathlib import Path

from vaultdesk.ui.editor.attachment_names import FRESH, AttachmentNames
from vaultdesk.vault.vault import Vault


def test_files_are_listed_notes_are_not_and_news_come_when_the_listing_is_old(tmp_path: Path) -> None:
    now = [0.0]

    async def listed() -> list[tuple[str, ...]]:
        async with Vault(tmp_path, watch=False) as vault:
            names = AttachmentNames(vault, lambda: now[0])
            first = await names.listed()
            (tmp_path / "new.pdf").write_bytes(b"x")
            same = await names.listed()
            now[0] = FRESH + 1
            return [first, same, await names.listed()]

    (tmp_path / "Note.md").write_text("x")
    (tmp_path / "img").mkdir()
    (tmp_path / "img" / "a.png").write_bytes(b"x")
    first, same, later = asyncio.run(listed())
    assert first == same == ("img/a.png",)
    assert set(later) == {"img/a.png", "new.pdf"}


def test_a_link_is_resolved_by_name_and_news_can_be_asked_for(tmp_path: Path) -> None:
    async def resolved() -> tuple[str | None, str | None]:
        async with Vault(tmp_path, watch=False) as vault:
            names = AttachmentNames(vault)
            before = await names.resolve("a.png", "Deep/Note.md")
            (tmp_path / "img" / "a.png").write_bytes(b"x")
            names.forget()
            return before, await names.resolve("a.png", "Deep/Note.md")

    (tmp_path / "img").mkdir()
    assert asyncio.run(resolved()) == (None, "img/a.png")
