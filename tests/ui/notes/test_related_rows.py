from vaultdesk.index.index_results import Backlink
from vaultdesk.index.related import DuplicatePair, RelatedNote, UnlinkedMention
from vaultdesk.ui.notes.related_rows import RelatedRow, duplicate_row, link_row, mention_row, related_row


def test_a_backlink_row_shows_its_line_and_opens_at_it() -> None:
    row = link_row(Backlink("A.md", "A & <b>", 3, "  - see **[[x|the x]]**"), "X")
    assert row == RelatedRow("A.md", "A & <b>", "see the x", ((8, 9),), passage="see the x")
    assert link_row(Backlink("A.md", "A", 3, "see [[x|there]]"), "Boiler").marks == ()


def test_a_related_note_shows_its_reasons_and_opens_at_its_heading() -> None:
    row = related_row(RelatedNote("B.md", "B", ("meaning", "links", "unheard of"), "House › Result"))
    assert row == RelatedRow("B.md", "B", "House › Result", remark="similar content · linked", subpath="Result")


def test_a_related_note_without_a_heading_shows_its_folder() -> None:
    row = related_row(RelatedNote("House/Tags.md", "Tags", ("tags",), ""))
    assert row == RelatedRow("House/Tags.md", "Tags", "House", remark="shares tags")


def test_a_mention_is_highlighted_in_its_line() -> None:
    text = "The **boiler** leaks"
    row = mention_row(UnlinkedMention("C.md", "C", 4, text, ((6, 12),), "Boiler"))
    assert (row.text, [row.text[a:b] for a, b in row.marks]) == ("The boiler leaks", ["boiler"])


def test_a_duplicate_row_shows_the_other_note_of_the_pair() -> None:
    pair = DuplicatePair("House/A.md", "B.md", 0.961, "meaning")
    assert duplicate_row(pair, "House/A.md") == RelatedRow("B.md", "B", "", remark="96 % similar")
    assert duplicate_row(pair, "B.md").path == "House/A.md"
    assert duplicate_row(pair, "B.md").text == "House"
    assert duplicate_row(DuplicatePair("A.md", "B.md", 1, "same text"), "A.md").remark == "the same text"
    assert duplicate_row(DuplicatePair("A.md", "x/A.md", 1, "name"), "A.md").remark == "the same name"
