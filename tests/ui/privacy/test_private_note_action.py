"""Tests of ui/privacy/private_note_action.py."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.errors import SettingsError
from vaultdesk.core.settings.settings_schema import DEFAULT_PRIVACY, PrivacyRule
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.privacy.rule_matcher import NO_MARKS, compile_rules, strictest_match
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.browser.file_tree_model import TreeRole
from vaultdesk.ui.privacy.private_note_action import PrivacyBadges, PrivateNoteAction, conflict_copy_origin
from vaultdesk.ui.widgets.menu import Menu

# Locks: what the tree says at private notes and at conflict copies.

RULE = PrivacyRule(kind="folder", value="Personal", answer="never")


def test_a_lock_says_the_rule_of_a_note_or_a_folder() -> None:
    asked: list[str] = []

    def reason(path: str) -> PrivacyRule | None:
        asked.append(path)
        return RULE if path.startswith("Personal/") else None

    badges = PrivacyBadges(reason)

    assert badges.lock("Personal", folder=True) == "Private: in Personal. No model reads it."
    assert badges.lock("Personal/Diary.md", folder=False) == "Private: in Personal. No model reads it."
    assert badges.lock("Boiler.md", folder=False) == ""
    assert asked == ["Personal/", "Personal/Diary.md", "Boiler.md"]


def test_a_conflict_copy_names_its_note() -> None:
    badges = PrivacyBadges(lambda _path: None)

    assert badges.conflict("House/Boiler.sync-conflict-20261117-120000-ABCDEFG.md").startswith(
        "Conflict copy of “Boiler”"
    )
    assert badges.conflict("House/Boiler 2.md") == ""
    assert conflict_copy_origin("House/Boiler.sync-conflict-20261117-120000-ABCDEFG.md") == "House/Boiler.md"
    assert conflict_copy_origin("../x.md") == ""


# Sign wiring: locks follow the rules, and a note that is two says so.

COPY = "Boiler (conflicted copy 2026-11-17).md"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = small_vault(tmp_path / "Lindenweg")
    (root / COPY).write_text("Another boiler.\n", encoding="utf-8")
    return root


def badges(views: VaultViews, path: str) -> str:
    return str(views.browser.model.index_of(path).data(TreeRole.LOCK))


@on_qt_loop
async def test_a_lock_comes_and_goes_with_its_rule_in_tree_and_note(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        workspace = views.workspace
        await until(lambda: badges(views, "Projects/Heat-loss survey.md") == "")
        page = await views.notes.show_note("Projects/Heat-loss survey.md")
        assert not page.breadcrumbs.lock

        rule = PrivacyRule(kind="folder", value="Projects", answer="never")
        workspace.store.change(lambda settings: settings.with_vault(workspace.vault.root, privacy=(rule,)))
        await until(lambda: page.breadcrumbs.lock)
        assert page.breadcrumbs.lock == "Private: in Projects. No model reads it."
        assert badges(views, "Projects") == badges(views, "Projects/Heat-loss survey.md") == page.breadcrumbs.lock
        assert badges(views, "Boiler.md") == ""

        workspace.store.change(lambda settings: settings.with_vault(workspace.vault.root, privacy=()))
        await until(lambda: not page.breadcrumbs.lock)


@on_qt_loop
async def test_a_note_and_its_conflict_copy_name_each_other(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        await until(lambda: all(views.browser.model.index_of(path).isValid() for path in (COPY, "Boiler.md")))
        assert "Conflict copy of “Boiler”" in str(views.browser.model.index_of(COPY).data(TreeRole.CONFLICT))
        assert views.browser.model.index_of("Boiler.md").data(TreeRole.CONFLICT) == ""

        page = await views.notes.show_note("Boiler.md")
        await until(lambda: page.banner.topic == "conflict")
        assert page.banner.text() == (
            "“Boiler” has a conflict copy, “Boiler (conflicted copy 2026-11-17)”: two computers "
            "changed it. Merge the two."
        )
        other = await views.notes.show_note(COPY, new_tab=True)
        await until(lambda: other.banner.topic == "conflict")
        assert other.banner.text().startswith("“Boiler (conflicted copy 2026-11-17)” is a conflict copy of “Boiler”.")

        (vault / COPY).unlink()
        await until(lambda: page.banner.topic == "")


@on_qt_loop
async def test_a_note_of_its_own_has_no_banner(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Projects/Heat-loss survey.md")
        other = await views.notes.show_note("Boiler.md", new_tab=True)
        await until(lambda: other.banner.topic == "conflict")

        assert page.banner.topic == ""


# Private note action.

Told = tuple[str, str, Callable[[], None] | None]

BOILER = "House/Boiler.md"
BOILER_IS_LOCAL = PrivacyRule(kind="note", value=BOILER, answer="local")
IN_PERSONAL = PrivacyRule(kind="folder", value="Personal", answer="local")


class Keeping:
    """The action over a settings file, with what it told and whether the rules were asked for."""

    def __init__(self, root: Path, *rules: PrivacyRule) -> None:
        self.store = SettingsStore(root / "settings.toml")
        self.root = root
        if rules:
            self.store.change(lambda settings: settings.with_vault(root, privacy=rules))
        self.owner = QObject()
        self.action = PrivateNoteAction(self.store, root, self.rule_of, self.owner)
        self.told: list[Told] = []
        self.asked = 0
        self.action.message_requested.connect(lambda *said: self.told.append(said))
        self.action.rules_requested.connect(self._count)

    @property
    def rules(self) -> tuple[PrivacyRule, ...]:
        return self.store.settings.vault_settings(self.root).privacy

    def rule_of(self, path: str) -> PrivacyRule | None:
        found = strictest_match(compile_rules(self.rules), path, NO_MARKS)
        return found.rule if found is not None else None

    def entries(self, *paths: str) -> Mapping[str, Callable[[], None]]:
        """Return what the menu of *paths* offers."""
        menu = Menu("File")
        self.action.fill(menu, paths)
        self.menu = menu
        return {action.text(): action.trigger for action in menu.actions()}

    def undo(self) -> None:
        (_, button, do) = self.told[-1]
        assert button == "Undo"
        assert do is not None
        do()

    def _count(self) -> None:
        self.asked += 1


@pytest.fixture
def keeping(qapp: QApplication, tmp_path: Path) -> Keeping:
    return Keeping(tmp_path, IN_PERSONAL)


def test_t7_a_note_is_kept_private_and_released_from_its_menu_each_with_undo(keeping: Keeping) -> None:
    keeping.entries(BOILER)["Keep private"]()
    assert keeping.rules == (IN_PERSONAL, BOILER_IS_LOCAL)
    assert keeping.told[-1][0] == "Boiler is now private."
    keeping.undo()
    assert keeping.rules == (IN_PERSONAL,)
    keeping.action.make_private([BOILER])

    keeping.entries(BOILER)["No longer private"]()
    assert keeping.rules == (IN_PERSONAL,)
    assert keeping.told[-1][0] == "Boiler is no longer private."
    keeping.undo()
    assert keeping.rules == (IN_PERSONAL, BOILER_IS_LOCAL)
    keeping.action.make_private([BOILER])
    assert keeping.told[-1][:2] == ("Boiler is already private.", "")


def test_t7_a_note_private_by_a_folder_names_the_rule_and_opens_the_rules(keeping: Keeping) -> None:
    entries = keeping.entries("Personal/Diary.md")
    assert list(entries) == ["Private: in Personal…"]
    entries["Private: in Personal…"]()
    assert (keeping.asked, keeping.rules) == (1, (IN_PERSONAL,))


def test_t7_a_note_that_is_only_asked_about_can_be_kept_private_too(qapp: QApplication, tmp_path: Path) -> None:
    asked = PrivacyRule(kind="folder", value="Personal", answer="ask")
    keeping = Keeping(tmp_path, asked)
    assert list(keeping.entries("Personal/Diary.md")) == ["Keep private", "Private: in Personal…"]
    keeping.entries("Personal/Diary.md")["Keep private"]()
    assert list(keeping.entries("Personal/Diary.md")) == ["No longer private"]
    keeping.entries("Personal/Diary.md")["No longer private"]()
    assert keeping.told[-1][0] == "Diary is still private: in Personal."


def test_t7_several_notes_and_folders_are_kept_private_together(keeping: Keeping) -> None:
    paths = (BOILER, "Roof.md", "Garden/")
    keeping.entries(*paths)["Keep private"]()
    assert {(rule.kind, rule.value) for rule in keeping.rules[1:]} == {
        ("note", BOILER), ("note", "Roof.md"), ("folder", "Garden")
    }  # fmt: skip
    assert keeping.told[-1][0] == "3 notes are now private."
    assert list(keeping.entries(*paths)) == ["No longer private"]
    keeping.undo()
    assert keeping.rules == (IN_PERSONAL,)
    assert list(keeping.entries(BOILER, "Personal/Diary.md")) == ["Keep private", "Private: in Personal…"]


def test_t7_the_command_does_what_the_menu_offers(keeping: Keeping) -> None:
    keeping.action.toggle([BOILER])
    assert BOILER_IS_LOCAL in keeping.rules
    keeping.action.toggle([BOILER])
    assert BOILER_IS_LOCAL not in keeping.rules
    keeping.action.toggle(["Personal/Diary.md"])
    text, button, show = keeping.told[-1]
    assert (text, button) == ("Private: in Personal. Change this in Private notes.", "Show")
    assert show is not None
    show()
    assert keeping.asked == 1


def test_t7_a_rule_written_without_the_suffix_or_in_other_case_is_the_notes_own(
    qapp: QApplication, tmp_path: Path
) -> None:
    keeping = Keeping(tmp_path, PrivacyRule(kind="note", value="house/boiler", answer="never"))
    keeping.entries(BOILER)["No longer private"]()
    assert keeping.rules == ()


def test_settings_that_cannot_be_written_are_told(keeping: Keeping, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_change: Callable[[Settings], Settings]) -> None:
        raise SettingsError("The disk is full")

    monkeypatch.setattr(keeping.store, "change", full)
    keeping.action.make_private(["a.md"])
    assert len(keeping.told) == 1
    assert "The disk is full" in keeping.told[0][0]
    assert keeping.rules == (IN_PERSONAL,)


def test_the_rules_of_a_new_vault_stay(qapp: QApplication, tmp_path: Path) -> None:
    keeping = Keeping(tmp_path)
    keeping.action.make_private([BOILER])
    assert keeping.rules == (*DEFAULT_PRIVACY, BOILER_IS_LOCAL)
