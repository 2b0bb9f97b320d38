from vaultdesk.ui.markdown.parser import parse
from vaultdesk.ui.markdown.plan import Block, Code, Look, Table
from vaultdesk.ui.markdown.planner import Planner, plan_of


def markers(text: str) -> list[tuple[str, int]]:
    return [(piece.marker, piece.place.depth) for piece in plan_of(text) if isinstance(piece, Block)]


def test_lists_nest_and_count() -> None:
    assert markers("1. a\n2. b\n   - c\n\n     more\n9. d") == [("1.", 1), ("2.", 1), ("•", 2), ("", 2), ("3.", 1)]


def test_an_empty_item_still_shows_its_sign() -> None:
    assert markers("- \n- a") == [("•", 1), ("•", 1)]


def test_a_tail_goes_on_counting() -> None:
    (piece,) = Planner(first_number=7).plan(parse("2. x"))
    assert isinstance(piece, Block)
    assert piece.marker == "7."


def test_a_table_has_aligned_columns_and_a_head() -> None:
    (table,) = plan_of("| a | b | c |\n|:-|:-:|-:|\n| 1 | 2 | 3 |")
    assert isinstance(table, Table)
    assert (table.aligns, table.headed, len(table.rows)) == (("left", "center", "right"), True, 2)


def test_a_long_table_goes_on_in_the_next_one() -> None:
    plan = plan_of("| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 1000)
    assert sum(len(piece.rows) for piece in plan if isinstance(piece, Table)) == 1001
    assert [piece.headed for piece in plan if isinstance(piece, Table)][:2] == [True, False]


def test_a_very_wide_table_is_shown_as_text() -> None:
    (piece,) = plan_of("|a" * 60 + "|\n" + "|-" * 60 + "|\n" + "|x" * 60 + "|")
    assert isinstance(piece, Code)
    assert "x | x" in piece.text


def test_open_code_is_plain_until_it_is_closed() -> None:
    (open_code,) = Planner(open_end=True).plan(parse("```py\nx = 1"))
    (closed,) = Planner(open_end=True).plan(parse("```py\nx = 1\n```"))
    assert isinstance(open_code, Code)
    assert isinstance(closed, Code)
    assert (open_code.closed, closed.closed) == (False, True)
    assert open_code.text == closed.text == "x = 1"


def test_neighbouring_boxes_are_told_apart() -> None:
    first, second = plan_of("> a\n\n> [!note] b")
    assert first.place.boxes[0].number != second.place.boxes[0].number


def test_only_a_task_that_is_over_is_struck_out() -> None:
    looks = {
        piece.marker: piece.runs[0].look
        for piece in plan_of("".join(f"- [{n}] a\n" for n in "xX-/1! "))
        if isinstance(piece, Block)
    }
    assert [marker for marker, look in looks.items() if look & Look.STRIKE] == ["[x]", "[X]", "[-]"]
