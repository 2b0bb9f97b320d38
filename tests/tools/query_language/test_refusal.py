"""Refusal: names the part, short and visible."""

from vaultdesk.tools.query_language.refusal import cannot_evaluate


def test_the_part_is_named_short_and_visible() -> None:
    refused = cannot_evaluate("x" * 900 + "\u202e")
    assert refused.code == "VALIDATION_FAILED"
    assert refused.message.startswith("cannot evaluate: xxx")
    assert len(refused.message) < 200
    assert cannot_evaluate("a\u202eb").message == "cannot evaluate: a<U+202E>b"
