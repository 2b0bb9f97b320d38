"""The marks in ChatGPT's answers."""

from time import process_time

from vaultdesk.chat.importers.citations import without_marks

CITE = "\ue200cite\ue202turn0search0\ue201"


def test_a_mark_becomes_the_link_the_export_gives_for_it() -> None:
    references = [{"matched_text": CITE, "alt": "([x.org](https://x.org/a))"}]

    assert (
        without_marks(f"So it is. {CITE}", {"content_references": references}) == "So it is. ([x.org](https://x.org/a))"
    )


def test_a_mark_that_points_nowhere_goes_with_the_gap_before_it() -> None:
    assert without_marks(f"So it is {CITE}. Old 【12†source】mark.", {}) == "So it is. Oldmark."


def test_a_named_thing_stays_by_its_name() -> None:
    assert without_marks('In \ue200entity\ue202["city","Kiel"]\ue201!', {}) == "In Kiel!"


def test_lone_marks_leave_nothing_behind() -> None:
    assert without_marks("a\ue200b\ue203c\ue204", {}) == "abc"


def test_hostile_marks_cost_no_more_than_their_length() -> None:
    began = process_time()

    without_marks(("\ue200" + "x\ue202" * 5000) * 40, {"content_references": [{"matched_text": 3}] * 1000})

    assert process_time() - began < 5
