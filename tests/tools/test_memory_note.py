"""The memory note as text: lines found, added and matched."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.tools.memory_note import (
    NEW_NOTE,
    Memory,
    asked_to_remember,
    holding,
    memories_in,
    memory_line,
    with_memory,
)

TODAY = date(2026, 11, 22)
NOTE = """\
---
tags: [me]
---
# Memory

Mine to edit.

- 2026-10-01: Ada prefers short answers
- 2026-10-02 Lives in Linz
* by hand, without a day

## Not a memory
"""


def test_every_item_of_a_list_is_a_memory_whoever_wrote_it() -> None:
    assert memories_in(NOTE) == (
        Memory("Ada prefers short answers", "2026-10-01", 8),
        Memory("Lives in Linz", "2026-10-02", 9),
        Memory("by hand, without a day", "", 10),
    )


def test_a_line_goes_after_the_last_memory_and_all_else_stays() -> None:
    line = memory_line("Has a cat", TODAY)
    assert with_memory(NOTE, line) == NOTE.replace("a day\n", "a day\n- 2026-11-22: Has a cat\n")
    assert with_memory("", line) == f"{NEW_NOTE}- 2026-11-22: Has a cat\n"
    assert with_memory("Only words.", line) == "Only words.\n\n- 2026-11-22: Has a cat\n"


@given(st.lists(st.from_regex(r"[A-Za-zé][A-Za-z é,.]{0,40}", fullmatch=True), max_size=8))
def test_what_is_added_is_read_again_in_order(texts: list[str]) -> None:
    texts = [text.strip() for text in texts]
    note = ""
    for text in texts:
        note = with_memory(note, memory_line(text, TODAY))
    assert [memory.text for memory in memories_in(note)] == texts


@pytest.mark.parametrize(
    "question",
    ["Remember that I like tea", "please REMEMBER: tea", "Merk dir, dass ich Tee mag", "Vergiss nicht: Tee",
     "don't forget that I like tea", "Keep in mind that I like tea", "Note that I'm vegetarian.",
     "Erinnere dich daran", "N'oublie pas le thé", "Recuerda esto", "From now on answer in German"],
)  # fmt: skip
def test_words_that_ask_for_it(question: str) -> None:
    assert asked_to_remember(question)


@pytest.mark.parametrize(
    "question", ["", "I like tea", "Sum up my notes", "What is in Membership.md?", "Wo ist das Merkblatt?"]
)
def test_words_that_do_not(question: str) -> None:
    assert not asked_to_remember(question)


def test_memories_are_found_by_their_words_the_best_first() -> None:
    known = memories_in(NOTE)
    assert [m.text for m in holding(known, "short answers for Ada")] == ["Ada prefers short answers"]
    assert [m.text for m in holding(known, "LINZ?")] == ["Lives in Linz"]
    assert [m.text for m in holding(known, "day answer")] == ["by hand, without a day", "Ada prefers short answers"]
    assert holding(known, "heat pump") == ()
