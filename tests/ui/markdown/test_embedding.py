"""Embedding: an embed on a line of its own is parted from the text around it, and what is put in stands in a frame."""

from vaultdesk.ui.markdown.embedding import Embed, boxes_of, has_embeds, parted, put_in, with_runs
from vaultdesk.ui.markdown.hrefs import note_target
from vaultdesk.ui.markdown.plan import Block, Piece, embedded
from vaultdesk.ui.markdown.planner import plan_of


def seen(pieces: list[Piece | Embed]) -> list[str]:
    return [f"<{one.run.text}>" if isinstance(one, Embed) else one.text for one in pieces]


def parted_text(text: str) -> list[str]:
    return [said for piece in plan_of(text) for said in seen(parted(piece))]


def embed_in(text: str) -> Embed:
    return next(one for piece in plan_of(text) for one in parted(piece) if isinstance(one, Embed))


def test_an_embed_with_a_line_to_itself_is_taken_out_of_its_paragraph() -> None:
    assert parted_text("before\nmore\n![[A]]\n![x](B.md)\nafter **all**") == [
        "before\u2028more", "<A>", "<x>", "after all",
    ]  # fmt: skip
    assert parted_text("- ![[A#^b]]\n- item") == ["<A › ^b>", "item"]


def test_an_embed_in_a_sentence_a_link_and_a_picture_stay_as_they_are() -> None:
    for text in ("see ![[A]] there", "[[A]]", "![[p.png]]", "# ![[A]]"):
        assert not any(isinstance(one, Embed) for piece in plan_of(text) for one in parted(piece)), text
    assert not has_embeds(plan_of("[[A]] ![[p.png]] ![](https://e.org/x.pdf)"))
    assert has_embeds(plan_of("| a |\n|---|\n| ![[A]] |"))


def test_what_is_put_in_stands_in_a_frame_with_a_title() -> None:
    embed = embed_in("> quote\n>\n> ![[A#B]]")
    made = put_in(embed, "link", "A › B", plan_of("text\n\n> [!tip] Inner\n> said"), 4)
    assert [piece.text for piece in made] == ["A › B", "text", "Inner", "said"]
    assert [[box.kind for box in piece.place.boxes] for piece in made] == [
        ["quote", "embed"], ["quote", "embed"], ["quote", "embed", "callout"], ["quote", "embed", "callout"],
    ]  # fmt: skip
    assert all(map(embedded, made))
    assert [box.number for box in made[3].place.boxes] == [0, 4, 5]
    assert boxes_of(made) == 6
    title = made[0]
    assert isinstance(title, Block)
    assert (title.kind, note_target(title.runs[0].href)) == ("title", "A#B")


def test_an_item_keeps_its_link_and_the_frame_stands_below_it() -> None:
    embed = embed_in("- [ ] ![[A]]")
    made = put_in(embed, "link", "A", plan_of("- inner"), 0)
    assert [(piece.text, piece.place.depth, embedded(piece)) for piece in made] == [("A", 1, False), ("inner", 2, True)]
    assert [piece.marker for piece in made if isinstance(piece, Block)] == ["[ ]", "•"]


def test_links_and_pictures_can_be_made_others_in_tables_too() -> None:
    plan = plan_of("[[A]] text\n\n| a |\n|---|\n| [[B]] |\n\n```\n[[C]]\n```")
    changed: list[str] = []
    with_runs(plan, lambda run: changed.append(run.text) or run)  # type: ignore[func-returns-value]  # told in passing
    assert changed == ["A", "B"]
