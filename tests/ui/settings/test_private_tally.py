"""Private tally: counts what the vault's own privacy rules count."""

from vaultdesk.core.settings.settings_schema import DEFAULT_PRIVACY, PrivacyRule, VaultSettings
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.privacy.rule_matcher import NoteMarks
from vaultdesk.ui.settings.private_tally import tally, tally_now

MARKS: dict[str, NoteMarks | None] = {
    "Personal/Diary 2.md": NoteMarks(("private",)),
    "Personal/Diary 10.md": NoteMarks(),
    "Projects/Boiler.md": NoteMarks((), {"private": True}),
    "Unread.md": None,
}
RULES = (*DEFAULT_PRIVACY, PrivacyRule(kind="folder", value="personal", answer="never"))


class Known:
    """What is known of the notes."""

    def marks(self, path: str) -> NoteMarks | None:
        return MARKS.get(path)

    def paths(self) -> list[str]:
        return list(MARKS)

    def spelling(self, name: str) -> str | None:
        return name if name in MARKS else None

    def called(self, name: str) -> tuple[str, ...]:
        return (name,) if name in MARKS else ()


def test_each_rule_is_counted_by_itself_as_the_privacy_rules_count() -> None:
    found = tally(RULES, MARKS)
    theirs = PrivacyRules(lambda: VaultSettings(privacy=RULES), Known(), None)  # type: ignore[arg-type]  # it reads no note here
    assert found.counts == (2, 2, 2)
    assert len(found.notes) == sum(theirs.why(path) is not None for path in MARKS)


def test_a_note_stands_with_its_strictest_rule_in_natural_order() -> None:
    found = tally(RULES, MARKS)
    assert [(note.path, note.rule.answer) for note in found.notes] == [
        ("Personal/Diary 2.md", "never"),
        ("Personal/Diary 10.md", "never"),
        ("Projects/Boiler.md", "local"),
        ("Unread.md", "local"),
    ]
    assert (found.total, found.doubted) == (4, 1)


async def test_it_is_reckoned_from_what_is_known_now() -> None:
    assert await tally_now(RULES, Known()) == tally(RULES, MARKS)
