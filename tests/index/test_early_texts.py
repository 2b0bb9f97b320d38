"""EarlyTexts: what was read and is not committed yet."""

from vaultdesk.index.early_texts import EarlyTexts


def test_what_was_put_is_there_until_it_is_dropped() -> None:
    early = EarlyTexts()
    before = early.version
    early.put({"a.md": "one", "b.md": "two"})
    assert early.texts() == {"a.md": "one", "b.md": "two"}
    assert early.version != before
    early.drop(["a.md", "not there.md"])
    assert early.texts() == {"b.md": "two"}
    early.clear()
    assert early.texts() == {}


def test_what_is_given_out_is_a_copy() -> None:
    early = EarlyTexts()
    early.put({"a.md": "one"})
    early.texts().clear()
    assert early.texts() == {"a.md": "one"}
