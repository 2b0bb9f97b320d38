"""Tests of providers/offline/quotes.py."""

from collections.abc import Mapping

import pytest

from vaultdesk.index.search.question_terms import IndexedTerm
from vaultdesk.providers.offline.quotes import (
    MAX_QUOTES,
    Candidate,
    Quote,
    QuoteSource,
    WeighedQuestion,
    answers_question,
    best_quotes,
    closest_quotes,
    compared_by_meaning,
    is_certain,
    quote_candidates,
    rank_notes,
    significant_terms,
    weighed_question,
    with_nearness,
)


def weighted_for(question: str, notes: int = 0, **counts: int) -> WeighedQuestion:
    """Return *question*, weighted by the number of *notes* that contain each of its words."""
    if not notes:
        return weighed_question(question)
    terms = significant_terms(question)
    found = [IndexedTerm(term, {}, counts.get(term.words[0], 0)) for term in terms]
    return weighed_question(question, found, notes)


def quoted_sentences(question: str, notes: Mapping[str, str], indexed_notes: int = 0, **counts: int) -> list[str]:
    """Return the sentences of *notes* quoted for *question*, best note first."""
    sources = [QuoteSource.of_note(path, text) for path, text in notes.items()]
    candidates = quote_candidates(sources, weighted_for(question, indexed_notes, **counts))
    return [quote.text for quote in best_quotes(candidates)] if answers_question(candidates) else []


@pytest.mark.parametrize(
    ("question", "text", "first"),
    [
        (
            "What did we decide about the heating?",
            "# Heating\nThe garden is green. We decided for the pump.",
            "We decided for the pump.",
        ),
        ("Is the boiler old?", "Is the boiler old? The boiler is very old indeed.", "The boiler is very old indeed."),
        ("How loud is the pump?", "The loud pump came by truck. The pump makes 38 dB(A).", "The pump makes 38 dB(A)."),
        (
            "Wie laut ist die Pumpe?",
            "Die Pumpe ist laut genug. Laut Angebot macht die Pumpe 38 dB.",
            "Laut Angebot macht die Pumpe 38 dB.",
        ),
        (
            "How loud is the pump?",
            "The pump costs 18,400 euros. Noise at night: 38 dB(A). The pump has 8 kW.",
            "Noise at night: 38 dB(A).",
        ),
        (
            "When does the joiner come?",
            "The joiner wants to come. The joiner will come in April.",
            "The joiner will come in April.",
        ),
        ("锅炉什么时候修?", "锅炉很旧。锅炉在三月修好了。", "锅炉在三月修好了。"),
    ],
)
def test_the_most_informative_sentence_comes_first(question: str, text: str, first: str) -> None:
    assert quoted_sentences(question, {"a.md": text})[0] == first


def test_v9_a_sentence_that_repeats_the_question_and_a_date_are_not_the_answer() -> None:
    note = (
        "---\ndecided: 2026-11-12\n---\n# Heating\nAsk *What did we decide about the heating?* in the chat.\n\n"
        "> [!success] Decision\n> A pump with 8.5 kW from Nordwind.\n"
    )
    question = weighted_for("What did we decide about the heating?")
    candidates = quote_candidates([QuoteSource.of_note("Boiler.md", note)], question)
    assert best_quotes(candidates)[0].text == "A pump with 8.5 kW from Nordwind."
    assert not any("Ask" in candidate.sentence.text for candidate in candidates)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where is the cat?", "We scatter seeds."),
        ("What is the rent?", "The parent came."),
        ("Who won the war?", "The software is new."),
        ("Who wins the world cup?", "It prints hello world."),
        ("What does the dentist say?", "The fitter says the boiler leaks."),
    ],
)
def test_v9_parts_of_words_and_single_common_words_are_no_answer(question: str, text: str) -> None:
    assert quoted_sentences(question, {"a.md": text}, 1_000, world=120, says=200, say=200) == []


def test_v9_a_rare_word_weighs_more_than_a_common_one() -> None:
    notes = {"a.md": "The budget of the year is planned.", "b.md": "The certifier came for the budget talk."}
    assert quoted_sentences("certifier budget", notes, 1_000, budget=400, certifier=2)[0].startswith("The certifier")


def test_v9_a_misspelled_word_without_matches_finds_the_correct_one() -> None:
    assert quoted_sentences("pumkin soop", {"a.md": "Pumpkin soup needs an onion."}, 100) == [
        "Pumpkin soup needs an onion."
    ]
    assert quoted_sentences("pumkin soop", {"a.md": "Pumpkin soup needs an onion."}, 100, pumkin=3, soop=2) == []
    assert quoted_sentences("pumkin", {"a.md": "Parliaments vote on it."}, 100) == []


def test_v9_a_question_that_equals_a_title_is_answered_from_that_note() -> None:
    notes = {
        "noise.md": "The radiator was painted to bleed no more colour.",
        "How to bleed a radiator.md": "Turn the valve with the small key until water comes.",
    }
    assert (
        quoted_sentences("How to bleed a radiator?", notes)[0] == "Turn the valve with the small key until water comes."
    )
    alias = {"noise.md": "A printer lease call.", "X.md": "---\naliases: [Printer lease]\n---\nIt ends with the year."}
    assert quoted_sentences("printer lease", alias)[0] == "It ends with the year."


def test_quotes_are_limited_in_total_by_note_and_by_score() -> None:
    notes = {f"{n}.md": "The boiler leaks a lot. A boiler is quite old. My boiler sings a song." for n in range(4)}
    found = quoted_sentences("boiler", notes)
    assert len(found) == MAX_QUOTES
    assert found[2] != "My boiler sings a song."
    two_notes = {"a.md": "The boiler of 1998 leaks again.", "b.md": "Bread is out and the boiler is on."}
    assert quoted_sentences("boiler 1998 leaks", two_notes) == ["The boiler of 1998 leaks again."]


def test_v9_a_second_quote_adds_what_the_first_lacks() -> None:
    notes = {
        "a.md": "Noise of Nordwind: 38 dB(A) at night. The noise of Nordwind is low.",
        "b.md": "The noise of Klimatec: 44 dB(A).",
    }
    assert "The noise of Klimatec: 44 dB(A)." in quoted_sentences("noise of Nordwind and Klimatec", notes)[:2]


def test_a_property_named_in_the_question_is_quoted() -> None:
    notes = {
        "Standup.md": "Ada wants the roof done.",
        "People/Ada Lima.md": "---\nbirthday: 1990-05-17\ntags: [ada]\nroles:\n  - chair\n  - cook\n---\nLikes tea.",
    }
    assert quoted_sentences("When is Ada's birthday?", notes)[0] == "birthday: 1990-05-17"
    assert quoted_sentences("Ada roles", notes)[0] == "roles: chair, cook"
    assert not any("tags" in text for text in quoted_sentences("Ada", notes))


def test_properties_of_every_type_are_quoted_as_text_except_empty_ones() -> None:
    note = "---\nvegan: true\nnickname:\nbreakfast: {food: oats, drinks: [tea, juice]}\nheight: 1.75\n---\n"
    names = ("vegan", "nickname", "breakfast", "height")

    assert [quoted_sentences(f"Ada {name}", {"People/Ada Lima.md": note})[:1] for name in names] == [
        ["vegan: true"], [], ["breakfast: food: oats, drinks: tea, juice"], ["height: 1.75"],
    ]  # fmt: skip


@pytest.mark.parametrize("weaker", ["Does the boiler leak water at night?", "- [ ] The boiler leaks water at night."])
def test_a_statement_is_preferred_to_a_question_and_to_a_task(weaker: str) -> None:
    statement = "The boiler leaks water at night, too."

    assert quoted_sentences("boiler leaks water night", {"a.md": f"{weaker}\n\n{statement}"})[0] == statement


def test_v9_similarity_selects_where_words_fail_and_does_not_override_them() -> None:
    other = " ".join(f"Number {nth} is about some other thing." for nth in range(9))
    sources = [QuoteSource("a.md", f"{other} Empty it before frost: it split.")]

    def compared(question: str, similar_text: str, other_similarity: float = 0.3, **counts: int) -> list[Candidate]:
        candidates = quote_candidates(sources, weighted_for(question, 100, **counts))
        chosen = compared_by_meaning(candidates)
        nearness = {nth: 0.7 if similar_text in candidates[nth].sentence.text else other_similarity for nth in chosen}
        return with_nearness(candidates, nearness)

    question = "What happened to the container?"
    assert not answers_question(quote_candidates(sources, weighted_for(question, 100, happened=3)))
    found = compared(question, "frost", happened=3)
    assert best_quotes(found)[0].text == "Empty it before frost: it split."
    assert answers_question(found)
    assert not answers_question(compared(question, "nothing", other_similarity=0.1, happened=3))
    assert best_quotes(compared("frost split", "Number 3", frost=2, split=2))[0].text.startswith("Empty it")


def test_the_best_sentences_and_a_few_of_each_other_note_are_compared_by_meaning() -> None:
    notes = {
        "Tanks.md": [f"The container number {number} holds water." for number in range(30)],
        "Frost.md": [f"Frost came on day {number}." for number in range(5)],
        "Roses.md": ["Roses were cut."],
    }
    sources = [QuoteSource.of_note(path, "\n\n".join(sentences)) for path, sentences in notes.items()]
    candidates = quote_candidates(sources, weighted_for("container water"))

    compared = [candidates[index].quote for index in compared_by_meaning(candidates)]

    assert {quote.path for quote in compared[:20]} == {"Tanks.md"}
    assert sorted(quote.text for quote in compared[20:]) == [
        "Frost came on day 0.", "Frost came on day 1.", "Frost came on day 2.", "Roses were cut.",
    ]  # fmt: skip


def test_similar_sentences_without_an_answer_are_shown_as_closest() -> None:
    candidates = quote_candidates([QuoteSource("a.md", "Empty it before frost.")], weighted_for("container", 100))
    similar, dissimilar = with_nearness(candidates, {0: 0.2}), with_nearness(candidates, {0: 0.1})
    assert not answers_question(similar)
    assert [quote.text for quote in closest_quotes(similar)] == ["Empty it before frost."]
    assert closest_quotes(dissimilar) == ()
    assert closest_quotes([]) == ()


def test_an_answer_with_low_similarity_is_uncertain() -> None:
    all_candidates = quote_candidates([QuoteSource("a.md", "Empty it before frost.")], weighted_for("container", 100))
    found = [with_nearness(all_candidates, {0: nearness}) for nearness in (0.3, 0.6)]
    assert [(answers_question(candidates), is_certain(candidates)) for candidates in found] == [
        (True, False),
        (True, True),
    ]


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
def test_a_link_leads_to_the_passage_or_is_plain_text(path: str, heading: str, link: str) -> None:
    assert Quote(path, heading, "x").link == link


def test_notes_with_more_of_the_words_rank_first() -> None:
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
