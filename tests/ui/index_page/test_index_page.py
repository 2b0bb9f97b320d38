"""IndexPage: the index in numbers as they are, what could not be read, and both ways to have it made anew."""

from pathlib import Path

import pytest

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_desk import open_workspace
from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.ui.index_page.index_page import IndexPage
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.workspace import Workspace


async def page_of(workspace: Workspace) -> IndexPage:
    await workspace.indexer.settled()
    page = IndexPage(workspace)
    page.resize(800, 900)
    page.show()
    await until(lambda: page.facts["notes"].text() not in ("", "…"))
    return page


@on_qt_loop
async def test_the_numbers_are_those_of_the_index_and_move_with_it(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = await page_of(workspace)
        counts = await workspace.searcher.counts()
        assert page.facts["notes"].text() == f"{counts.notes:,}"
        assert page.facts["links"].text() == f"{counts.links:,}"
        (workspace.vault.root / "Fresh.md").write_text("a fresh note", encoding="utf-8")
        page.compare.click()
        await until(lambda: page.facts["notes"].text() == f"{counts.notes + 1:,}")


@on_qt_loop
async def test_a_note_that_could_not_be_read_is_named_with_the_reason(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = await page_of(workspace)
        assert page.unread.isHidden()
        (workspace.vault.root / "Broken.md").write_bytes(b"\x00\xff\xfe\x00binary" * 50)
        page.rebuild.click()
        await until(lambda: not page.unread.isHidden())
        opened: list[str] = []
        page.note_opened.connect(opened.append)
        link = next(link for link in page.unread.findChildren(LinkButton) if link.text() == "Broken.md")
        link.click()
        assert opened == ["Broken.md"]


@on_qt_loop
async def test_reading_for_meaning_is_paused_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_workspace(tmp_path) as workspace:
        asked: list[str] = []
        monkeypatch.setattr(workspace.meaning, "pause", lambda: asked.append("pause"))
        monkeypatch.setattr(workspace.meaning, "resume", lambda: asked.append("resume"))
        page = await page_of(workspace)
        page.meaning.show_state(EmbeddingState("reading", 1, 2))
        page.meaning.pause.click()
        page.meaning.show_state(EmbeddingState("paused", 1, 2))
        page.meaning.pause.click()
        assert asked == ["pause", "resume"]
