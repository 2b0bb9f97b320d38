"""Tests of ui/notes/embeds.py: notes, sections, blocks and files shown in the note that embeds them."""

from pathlib import Path

import pytest

from tests.support.qt_loop import on_qt_loop
from tests.ui.note.note_area_env import open_note_area
from vaultdesk.ui.notes.embeds import MAX_EMBED_LENGTH, MAX_EMBEDS, MAX_TOTAL_LENGTH, Embeds
from vaultdesk.ui.rendering.planner import plan_of
from vaultdesk.ui.rendering.render_plan import RenderPlan, is_embedded_element, note_target, plan_images, runs_of
from vaultdesk.vault.disk.vault_files import MAX_NOTE_BYTES
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import NoteText
from vaultdesk.vault.vault import Vault

SURVEY = """---
tags: [a]
---
# Survey

Intro, see [[#Result]].

## Result

The house loses 8.2 kW. ^loss

### Detail

Deep.

## Pipes

- one
    - two ^item
        - three
- four
"""
NOTES = {
    "Home.md": "words",
    "Projects/Survey.md": SURVEY,
    "Ring A.md": "a\n\n![[Ring B]]",
    "Ring B.md": "b\n\n![[Ring A]]",
    "Self.md": "![[#Part]]\n\n# Part\n\npart\n\n![[#Part]]\n\n![[Self]]",
    "Many.md": "![[Leaf]]\n\n" * 30,
    "Leaf.md": "leaf",
    "Projects/Pictured.md": "![[pic.png]]",
    "Linking.md": "[[Linked]]",
    "Projects/Linked.md": (
        "[a](../Home.md#Part) [b](Pictured.md) [[Survey]] [[Leaf]] [c](../Files/manual.pdf#page=2)"
        " [d](./Nowhere.md) [e](../../out.md) see ![[Far/Twin]]"
    ),
    "Projects/Far/Twin.md": "near [f](./Other.md)",
    "Far/Twin.md": "far",
    "Projects/Far/Other.md": "other",
    "Projects/Nests.md": "![[Far/Twin]]",
    "Bad.md": "text",
    "Long.md": "line of words\n" * 3_000,
}


async def plan_with_embeds(tmp_path: Path, text: str, source: str = "Home.md") -> RenderPlan:
    tmp_path.mkdir(exist_ok=True)
    async with open_note_area(tmp_path, NOTES) as env:
        (env.root / "Files").mkdir()
        (env.root / "Files" / "manual.pdf").write_bytes(b"x" * 2048)
        (env.root / "Files" / "data.zip").write_bytes(b"x")
        (env.root / "Projects" / "pic.png").write_bytes(b"x")
        (env.root / "Projects" / "Pictured.md").write_text("![[pic.png]]", encoding="utf-8")
        (env.root / "Bad.md").write_bytes(b"\xff\xfe\x00")
        return await Embeds(env.vault, env.searcher).with_embeds(NotePath(source), plan_of(text))


def texts(plan: RenderPlan) -> list[str]:
    return [element.text for element in plan]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("![[Survey#Result]]", ["Survey › Result", "The house loses 8.2 kW.", "Detail", "Deep."]),
        ("![[Survey#Result#Detail]]", ["Survey › Result › Detail", "Deep."]),
        ("![[Survey#^loss]]", ["Survey", "The house loses 8.2 kW."]),
        ("![[Projects/Survey#^item]]", ["Survey", "two", "three"]),
        ("![[Survey#^item|Shown]]", ["Shown", "two", "three"]),
        ("![that](Projects/Survey.md#Detail)", ["that", "Deep."]),
        ("![[Survey#Nowhere]]", ["Survey › Nowhere", "The note has no such heading or block."]),
        ("![[Survey#^gone]]", ["Survey", "The note has no such heading or block."]),
        ("![[Gone]]", ["Gone"]),
        ("![[../../etc/passwd]]", ["../../etc/passwd"]),
        ("![[Bad]]", ["Bad"]),
        ("see ![[Leaf]]", ["see Leaf"]),
        ("![](https://e.org/x.pdf)", ["https://e.org/x.pdf"]),
    ],
)
@on_qt_loop
async def test_an_embed_shows_the_named_note_section_or_block_only(
    tmp_path: Path, text: str, expected: list[str]
) -> None:
    assert texts(await plan_with_embeds(tmp_path, text)) == expected


@on_qt_loop
async def test_an_embedded_note_is_shown_without_its_properties_and_title(tmp_path: Path) -> None:
    plan = await plan_with_embeds(tmp_path, "![[Survey]]")
    assert texts(plan)[:3] == ["Survey", "Intro, see Result.", "Result"]
    assert all(map(is_embedded_element, plan))
    # A link within the embedded note targets that note, not the embedding one.
    assert note_target(runs_of(plan[1])[1].href) == "Projects/Survey#Result"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Ring A.md", ["a", "Ring B", "b", "Ring A"]),
        ("Self.md", ["Part", "part", "Part", "Self", *["Part", "part"] * 2, "Part", "Self", "Self"]),
    ],
)
@on_qt_loop
async def test_a_cyclic_embed_is_expanded_once(tmp_path: Path, source: str, expected: list[str]) -> None:
    assert texts(await plan_with_embeds(tmp_path, NOTES[source], source)) == expected


@on_qt_loop
async def test_embeds_beyond_the_limit_are_shown_as_links(tmp_path: Path) -> None:
    plan = await plan_with_embeds(tmp_path, "![[Many]]\n\n![[Many]]\n\n![[Leaf]]")
    assert texts(plan).count("leaf") == MAX_EMBEDS - 2
    assert texts(plan)[-1] == "Leaf"


@on_qt_loop
async def test_a_long_embedded_note_is_truncated(tmp_path: Path) -> None:
    plan = await plan_with_embeds(tmp_path, "![[Long]]")
    assert texts(plan)[-1] == "Open the note to read more"
    assert sum(map(len, texts(plan))) < MAX_EMBED_LENGTH + 100


@on_qt_loop
async def test_embeds_beyond_the_total_length_are_shown_as_links(tmp_path: Path) -> None:
    plan = await plan_with_embeds(tmp_path, "![[Long]]\n\n" * 20)
    assert sum(map(len, texts(plan))) < MAX_TOTAL_LENGTH + MAX_EMBED_LENGTH + 1_000
    assert texts(plan)[-1] == "Long"


@on_qt_loop
async def test_an_embedded_file_is_shown_as_a_card_with_a_link_to_it(tmp_path: Path) -> None:
    plan = await plan_with_embeds(tmp_path, "![[manual.pdf#page=3]]\n\n![[data.zip]]\n\n![[manual.pdf|Handbook]]")
    assert texts(plan) == [
        "manual.pdf", "PDF · page 3 · 2.0 kB · Open", "data.zip", "ZIP file · 1 byte · Open",
        "Handbook", "PDF · 2.0 kB · Open",
    ]  # fmt: skip
    assert note_target(runs_of(plan[1])[-1].href) == "Files/manual.pdf#page=3"


@on_qt_loop
async def test_a_picture_is_resolved_relative_to_the_embedded_note(tmp_path: Path) -> None:
    assert plan_images(await plan_with_embeds(tmp_path, "![[Pictured]]")) == {"Projects/pic.png"}


def link_targets(plan: RenderPlan) -> list[str]:
    """Return the targets of the links of *plan*."""
    return [note_target(run.href) for element in plan for run in runs_of(element) if run.href]


@on_qt_loop
async def test_links_of_an_embedded_note_are_resolved_relative_to_it(tmp_path: Path) -> None:
    plan = await plan_with_embeds(tmp_path, "![[Linked]]")
    assert link_targets(plan[1:]) == [
        "Home#Part", "Pictured", "Survey", "Leaf", "Files/manual.pdf#page=2", "Projects/Nowhere",
        "../../out", "Far/Twin",
    ]  # fmt: skip


@on_qt_loop
async def test_links_of_nested_embeds_are_resolved_relative_to_their_own_note(tmp_path: Path) -> None:
    plan = await plan_with_embeds(tmp_path, "![[Nests]]")
    assert texts(plan) == ["Nests", "Twin", "far"]
    plan = await plan_with_embeds(tmp_path / "again", "![[Projects/Far/Twin]]", "Leaf.md")
    assert link_targets(plan) == ["Projects/Far/Twin", "Projects/Far/Other"]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("![[Projects/Survey#Result]]", "Survey › Result"),
        ("![](Projects/Survey.md#Result)", "Survey › Result"),
        ("![[./Leaf]]", "Leaf"),
        ("![[Leaf|Green › leaf]]", "Green › leaf"),
        ("![[Projects/Survey#Survey]]", "Survey"),
        ("![[Files/manual.pdf#page=3]]", "manual.pdf"),
        ("![the/book](Files/manual.pdf)", "the/book"),
    ],
)
@on_qt_loop
async def test_the_title_of_an_embed_is_its_name_or_alias(tmp_path: Path, text: str, title: str) -> None:
    assert texts(await plan_with_embeds(tmp_path, text))[0] == title


@on_qt_loop
async def test_an_embedded_note_is_read_again_only_if_it_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[str] = []

    async with open_note_area(tmp_path, {"Home.md": "x", "A.md": "one", "B.md": "two"}) as env:
        # A separate vault: the files of the environment's vault are also read by its indexer some time after a change.
        vault = Vault(env.root, watch=False)
        read_text = vault.files.read_text

        def counting(path: NotePath, limit: int = MAX_NOTE_BYTES) -> NoteText:
            reads.append(path.text)
            return read_text(path, limit)

        monkeypatch.setattr(vault.files, "read_text", counting)
        embeds, plan = Embeds(vault, env.searcher), plan_of("![[A]]\n\n![[B]]")
        for content, expected_reads in (("two", ["A.md", "B.md"]), ("two", []), ("three", ["B.md"])):
            (env.root / "B.md").write_text(content, encoding="utf-8") if expected_reads == ["B.md"] else None
            reads.clear()
            assert texts(await embeds.with_embeds(NotePath("Home.md"), plan)) == ["A", "one", "B", content]
            assert reads == expected_reads
        embeds.forget()
        reads.clear()
        await embeds.with_embeds(NotePath("Home.md"), plan)
        assert reads == ["A.md", "B.md"]
