"""What is looked for: the question's own words, and those of the one before where it leans on it."""

from vaultdesk.agent.modes.salient import (
    LONGEST_QUERY,
    asked_words,
    program_call,
    question_before,
    search_for,
)
from vaultdesk.chat.messages import Message, Source, TextPart, user_message
from vaultdesk.tools.argument_schema import validate_arguments
from vaultdesk.tools.builtin.search_tools import LocalSearchParameters

FIRST = "What did we decide about the heat pump?"


def test_a_question_is_looked_for_with_its_telling_words() -> None:
    found = search_for(FIRST)

    assert found is not None
    assert found.query == "decide heat pump", "words that tell nothing find notes that have nothing to do with it"
    assert set(found.terms) == {"decide", "heat", "pump"}


def test_a_question_that_leans_on_the_one_before_is_looked_for_with_both() -> None:
    follow_ups = {"And why?": "", "What does it cost in Hamburg?": "cost Hamburg ",
                  "Was kostet davon der Einbau?": "kostet Einbau "}  # fmt: skip
    for follow_up, own in follow_ups.items():
        found = search_for(follow_up, FIRST)
        assert found is not None
        assert found.query == f"{own}decide heat pump"
        assert {"heat", "pump"} <= set(found.terms)


def test_a_question_that_stands_alone_is_looked_for_alone() -> None:
    found = search_for("When are the Boskoop apples pruned?", FIRST)

    assert found is not None
    assert found.query == "Boskoop apples pruned"
    assert "pump" not in found.terms


def test_a_question_of_nothing_but_such_words_is_looked_for_as_it_stands() -> None:
    found = search_for("What is this about?")

    assert found is not None
    assert (found.query, found.terms) == ("What is this about?", ())


def test_nothing_asked_is_nothing_looked_for() -> None:
    assert search_for("  ") is None
    assert search_for(" ", FIRST) is None


def test_the_call_is_one_the_tool_takes_however_long_the_question() -> None:
    found = search_for(f"“{'x' * 70}” " + "boiler " * 1000, "pump " * 1000)

    assert found is not None
    assert len(found.query) == LONGEST_QUERY
    call = found.call()
    assert validate_arguments(LocalSearchParameters, call.arguments or {})
    assert call.name == "local_search"


def test_words_of_notes_and_signs_are_none_of_the_persons() -> None:
    note = TextPart(text="Note text", sources=(Source(path="A.md"),))
    question = user_message("@vault why?")
    question = question.model_copy(update={"parts": (note, *question.parts)})
    earlier = user_message(FIRST)

    assert asked_words(question) == "why?"
    assert question_before((earlier, Message(role="assistant", parts=()), question), question) == FIRST
    assert question_before((question,), question) == ""


def test_a_call_of_ours_reads_like_any_other() -> None:
    call = program_call("web_search", {"query": "Größe"})

    assert (call.name, call.arguments, call.arguments_json) == (
        "web_search",
        {"query": "Größe"},
        '{"query": "Größe"}',
    )
    assert program_call("web_search", {}).id != call.id
