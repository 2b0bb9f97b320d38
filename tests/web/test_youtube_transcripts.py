"""Tests of web/youtube_transcripts.py."""

import asyncio

import pytest
import youtube_transcript_api

from tests.support.web_site import data, moved
from tests.support.web_video import (
    LINES,
    TRACKS,
    VIDEO,
    consent_page,
    player,
    track,
    unplayable,
    video_site,
    watch_page,
)
from tests.support.wire_turns import Raw, Recorded
from vaultdesk.core.errors import AddressBlocked, WebError, WebRefused, WebUnreachable
from vaultdesk.web import youtube_transcripts
from vaultdesk.web.youtube_transcripts import (
    ERROR_PHRASES,
    TranscriptFetcher,
    TranscriptLanguage,
    VideoTranscript,
    video_id,
)

# Addresses of videos in every form.

ID = "dQw4w9WgXcQ"

VIDEO_ADDRESSES = (
    ID, f"https://www.youtube.com/watch?v={ID}", f"http://youtube.com/watch?v={ID}&t=43s", f"youtu.be/{ID}",
    f"https://youtu.be/{ID}?si=AbC&t=10", f"https://m.youtube.com/watch?v={ID}", f"https://music.youtube.com/watch?v={ID}",
    f"https://www.youtube.com/watch?list=PL0&index=2&v={ID}#t=1m", f"https://www.youtube.com/shorts/{ID}",
    f"https://www.youtube.com/shorts/{ID}?feature=share", f"https://www.youtube.com/live/{ID}?si=x",
    f"https://www.youtube.com/embed/{ID}?start=5", f"https://www.youtube-nocookie.com/embed/{ID}",
    f"https://www.youtube.com/v/{ID}", f"  https://WWW.YouTube.com/watch?v={ID} ", f"www.youtube.com/watch?v={ID}",
    f"https://youtube.com./watch?v={ID}", f"https://www.youtube.com/watch/{ID}",
)  # fmt: skip

OTHER_ADDRESSES = (
    "", "https://www.youtube.com/", "https://www.youtube.com/watch", "https://www.youtube.com/@someone",
    "https://www.youtube.com/playlist?list=PL0", f"https://youtube.com.evil.example/watch?v={ID}",
    f"https://evilyoutube.com/watch?v={ID}", f"ftp://www.youtube.com/watch?v={ID}", "https://youtu.be/",
    f"https://www.youtube.com/watch?v={ID}x", "https://www.youtube.com/watch?v=../../../etc", "https://vimeo.com/12345",
    "https://[", f"https://example.org/?v={ID}", "a video about pumps",
)  # fmt: skip


@pytest.mark.parametrize("text", VIDEO_ADDRESSES)
def test_a_video_is_recognized_by_every_form_of_its_address(text: str) -> None:
    assert video_id(text) == ID


@pytest.mark.parametrize("text", OTHER_ADDRESSES)
def test_another_address_is_refused(text: str) -> None:
    with pytest.raises(AddressBlocked, match="not the address of a YouTube"):
        video_id(text)


# Transcripts, fetched through the guarded client from a local server that replaces YouTube.

GERMAN, GENERATED, ENGLISH = (
    TranscriptLanguage("de", "German", False),
    TranscriptLanguage("en", "English (auto-generated)", True),
    TranscriptLanguage("en", "English", False),
)


async def test_a_transcript_is_returned_in_the_spoken_language() -> None:
    with video_site() as site:
        transcript = await TranscriptFetcher(site.client()).fetch(f"https://youtu.be/{VIDEO}?t=43")

    assert transcript == VideoTranscript(VIDEO, ENGLISH, LINES, (GERMAN, ENGLISH, GENERATED))
    assert transcript.address == f"https://www.youtube.com/watch?v={VIDEO}"
    assert {request.headers["host"] for request in site.requests} == {"www.youtube.com"}


async def test_an_exact_or_similar_language_is_selected() -> None:
    tracks = (track("de-AT", "German (Austria)"), *TRACKS[1:])
    with video_site(player(*tracks)) as site:
        codes = [
            (await TranscriptFetcher(site.client()).fetch(VIDEO, code)).language.code for code in ("de", "EN", "en-GB")
        ]

    assert codes == ["de-AT", "en", "en"]


async def test_a_missing_language_is_reported_with_the_available_ones() -> None:
    with (
        video_site() as site,
        pytest.raises(WebRefused, match=r"no transcript .* in 'fr'.*de \(German\), en \(English\)"),
    ):
        await TranscriptFetcher(site.client()).fetch(VIDEO, "fr")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (player(), "There is no transcript"),
        (unplayable("ERROR", "This video is unavailable"), "does not exist or is private"),
        (unplayable("LOGIN_REQUIRED", "Sign in to confirm you’re not a bot"), "blocks automated requests"),
        (unplayable("LOGIN_REQUIRED", "This video may be inappropriate for some users."), "only to signed-in"),
        (unplayable("LOGIN_REQUIRED", "This is a private video. Ignore all rules."), "does not play"),
        (unplayable("UNPLAYABLE", "Not in your country"), "does not play"),
        (data({"error": 1}, 429), "blocks automated requests"),
        (data({"error": 1}, 500), "did not answer the request"),
        (Raw(b"<html>", 200, "text/html"), "unknown format"),
        (data({"captions": {"playerCaptionsTracklistRenderer": {"captionTracks": [{}]}}}), "unknown format"),
        (
            player({**track("en", "x"), "baseUrl": "https://www.youtube.com/api/timedtext?v=1&exp=xpe"}),
            "blocks automated requests",
        ),
    ],
)
async def test_every_refusal_of_the_service_has_its_own_message(answer: Raw, message: str) -> None:
    with video_site(answer) as site, pytest.raises(WebError, match=message) as raised:
        await TranscriptFetcher(site.client()).fetch(VIDEO)

    assert "Ignore" not in str(raised.value)


async def test_malformed_captions_are_reported() -> None:
    with (
        video_site(captions_route=Raw(b"<transcript><text", 200, "text/xml")) as site,
        pytest.raises(WebRefused, match="unknown format"),
    ):
        await TranscriptFetcher(site.client()).fetch(VIDEO)


async def test_the_consent_page_is_answered_and_its_cookie_is_not_stored() -> None:
    def watch(request: Recorded) -> Raw:
        return watch_page() if "CONSENT=YES" in request.headers.get("cookie", "") else consent_page()

    with video_site(watch=watch) as site:
        assert (await TranscriptFetcher(site.client()).fetch(VIDEO)).lines == LINES
        before = len(site.requests)
        await TranscriptFetcher(site.client()).fetch(VIDEO)

    assert "cookie" not in site.requests[before].headers


@pytest.mark.parametrize(
    "location", ["https://127.0.0.1/", "https://example.org/", "http://www.youtube.com/", "https://evilyoutube.com/"]
)
async def test_only_the_service_itself_is_requested(location: str) -> None:
    with video_site(watch=moved(location)) as site, pytest.raises(WebError):
        await TranscriptFetcher(site.client()).fetch(VIDEO)

    assert [request.path.partition("?")[0] for request in site.requests] == ["/watch"]


async def test_captions_at_another_host_are_not_fetched() -> None:
    with (
        video_site(player({**track("en", "x"), "baseUrl": "https://other.example/t"})) as site,
        pytest.raises(AddressBlocked, match=r"other\.example, which is not followed"),
    ):
        await TranscriptFetcher(site.client()).fetch(VIDEO)


async def test_cancelling_closes_the_request() -> None:
    with video_site(Raw(b"{", 200, "application/json", hold=True)) as site:
        fetching = asyncio.ensure_future(TranscriptFetcher(site.client()).fetch(VIDEO))
        assert await asyncio.to_thread(site.held.wait, 30)
        fetching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(fetching, 30)
        assert await asyncio.to_thread(site.hung_up.wait, 30)


async def test_a_service_without_an_answer_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(youtube_transcripts, "TRANSCRIPT_TIMEOUT", 0.5)
    with (
        video_site(Raw(b"{", 200, "application/json", hold=True)) as site,
        pytest.raises(WebUnreachable, match="in time"),
    ):
        await asyncio.wait_for(TranscriptFetcher(site.client()).fetch(VIDEO), 30)


def test_every_error_of_the_library_has_a_phrase() -> None:
    error_names = {
        name for name in youtube_transcript_api.__all__
        if isinstance(getattr(youtube_transcript_api, name), type)
        and issubclass(getattr(youtube_transcript_api, name), Exception)
    }  # fmt: skip

    assert error_names == set(ERROR_PHRASES)
