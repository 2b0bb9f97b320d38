"""The text a template comes to, and how it joins a note."""

from datetime import UTC, date, datetime

import pytest

from vaultdesk.core.errors import NoteNotWritten
from vaultdesk.vault.obsidian.templates import TemplateValues, fill_template, merge_template
from vaultdesk.vault.obsidian.vault_config import TemplateSettings

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
def test_only_the_known_placeholders_are_filled(template: str, text: str) -> None:
    assert fill(template) == text


def test_the_settings_say_how_days_and_times_are_written() -> None:
    settings = TemplateSettings(date_format="Do MMMM", time_format="HH")
    assert fill("{{date}} {{time}}", settings=settings) == "31st January 09"


def test_a_daily_notes_template_counts_from_its_day() -> None:
    assert fill("{{yesterday}} {{date}} {{tomorrow}}", date(2026, 3, 1)) == "2026-02-28 2026-03-01 2026-03-02"


def test_what_is_put_in_is_not_filled_again() -> None:
    filling = TemplateValues("{{date}} {{title}}", NOW, TemplateSettings())
    assert fill_template("{{title}}", filling) == "{{date}} {{title}}"


NOTE = "---\ntags:\n  - a\nstatus: open # now\nempty:\n---\n# Boiler\n\ntext\n"
TEMPLATE = "---\ntags: [b, a]\nStatus: new\nempty: x\nmore: 1\n---\n\n## Added\n\nlines\n"


def test_a_template_joins_a_note_and_what_the_note_says_stays() -> None:
    text = merge_template(NOTE, TEMPLATE, "append")
    assert text.endswith("---\n# Boiler\n\ntext\n\n## Added\n\nlines\n")
    head = text.partition("# Boiler")[0]
    assert "status: open # now\n" in head
    assert "empty: x\n" in head
    assert "more: 1\n" in head
    assert "  - a\n  - b\n" in head


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
def test_edges_of_joining(note: str, template: str, expected: str) -> None:
    assert merge_template(note, template, "append") == expected


def test_a_template_can_come_first() -> None:
    assert merge_template("---\na: 1\n---\n\ntext\n", "more\n", "prepend") == "---\na: 1\n---\n\nmore\n\ntext\n"


def test_a_note_whose_properties_cannot_be_read_is_not_changed() -> None:
    with pytest.raises(NoteNotWritten):
        merge_template("---\na: [\n---\ntext\n", "---\nb: 1\n---\n", "append")
