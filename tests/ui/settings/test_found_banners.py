"""Found banners: one quiet line for each server, each with its own button."""

from pytestqt.qtbot import QtBot

from vaultdesk.providers.local_servers import FoundServer
from vaultdesk.ui.settings.found_banners import FoundBanners

OLLAMA = FoundServer("ollama", "Ollama", "http://127.0.0.1:11434", 3)
STUDIO = FoundServer("lmstudio", "LM Studio", "http://127.0.0.1:1234/v1", 1)


def test_each_server_is_offered_by_name_and_the_pressed_one_told(qtbot: QtBot) -> None:
    banners = FoundBanners()
    qtbot.addWidget(banners)
    told: list[object] = []
    banners.added.connect(told.append)
    banners.show_servers((OLLAMA, STUDIO))
    assert [banner.text() for banner in banners.banners()] == [
        "Ollama is running on this computer with 3 models.",
        "LM Studio is running on this computer with 1 model.",
    ]
    links = [link for banner in banners.banners() for link in banner.links]
    assert [link.text() for link in links] == ["Add Ollama", "Add LM Studio"]
    links[1].click()
    assert told == [STUDIO]


def test_without_a_server_it_takes_no_room(qtbot: QtBot) -> None:
    banners = FoundBanners()
    qtbot.addWidget(banners)
    banners.show_servers((OLLAMA,))
    assert not banners.isHidden()
    banners.show_servers(())
    assert banners.isHidden()
    assert banners.banners() == []
