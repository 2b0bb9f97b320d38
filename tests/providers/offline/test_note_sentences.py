"""Tests of providers/offline/note_sentences.py."""

import time

import pytest

from vaultdesk.providers.offline.note_sentences import MAX_SENTENCE, NoteSentence, note_sentences, plain_markdown

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
        NoteSentence("We buy the heat pump, see the pump.", "Heating", "tip Decision"),
        NoteSentence("It is quiet.", "Heating", "tip Decision"),
        NoteSentence("Ask Dr. Miller.", "Heating", is_task=True),
        NoteSentence("He knows e.g. valves.", "Heating", is_task=True),
        NoteSentence("Second item goes on here", "Heating"),
        NoteSentence("First, z.B. Öl", "Heating"),
        NoteSentence("Part: Pump · Price: 4.500 €", "Heating"),
        NoteSentence("Das ist gut.", "Übrig", above="Heating"),
        NoteSentence("Nicht?", "Übrig", above="Heating"),
        NoteSentence("Doch!", "Übrig", above="Heating"),
    ]


def test_chinese_and_japanese_sentences_end_at_their_own_stops() -> None:
    assert [found.text for found in note_sentences("锅炉坏了。明天修！\n\nボイラー。")] == [
        "锅炉坏了。",
        "明天修！",
        "ボイラー。",
    ]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("E.g. valves cost approx. 4 €. Others more.", ["E.g. valves cost approx. 4 €.", "Others more."]),
        ("Das ist z. B. gut, d. h. billig. Ende.", ["Das ist z. B. gut, d. h. billig.", "Ende."]),
        ("Llama p. ej. a la Sra. Ruiz. Fin.", ["Llama p. ej. a la Sra. Ruiz.", "Fin."]),
        ("Voir p. ex. M. Petit, env. 3 m. Fini.", ["Voir p. ex. M. Petit, env. 3 m. Fini."]),
        ("Am 3. Mai kam Dr. Weiß. Gut.", ["Am 3. Mai kam Dr. Weiß.", "Gut."]),
    ],
)
def test_v9_short_forms_end_no_sentence(text: str, sentences: list[str]) -> None:
    assert [found.text for found in note_sentences(text)] == sentences


def test_v9_rows_have_their_columns_names_with_and_without_outer_bars() -> None:
    table = "Room | Loss\n--- | ---:\nKitchen | 1,120 W\n\n| A | |\n|---|---|\n| [[x|y]] | z |\n"
    assert [found.text for found in note_sentences(table)] == ["Room: Kitchen · Loss: 1,120 W", "A: y · z"]


def test_a_passage_is_below_the_headings_it_was_found_under() -> None:
    (found,) = note_sentences("It leaks.", ("House", "Boiler"))
    assert (found.heading, found.above) == ("Boiler", "House")


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


def test_text_above_the_first_heading_of_a_passage_is_not_below_it() -> None:
    text = "The offer ends in May.\n\n## Quotes\n\nHalm asks 4,200 euros."
    found = [(one.text, one.heading) for one in note_sentences(text, ("Boiler", "Quotes"))]
    assert found == [("The offer ends in May.", ""), ("Halm asks 4,200 euros.", "Quotes")]
    later = [(one.text, one.heading) for one in note_sentences("It was delivered.", ("Boiler", "Quotes"))]
    assert later == [("It was delivered.", "Quotes")]
