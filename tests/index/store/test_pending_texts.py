"""Tests of index/store/pending_texts.py."""

from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.index.store.pending_texts import PendingTexts, PendingTextsReader

# EarlyTexts: what was read and is not committed yet, handed over by what changed.

PATHS = st.sampled_from(["a.md", "b.md", "c.md"])


def test_what_was_put_is_there_until_it_is_dropped() -> None:
    early = PendingTexts()
    before = early.version
    early.put({"a.md": b"one", "b.md": b"two"})
    assert early.texts() == {"a.md": b"one", "b.md": b"two"}
    assert early.version != before
    early.drop(["a.md", "not there.md"])
    assert early.texts() == {"b.md": b"two"}
    early.clear()
    assert early.texts() == {}


def test_what_is_given_out_is_a_copy() -> None:
    early = PendingTexts()
    early.put({"a.md": b"one"})
    early.texts().clear()
    assert early.texts() == {"a.md": b"one"}


def test_only_what_changed_since_is_told() -> None:
    early = PendingTexts()
    early.put({"a.md": b"one", "b.md": b"two"})
    first = early.since(-1)
    assert first.texts == {"a.md": b"one", "b.md": b"two"}
    early.put({"c.md": b"three"})
    early.drop(["a.md"])
    second = early.since(first.version)
    assert (second.all_over, second.texts) == (False, {"c.md": b"three", "a.md": None})
    assert early.since(second.version).texts == {}
    early.clear()
    assert early.since(second.version).all_over


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("put"), PATHS, st.sampled_from("xyz")),
            st.tuples(st.just("drop"), PATHS, st.just("")),
            st.tuples(st.just("clear"), PATHS, st.just("")),
            st.tuples(st.just("ask"), PATHS, st.just("")),
        )
    )
)
def test_who_follows_the_changes_has_what_is_there(steps: list[tuple[str, str, str]]) -> None:
    early, version = PendingTexts(), -1
    followed: dict[str, bytes] = {}
    for what, path, text in [*steps, ("ask", "", "")]:
        match what:
            case "put":
                early.put({path: text.encode()})
            case "drop":
                early.drop([path])
            case "clear":
                early.clear()
            case _:
                changes = early.since(version)
                version = changes.version
                if changes.all_over:
                    followed.clear()
                for changed, now in changes.texts.items():
                    if now is None:
                        followed.pop(changed, None)
                    else:
                        followed[changed] = now
                assert followed == early.texts()


# WaitingTexts: what one reader has taken over of the early texts, and what it is told of each time.


def test_it_takes_over_what_changed_and_tells_of_it_once() -> None:
    early = PendingTexts()
    waiting = PendingTextsReader(early)
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
    early = PendingTexts()
    waiting = PendingTextsReader(early)
    early.put({"A.md": b"one"})
    waiting.refresh()
    early.clear()
    early.put({"B.md": b"two"})
    assert waiting.refresh() == {"A.md", "B.md"}
    assert waiting.by_path == {"B.md": b"two"}
