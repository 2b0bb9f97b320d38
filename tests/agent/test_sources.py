"""Which notes an answer rests on."""

import time

import pytest

from vaultdesk.agent.sources import sources_of
from vaultdesk.chat.messages import Source

READ = [Source(path="P/Boiler.md", characters=5), Source(path="P/Budget.md", characters=5)]
FOUND = [Source(path="P/Boiler.md", characters=2), Source(path="Daily/x.md", characters=2)]


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("See [[P/Budget]] and [[boiler#Decision|there]].", ["P/Budget.md", "P/Boiler.md"]),
        ("See [[P/Budget.md]], [[P/Budget]].", ["P/Budget.md"]),
        ("See [[Daily/x]].", ["Daily/x.md"]),
        ("No links.", ["P/Boiler.md", "P/Budget.md"]),
        ("See [[Elsewhere]].", ["P/Boiler.md", "P/Budget.md"]),
    ],
)
def test_linked_notes_count_else_all_that_were_read(text: str, paths: list[str]) -> None:
    assert [source.path for source in sources_of(text, READ, FOUND)] == paths


def test_what_was_only_found_is_no_source() -> None:
    assert sources_of("No links.", [], FOUND) == ()


@pytest.mark.parametrize("bait", ["[[" * 200_000, "[[a" * 200_000, "[[" + "a" * 400_000])
def test_hostile_answers_cost_no_more_than_their_length(bait: str) -> None:
    started = time.process_time()
    sources_of(bait, READ, FOUND)
    assert time.process_time() - started < 5
