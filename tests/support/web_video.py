"""Web video: YouTube's watch page, its player's answer and its captions, in their own shapes, for one video."""

import html
from typing import Any

from tests.support.web_site import Route, WebSite, data
from tests.support.wire_turns import Raw, Recorded

VIDEO = "dQw4w9WgXcQ"
KEY = "AIzaSyCanary-0123456789"
LINES = ((0.0, "Hello & welcome."), (2.5, "Heat pumps work in old houses."))


def watch_page() -> Raw:
    """The page of the video, as far as anybody reads it."""
    return Raw(f'<html><script>ytcfg.set({{"INNERTUBE_API_KEY": "{KEY}"}})</script></html>'.encode(), 200, "text/html")


def consent_page() -> Raw:
    """What is shown in Europe until a cookie says yes."""
    form = '<form action="https://consent.youtube.com/s"><input type="hidden" name="v" value="cb.20260101-p0"></form>'
    return Raw(f"<html>{form}</html>".encode(), 200, "text/html")


def track(code: str, name: str, *, generated: bool = False) -> dict[str, Any]:
    """One language."""
    made: dict[str, Any] = {
        "baseUrl": f"https://www.youtube.com/api/timedtext?v={VIDEO}&lang={code}&fmt=srv3",
        "name": {"runs": [{"text": name}]},
        "vssId": f".{code}",
        "languageCode": code,
        "isTranslatable": True,
    }
    return {**made, "kind": "asr"} if generated else made


TRACKS = (track("de", "German"), track("en", "English (auto-generated)", generated=True), track("en", "English"))


def player(*tracks: dict[str, Any]) -> Raw:
    """The player's answer: what captions there are."""
    told: dict[str, Any] = {"playabilityStatus": {"status": "OK"}}
    if tracks:
        told["captions"] = {
            "playerCaptionsTracklistRenderer": {
                "captionTracks": list(tracks),
                "translationLanguages": [{"languageCode": "fr", "languageName": {"runs": [{"text": "French"}]}}],
            }
        }
    return data(told)


def unplayable(status: str, reason: str) -> Raw:
    """The player's answer for a video it does not play."""
    return data({"playabilityStatus": {"status": status, "reason": reason}})


def captions(_request: Recorded | None = None) -> Raw:
    """The captions themselves."""
    texts = "".join(f'<text start="{start}" dur="2.1">{html.escape(html.escape(line))}</text>' for start, line in LINES)
    return Raw(f'<?xml version="1.0" encoding="utf-8" ?><transcript>{texts}</transcript>'.encode(), 200, "text/xml")


def video_site(answer: Route | None = None, *, watch: Route | None = None, said: Route | None = None) -> WebSite:
    """Return a server that stands for YouTube."""
    return WebSite(
        {
            "/watch": watch or watch_page(),
            "/youtubei/v1/player": answer or player(*TRACKS),
            "/api/timedtext": said or captions,
        },
        secure=True,
    )
