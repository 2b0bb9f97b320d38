"""Which note belongs to a day."""

from datetime import date

import pytest

from vaultdesk.core.errors import OutsideVault
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.obsidian.daily_notes import daily_note_day, daily_note_path, daily_note_paths, parse_day_reference
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings

DAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        (DailyNoteSettings(), "2026-11-21.md"),
        (DailyNoteSettings("Journal"), "Journal/2026-11-21.md"),
        (DailyNoteSettings("Journal", "YYYY/MMMM/YYYY-MMM-DD"), "Journal/2026/November/2026-Nov-21.md"),
        (DailyNoteSettings("", "dddd, Do"), "Saturday, 21st.md"),
        (DailyNoteSettings("", "YYYY[.md]"), "2026.md"),
    ],
)
def test_the_settings_name_the_note(settings: DailyNoteSettings, path: str) -> None:
    assert daily_note_path(DAY, settings) == NotePath(path)


@pytest.mark.parametrize(
    "settings",
    [
        DailyNoteSettings("../out"),
        DailyNoteSettings("", "[../../x]"),
        DailyNoteSettings("", "[C:/x]"),
        DailyNoteSettings(".obsidian", "[app.json]"),
        DailyNoteSettings("", "[.hidden/]YYYY"),
    ],
)
def test_settings_of_a_hostile_vault_lead_nowhere(settings: DailyNoteSettings) -> None:
    with pytest.raises(OutsideVault):
        daily_note_path(DAY, settings)


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("", DAY),
        ("Today", DAY),
        ("yesterday", date(2026, 11, 20)),
        ("tomorrow ", date(2026, 11, 22)),
        ("2024-02-29", date(2024, 2, 29)),
        ("21st Nov 2026", DAY),
        ("2026-02-30", None),
        ("next week", None),
        ("../x", None),
    ],
)
def test_a_day_is_named_by_a_word_a_date_or_its_notes_name(words: str, day: date | None) -> None:
    assert parse_day_reference(words, DAY, DailyNoteSettings("", "Do MMM YYYY")) == day


def test_a_daily_note_is_known_by_its_path() -> None:
    settings = DailyNoteSettings("Daily")
    assert daily_note_day("Daily/2026-11-21.md", settings) == DAY
    assert daily_note_day("2026-11-21.md", settings) is None
    assert daily_note_day("Daily/Boiler.md", settings) is None


def test_v4_a_day_is_looked_for_in_the_language_of_the_vault_and_then_in_english() -> None:
    german = DailyNoteSettings("Tage", "YYYY-MM-DD dddd", language="de")

    paths = daily_note_paths(DAY, german)

    assert [path.text for path in paths] == ["Tage/2026-11-21 Samstag.md", "Tage/2026-11-21 Saturday.md"]
    assert [daily_note_day(path.text, german) for path in paths] == [DAY, DAY]
    assert daily_note_day("Tage/2026-11-21 samedi.md", german) is None
