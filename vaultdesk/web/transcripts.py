"""Transcripts: what is said in a video on YouTube, read by a library that keeps up with YouTube's changes.

The library speaks through our own client, so that nothing of it goes anywhere but to a public place, within limits.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vaultdesk.core.errors import WebError, WebRefused, WebUnreachable
from vaultdesk.web.client import WebClient
from vaultdesk.web.video_address import video_id

if TYPE_CHECKING:
    from youtube_transcript_api import Transcript as FoundTranscript

    from vaultdesk.web.guarded_session import Carrier

SECONDS = 45.0
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
class Language:
    """One language a transcript is offered in."""

    code: str
    name: str
    generated: bool
    """Whether a machine listened, not a person."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """What is said in one video."""

    video_id: str
    language: Language
    lines: tuple[tuple[float, str], ...]
    """Seconds from the start, and what is said from there."""
    offered: tuple[Language, ...]

    @property
    def address(self) -> str:
        """Where the video is."""
        return f"https://www.youtube.com/watch?v={self.video_id}"


class Transcripts:
    """Fetches transcripts."""

    def __init__(self, client: WebClient) -> None:
        self._client = client

    async def transcript(self, address: str, language: str = "") -> Transcript:
        """Return the transcript of the video at *address*, in *language* or the video's own. Raises `WebError`."""
        from vaultdesk.web.guarded_session import Carrier

        video = video_id(address)
        carrier = Carrier(self._client, asyncio.get_running_loop())
        try:
            async with asyncio.timeout(SECONDS):
                return await asyncio.to_thread(_read, carrier, video, language)
        except TimeoutError:
            raise WebUnreachable("YouTube did not answer in time", hint="Try again later.") from None
        finally:
            # The thread ends with its next request, whatever became of whoever waited for it.
            carrier.stop()


def _read(carrier: "Carrier", video: str, language: str) -> Transcript:
    """Let the library do it, in a thread: it takes a quarter of a second to import, and waits for each answer."""
    from requests.exceptions import RequestException
    from youtube_transcript_api import YouTubeTranscriptApi, YouTubeTranscriptApiException

    from vaultdesk.web.guarded_session import guarded_session

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
    return Transcript(video, _language(chosen), lines, offered)


def _language(found: "FoundTranscript") -> Language:
    return Language(found.language_code, found.language, found.is_generated)


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


def _not_offered(language: str, offered: tuple[Language, ...]) -> WebError:
    if not offered:
        return WebRefused(_NONE[0], hint=_NONE[1])
    names = ", ".join(f"{one.code} ({one.name})" for one in offered[:LANGUAGES_NAMED])
    return WebRefused(f"There is no transcript of this video in {language!r}", hint=f"There is: {names}.")


def _trouble(error: Exception) -> WebError:
    words, hint = next((TROUBLES[cls.__name__] for cls in type(error).__mro__ if cls.__name__ in TROUBLES), _NEWER)
    return WebRefused(words, hint=hint)
