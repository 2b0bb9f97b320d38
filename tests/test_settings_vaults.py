"""Settings' vaults: which are known, and that a downgrade loosens no rule."""

from datetime import UTC, datetime
from pathlib import Path

from vaultdesk.backups import back_up
from vaultdesk.settings import VERSION, SettingsStore
from vaultdesk.settings_groups import VaultSettings
from vaultdesk.settings_vaults import known_vaults


def test_a_vault_is_known_once_it_was_opened() -> None:
    vaults = {"/a": VaultSettings(opened=datetime(2026, 3, 1, tzinfo=UTC)), "/b": VaultSettings(tool_calling=True)}
    assert known_vaults(vaults) == [Path("/a")]


def test_a_downgrade_keeps_every_rule_that_forbids_or_asks(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    vault, lost = tmp_path.as_posix(), (tmp_path / "lost").as_posix()
    store.file.write_text(f"""version = {VERSION}
[vaults."{vault}"]
tool_calling = true
rules = [{{ answer = "deny", folder = "Diary" }}, {{ answer = "allow", folder = "Old" }}]
privacy = [{{ kind = "folder", value = "Diary", answer = "never" }}]
[vaults."{lost}"]
rules = [{{ answer = "allow" }}]
privacy = [{{ kind = "note", value = "Key.md", answer = "local" }}]
""")
    back_up(store.file, VERSION)
    text = f"""version = {VERSION + 1}
[vaults."{vault}"]
guards = ["in a shape of the future"]
privacy = [{{ kind = "tag", value = "mine", answer = "never" }}]
"""
    store.file.write_text(text)

    here, gone = (store.load().vaults[key] for key in (vault, lost))
    assert [rule.value for rule in here.privacy] == ["mine", "Diary"]
    assert [(rule.answer, rule.folder) for rule in here.rules] == [("deny", "Diary")]
    assert here.tool_calling is False
    assert ([rule.value for rule in gone.privacy], gone.rules) == (["Key.md"], ())
    assert store.problem is not None
    assert "backups" in store.problem.hint
    assert store.file.read_text() == text
