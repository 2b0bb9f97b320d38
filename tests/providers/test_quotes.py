import pytest

from vaultdesk.providers.quotes import Quote, best_quotes, rank_notes


def test_the_sentence_that_tells_most_comes_first() -> None:
    notes = {
        "House/Heating.md": "# Plan\nWe decided for the heat pump. The garden is green. Heating costs money.",
        "Diary.md": "Bought bread. The heating decision is on paper.",
    }

    quotes = best_quotes(notes, ("heating", "decide"))

    assert quotes[0] == Quote("House/Heating.md", "Plan", "We decided for the heat pump.")
    assert [quote.text for quote in quotes[1:]] == ["The heating decision is on paper.", "Heating costs money."]


def test_few_are_quoted_and_two_of_a_note_at_most_and_none_twice() -> None:
    notes = {f"{n}.md": "The boiler leaks. A boiler is old. My boiler sings." for n in range(4)}

    assert [quote.path for quote in best_quotes(notes, ("boiler",))] == ["0.md", "0.md", "1.md"]


def test_a_question_in_a_note_answers_none() -> None:
    quotes = best_quotes({"a.md": "Is the boiler old? The boiler is old."}, ("boiler", "old"))

    assert quotes[0].text == "The boiler is old."


@pytest.mark.parametrize(
    ("path", "heading", "link"),
    [
        ("House/Boiler.md", "", "[[House/Boiler|Boiler]]"),
        ("Boiler.md", "Next steps", "[[Boiler#Next steps|Boiler › Next steps]]"),
        ("Boiler.md", "boiler", "[[Boiler#boiler|Boiler]]"),
        ("Boiler.md", "A [[link]] | here", "[[Boiler|Boiler]]"),
        ("Boiler.md", "**Bold**", "[[Boiler#**Bold**|Boiler › Bold]]"),
        ("C# notes.md", "", "C# notes.md"),
    ],
)
def test_a_link_leads_to_the_passage_or_is_none(path: str, heading: str, link: str) -> None:
    assert Quote(path, heading, "x").link == link


def test_notes_with_more_of_the_words_come_first() -> None:
    searches = {
        "boiler": [
            {"path": "often.md", "matches": 60},
            {"path": "both.md", "matches": 1},
            {"path": "Boiler.md", "matches": 1},
        ],
        "leak": [{"path": "both.md", "matches": 1}, {"odd": True}],
    }

    assert rank_notes(searches, 5) == ("both.md", "Boiler.md", "often.md")
    assert rank_notes(searches, 1) == ("both.md",)
    assert rank_notes({"x": []}, 5) == ()
