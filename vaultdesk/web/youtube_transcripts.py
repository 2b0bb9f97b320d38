"""Transcripts of YouTube videos, found by video address and language."""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from vaultdesk.core.errors import AddressBlocked, WebError, WebRefused, WebUnreachable
from vaultdesk.core.phrases import Phrase
from vaultdesk.web.web_client import WebClient

if TYPE_CHECKING:
    from youtube_transcript_api import Transcript as FoundTranscript

    from vaultdesk.web.guarded_requests import LoopBridge


_ID = re.compile(r"[A-Za-z0-9_-]{11}")
_HOSTS = re.compile(r"(?:(?:www|m|music)\.)?youtube\.com|(?:www\.)?youtube-nocookie\.com")
_IN_PATH = frozenset({"shorts", "live", "embed", "v", "e"})


def video_id(text: str) -> str:
    """Return the id of the video in *text*, an address or the id itself. Raises `AddressBlocked`."""
    written = text.strip()
    if _ID.fullmatch(written):
        return written
    found = _id_in_address(written if "://" in written else f"https://{written}")
    if not _ID.fullmatch(found):
        raise AddressBlocked(
            Phrase("This is not the address of a YouTube video"),
            hint=Phrase("Use the form https://www.youtube.com/watch?v=…"),
        )
    return found


def _id_in_address(address: str) -> str:
    try:
        parts = urlsplit(address)
        host = (parts.hostname or "").rstrip(".")
    except ValueError:
        return ""
    steps = [step for step in parts.path.split("/") if step]
    if parts.scheme not in ("http", "https"):
        return ""
    if host in ("youtu.be", "www.youtu.be"):
        return steps[0] if steps else ""
    if not _HOSTS.fullmatch(host):
        return ""
    if steps[:1] == ["watch"] or not steps:
        given = parse_qs(parts.query).get("v", [""])[0]
        return given or (steps[1] if len(steps) > 1 else "")
    return steps[1] if len(steps) > 1 and steps[0] in _IN_PATH else ""


# The library uses our client, so that its requests go to public addresses only, within limits.

TRANSCRIPT_TIMEOUT = 45.0
"""Seconds for the three or four requests of a transcript."""

LANGUAGES_NAMED = 30
"""Maximum number of languages listed in an error; a translated video has a hundred."""

_UNAVAILABLE = (Phrase("This video does not exist or is private"), Phrase("Check the address."))
_NO_TRANSCRIPT = (
    Phrase("There is no transcript of this video"),
    Phrase("Its owner disabled transcripts, or the video has no speech."),
)
_BLOCKED = (
    Phrase("YouTube blocks automated requests from this computer"),
    Phrase("Try again later, or from another network."),
)
_UNKNOWN_ANSWER = (
    Phrase("The answer of YouTube has an unknown format"),
    Phrase("A newer version of VaultDesk may support it."),
)
_SIGN_IN_REQUIRED = (
    Phrase("YouTube shows this video only to signed-in users"),
    Phrase("Its transcript cannot be fetched."),
)

ERROR_PHRASES: Mapping[str, tuple[Phrase, Phrase]] = {
    "VideoUnavailable": _UNAVAILABLE,
    "InvalidVideoId": _UNAVAILABLE,
    "VideoUnplayable": (
        Phrase("YouTube does not play this video"),
        Phrase("It may be private, or not shown in this country."),
    ),
    "TranscriptsDisabled": _NO_TRANSCRIPT,
    "NoTranscriptFound": _NO_TRANSCRIPT,
    "NotTranslatable": _NO_TRANSCRIPT,
    "TranslationLanguageNotAvailable": _NO_TRANSCRIPT,
    "AgeRestricted": _SIGN_IN_REQUIRED,
    "IpBlocked": _BLOCKED,
    "RequestBlocked": _BLOCKED,
    "PoTokenRequired": _BLOCKED,
    "FailedToCreateConsentCookie": _BLOCKED,
    "YouTubeRequestFailed": (Phrase("YouTube did not answer the request for this video"), Phrase("Try again later.")),
    "YouTubeDataUnparsable": _UNKNOWN_ANSWER,
    "CouldNotRetrieveTranscript": _UNKNOWN_ANSWER,
    "CookieError": _UNKNOWN_ANSWER,
    "CookiePathInvalid": _UNKNOWN_ANSWER,
    "CookieInvalid": _UNKNOWN_ANSWER,
    "YouTubeTranscriptApiException": _UNKNOWN_ANSWER,
}
"""The meaning of each error of the library, by class name; a test compares the table with the library."""


@dataclass(frozen=True, slots=True)
class TranscriptLanguage:
    """One language in which a transcript is available."""

    code: str
    name: str
    generated: bool
    """Whether it was generated automatically."""


@dataclass(frozen=True, slots=True)
class VideoTranscript:
    """The transcript of one video."""

    video_id: str
    language: TranscriptLanguage
    lines: tuple[tuple[float, str], ...]
    """Seconds from the start, and the text spoken from there."""
    languages: tuple[TranscriptLanguage, ...]

    @property
    def address(self) -> str:
        """The address of the video."""
        return f"https://www.youtube.com/watch?v={self.video_id}"


class TranscriptFetcher:
    """Fetches transcripts of videos."""

    def __init__(self, client: WebClient) -> None:
        self._client = client

    async def fetch(self, address: str, language: str = "") -> VideoTranscript:
        """Return the transcript of the video at *address*, in *language* or the video's own. Raises `WebError`."""
        from vaultdesk.web.guarded_requests import LoopBridge

        video = video_id(address)
        bridge = LoopBridge(self._client, asyncio.get_running_loop())
        try:
            async with asyncio.timeout(TRANSCRIPT_TIMEOUT):
                return await asyncio.to_thread(_fetch_transcript, bridge, video, language)
        except TimeoutError:
            raise WebUnreachable(Phrase("YouTube did not answer in time"), hint=Phrase("Try again later.")) from None
        finally:
            # The thread ends with its next request, whether or not the caller is still waiting.
            bridge.stop()


def _fetch_transcript(bridge: "LoopBridge", video: str, language: str) -> VideoTranscript:
    """Call the library, in a thread: its import takes a quarter of a second, and it waits for each answer."""
    from requests.exceptions import RequestException
    from youtube_transcript_api import YouTubeTranscriptApi, YouTubeTranscriptApiException

    from vaultdesk.web.guarded_requests import guarded_session

    try:
        found = list(YouTubeTranscriptApi(http_client=guarded_session(bridge)).list(video))
        offered = tuple(_language(one) for one in found)
        chosen = _transcript_in(found, language)
        if chosen is None:
            raise _not_offered(language, offered)
        fetched = chosen.fetch()
    except YouTubeTranscriptApiException as error:
        raise _translated_error(error) from None
    except (RequestException, ValueError, LookupError, TypeError, AttributeError, SyntaxError):
        # YouTube's answer has an unknown format; broken XML is a SyntaxError in Python.
        raise WebRefused(_UNKNOWN_ANSWER[0], hint=_UNKNOWN_ANSWER[1]) from None
    lines = tuple((float(piece.start), " ".join(piece.text.split())) for piece in fetched)
    return VideoTranscript(video, _language(chosen), lines, offered)


def _language(found: "FoundTranscript") -> TranscriptLanguage:
    return TranscriptLanguage(found.language_code, found.language, found.is_generated)


def _transcript_in(found: "list[FoundTranscript]", language: str) -> "FoundTranscript | None":
    """Return the transcript in *language*; `de` matches `de-AT` too. The library lists manual transcripts first."""
    code = language.strip().lower()
    if not code:
        # An automatic transcript is in the spoken language of the video.
        spoken = next((one.language_code for one in found if one.is_generated), "")
        same = [one for one in found if one.language_code == spoken]
        return next(iter((*same, *found)), None)
    exact = [one for one in found if one.language_code.lower() == code]
    near = [one for one in found if one.language_code.lower().partition("-")[0] == code.partition("-")[0]]
    return next(iter((*exact, *near)), None)


def _not_offered(language: str, offered: tuple[TranscriptLanguage, ...]) -> WebError:
    if not offered:
        return WebRefused(_NO_TRANSCRIPT[0], hint=_NO_TRANSCRIPT[1])
    names = ", ".join(f"{one.code} ({one.name})" for one in offered[:LANGUAGES_NAMED])
    return WebRefused(
        Phrase("There is no transcript of this video in {0}", repr(language)), hint=Phrase("Available: {0}.", names)
    )


def _translated_error(error: Exception) -> WebError:
    words, hint = next(
        (ERROR_PHRASES[cls.__name__] for cls in type(error).__mro__ if cls.__name__ in ERROR_PHRASES), _UNKNOWN_ANSWER
    )
    return WebRefused(words, hint=hint)
