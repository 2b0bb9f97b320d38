"""Related notes: links, citations, tags and meaning as one list, news first."""

from pathlib import Path

import pytest

from tests.index.scene import Scene, at_work, lay
from vaultdesk.index import related_notes as module
from vaultdesk.index.meaning.near import NearPassage
from vaultdesk.index.network import Network
from vaultdesk.index.related_notes import RelatedNote, related_notes

NOTES = {
    "Open.md": "[[Linked]] [[Source]] #rare", "Linked.md": "", "Back.md": "[[Open]]",
    "Citing.md": "[[Source]]", "Source.md": "", "Tagged.md": "#rare", "List.md": "[[Open]] [[Beside]]", "Beside.md": "",
    "Near.md": "# Title of Near\ntext", "Stranger.md": "nothing", "Hidden.md": "[[Source]] #rare",
}  # fmt: skip


def near(path: str, similarity: float) -> NearPassage:
    return NearPassage(1, 0, path, "Title of Near", 1, 2, 0, 20, similarity)


async def related(scene: Scene, *passages: NearPassage, path: str = "Open.md", limit: int = 20) -> list[RelatedNote]:
    return await scene.searcher.over_facts(
        lambda table: related_notes(Network(table, lambda one: one != "Hidden.md"), path, passages, limit)
    )


async def test_each_reason_is_told_and_linked_notes_come_last(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        found = await related(scene, near("Near.md", 0.8), near("Near.md", 0.7), near("Linked.md", 0.6))
    why = {one.path: one.why for one in found}
    assert why == {
        "Near.md": ("meaning",), "Citing.md": ("cites",), "Beside.md": ("cites",), "Tagged.md": ("tags",),
        "Linked.md": ("meaning", "links"), "Source.md": ("links",), "Back.md": ("links",), "List.md": ("links",),
    }  # fmt: skip
    linked = ["links" in one.why for one in found]
    assert linked == sorted(linked), "what is linked already is no news"
    assert [one.path for one in found][:1] == ["Near.md"]
    assert all(0 < one.score <= 1 for one in found)


async def test_the_nearest_passage_says_where_to_look(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        found = {one.path: one for one in await related(scene, near("Near.md", 0.8))}
    assert (found["Near.md"].title, found["Near.md"].heading, found["Near.md"].first_line) == (
        "Near", "Title of Near", 1,
    )  # fmt: skip
    assert (found["Tagged.md"].heading, found["Tagged.md"].first_line) == ("", 1)


async def test_what_has_hardly_anything_in_common_or_is_hidden_is_no_relation(tmp_path: Path) -> None:
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        found = [one.path for one in await related(scene, near("Stranger.md", 0.1), near("Hidden.md", 0.9))]
        assert not {"Stranger.md", "Hidden.md", "Open.md"} & set(found)
        assert await related(scene, path="Stranger.md") == []
        assert len(await related(scene, limit=2)) == 2


async def test_a_note_that_links_to_everything_relates_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_CITED", 1)
    async with at_work(lay(tmp_path / "vault", NOTES), tmp_path / "index.sqlite") as scene:
        assert not [one for one in await related(scene) if "cites" in one.why]


async def test_a_tag_that_most_notes_have_relates_nothing(tmp_path: Path) -> None:
    notes = {f"{number}.md": "#common" for number in range(10)}
    async with at_work(lay(tmp_path / "vault", notes), tmp_path / "index.sqlite") as scene:
        assert await related(scene, path="1.md") == []
