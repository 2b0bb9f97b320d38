"""Tests of privacy/disclosure_review.py: the figures shown to the user."""

import pytest

from tests.support.tool_env import REMOTE
from vaultdesk.privacy.disclosure_review import DisclosureExcerpt, DisclosureRequest
from vaultdesk.providers.provider import Price


def excerpt(name: str, **more: object) -> DisclosureExcerpt:
    return DisclosureExcerpt(id=name, path=f"{name}.md", text="It leaks.", **more)  # type: ignore[arg-type]  # its fields


def test_withheld_excerpts_are_not_counted() -> None:
    request = DisclosureRequest(
        REMOTE, "m", "c", "Q", (excerpt("a"), excerpt("b", state="kept"), excerpt("c", state="ask")), tokens=2_000
    )
    assert request.notes == 2
    assert [waiting.id for waiting in request.waiting_excerpts] == ["c"]
    assert request.cost is None


def test_the_cost_is_computed_from_all_tokens_sent() -> None:
    request = DisclosureRequest(REMOTE, "m", "c", "Q", tokens=500_000, price=Price(3.0, 15.0))
    assert request.cost == pytest.approx(1.5)
