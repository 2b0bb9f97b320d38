"""Requests: what is about to leave, as the gate shows it, for tests that send nothing."""

from vaultdesk.core.destination import Destination
from vaultdesk.privacy.review import ClosedNote, DisclosureRequest, Excerpt
from vaultdesk.providers.provider import Price

CLOUD = Destination("Anthropic", "api.anthropic.com", local=False)
LOCAL = Destination("Ollama", "", local=True)

NEW = Excerpt("a", "House/Boiler.md", "The boiler leaks.", "Decision", 3, 9, 400, 400)
ASKED = Excerpt("b", "Personal/Health.md", "My knee.", "", 1, 1, 80, 80, whole=True, state="ask", why="in Personal")
SENT = Excerpt("c", "House/Budget.md", "18,400", "", 0, 0, 200, 200, state="sent")
KEPT = Excerpt("d", "House/Mortgage.md", "3.1 %", "", 4, 4, 120, 120, state="kept")


def request(*excerpts: Excerpt, destination: Destination = CLOUD, **more: object) -> DisclosureRequest:
    """Return a request with *excerpts*."""
    facts: dict[str, object] = {"tokens": 1000, "price": Price(3.0, 15.0), "question": "What of the boiler?", **more}
    return DisclosureRequest(destination, "claude-sonnet-4-5", "chat_1", excerpts=excerpts, **facts)  # type: ignore[arg-type] # facts are named above


EVERYTHING = request(
    NEW, ASKED, SENT, KEPT, closed=(ClosedNote("House/Diary.md", "tagged #private"),), answers=1, comments=2
)
