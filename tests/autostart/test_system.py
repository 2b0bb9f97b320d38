"""System: each system has its own way."""

import pytest

from vaultdesk.autostart.desktop_entry import AutostartFile
from vaultdesk.autostart.launch_agent import LaunchAgent
from vaultdesk.autostart.system import own_autostart


@pytest.mark.parametrize(
    ("system", "kind"), [("linux", AutostartFile), ("freebsd14", AutostartFile), ("darwin", LaunchAgent)]
)
def test_the_way_is_the_system_s(monkeypatch: pytest.MonkeyPatch, system: str, kind: type) -> None:
    monkeypatch.setattr("vaultdesk.autostart.system.sys.platform", system)
    assert type(own_autostart()) is kind
