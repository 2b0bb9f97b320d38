"""Left rows: days, questions, notes; what stayed here and what was kept back say so."""

from datetime import UTC, date, datetime

from vaultdesk.privacy.ledger_entry import LedgerEntry, by_question
from vaultdesk.ui.privacy.left_rows import LeftNews, kept_words, left_rows
from vaultdesk.ui.widgets.lists.card_list import CardRow

TODAY = date(2026, 11, 20)


def line(number: int, path: str, question: str = "Compare the quotes", day: int = 20, **more: object) -> LedgerEntry:
    facts: dict[str, object] = {"kind": "sent", "decision": "person", "tokens": 100, "whole": True, "host": "h", **more}
    time = datetime(2026, 11, day, 12, number, tzinfo=UTC)
    provider = "Anthropic" if facts["host"] else "Ollama"
    return LedgerEntry(
        number, time, f"c{day}", provider, facts.pop("host"), "m", path, "", 400, question=question, **facts  # type: ignore[arg-type] # named facts
    )  # fmt: skip


def drawn(row: CardRow) -> tuple[str, ...]:
    return ("".join(span.text for span in row.spans), *(cell.text for cell in row.cells))


NEWS = LeftNews(TODAY)


def test_a_day_has_its_questions_and_a_question_its_notes() -> None:
    rows = left_rows(by_question([line(1, "House/Boiler.md"), line(2, "Budget.md", decision="rule")]), NEWS)

    assert [drawn(row) for row in rows] == [
        ("Today, 20 November", "2 notes · 200 tokens"),
        ("Compare the quotes", "Anthropic", "2 notes · 200 tokens"),
        ("Boiler  House", "whole note", "allowed by you", "100 tokens"),
        ("Budget", "whole note", "allowed by a rule", "100 tokens"),
    ]


def test_questions_of_other_days_begin_folded_and_can_be_opened() -> None:
    questions = by_question([line(1, "a.md", day=19)])
    closed = left_rows(questions, NEWS)
    opened = left_rows(questions, LeftNews(TODAY, frozenset({closed[1].id})))

    assert (closed[1].is_open, len(closed)) == (False, 2)
    assert (opened[1].is_open, len(opened)) == (True, 3)
    assert len(left_rows(questions, LeftNews(TODAY, all_open=True))) == 3


def test_what_stayed_here_says_so() -> None:
    rows = left_rows(by_question([line(1, "a.md", kind="stayed", host="")]), NEWS)

    assert [drawn(row) for row in rows] == [
        ("Today, 20 November", "stayed here"),
        ("Compare the quotes", "Ollama", "stayed here"),
        ("a", "whole note", "allowed by you", "stayed here"),
    ]
    assert rows[1].cells[0].icon == "chip"


def test_a_server_of_ones_own_that_has_an_address_is_not_shown_as_elsewhere() -> None:
    here = left_rows(by_question([line(1, "a.md", kind="stayed", host="127.0.0.1:8080")]), NEWS)
    there = left_rows(by_question([line(1, "a.md")]), NEWS)

    assert (here[1].cells[0].icon, there[1].cells[0].icon) == ("chip", "cloud")


def test_what_was_kept_back_has_a_lock() -> None:
    alone = left_rows(by_question([line(1, "House/Mortgage.md", kind="kept", decision="privacy")]), NEWS)
    among = left_rows(by_question([line(1, "a.md"), line(2, "b.md", kind="kept", decision="review")]), NEWS)

    assert [drawn(alone[1]), alone[1].icon] == [
        ("Mortgage was asked for and kept back by the rule for private notes", "stayed here"), "lock",
    ]  # fmt: skip
    assert [drawn(among[3]), among[3].icon] == [("b", "whole note", "kept back by you", "stayed here"), "lock"]
    assert drawn(among[1])[2] == "1 note · 100 tokens"


def test_never_again_is_offered_where_the_note_is_not_private_yet() -> None:
    questions = by_question([line(1, "a.md")])
    free, private = (
        left_rows(questions, LeftNews(TODAY, private=lambda _path, said=said: said)) for said in (False, True)
    )

    assert [action.id for action in free[2].actions] == ["open", "never", "history", "copy", "menu"]
    assert [action.id for action in private[2].actions] == ["open", "history", "copy", "menu"]


def test_columns_stand_below_each_other() -> None:
    rows = left_rows(by_question([line(1, "a.md")]), NEWS)

    assert len({row.actions_width for row in rows}) == 1


def test_what_was_kept_back_is_counted() -> None:
    assert [kept_words(1), kept_words(3)] == ["1 note was kept back", "3 notes were kept back"]
