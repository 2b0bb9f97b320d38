"""The settings that are read before the first window have the same values as the complete settings."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.bootstrap_settings import BootstrapSettings, InterfaceLanguage, read_bootstrap_settings
from vaultdesk.core.settings.settings_store import SettingsStore


def test_bootstrap_settings_equal_the_settings(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    store = SettingsStore(file)
    store.load()
    start = datetime(2026, 3, 1, tzinfo=UTC)
    for number in (3, 1, 12, 2, 4, 5, 6, 7, 8, 9, 10, 11):
        root, when = tmp_path / f"vault {number}", start + timedelta(days=number)
        store.change(lambda tree, root=root, when=when: tree.with_vault(root, opened=when))
    store.change(lambda tree: tree.with_vault(tmp_path / "never opened", tool_calling=True))
    dark = store.settings.appearance.model_copy(update={"theme": "dark"})
    store.change(lambda tree: tree.model_copy(update={"appearance": dark}))

    assert read_bootstrap_settings(file) == BootstrapSettings("dark", recent=tuple(store.settings.recent_vaults()))
    assert [path.name for path in read_bootstrap_settings(file).recent][:3] == ["vault 12", "vault 11", "vault 10"]


@pytest.mark.parametrize(
    "text",
    ["", "[", "vaults = 3", 'appearance = "dark"', '[appearance]\ntheme = "pink"', "[vaults]\na = 1", "\ufffe",
     '[vaults."/a"]\nopened = "yesterday"', "[appearance]\ntheme = []"],
)  # fmt: skip
def test_invalid_settings_are_ignored(tmp_path: Path, text: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    assert read_bootstrap_settings(file) == BootstrapSettings()


def test_a_missing_or_binary_file_gives_the_defaults(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert (
        read_bootstrap_settings(tmp_path / "missing")
        == read_bootstrap_settings(tmp_path / "bytes")
        == read_bootstrap_settings(tmp_path)
        == BootstrapSettings()
    )


def test_a_date_without_a_zone_can_be_compared(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('[vaults."/a"]\nopened = 2026-01-01T10:00:00\n[vaults."/b"]\nopened = 2026-01-02T10:00:00Z\n')
    assert read_bootstrap_settings(file).recent == (Path("/b"), Path("/a"))


def test_v4_the_language_is_taken_from_the_window_then_the_settings_then_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VAULTDESK_HOME", str(tmp_path))
    monkeypatch.setattr(InterfaceLanguage, "window_language", "")
    system = {"LC_ALL": "", "LC_TIME": "fr_CH.UTF-8", "LANG": "de_DE.UTF-8"}
    assert InterfaceLanguage.code(system) == "fr_CH"

    file = app_folders().settings_file
    file.parent.mkdir(parents=True)
    file.write_text('[appearance]\nlanguage = "es"\n')
    assert InterfaceLanguage.code(system) == "es"

    monkeypatch.setattr(InterfaceLanguage, "window_language", "zh_CN")
    assert InterfaceLanguage.code(system) == "zh_CN"
