"""ChatPrivacy: what was made with private notes is not written into a note that cannot say so."""

from pathlib import Path

from tests.privacy.scene import open_scene
from vaultdesk.chat.messages import ContextItem, Message, Source, TextPart, user_message
from vaultdesk.workspace.chat_privacy import ChatPrivacy


def made_with(*paths: str) -> tuple[Message, ...]:
    sources = tuple(Source(path=path, characters=9) for path in paths)
    return (Message(role="assistant", parts=(TextPart(text="x", sources=sources),)),)


async def test_an_answer_stays_out_of_a_note_that_is_less_private(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        privacy = ChatPrivacy(scene.rules, scene.table.called)
        assert privacy.refuses("Open.md", made_with("Plan.md", "Open.md")) == ""
        assert "private" in privacy.refuses("Open.md", made_with("Plan.md", "Personal/Diary.md"))
        assert privacy.refuses("Open.md", made_with("Asked.md"))
        assert privacy.refuses("Asked.md", made_with("Asked.md")) == ""
        assert privacy.refuses("Asked.md", made_with("Tagged.md"))
        assert privacy.refuses("Personal/Diary.md", made_with("Tagged.md", "Marked.md")) == ""
        beside = user_message("q", context=(ContextItem(kind="note", target="Personal/Diary#Today"),))
        assert privacy.refuses("Open.md", (beside,))
