"""Tests of agent/context/mention_completion.py."""

from pathlib import Path

import pytest

from tests.agent.context_env import ANY, NOTES, note, open_contexts
from vaultdesk.agent.context.mention_completion import MentionCandidate, MentionCompletion
from vaultdesk.chat.messages import ContextItem

MORE = NOTES | {
    "Odd.md": "---\naliases: [The odd one]\n---\n# What: is [it] #1?\n\n## Costs\n",
    "House/Costs/Bills.md": "#costs x\n",
}


def titles_and_inserts(found: tuple[MentionCandidate, ...]) -> list[tuple[str, str]]:
    return [(candidate.title, candidate.insert) for candidate in found]


async def test_notes_precede_folders_and_tags(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        found = await MentionCompletion(at.vault, at.searcher).find("cos")

        assert [(candidate.item.kind, candidate.item.target) for candidate in found][-2:] == [
            ("folder", "House/Costs"),
            ("tag", "costs"),
        ]
        (roof, *_) = await MentionCompletion(at.vault, at.searcher).find("rof")
        assert roof == MentionCandidate("Roof", "House", note("House/Roof"), "Roof", ((0, 2), (3, 4)))


async def test_only_notes_are_suggested_for_an_empty_query(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        found = await MentionCompletion(at.vault, at.searcher).find("", limit=4)

        assert len(found) == 4
        assert {candidate.item.kind for candidate in found} == {"note"}


async def test_an_alias_is_inserted_as_link_with_display_text(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        (odd, *_) = await MentionCompletion(at.vault, at.searcher).find("the odd")

        assert (odd.title, odd.detail, odd.insert, odd.item.target) == ("The odd one", "Odd", "Odd|The odd one", "Odd")


async def test_headings_of_a_note_are_suggested_after_a_hash(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        mentions = MentionCompletion(at.vault, at.searcher)

        assert [candidate.title for candidate in await mentions.find("Boiler#")] == [
            "Boiler",
            "Costs",
            "Grants",
            "Rooms",
        ]
        (grants,) = await mentions.find("boil#gra")
        assert grants == MentionCandidate(
            "Grants", "### Boiler", note("House/Boiler#Grants"), "Boiler#Grants", ((0, 3),)
        )
        # The inserted heading omits characters that would break the link, and is still found.
        (heading, *_) = await mentions.find("Odd#what")
        assert heading.insert == "Odd#What is it 1?"
        excerpt = (await at.reader.read(heading.item, ANY))[0]
        assert excerpt.problem == ""
        assert excerpt.text.startswith("# What: is [it] #1?")


async def test_blocks_are_suggested_by_id_or_text(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        mentions = MentionCompletion(at.vault, at.searcher)
        (by_id,) = await mentions.find("Boiler#^pri")
        (by_words,) = await mentions.find("Boiler#^pump")

        assert (by_id.title, by_id.insert, by_id.detail) == ("^price", "Boiler#^price", "The pump costs 18,400.")
        assert by_words.item == note("House/Boiler#^price")
        assert await mentions.find("Boiler#^zz") == ()


async def test_tags_and_folders_are_suggested_by_their_characters(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        mentions = MentionCompletion(at.vault, at.searcher)

        assert titles_and_inserts(await mentions.find("#gar")) == [("#garden/trees", "#garden/trees")]
        assert (await mentions.find("#gar"))[0].match_ranges == ((1, 4),)
        assert [candidate.item for candidate in await mentions.find("hou/")] == [
            ContextItem(kind="folder", target="House"),
            ContextItem(kind="folder", target="House/Costs"),
        ]


@pytest.mark.parametrize("typed", ["#gar", "hou/"])
async def test_only_requested_kinds_are_suggested(tmp_path: Path, typed: str) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        found = await MentionCompletion(at.vault, at.searcher).find(typed, frozenset({"note"}))

        assert {candidate.item.kind for candidate in found} <= {"note"}


@pytest.mark.parametrize("typed", ["Nowhere#x", "#^", "Diary#^", "a#b#c", "../x#y"])
async def test_nothing_is_suggested_for_missing_notes(tmp_path: Path, typed: str) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        assert await MentionCompletion(at.vault, at.searcher).find(typed) == ()


async def test_changed_headings_are_suggested(tmp_path: Path) -> None:
    async with open_contexts(tmp_path, MORE) as at:
        mentions = MentionCompletion(at.vault, at.searcher)
        assert [candidate.title for candidate in await mentions.find("Roof#")] == ["Roof"]
        (at.vault.root / "House/Roof.md").write_text("# Thatch and entry\n", encoding="utf-8")

        assert [candidate.title for candidate in await mentions.find("Roof#")] == ["Thatch and entry"]
