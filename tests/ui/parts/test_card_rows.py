"""Card rows: what a screen reader hears of a row, and that hostile text cannot leave its line."""

from vaultdesk.ui.parts.card_rows import CardRow, Cell, Span, gap, one_line


def test_a_row_is_heard_from_left_to_right() -> None:
    row = CardRow(
        "a", (Span("Changed "), Span("Boiler", "strong")), time="09:41", cells=(Cell("+1", 90),), detail="x.md"
    )

    assert row.text == "09:41, Changed Boiler, +1, x.md"
    assert gap("a").text == ""


def test_hostile_text_stays_on_its_line_and_hides_nothing() -> None:
    assert one_line("a\nb\tc\u202ed") == "a b cU+202Ed"
    assert len(one_line("x" * 10_000)) == 400


def test_what_a_row_is_about_is_no_part_of_what_it_shows() -> None:
    assert CardRow("a", subject=1) == CardRow("a", subject=2)
    assert CardRow("a") != CardRow("a", time="09:41")
