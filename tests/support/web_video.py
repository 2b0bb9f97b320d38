"""Web video: watch page, player response and captions of YouTube for one video, in their formats."""

import html
from typing import Any

from tests.support.web_site import Route, WebSite, data
from tests.support.wire_turns import Raw, Recorded

VIDEO = "dQw4w9WgXcQ"
KEY = "AIzaSyCanary-0123456789"
LINES = ((0.0, "Hello & welcome."), (2.5, "Heat pumps work in old houses."))


def watch_page() -> Raw:
    """Return the parts of the watch page that the program reads."""
    return Raw(f'<html><script>ytcfg.set({{"INNERTUBE_API_KEY": "{KEY}"}})</script></html>'.encode(), 200, "text/html")


def consent_page() -> Raw:
    """Return the consent page shown in Europe until a cookie is set."""
    form = '<form action="https://consent.youtube.com/s"><input type="hidden" name="v" value="cb.20260101-p0"></form>'
    return Raw(f"<html>{form}</html>".encode(), 200, "text/html")


def track(code: str, name: str, *, generated: bool = False) -> dict[str, Any]:
    """Return a caption track in one language."""
    fields: dict[str, Any] = {
        "baseUrl": f"https://www.youtube.com/api/timedtext?v={VIDEO}&lang={code}&fmt=srv3",
        "name": {"runs": [{"text": name}]},
        "vssId": f".{code}",
        "languageCode": code,
        "isTranslatable": True,
    }
    return {**fields, "kind": "asr"} if generated else fields


TRACKS = (track("de", "German"), track("en", "English (auto-generated)", generated=True), track("en", "English"))


def player(*tracks: dict[str, Any]) -> Raw:
    """Return the player response with the available captions."""
    response: dict[str, Any] = {"playabilityStatus": {"status": "OK"}}
    if tracks:
        response["captions"] = {
            "playerCaptionsTracklistRenderer": {
                "captionTracks": list(tracks),
                "translationLanguages": [{"languageCode": "fr", "languageName": {"runs": [{"text": "French"}]}}],
            }
        }
    return data(response)


def unplayable(status: str, reason: str) -> Raw:
    """Return the player response for an unplayable video."""
    return data({"playabilityStatus": {"status": status, "reason": reason}})


def captions(_request: Recorded | None = None) -> Raw:
    """Return the captions."""
    texts = "".join(f'<text start="{start}" dur="2.1">{html.escape(html.escape(line))}</text>' for start, line in LINES)
    return Raw(f'<?xml version="1.0" encoding="utf-8" ?><transcript>{texts}</transcript>'.encode(), 200, "text/xml")


def video_site(
    answer: Route | None = None, *, watch: Route | None = None, captions_route: Route | None = None
) -> WebSite:
    """Return a server in place of YouTube."""
    return WebSite(
        {
            "/watch": watch or watch_page(),
            "/youtubei/v1/player": answer or player(*TRACKS),
            "/api/timedtext": captions_route or captions,
        },
        secure=True,
    )
