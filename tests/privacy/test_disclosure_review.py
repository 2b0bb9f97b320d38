"""Tests of privacy/disclosure_review.py: the figures shown to the user."""

from tests.support.tool_env import REMOTE
from vaultdesk.privacy.disclosure_review import DisclosureExcerpt, DisclosureRequest


def excerpt(name: str, **more: object) -> DisclosureExcerpt:
    return DisclosureExcerpt(id=name, path=f"{name}.md", text="It leaks.", **more)  # type: ignore[arg-type]  # its fields


def test_withheld_excerpts_are_not_counted() -> None:
    request = DisclosureRequest(
        REMOTE, "m", "c", "Q", (excerpt("a"), excerpt("b", state="kept"), excerpt("c", state="ask")), tokens=2_000
    )
    assert request.notes == 2
    assert [waiting.id for waiting in request.waiting_excerpts] == ["c"]
