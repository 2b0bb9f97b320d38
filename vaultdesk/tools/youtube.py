"""YouTube: the tool `youtube_transcription`. What is said in a video is a stranger's text too."""

from collections.abc import Collection
from typing import ClassVar

from pydantic import Field, JsonValue

from vaultdesk.core.destination import Destination
from vaultdesk.tools.outside import FOREIGN, OutsideTool, ResultChoice, result_choice
from vaultdesk.tools.tool import Parameters, ToolFailure, ToolOutput, View
from vaultdesk.tools.visible import short
from vaultdesk.web.youtube_transcripts import TranscriptFetcher, TranscriptLanguage, video_id

PARAGRAPH = 30.0
"""Seconds of speech in one line with its time: a place in the video that can be found again."""

SERVICE = Destination("YouTube", "www.youtube.com", local=False)


class YoutubeParameters(Parameters):
    """Which video."""

    url: str = Field(min_length=1, max_length=500, description="Address of the video.")
    language: str | None = Field(default=None, max_length=20, description="Like `en`; the video's own if left out.")
    offset: int = Field(default=0, ge=0, description="Characters to skip, to go on.")


class YoutubeTranscription(OutsideTool[YoutubeParameters]):
    """Fetches what is said in a video (CONTRACTS; seed copilot-chain-runner)."""

    name: ClassVar[str] = "youtube_transcription"
    display_name: ClassVar[str] = "Transcript of a video"
    purpose: ClassVar[str] = "asks YouTube for what is said in a video. You see it before the model does."
    description: ClassVar[str] = "Get what is said in a video on YouTube the user named, with times."
    category: ClassVar[str] = "web"
    parameters: ClassVar[type[Parameters]] = YoutubeParameters
    timeout: ClassVar[float] = 60.0

    def __init__(self, transcripts: TranscriptFetcher) -> None:
        self._transcripts = transcripts

    def receiver(self, arguments: YoutubeParameters) -> Destination:
        """Return the service; the address must be one of its videos. Raises `AddressBarred`."""
        video_id(arguments.url)
        return SERVICE

    async def run(self, arguments: YoutubeParameters, view: View) -> ToolOutput:
        """Fetch the transcript."""
        found = await self._transcripts.transcript(arguments.url, arguments.language or "")
        rest = written(found.lines)[arguments.offset :]
        if not rest:
            raise ToolFailure("NETWORK_FAILED", "The transcript ends before that." if found.lines else "It is empty.")
        return ToolOutput(
            {
                "about": FOREIGN,
                "url": found.address,
                "language": _named(found.language),
                "languages": [_named(one) for one in found.offered],
                "content": rest,
            }
        )

    def results(self, data: JsonValue) -> tuple[ResultChoice, ...]:
        """Return the transcript as the one result."""
        if not isinstance(data, dict):
            return ()
        title = f"Transcript, {data['language']}"
        return (result_choice(1, title, str(data["url"]), str(data["content"])),)

    def with_results(self, data: JsonValue, chosen: Collection[str]) -> JsonValue:
        """Return the transcript: who leaves it out has refused the call."""
        return data if "1" in chosen else None

    def summary(self, arguments: YoutubeParameters) -> str:
        """Return the address."""
        return short(arguments.url, 80)

    def action(self, arguments: YoutubeParameters) -> str:
        """Return `Get the transcript of https://youtu.be/…`."""
        return f"Get the transcript of {short(arguments.url, 80)}"


def written(lines: tuple[tuple[float, str], ...]) -> str:
    """Return *lines* as paragraphs of half a minute, each with the time it begins at."""
    paragraphs: list[list[str]] = []
    begun = 0.0
    for start, text in lines:
        if not paragraphs or start - begun >= PARAGRAPH:
            begun = start
            paragraphs.append([f"[{_clock(start)}]"])
        if text:
            paragraphs[-1].append(text)
    return "\n".join(" ".join(paragraph) for paragraph in paragraphs)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _named(language: TranscriptLanguage) -> str:
    # The service adds "(auto-generated)" to the name of what a machine wrote down.
    return f"{language.code} ({' '.join(language.name.split())[:60]})"
