"""Transcripts of YouTube videos, found by video address and language."""

import asyncio
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from msgspec import Struct

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
    address = text.strip()
    if _ID.fullmatch(address):
        return address
    found_id = _id_in_address(address if "://" in address else f"https://{address}")
    if not _ID.fullmatch(found_id):
        raise AddressBlocked(
            Phrase("This is not the address of a YouTube video"),
            hint=Phrase("Use the form https://www.youtube.com/watch?v=…"),
        )
    return found_id


def _id_in_address(address: str) -> str:
    try:
        parts = urlsplit(address)
        host = (parts.hostname or "").rstrip(".")
    except ValueError:
        return ""
    segments = [segment for segment in parts.path.split("/") if segment]
    if parts.scheme not in ("http", "https"):
        return ""
    if host in ("youtu.be", "www.youtu.be"):
        return segments[0] if segments else ""
    if not _HOSTS.fullmatch(host):
        return ""
    if segments[:1] == ["watch"] or not segments:
        query_id = parse_qs(parts.query).get("v", [""])[0]
        return query_id or (segments[1] if len(segments) > 1 else "")
    return segments[1] if len(segments) > 1 and segments[0] in _IN_PATH else ""


# The library is given a session that sends through `WebClient`, so its requests go to public addresses only, within
# limits.

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


class TranscriptLanguage(Struct, frozen=True):
    """One language in which a transcript is available."""

    code: str
    name: str
    generated: bool
    """Whether it was generated automatically."""


class VideoTranscript(Struct, frozen=True):
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
        transcripts = list(YouTubeTranscriptApi(http_client=guarded_session(bridge)).list(video))
        languages = tuple(_language(transcript) for transcript in transcripts)
        chosen = _transcript_in(transcripts, language)
        if chosen is None:
            raise _missing_language_error(language, languages)
        fetched = chosen.fetch()
    except YouTubeTranscriptApiException as error:
        raise _translated_error(error) from None
    except (RequestException, ValueError, LookupError, TypeError, AttributeError, SyntaxError):
        # YouTube's answer has an unknown format; broken XML is a SyntaxError in Python.
        raise WebRefused(_UNKNOWN_ANSWER[0], hint=_UNKNOWN_ANSWER[1]) from None
    lines = tuple((float(snippet.start), " ".join(snippet.text.split())) for snippet in fetched)
    return VideoTranscript(video, _language(chosen), lines, languages)


def _language(transcript: "FoundTranscript") -> TranscriptLanguage:
    return TranscriptLanguage(transcript.language_code, transcript.language, transcript.is_generated)


def _transcript_in(transcripts: "list[FoundTranscript]", language: str) -> "FoundTranscript | None":
    """Return the transcript in *language*; `de` matches `de-AT` too. The library lists manual transcripts first."""
    code = language.strip().lower()
    if not code:
        # An automatic transcript is in the spoken language of the video.
        spoken_language = next((transcript.language_code for transcript in transcripts if transcript.is_generated), "")
        in_spoken_language = [transcript for transcript in transcripts if transcript.language_code == spoken_language]
        return next(iter((*in_spoken_language, *transcripts)), None)
    exact = [transcript for transcript in transcripts if transcript.language_code.lower() == code]
    same_base_language = [
        transcript
        for transcript in transcripts
        if transcript.language_code.lower().partition("-")[0] == code.partition("-")[0]
    ]
    return next(iter((*exact, *same_base_language)), None)


def _missing_language_error(language: str, languages: tuple[TranscriptLanguage, ...]) -> WebError:
    if not languages:
        return WebRefused(_NO_TRANSCRIPT[0], hint=_NO_TRANSCRIPT[1])
    names = ", ".join(f"{entry.code} ({entry.name})" for entry in languages[:LANGUAGES_NAMED])
    return WebRefused(
        Phrase("There is no transcript of this video in {0}", repr(language)), hint=Phrase("Available: {0}.", names)
    )


def _translated_error(error: Exception) -> WebError:
    message, hint = next(
        (ERROR_PHRASES[cls.__name__] for cls in type(error).__mro__ if cls.__name__ in ERROR_PHRASES), _UNKNOWN_ANSWER
    )
    return WebRefused(message, hint=hint)
