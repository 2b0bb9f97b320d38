"""Tests of providers/offline/note_sentences.py."""

from collections.abc import Callable

import pytest

from tests.support.growth import check_linear, repeated
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


def test_a_note_is_split_into_sentences_with_their_headings() -> None:
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


def test_chinese_and_japanese_sentences_end_at_full_width_punctuation() -> None:
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
def test_v9_abbreviations_do_not_end_a_sentence(text: str, sentences: list[str]) -> None:
    assert [found.text for found in note_sentences(text)] == sentences


def test_v9_table_rows_have_column_names_with_and_without_outer_bars() -> None:
    table = "Room | Loss\n--- | ---:\nKitchen | 1,120 W\n\n| A | |\n|---|---|\n| [[x|y]] | z |\n"
    assert [found.text for found in note_sentences(table)] == ["Room: Kitchen · Loss: 1,120 W", "A: y · z"]


def test_sentences_of_a_passage_have_the_headings_of_the_passage() -> None:
    (found,) = note_sentences("It leaks.", ("House", "Boiler"))
    assert (found.heading, found.above) == ("Boiler", "House")


def test_a_long_sentence_is_truncated_at_a_word() -> None:
    (found,) = note_sentences("word " * 200)

    assert found.text.endswith("word …")
    assert len(found.text) <= MAX_SENTENCE + 2


def test_the_marker_of_a_truncated_result_is_not_a_sentence() -> None:
    assert [found.text for found in note_sentences("One. Two … [cut: 1,234 more characters]")] == ["One.", "Two"]


@pytest.mark.parametrize("text", ["", "---\n", "```\nopen", "# ", "|||", "***", "> ", "\ufeff", "%%a%%"])
def test_text_without_sentences_yields_none(text: str) -> None:
    assert list(note_sentences(text)) == []


@pytest.mark.parametrize(
    "make",
    [
        *map(repeated, ("**", "[[", "![[", "<a", "*a", "[](", " ", "|", "> ", "`", "#", "<!--", "- ")),
        *map(repeated, ("a. ", "A. ")),
        repeated(" ", before="# x", after="y"),
        repeated("# " + "#" * 500 + "\n"),
        lambda size: "# " + "#" * (size // 8),
    ],
)
def test_hostile_text_is_split_in_linear_time(make: Callable[[int], str]) -> None:
    check_linear(lambda text: list(note_sentences(text)), make, 40_000)


def test_markup_is_removed_from_a_line() -> None:
    assert plain_markdown("**a** [b](http://x) [[c]] <script>d</script> `e`") == "a b c d e"


def test_text_before_the_first_heading_of_a_passage_has_no_heading() -> None:
    text = "The offer ends in May.\n\n## Quotes\n\nHalm asks 4,200 euros."
    found = [(sentence.text, sentence.heading) for sentence in note_sentences(text, ("Boiler", "Quotes"))]
    assert found == [("The offer ends in May.", ""), ("Halm asks 4,200 euros.", "Quotes")]
    later = [
        (sentence.text, sentence.heading) for sentence in note_sentences("It was delivered.", ("Boiler", "Quotes"))
    ]
    assert later == [("It was delivered.", "Quotes")]
