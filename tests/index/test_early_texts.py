"""EarlyTexts: what was read and is not committed yet, handed over by what changed."""

from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.index.early_texts import EarlyTexts

PATHS = st.sampled_from(["a.md", "b.md", "c.md"])


def test_what_was_put_is_there_until_it_is_dropped() -> None:
    early = EarlyTexts()
    before = early.version
    early.put({"a.md": b"one", "b.md": b"two"})
    assert early.texts() == {"a.md": b"one", "b.md": b"two"}
    assert early.version != before
    early.drop(["a.md", "not there.md"])
    assert early.texts() == {"b.md": b"two"}
    early.clear()
    assert early.texts() == {}


def test_what_is_given_out_is_a_copy() -> None:
    early = EarlyTexts()
    early.put({"a.md": b"one"})
    early.texts().clear()
    assert early.texts() == {"a.md": b"one"}


def test_only_what_changed_since_is_told() -> None:
    early = EarlyTexts()
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
    early, version = EarlyTexts(), -1
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
