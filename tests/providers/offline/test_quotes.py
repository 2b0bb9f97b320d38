"""Tests of providers/offline/quotes.py."""

import time

import pytest

from vaultdesk.providers.offline.quotes import (
    MAX_SENTENCE,
    NoteSentence,
    Quote,
    best_quotes,
    note_sentences,
    plain_markdown,
    property_sentences,
    rank_notes,
)

NOTE = """---
tags: [house]
secret: not quoted
---
Before any heading. Two sentences here!

# Heating
> [!tip] Decision
> We buy the **heat pump**, see [[House/Pump|the pump]].
> It is quiet.

```python
code = "never quoted"
```

- [x] Ask Dr. Miller. He knows e.g. valves.
- Second item
  goes on here
1. First, z.B. Öl

| Part | Price |
|------|------:|
| Pump | 4.500 € |

## Übrig ##
<!-- hidden -->Das ist *gut*. ![[picture.png]] Nicht? ==Doch==! ^block-1
"""


def test_a_note_is_taken_apart_under_its_headings() -> None:
    assert list(note_sentences(NOTE)) == [
        NoteSentence("Before any heading.", ""),
        NoteSentence("Two sentences here!", ""),
        NoteSentence("We buy the heat pump, see the pump.", "Heating", "Decision"),
        NoteSentence("It is quiet.", "Heating", "Decision"),
        NoteSentence("Ask Dr. Miller.", "Heating"),
        NoteSentence("He knows e.g. valves.", "Heating"),
        NoteSentence("Second item goes on here", "Heating"),
        NoteSentence("First, z.B. Öl", "Heating"),
        NoteSentence("Part · Price", "Heating"),
        NoteSentence("Pump · 4.500 €", "Heating"),
        NoteSentence("Das ist gut.", "Übrig"),
        NoteSentence("Nicht?", "Übrig"),
        NoteSentence("Doch!", "Übrig"),
    ]


def test_chinese_and_japanese_sentences_end_at_their_own_stops() -> None:
    assert [found.text for found in note_sentences("锅炉坏了。明天修！\n\nボイラー。")] == [
        "锅炉坏了。",
        "明天修！",
        "ボイラー。",
    ]


def test_a_long_sentence_is_cut_at_a_word() -> None:
    (found,) = note_sentences("word " * 200)

    assert found.text.endswith("word …")
    assert len(found.text) <= MAX_SENTENCE + 2


def test_the_mark_of_a_cut_result_is_no_sentence() -> None:
    assert [found.text for found in note_sentences("One. Two … [cut: 1,234 more characters]")] == ["One.", "Two"]


@pytest.mark.parametrize("text", ["", "---\n", "```\nopen", "# ", "|||", "***", "> ", "\ufeff", "%%a%%"])
def test_what_holds_no_sentence_gives_none(text: str) -> None:
    assert list(note_sentences(text)) == []


@pytest.mark.parametrize(
    "bait",
    [
        "**" * 50_000,
        "[[" * 50_000,
        "![[" * 40_000,
        "<a" * 50_000,
        "*a" * 50_000,
        "[](" * 40_000,
        " " * 100_000,
        "|" * 100_000,
        "> " * 50_000,
        "`" * 100_000,
        "a. " * 40_000,
        "#" * 100_000,
        "<!--" * 30_000,
        "- " * 50_000,
        "A. " * 40_000,
        "# x" + " " * 90_000 + "y",
        "\n".join(["# " + "#" * 500] * 200),
    ],
)
def test_hostile_text_takes_no_time(bait: str) -> None:
    began = time.process_time()

    list(note_sentences(bait))

    assert time.process_time() - began < 5  # what is not linear takes minutes


def test_markup_is_taken_off_a_line() -> None:
    assert plain_markdown("**a** [b](http://x) [[c]] <script>d</script> `e`") == "a b c d e"


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


def test_a_property_is_quoted_where_the_question_has_its_name() -> None:
    notes = {
        "Standup.md": "Ada wants the roof done.",
        "People/Ada Lima.md": "---\nbirthday: 1990-05-17\ntags: [ada]\nroles:\n  - chair\n  - cook\n---\nLikes tea.",
    }
    assert best_quotes(notes, ("Ada", "birthday"))[0] == Quote("People/Ada Lima.md", "", "birthday: 1990-05-17")
    assert best_quotes(notes, ("Ada", "roles"))[0].text == "roles: chair, cook"
    assert not any("tags" in quote.text for quote in best_quotes(notes, ("Ada",)))


@pytest.mark.parametrize("text", ["", "---\n---\nx", "---\nkey: value", "---\n: x\n- y\n---\n", "---\nkey:\n---\n"])
def test_what_has_no_property_with_a_value_gives_none(text: str) -> None:
    assert list(property_sentences(text)) == []


def test_sentences_under_a_title_that_asks_the_question_come_first() -> None:
    notes = {
        "noise.md": "The radiator in the long hall was painted green.",
        "How to bleed a radiator.md": "Turn the valve with the small key until water comes.",
    }
    assert best_quotes(notes, ("radiator", "bleed"))[0].path == "How to bleed a radiator.md"
