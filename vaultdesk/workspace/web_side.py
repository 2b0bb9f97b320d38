"""Web side: what a workspace has of the web: search, pages, transcripts, all through one guarded client."""

from collections.abc import Callable
from dataclasses import dataclass

from vaultdesk.core.credentials import Credentials
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.web.page_fetcher import PageFetcher
from vaultdesk.web.ssrf_guard import SsrfGuard
from vaultdesk.web.web_client import WebClient
from vaultdesk.web.web_search import WebSearch
from vaultdesk.web.youtube_transcripts import TranscriptFetcher


@dataclass(frozen=True, slots=True)
class WebSide:
    """Who goes out."""

    search: WebSearch
    pages: PageFetcher
    transcripts: TranscriptFetcher


def web_side(settings: Callable[[], Settings], credentials: Credentials, client: WebClient | None = None) -> WebSide:
    """Return the web as the settings of the moment want it; *client* asks elsewhere than on the internet, for tests."""
    client = client or WebClient(SsrfGuard())
    return WebSide(WebSearch(lambda: settings().web, credentials), PageFetcher(client), TranscriptFetcher(client))
