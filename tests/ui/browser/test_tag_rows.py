"""Tag rows: tags under each other, in an order, opened or narrowed down."""

import time

from vaultdesk.index.index_results import TagCount
from vaultdesk.ui.browser.tag_rows import TagTree

TAGS = [
    TagCount("garden", 2),
    TagCount("House", 9),
    TagCount("House/heating", 5),
    TagCount("House/heating/pump", 1),
    TagCount("House/attic", 7),
]


def titles(tree: TagTree, opened: set[str], words: str = "") -> list[str]:
    return [f"{'  ' * row.depth}{row.title}" for row in tree.rows(opened, words)]


def test_tags_below_are_seen_where_those_above_are_open() -> None:
    tree = TagTree(TAGS, "name")
    assert titles(tree, set()) == ["garden", "House"]
    assert titles(tree, {"House"}) == ["garden", "House", "  attic", "  heating"]
    assert [row.folded for row in tree.rows({"House"})] == [None, False, None, True]
    assert tree.parents() == {"House", "House/heating"}


def test_the_order_by_count_holds_on_each_level() -> None:
    assert titles(TagTree(TAGS, "count"), {"House"}) == ["House", "  attic", "  heating", "garden"]


def test_letters_show_the_tags_that_have_them_under_those_above() -> None:
    rows = TagTree(TAGS, "name").rows(set(), "#pum")
    assert [(row.title, row.depth) for row in rows] == [("House", 0), ("heating", 1), ("pump", 2)]
    assert rows[2].lit == ((0, 3),)
    assert TagTree(TAGS, "name").rows(set(), "zinc") == []


def test_thousands_of_tags_and_very_deep_ones_stay_quick() -> None:
    deep = "/".join("a" * 40)
    tags = [TagCount(f"t{n}/below{n % 7}", 1) for n in range(5_000)] + [TagCount(f"t{n}", 1) for n in range(5_000)]
    tags += [TagCount(deep[: 2 * n + 1], 1) for n in range(40)]
    began = time.process_time()
    tree = TagTree(tags, "name")
    assert len(tree.rows(tree.parents())) == 10_040
    assert time.process_time() - began < 2
