"""WaitingTexts: what one reader has taken over of the early texts, and what it is told of each time."""

from vaultdesk.index.early_texts import EarlyTexts
from vaultdesk.index.waiting_texts import WaitingTexts


def test_it_takes_over_what_changed_and_tells_of_it_once() -> None:
    early = EarlyTexts()
    waiting = WaitingTexts(early)
    assert waiting.refresh() == frozenset()
    early.put({"A.md": b"one", "B.md": b"two"})
    assert waiting.refresh() == {"A.md", "B.md"}
    assert waiting.by_path == {"A.md": b"one", "B.md": b"two"}
    assert waiting.refresh() == frozenset()
    early.drop(["A.md"])
    early.put({"C.md": b"three"})
    assert waiting.refresh() == {"A.md", "C.md"}
    assert waiting.by_path == {"B.md": b"two", "C.md": b"three"}


def test_what_was_all_forgotten_is_told_with_what_came_after() -> None:
    early = EarlyTexts()
    waiting = WaitingTexts(early)
    early.put({"A.md": b"one"})
    waiting.refresh()
    early.clear()
    early.put({"B.md": b"two"})
    assert waiting.refresh() == {"A.md", "B.md"}
    assert waiting.by_path == {"B.md": b"two"}
