"""Tests of vault/obsidian/daily_notes.py."""

from datetime import UTC, date, datetime

import pytest

from vaultdesk.core.errors import NoteNotWritten, OutsideVault
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.obsidian.daily_notes import (
    TemplateValues,
    daily_note_day,
    daily_note_paths,
    fill_template,
    merge_template,
    parse_day_reference,
)
from vaultdesk.vault.obsidian.vault_config import DailyNoteSettings, TemplateSettings

# The path of a daily note.

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
def test_settings_determine_the_path_of_a_daily_note(settings: DailyNoteSettings, path: str) -> None:
    assert daily_note_paths(DAY, settings)[0] == NotePath(path)


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
def test_hostile_settings_cannot_lead_outside_the_vault(settings: DailyNoteSettings) -> None:
    with pytest.raises(OutsideVault):
        daily_note_paths(DAY, settings)


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
def test_a_day_is_given_by_a_word_a_date_or_the_name_of_its_note(words: str, day: date | None) -> None:
    assert parse_day_reference(words, DAY, DailyNoteSettings("", "Do MMM YYYY")) == day


def test_a_daily_note_is_recognized_by_its_path() -> None:
    settings = DailyNoteSettings("Daily")
    assert daily_note_day("Daily/2026-11-21.md", settings) == DAY
    assert daily_note_day("2026-11-21.md", settings) is None
    assert daily_note_day("Daily/Boiler.md", settings) is None


def test_v4_a_daily_note_is_searched_in_the_language_of_the_vault_and_then_in_english() -> None:
    german = DailyNoteSettings("Tage", "YYYY-MM-DD dddd", language="de")

    paths = daily_note_paths(DAY, german)

    assert [path.text for path in paths] == ["Tage/2026-11-21 Samstag.md", "Tage/2026-11-21 Saturday.md"]
    assert [daily_note_day(path.text, german) for path in paths] == [DAY, DAY]
    assert daily_note_day("Tage/2026-11-21 samedi.md", german) is None


# Filling a template, and merging it into a note.

NOW = datetime(2026, 1, 31, 9, 5, tzinfo=UTC)


def fill(template: str, day: date | None = None, settings: TemplateSettings | None = None) -> str:
    return fill_template(template, TemplateValues("Boiler", NOW, settings or TemplateSettings(), day))


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("# {{title}} {{date}} {{time}}", "# Boiler 2026-01-31 09:05"),
        ("{{ Title }} {{DATE:DD.MM.YYYY}} {{time:h:mm A}}", "Boiler 31.01.2026 9:05 AM"),
        ("{{date+1M}} {{date-1y:YYYY}} {{date +2w}}", "2026-02-28 2025 2026-02-14"),
        ("{{time+30m}} {{date+1Q:[Q]Q}}", "09:35 Q2"),
        ("{{date:[{{]}}", "{{date:[{{]}}"),
        ("{{yesterday}} {{unknown}} {{title:x}} {{ }}", "{{yesterday}} {{unknown}} {{title:x}} {{ }}"),
        ("{{date+99999d}} {{date+99999999y}}", "{{date+99999d}} {{date+99999999y}}"),
        ("<% tp.date.now() %> <%* system('x') %> `{{time}}`", "<% tp.date.now() %> <%* system('x') %> `09:05`"),
    ],
)
def test_only_known_placeholders_are_filled(template: str, text: str) -> None:
    assert fill(template) == text


def test_settings_determine_the_format_of_date_and_time() -> None:
    settings = TemplateSettings(date_format="Do MMMM", time_format="HH")
    assert fill("{{date}} {{time}}", settings=settings) == "31st January 09"


def test_the_template_of_a_daily_note_is_filled_relative_to_its_day() -> None:
    assert fill("{{yesterday}} {{date}} {{tomorrow}}", date(2026, 3, 1)) == "2026-02-28 2026-03-01 2026-03-02"


def test_filled_values_are_not_filled_again() -> None:
    values = TemplateValues("{{date}} {{title}}", NOW, TemplateSettings())
    assert fill_template("{{title}}", values) == "{{date}} {{title}}"


NOTE = "---\ntags:\n  - a\nstatus: open # now\nempty:\n---\n# Boiler\n\ntext\n"
TEMPLATE = "---\ntags: [b, a]\nStatus: new\nempty: x\nmore: 1\n---\n\n## Added\n\nlines\n"


def test_a_template_is_merged_and_existing_values_of_the_note_take_precedence() -> None:
    text = merge_template(NOTE, TEMPLATE, "append")
    assert text.endswith("---\n# Boiler\n\ntext\n\n## Added\n\nlines\n")
    frontmatter = text.partition("# Boiler")[0]
    assert "status: open # now\n" in frontmatter
    assert "empty: x\n" in frontmatter
    assert "more: 1\n" in frontmatter
    assert "  - a\n  - b\n" in frontmatter


@pytest.mark.parametrize(
    ("note", "template", "expected"),
    [
        ("text", "more\n", "text\n\nmore"),
        ("text\n", "more", "text\n\nmore\n"),
        ("", "more", "more\n"),
        ("---\na: 1\n---\n", "more\n", "---\na: 1\n---\nmore\n"),
        ("text\n", "---\na: 1\n---\n", "---\na: 1\n---\ntext\n"),
        ("text\n", "", "text\n"),
        ("text\n", "---\na: [\n---\nx", "text\n\n---\na: [\n---\nx\n"),
    ],
)
def test_a_template_is_merged_correctly_with_empty_or_partial_notes(note: str, template: str, expected: str) -> None:
    assert merge_template(note, template, "append") == expected


def test_a_template_can_be_prepended() -> None:
    assert merge_template("---\na: 1\n---\n\ntext\n", "more\n", "prepend") == "---\na: 1\n---\n\nmore\n\ntext\n"


def test_a_note_with_invalid_properties_is_not_changed() -> None:
    with pytest.raises(NoteNotWritten):
        merge_template("---\na: [\n---\ntext\n", "---\nb: 1\n---\n", "append")
