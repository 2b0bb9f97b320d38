"""Locks: what the tree says at private notes and at conflict copies."""

from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.ui.privacy.locks import Locks, copied

RULE = PrivacyRule(kind="folder", value="Personal", answer="never")


def test_a_lock_says_the_rule_of_a_note_or_a_folder() -> None:
    asked: list[str] = []

    def why(path: str) -> PrivacyRule | None:
        asked.append(path)
        return RULE if path.startswith("Personal/") else None

    locks = Locks(why)

    assert locks.lock("Personal", folder=True) == "Private: in Personal. No model reads it."
    assert locks.lock("Personal/Diary.md", folder=False) == "Private: in Personal. No model reads it."
    assert locks.lock("Boiler.md", folder=False) == ""
    assert asked == ["Personal/", "Personal/Diary.md", "Boiler.md"]


def test_a_conflict_copy_names_its_note() -> None:
    locks = Locks(lambda _path: None)

    assert locks.conflict("House/Boiler.sync-conflict-20261117-120000-ABCDEFG.md").startswith(
        "Conflict copy of “Boiler”"
    )
    assert locks.conflict("House/Boiler 2.md") == ""
    assert copied("House/Boiler.sync-conflict-20261117-120000-ABCDEFG.md") == "House/Boiler.md"
    assert copied("../x.md") == ""
