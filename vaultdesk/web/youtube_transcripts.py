"""Transcripts of YouTube videos, found by video address and language."""

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from vaultdesk.core.errors import AddressBarred, WebError, WebRefused, WebUnreachable
from vaultdesk.web.web_client import WebClient

if TYPE_CHECKING:
    from youtube_transcript_api import Transcript as FoundTranscript

    from vaultdesk.web.guarded_requests import LoopBridge


_ID = re.compile(r"[A-Za-z0-9_-]{11}")
_HOSTS = re.compile(r"(?:(?:www|m|music)\.)?youtube\.com|(?:www\.)?youtube-nocookie\.com")
_IN_PATH = frozenset({"shorts", "live", "embed", "v", "e"})


def video_id(text: str) -> str:
    """Return the id of the video *text* names: an address, or the id itself. Raises `AddressBarred`."""
    written = text.strip()
    if _ID.fullmatch(written):
        return written
    found = _named(written if "://" in written else f"https://{written}")
    if not _ID.fullmatch(found):
        raise AddressBarred(
            "This is no address of a video on YouTube", hint="Give it like https://www.youtube.com/watch?v=…"
        )
    return found


def _named(address: str) -> str:
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


# The library speaks through our own client, so that nothing of it goes anywhere but to a public place, within limits.

TRANSCRIPT_TIMEOUT = 45.0
"""For the three or four requests a transcript takes."""

LANGUAGES_NAMED = 30
"""Languages an error names; a translated video has a hundred."""

_GONE = ("This video is not there, or is private", "Check the address.")
_NONE = ("There is no transcript of this video", "Its owner switched it off, or nothing is said in it.")
_ROBOT = ("YouTube takes this computer for a robot and does not answer", "Try again later, or from another network.")
_NEWER = ("YouTube answered in a way that is not known", "A newer version of VaultDesk may know it.")
_PAID = ("YouTube shows this video to people who have signed in only", "Its transcript cannot be fetched.")

TROUBLES: Mapping[str, tuple[str, str]] = {
    "VideoUnavailable": _GONE,
    "InvalidVideoId": _GONE,
    "VideoUnplayable": ("YouTube does not play this video", "It may be private, or not shown in this country."),
    "TranscriptsDisabled": _NONE,
    "NoTranscriptFound": _NONE,
    "NotTranslatable": _NONE,
    "TranslationLanguageNotAvailable": _NONE,
    "AgeRestricted": _PAID,
    "IpBlocked": _ROBOT,
    "RequestBlocked": _ROBOT,
    "PoTokenRequired": _ROBOT,
    "FailedToCreateConsentCookie": _ROBOT,
    "YouTubeRequestFailed": ("YouTube did not answer the question for this video", "Try again later."),
    "YouTubeDataUnparsable": _NEWER,
    "CouldNotRetrieveTranscript": _NEWER,
    "CookieError": _NEWER,
    "CookiePathInvalid": _NEWER,
    "CookieInvalid": _NEWER,
    "YouTubeTranscriptApiException": _NEWER,
}
"""What each error of the library means, by class name; a test holds the table against the library."""


@dataclass(frozen=True, slots=True)
class TranscriptLanguage:
    """One language a transcript is offered in."""

    code: str
    name: str
    generated: bool
    """Whether a machine listened, not a person."""


@dataclass(frozen=True, slots=True)
class VideoTranscript:
    """What is said in one video."""

    video_id: str
    language: TranscriptLanguage
    lines: tuple[tuple[float, str], ...]
    """Seconds from the start, and what is said from there."""
    offered: tuple[TranscriptLanguage, ...]

    @property
    def address(self) -> str:
        """Where the video is."""
        return f"https://www.youtube.com/watch?v={self.video_id}"


class TranscriptFetcher:
    """Fetches transcripts."""

    def __init__(self, client: WebClient) -> None:
        self._client = client

    async def transcript(self, address: str, language: str = "") -> VideoTranscript:
        """Return the transcript of the video at *address*, in *language* or the video's own. Raises `WebError`."""
        from vaultdesk.web.guarded_requests import LoopBridge

        video = video_id(address)
        carrier = LoopBridge(self._client, asyncio.get_running_loop())
        try:
            async with asyncio.timeout(TRANSCRIPT_TIMEOUT):
                return await asyncio.to_thread(_read, carrier, video, language)
        except TimeoutError:
            raise WebUnreachable("YouTube did not answer in time", hint="Try again later.") from None
        finally:
            # The thread ends with its next request, whatever became of whoever waited for it.
            carrier.stop()


def _read(carrier: "LoopBridge", video: str, language: str) -> VideoTranscript:
    """Let the library do it, in a thread: it takes a quarter of a second to import, and waits for each answer."""
    from requests.exceptions import RequestException
    from youtube_transcript_api import YouTubeTranscriptApi, YouTubeTranscriptApiException

    from vaultdesk.web.guarded_requests import guarded_session

    try:
        found = list(YouTubeTranscriptApi(http_client=guarded_session(carrier)).list(video))
        offered = tuple(_language(one) for one in found)
        chosen = _chosen(found, language)
        if chosen is None:
            raise _not_offered(language, offered)
        fetched = chosen.fetch()
    except YouTubeTranscriptApiException as error:
        raise _trouble(error) from None
    except (RequestException, ValueError, LookupError, TypeError, AttributeError, SyntaxError):
        # YouTube's answer in another shape than the library knows; broken XML is a SyntaxError to Python.
        raise WebRefused(_NEWER[0], hint=_NEWER[1]) from None
    lines = tuple((float(piece.start), " ".join(piece.text.split())) for piece in fetched)
    return VideoTranscript(video, _language(chosen), lines, offered)


def _language(found: "FoundTranscript") -> TranscriptLanguage:
    return TranscriptLanguage(found.language_code, found.language, found.is_generated)


def _chosen(found: "list[FoundTranscript]", language: str) -> "FoundTranscript | None":
    """Return the transcript in *language*; `de` takes `de-AT` too. The library lists what people wrote first."""
    wanted = language.strip().lower()
    if not wanted:
        # A machine writes down what is spoken: that tells the language of the video.
        spoken = next((one.language_code for one in found if one.is_generated), "")
        same = [one for one in found if one.language_code == spoken]
        return next(iter((*same, *found)), None)
    exact = [one for one in found if one.language_code.lower() == wanted]
    near = [one for one in found if one.language_code.lower().partition("-")[0] == wanted.partition("-")[0]]
    return next(iter((*exact, *near)), None)


def _not_offered(language: str, offered: tuple[TranscriptLanguage, ...]) -> WebError:
    if not offered:
        return WebRefused(_NONE[0], hint=_NONE[1])
    names = ", ".join(f"{one.code} ({one.name})" for one in offered[:LANGUAGES_NAMED])
    return WebRefused(f"There is no transcript of this video in {language!r}", hint=f"There is: {names}.")


def _trouble(error: Exception) -> WebError:
    words, hint = next((TROUBLES[cls.__name__] for cls in type(error).__mro__ if cls.__name__ in TROUBLES), _NEWER)
    return WebRefused(words, hint=hint)
