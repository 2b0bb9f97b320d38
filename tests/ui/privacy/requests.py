"""Disclosure requests for tests that send nothing."""

from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.disclosure_review import ClosedNote, DisclosureExcerpt, DisclosureRequest
from vaultdesk.providers.provider import Price

CLOUD = Destination("Anthropic", "api.anthropic.com", local=False)
LOCAL = Destination("Ollama", "", local=True)

NEW = DisclosureExcerpt("a", "House/Boiler.md", "The boiler leaks.", "Decision", 3, 9, 400)
PRIVATE = DisclosureExcerpt(
    "b", "Personal/Health.md", "My knee.", "", 1, 1, 80, is_whole_note=True, state="ask", reason="in Personal"
)
SENT = DisclosureExcerpt("c", "House/Budget.md", "18,400", "", 0, 0, 200, state="sent")
WITHHELD = DisclosureExcerpt("d", "House/Mortgage.md", "3.1 %", "", 4, 4, 120, state="kept")


def request(*excerpts: DisclosureExcerpt, destination: Destination = CLOUD, **overrides: object) -> DisclosureRequest:
    """Return a request with *excerpts*."""
    fields: dict[str, object] = {
        "tokens": 1000,
        "price": Price(3.0, 15.0),
        "question": "What of the boiler?",
        **overrides,
    }
    return DisclosureRequest(destination, "claude-sonnet-4-5", "chat_1", excerpts=excerpts, **fields)  # type: ignore[arg-type] # fields are named above


EVERYTHING = request(
    NEW,
    PRIVATE,
    SENT,
    WITHHELD,
    closed_notes=(ClosedNote("House/Diary.md", "tagged #private"),),
    withheld_answers=1,
    withheld_comments=2,
)
