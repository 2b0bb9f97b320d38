"""What is offered while a mention or a link is typed."""

from pathlib import Path

import pytest

from tests.agent.context_desk import ANY, NOTES, note, open_contexts
from vaultdesk.agent.context.mention_completion import MentionCandidate, MentionCompletion
from vaultdesk.chat.messages import ContextItem

MORE = NOTES | {
    "Odd.md": "---\naliases: [The odd one]\n---\n# What: is [it] #1?\n\n## Costs\n",
    "House/Costs/Bills.md": "#costs x\n",
}


def shown(found: tuple[MentionCandidate, ...]) -> list[tuple[str, str]]:
    return [(one.title, one.insert) for one in found]


async def test_notes_come_first_then_folders_and_tags(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        found = await MentionCompletion(at.vault, at.searcher).find("cos")

        assert [(one.item.kind, one.item.target) for one in found][-2:] == [
            ("folder", "House/Costs"),
            ("tag", "costs"),
        ]
        (roof, *_) = await MentionCompletion(at.vault, at.searcher).find("rof")
        assert roof == MentionCandidate("Roof", "House", note("House/Roof"), "Roof", ((0, 2), (3, 4)))


async def test_where_nothing_is_typed_notes_alone_are_offered(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        found = await MentionCompletion(at.vault, at.searcher).find("", limit=4)

        assert len(found) == 4
        assert {one.item.kind for one in found} == {"note"}


async def test_an_alias_links_to_its_note_by_that_name(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        (odd, *_) = await MentionCompletion(at.vault, at.searcher).find("the odd")

        assert (odd.title, odd.detail, odd.insert, odd.item.target) == ("The odd one", "Odd", "Odd|The odd one", "Odd")


async def test_the_headings_of_a_note_are_offered_behind_it(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        mentions = MentionCompletion(at.vault, at.searcher)

        assert [one.title for one in await mentions.find("Boiler#")] == ["Boiler", "Costs", "Grants", "Rooms"]
        (grants,) = await mentions.find("boil#gra")
        assert grants == MentionCandidate(
            "Grants", "### Boiler", note("House/Boiler#Grants"), "Boiler#Grants", ((0, 3),)
        )
        # A heading is linked to without the signs that would break the link, and found again so.
        (what, *_) = await mentions.find("Odd#what")
        assert what.insert == "Odd#What is it 1?"
        piece = (await at.reader.read(what.item, ANY))[0]
        assert piece.problem == ""
        assert piece.text.startswith("# What: is [it] #1?")


async def test_blocks_are_offered_by_id_or_words(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        mentions = MentionCompletion(at.vault, at.searcher)
        (by_id,) = await mentions.find("Boiler#^pri")
        (by_words,) = await mentions.find("Boiler#^pump")

        assert (by_id.title, by_id.insert, by_id.detail) == ("^price", "Boiler#^price", "The pump costs 18,400.")
        assert by_words.item == note("House/Boiler#^price")
        assert await mentions.find("Boiler#^zz") == ()


async def test_tags_and_folders_by_their_signs(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        mentions = MentionCompletion(at.vault, at.searcher)

        assert shown(await mentions.find("#gar")) == [("#garden/trees", "#garden/trees")]
        assert (await mentions.find("#gar"))[0].match_ranges == ((1, 4),)
        assert [one.item for one in await mentions.find("hou/")] == [
            ContextItem(kind="folder", target="House"),
            ContextItem(kind="folder", target="House/Costs"),
        ]


@pytest.mark.parametrize("typed", ["#gar", "hou/"])
async def test_only_the_kinds_that_are_asked_for_are_offered(tmp_path: Path, typed: str) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        found = await MentionCompletion(at.vault, at.searcher).find(typed, frozenset({"note"}))

        assert {one.item.kind for one in found} <= {"note"}


@pytest.mark.parametrize("typed", ["Nowhere#x", "#^", "Diary#^", "a#b#c", "../x#y"])
async def test_what_is_not_there_offers_nothing(tmp_path: Path, typed: str) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        assert await MentionCompletion(at.vault, at.searcher).find(typed) == ()


async def test_a_changed_note_offers_its_new_headings(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        mentions = MentionCompletion(at.vault, at.searcher)
        assert [one.title for one in await mentions.find("Roof#")] == ["Roof"]
        (at.vault.root / "House/Roof.md").write_text("# Thatch and entry\n", encoding="utf-8")

        assert [one.title for one in await mentions.find("Roof#")] == ["Thatch and entry"]
