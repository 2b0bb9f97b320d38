"""Desktop entry: what is written is what desktops read, and the file alone is the truth."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import which

import pytest

from vaultdesk.autostart.desktop_entry import AutostartFile, command_words, exec_value
from vaultdesk.autostart.entry import Standing
from vaultdesk.errors import SettingsError

Make = Callable[..., AutostartFile]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(**more: str) -> AutostartFile:
        return AutostartFile({"XDG_CONFIG_HOME": str(tmp_path / "config"), **more}, tmp_path / "flatpak-info")

    return made


def test_it_is_off_until_it_is_switched_on_and_off_again_after(make: Make, tmp_path: Path) -> None:
    start = make()
    assert start.standing() == Standing()

    start.switch(True, False)
    assert start.file == tmp_path / "config" / "autostart" / "io.github.vaultdesk.VaultDesk.desktop"
    assert start.standing() == Standing("on")
    start.switch(True, True)
    assert start.standing() == Standing("on", hidden=True)
    start.switch(False, True)
    assert not start.file.exists()
    assert start.standing() == Standing()
    start.switch(False, False)


@pytest.mark.parametrize(
    "words",
    [
        ["/opt/vaultdesk/vaultdesk", "--hidden"],
        ["/home of Ann O'Hara/My Tools (new)/vault desk", "--hidden"],
        ['/a"b/c$d/e`f/g\\h/100%/&;<>|*?#~', "x"],
        ["/näß/程序", ""],
    ],
)
def test_every_path_is_read_back_as_it_was(words: list[str]) -> None:
    assert command_words(exec_value(words)) == words


def test_the_specification_s_own_rules_hold() -> None:
    # Desktop Entry Specification, "The Exec key": quoting first, then the escapes of strings.
    assert exec_value(["/opt/vault desk/v", "--hidden"]) == '"/opt/vault desk/v" --hidden'
    assert exec_value(["/a$b"]) == r'"/a\\$b"'
    assert exec_value(["/a\\b"]) == r'"/a\\\\b"'
    assert exec_value(["/100%"]) == "/100%%"
    assert command_words("vaultdesk %U --hidden") == ["vaultdesk", "--hidden"]


@pytest.mark.skipif(which("desktop-file-validate") is None, reason="the validator of desktop entries is not here")
def test_the_validator_of_desktops_finds_nothing_wrong(make: Make) -> None:
    start = make(VAULTDESK_HOME="/my home/$x")
    start.switch(True, True)
    told = subprocess.run(
        ["desktop-file-validate", str(start.file)], capture_output=True, text=True, check=False, timeout=20
    )
    assert (told.returncode, told.stdout) == (0, "")


@pytest.mark.parametrize("line", ["Hidden=true", "X-GNOME-Autostart-enabled=false"])
def test_what_a_desktop_switched_off_is_off(make: Make, line: str) -> None:
    start = make()
    start.switch(True, False)
    text = start.file.read_text().replace("X-GNOME-Autostart-enabled=true", line)
    start.file.write_text(text)

    assert start.standing() == Standing()


def test_an_entry_of_a_program_that_is_gone_is_told_and_does_nothing(make: Make, tmp_path: Path) -> None:
    start = make()
    start.switch(True, True)
    gone = tmp_path / "gone"
    start.file.write_text(start.file.read_text().replace(sys.executable, str(gone)))

    assert start.standing() == Standing("gone", True, str(gone))
    assert f"TryExec={gone}\n" in start.file.read_text()


def test_a_home_of_its_own_is_started_with_it(make: Make) -> None:
    start = make(VAULTDESK_HOME="/my home")
    start.switch(True, False)

    assert start.standing() == Standing("on")
    assert f'Exec=env "VAULTDESK_HOME=/my home" {sys.executable}' in start.file.read_text()
    assert make().standing().state == "other"


def test_in_a_flatpak_nothing_is_promised(make: Make, tmp_path: Path) -> None:
    (tmp_path / "flatpak-info").write_text("")
    assert make().standing() == Standing(barrier="flatpak")


def test_what_cannot_be_written_is_told_and_nothing_is_changed(make: Make, tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    with pytest.raises(SettingsError, match="could not be changed"):
        make().switch(True, False)
    assert make().standing() == Standing()


@pytest.mark.parametrize("text", ["", "[Desktop Entry]", "Exec=vaultdesk", "\x00\xff", "[Desktop Entry]\nExec=\n"])
def test_a_file_that_says_nothing_starts_nothing(make: Make, text: str) -> None:
    start = make()
    start.file.parent.mkdir(parents=True)
    start.file.write_text(text)
    assert start.standing() == Standing()
