"""Tests of the banner on chat notes in ui/chat/chat_commands.py."""

from pathlib import Path

import pytest

from tests.support.desktop import open_views, running_desktop
from tests.support.qt_loop import on_qt_loop, until
from tests.support.vaults import write_vault
from vaultdesk.ui.widgets.banner import Banner

CHATGPT_MD = """---
model: openai@gpt-5
---
What is a heat pump?

<hr class="__chatgpt_plugin">

### role::assistant<span style="font-size: small;"> (openai@gpt-5)</span>

A fridge turned inside out.

<hr class="__chatgpt_plugin">

### role::user

"""
NOTES = {"Boiler.md": "# Boiler\n\nIt leaks.\n", "Pump.md": CHATGPT_MD}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    write_vault(tmp_path / "Lindenweg", NOTES)
    return tmp_path / "Lindenweg"


@on_qt_loop
async def test_chat_note_shows_a_banner_that_opens_it_in_the_chat(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.notes.open("Pump.md")
        await until(lambda: views.notes.current_page and views.notes.current_page.banner.topic == "chat")
        page = views.notes.current_page
        assert page is not None
        assert page.banner.text() == "This note is a chat."
        page.banner.findChildren(Banner)[0].links[0].click()
        await until(lambda: views.chat.transcript.views)
        assert [view.exchange.text for view in views.chat.transcript.views] == ["A fridge turned inside out."]
        assert (vault / "Pump.md").read_text(encoding="utf-8") == CHATGPT_MD, "opening wrote into the note"


@on_qt_loop
async def test_other_note_shows_no_banner(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.notes.open("Pump.md")
        await until(lambda: views.notes.current_page and views.notes.current_page.banner.topic == "chat")
        views.notes.open("Boiler.md")
        await until(lambda: views.notes.current_path == "Boiler.md")
        page = views.notes.current_page
        assert page is not None
        await until(lambda: page.banner.topic == "")
