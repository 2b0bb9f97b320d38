"""YouTube: the tool, over a server that stands for the service."""

from pathlib import Path

from tests.support.desk import YES, call, open_desk
from tests.support.web_video import VIDEO, player, video_site
from vaultdesk.tools.approvals import ApprovalDecision
from vaultdesk.tools.outside import FOREIGN
from vaultdesk.tools.youtube import YoutubeTranscription, written
from vaultdesk.web.youtube_transcripts import TranscriptFetcher


async def test_a_transcript_is_shown_and_then_read(tmp_path: Path) -> None:
    with video_site() as site:
        async with open_desk(tmp_path, tools=[YoutubeTranscription(TranscriptFetcher(site.client()))]) as desk:
            (result,) = await desk.results(
                call("youtube_transcription", url=f"https://youtu.be/{VIDEO}", language="en")
            )

    assert result.data == {
        "about": FOREIGN,
        "url": f"https://www.youtube.com/watch?v={VIDEO}",
        "language": "en (English)",
        "languages": ["de (German)", "en (English)", "en (English (auto-generated))"],
        "content": "[0:00] Hello & welcome. Heat pumps work in old houses.",
    }
    asked, shown = desk.answers.requests
    assert asked.calls[0].receiver is not None
    assert asked.calls[0].receiver.host == "www.youtube.com"
    assert shown.results[0].text == "[0:00] Hello & welcome. Heat pumps work in old houses."
    assert desk.runner.taint.flags("chat_1").untrusted


async def test_a_transcript_that_is_left_out_goes_nowhere(tmp_path: Path) -> None:
    nothing = ApprovalDecision(approved=True, results=())
    with video_site() as site:
        async with open_desk(
            tmp_path, YES, nothing, tools=[YoutubeTranscription(TranscriptFetcher(site.client()))]
        ) as desk:
            (result,) = await desk.results(call("youtube_transcription", url=VIDEO))

    assert "Hello" not in result.model_dump_json()


async def test_no_transcript_and_no_video_are_told_without_a_second_question(tmp_path: Path) -> None:
    with video_site(player()) as site:
        async with open_desk(tmp_path, tools=[YoutubeTranscription(TranscriptFetcher(site.client()))]) as desk:
            (none,) = await desk.results(call("youtube_transcription", url=VIDEO))
            (wrong,) = await desk.results(call("youtube_transcription", "call_2", url="https://vimeo.com/1"))

            assert len(desk.answers.requests) == 1
    assert [one.error.message.split(".")[0] for one in (none, wrong) if one.error is not None] == [
        "There is no transcript of this video", "This is no address of a video on YouTube",
    ]  # fmt: skip


def test_half_minutes_are_lines_with_their_time() -> None:
    lines = ((0.0, "a"), (20.0, "b"), (31.0, "c"), (45.0, ""), (3723.5, "d"))

    assert written(lines) == "[0:00] a b\n[0:31] c\n[1:02:03] d"
    assert written(()) == ""
