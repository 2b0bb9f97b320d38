"""Web side: what a workspace has of the web: search, pages, transcripts, all through one guarded client."""

from collections.abc import Callable
from dataclasses import dataclass

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.web.client import WebClient
from vaultdesk.web.fetch import PageFetcher
from vaultdesk.web.guard import Guard
from vaultdesk.web.search import WebSearch
from vaultdesk.web.transcripts import Transcripts


@dataclass(frozen=True, slots=True)
class WebSide:
    """Who goes out."""

    search: WebSearch
    pages: PageFetcher
    transcripts: Transcripts


def web_side(settings: Callable[[], Settings], credentials: Credentials, client: WebClient | None = None) -> WebSide:
    """Return the web as the settings of the moment want it; *client* asks elsewhere than on the internet, for tests."""
    client = client or WebClient(Guard())
    return WebSide(WebSearch(lambda: settings().web, credentials), PageFetcher(client), Transcripts(client))
