from vaultdesk.ui.markdown.plan import Block, Code, Run, Table, images, runs_of, targets, weight
from vaultdesk.ui.markdown.planner import plan_of


def test_targets_and_pictures_are_found_in_paragraphs_and_tables() -> None:
    plan = plan_of("[[A]] ![[p.png]]\n\n| x |\n|---|\n| [[B]] |\n\n`[[C]]` https://d.e")
    assert targets(plan) == {"note:A", "note:B", "note:p.png"}
    assert images(plan) == {"p.png"}


def test_texts_are_told_without_looks() -> None:
    assert Block("paragraph", (Run("a"), Run("b"))).text == "ab"
    assert Table(("left", "left"), (((Run("a"),), (Run("b"),)), ((Run("c"),), ()))).text == "a\tb\nc\t"
    assert runs_of(Code("", "x", ((Run("x"),),))) == []


def test_weight_counts_lines_and_cells() -> None:
    assert weight(plan_of("a\n\n```\n1\n2\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |")) == 1 + 2 + 4


def test_a_block_is_read_from_where_its_first_letter_is() -> None:
    assert Block("paragraph", (Run("12. "), Run("דוח word"))).turned
    assert not Block("paragraph", (Run("12. "), Run("word דוח"))).turned
    assert not Block("paragraph", (Run("12 – 14"),)).turned
