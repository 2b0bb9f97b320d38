"""Usage: each stretch tells its own tokens, once."""

from vaultdesk.providers.codex.usage import Spent
from vaultdesk.providers.events import UsageReported

ONE = {"inputTokens": 10, "outputTokens": 5, "cachedInputTokens": 4, "reasoningOutputTokens": 2}
TWO = {name: 2 * number for name, number in ONE.items()}
REPORT = UsageReported(10, 5, cached_tokens=4, reasoning_tokens=2)


def test_answers_are_added_up_and_the_total_after_them_is_not_counted_again() -> None:
    spent = Spent()
    spent.response(dict(ONE))
    first = spent.report()
    spent.total(dict(ONE))
    spent.response(dict(ONE))
    spent.response(dict(ONE))

    assert first == REPORT
    assert spent.report() == UsageReported(20, 10, cached_tokens=8, reasoning_tokens=4)
    assert spent.report() is None


def test_where_answers_are_not_shown_the_total_tells() -> None:
    spent = Spent()
    spent.total(dict(ONE))
    first = spent.report()
    spent.total(dict(TWO))

    assert (first, spent.report()) == (REPORT, REPORT)


def test_nonsense_counts_as_nothing() -> None:
    spent = Spent()
    spent.response({"inputTokens": -4, "outputTokens": "many", "cachedInputTokens": True})

    assert spent.report() is None
