import pytest

from vaultdesk.ui.browser.completing import MOST_CHOICES, Choice, Unfinished, completed, fitting, unfinished


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tag:", Unfinished("tag", "", 4)),
        ("pump tag:#hea", Unfinished("tag", "hea", 9)),
        ("-TAG:#a/b", Unfinished("tag", "a/b", 5)),
        ("(tag:x", Unfinished("tag", "x", 5)),
        ("[", Unfinished("property", "", 1)),
        ("pump [due da", Unfinished("property", "due da", 6)),
        ("-[sta", Unfinished("property", "sta", 2)),
        ("pump", None),
        ("hashtag:x", None),
        ("tag:x ", None),
        ("[status:dec", Unfinished("value", "dec", 8, "status")),
        ("-[due date: in", Unfinished("value", "in", 12, "due date")),
        ("[status:Draft OR Pub", Unfinished("value", "Pub", 17, "status")),
        ("[n:<5", None),
        ("[status:decided]", None),
        ('[status:"dec', None),
        ("[status] ", None),
        ('"tag:', None),
        ('"see [', None),
        ("", None),
    ],
)
def test_what_is_being_typed_at_the_end(text: str, expected: Unfinished | None) -> None:
    assert unfinished(text, len(text)) == expected


def test_the_cursor_counts_and_not_the_end() -> None:
    assert unfinished("tag:he pump", 6) == Unfinished("tag", "he", 4)


def test_names_that_begin_so_come_first_then_the_commonest() -> None:
    names = [
        Choice("reheat", 90),
        Choice("Heating", 3),
        Choice("house/heat", 4),
        Choice("heater", 9),
        Choice("cold", 99),
    ]
    assert [one.name for one in fitting("HEAT", names)] == ["heater", "house/heat", "Heating", "reheat"]


def test_what_is_typed_whole_is_not_offered_and_few_are() -> None:
    assert fitting("heating", [Choice("heating", 3)]) == []
    assert len(fitting("", [Choice(str(n)) for n in range(50)])) == MOST_CHOICES


@pytest.mark.parametrize(
    ("text", "cursor", "name", "expected"),
    [
        ("tag:#he", 7, "heating", ("tag:#heating ", 13)),
        ("tag:he pump", 6, "heating", ("tag:#heating pump", 13)),
        ("pump [st", 8, "status", ("pump [status]", 12)),
        ("[st] pump", 3, "status", ("[status] pump", 7)),
        ("[status:dr", 10, "Draft", ("[status:Draft]", 14)),
        ("[status:dr] pump", 10, "Draft", ("[status:Draft] pump", 14)),
        ("[by:", 4, "Ann Lee", ('[by:"Ann Lee"]', 14)),
        ("[by:", 4, 'a "b" (c)', ('[by:"a \\"b\\" (c)"]', 18)),
        ("[by:", 4, "null", ('[by:"null"]', 11)),
    ],
)
def test_a_chosen_name_takes_the_place_of_what_was_typed(
    text: str, cursor: int, name: str, expected: tuple[str, int]
) -> None:
    typing = unfinished(text, cursor)
    assert typing is not None
    assert completed(text, cursor, typing, name) == expected
