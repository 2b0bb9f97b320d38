import time

import pytest

from vaultdesk.providers.sentences import LONGEST, Sentence, plain, sentences

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
    assert list(sentences(NOTE)) == [
        Sentence("Before any heading.", ""),
        Sentence("Two sentences here!", ""),
        Sentence("We buy the heat pump, see the pump.", "Heating", "Decision"),
        Sentence("It is quiet.", "Heating", "Decision"),
        Sentence("Ask Dr. Miller.", "Heating"),
        Sentence("He knows e.g. valves.", "Heating"),
        Sentence("Second item goes on here", "Heating"),
        Sentence("First, z.B. Öl", "Heating"),
        Sentence("Part · Price", "Heating"),
        Sentence("Pump · 4.500 €", "Heating"),
        Sentence("Das ist gut.", "Übrig"),
        Sentence("Nicht?", "Übrig"),
        Sentence("Doch!", "Übrig"),
    ]


def test_chinese_and_japanese_sentences_end_at_their_own_stops() -> None:
    assert [found.text for found in sentences("锅炉坏了。明天修！\n\nボイラー。")] == [
        "锅炉坏了。",
        "明天修！",
        "ボイラー。",
    ]


def test_a_long_sentence_is_cut_at_a_word() -> None:
    (found,) = sentences("word " * 200)

    assert found.text.endswith("word …")
    assert len(found.text) <= LONGEST + 2


def test_the_mark_of_a_cut_result_is_no_sentence() -> None:
    assert [found.text for found in sentences("One. Two … [cut: 1,234 more characters]")] == ["One.", "Two"]


@pytest.mark.parametrize("text", ["", "---\n", "```\nopen", "# ", "|||", "***", "> ", "\ufeff", "%%a%%"])
def test_what_holds_no_sentence_gives_none(text: str) -> None:
    assert list(sentences(text)) == []


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

    list(sentences(bait))

    assert time.process_time() - began < 5  # what is not linear takes minutes


def test_markup_is_taken_off_a_line() -> None:
    assert plain("**a** [b](http://x) [[c]] <script>d</script> `e`") == "a b c d e"
