"""Review: the numbers a person is shown."""

import pytest

from tests.support.desk import REMOTE
from vaultdesk.privacy.disclosure_review import DisclosureExcerpt, DisclosureRequest
from vaultdesk.providers.provider import Price


def excerpt(name: str, **more: object) -> DisclosureExcerpt:
    return DisclosureExcerpt(id=name, path=f"{name}.md", text="It leaks.", **more)  # type: ignore[arg-type]  # its fields


def test_what_is_kept_back_counts_nowhere() -> None:
    shown = DisclosureRequest(
        REMOTE, "m", "c", "Q", (excerpt("a"), excerpt("b", state="kept"), excerpt("c", state="ask")), tokens=2_000
    )
    assert shown.notes == 2
    assert [one.id for one in shown.waiting_excerpts] == ["c"]
    assert shown.cost is None


def test_the_price_is_that_of_all_that_is_sent() -> None:
    shown = DisclosureRequest(REMOTE, "m", "c", "Q", tokens=500_000, price=Price(3.0, 15.0))
    assert shown.cost == pytest.approx(1.5)
