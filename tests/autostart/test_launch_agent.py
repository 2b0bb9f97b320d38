"""Launch agent: a property list that says what macOS reads, and is read back."""

import plistlib
from pathlib import Path

import pytest

from vaultdesk.autostart.entry import Standing, start_words
from vaultdesk.autostart.launch_agent import LaunchAgent
from vaultdesk.errors import SettingsError


def test_it_is_off_until_it_is_switched_on_and_off_again_after(tmp_path: Path) -> None:
    agent = LaunchAgent(tmp_path, {})
    assert agent.standing() == Standing()
    agent.switch(True, True)

    assert agent.standing() == Standing("on", hidden=True)
    said = plistlib.loads(agent.file.read_bytes())
    assert said["Label"] == agent.file.stem == "io.github.vaultdesk.VaultDesk"
    assert said["ProgramArguments"] == start_words(True, {})
    assert said["RunAtLoad"] is True
    assert "EnvironmentVariables" not in said

    agent.switch(False, False)
    assert agent.standing() == Standing()
    assert not agent.file.exists()


def test_what_is_disabled_is_off(tmp_path: Path) -> None:
    agent = LaunchAgent(tmp_path, {})
    agent.switch(True, False)
    said = plistlib.loads(agent.file.read_bytes())
    agent.file.write_bytes(plistlib.dumps({**said, "Disabled": True}))

    assert agent.standing() == Standing()


def test_a_program_that_is_gone_and_a_home_of_another_are_told(tmp_path: Path) -> None:
    agent = LaunchAgent(tmp_path, {"VAULTDESK_HOME": "/a"})
    agent.switch(True, False)
    assert agent.standing() == Standing("on")
    assert LaunchAgent(tmp_path, {}).standing().state == "other"

    said = plistlib.loads(agent.file.read_bytes())
    agent.file.write_bytes(plistlib.dumps({**said, "ProgramArguments": ["/Applications/Gone.app/vaultdesk"]}))
    assert agent.standing() == Standing("gone", False, "/Applications/Gone.app/vaultdesk")


def test_a_copy_that_the_system_runs_from_elsewhere_makes_no_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sys.executable", "/private/var/folders/x/AppTranslocation/VaultDesk.app/Contents/MacOS/vaultdesk"
    )
    assert LaunchAgent(tmp_path, {}).standing() == Standing(barrier="moved")


@pytest.mark.parametrize(
    "data", [b"", b"<plist>", b"bplist00", plistlib.dumps([]), plistlib.dumps({"RunAtLoad": True})]
)
def test_a_file_that_cannot_be_read_starts_nothing(tmp_path: Path, data: bytes) -> None:
    agent = LaunchAgent(tmp_path, {})
    agent.file.parent.mkdir(parents=True)
    agent.file.write_bytes(data)

    assert agent.standing() == Standing()


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "Library").write_text("a file where the folder should be")
    with pytest.raises(SettingsError, match="could not be changed"):
        LaunchAgent(tmp_path, {}).switch(True, False)
