"""Tests of ui/vault_pages/index_page.py."""

from pathlib import Path

import pytest

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_env import open_workspace
from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.ui.vault_pages.index_page import EmbeddingCard, IndexPage
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.workspace import Workspace

# EmbeddingCard: a sentence for every state, and a button only when it has an effect.


@pytest.mark.parametrize(
    ("state", "text", "button"),
    [
        (EmbeddingState("reading", 1_200, 5_400, "multilingual-e5-small"), "1,200 of 5,400", "Pause"),
        (
            EmbeddingState("paused", 1_200, 5_400, "multilingual-e5-small", "Paused on battery."),
            "Paused on battery",
            "Resume",
        ),
        (EmbeddingState("ready", 5_400, 5_400, "multilingual-e5-small", passages=5_400), "5,400 passages", ""),
        (EmbeddingState("off"), "turned off", ""),
        (EmbeddingState("absent", reason="The model's file is missing."), "The model's file is missing.", ""),
    ],
)
def test_each_state_is_described(qapp: object, state: EmbeddingState, text: str, button: str) -> None:
    card = EmbeddingCard()
    card.show_state(state)
    assert text in card.status.text()
    assert (card.pause.text() if not card.pause.isHidden() else "") == button
    assert card.bar.isHidden() == (not button)


def test_button_requests_pause_or_resume(qapp: object) -> None:
    card = EmbeddingCard()
    requests: list[bool] = []
    card.pause_requested.connect(requests.append)
    card.show_state(EmbeddingState("reading", 1, 2))
    card.pause.click()
    card.show_state(EmbeddingState("paused", 1, 2))
    card.pause.click()
    assert requests == [True, False]


# IndexPage: counts of the index, unreadable notes, and the actions to compare and rebuild it.


async def page_of(workspace: Workspace) -> IndexPage:
    await workspace.indexer.settled()
    page = IndexPage(workspace)
    page.resize(800, 900)
    page.show()
    await until(lambda: page.value_labels["notes"].text() not in ("", "…"))
    return page


@on_qt_loop
async def test_numbers_match_the_index_and_follow_it(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = await page_of(workspace)
        counts = await workspace.searcher.counts()
        assert page.value_labels["notes"].text() == f"{counts.notes:,}"
        assert page.value_labels["links"].text() == f"{counts.links:,}"
        (workspace.vault.root / "Fresh.md").write_text("a fresh note", encoding="utf-8")
        page.compare.click()
        await until(lambda: page.value_labels["notes"].text() == f"{counts.notes + 1:,}")


@on_qt_loop
async def test_unreadable_note_is_named_and_can_be_opened(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        page = await page_of(workspace)
        assert page.unreadable.isHidden()
        (workspace.vault.root / "Broken.md").write_bytes(b"\x00\xff\xfe\x00binary" * 50)
        page.rebuild.click()
        await until(lambda: not page.unreadable.isHidden())
        opened: list[str] = []
        page.note_opened.connect(opened.append)
        link = next(link for link in page.unreadable.findChildren(LinkButton) if link.text() == "Broken.md")
        link.click()
        assert opened == ["Broken.md"]


@on_qt_loop
async def test_embedding_can_be_paused_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_workspace(tmp_path) as workspace:
        requests: list[str] = []
        monkeypatch.setattr(workspace.embedding_index, "pause", lambda: requests.append("pause"))
        monkeypatch.setattr(workspace.embedding_index, "resume", lambda: requests.append("resume"))
        page = await page_of(workspace)
        page.embedding_card.show_state(EmbeddingState("reading", 1, 2))
        page.embedding_card.pause.click()
        page.embedding_card.show_state(EmbeddingState("paused", 1, 2))
        page.embedding_card.pause.click()
        assert requests == ["pause", "resume"]


# In the window: the command and the status bar menu open the page; the status item is hidden without a vault.


@on_qt_loop
async def test_page_opens_once_and_the_status_item_is_hidden_when_the_vault_closes(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["index"].trigger()
        await until(lambda: desktop.window.findChildren(IndexPage))
        views.menus.index_page_requested.emit()
        assert len(desktop.window.findChildren(IndexPage)) == 1
        item = desktop.window.status.embeddings
        views.workspace.embedding_index.progress.publish(EmbeddingState("reading", 100, 400, "multilingual-e5-small"))
        await until(lambda: item.shown_text() == "Indexing for search by meaning · 25 %")
        desktop.front.close_vault()
        await until(item.isHidden)
        assert not desktop.window.commands["index"].isEnabled()
