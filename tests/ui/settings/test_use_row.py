"""Use row: who answers in chats is told by name, and by label where the name is not known any more."""

from pathlib import Path

from tests.ui.settings.settings_desk import on_settings_loop, settings_desk
from vaultdesk.ui.settings.use_row import UseRow


@on_settings_loop
async def test_who_is_asked_is_told(tmp_path: Path) -> None:
    row = UseRow(settings_desk(tmp_path).catalog)
    told = []
    for asked in ("openai/gpt-x", "offline/offline", "anthropic/opus", "gone/model"):
        row.show_asked(asked, "anthropic/opus")
        told.append(row.words())
    assert told == [
        "Chats ask OpenAI · gpt-x now.",
        "Chats ask Offline assistant now.",
        "Chats ask this one now.",
        "Chats ask gone/model now.",
    ]
