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

# Privacy badges: tooltips of private notes and conflict copies in the tree.

RULE = PrivacyRule(kind="folder", value="Personal", answer="never")


def test_lock_states_the_rule_of_a_note_or_folder() -> None:
    paths: list[str] = []

    def reason(path: str) -> PrivacyRule | None:
        paths.append(path)
        return RULE if path.startswith("Personal/") else None

    badges = PrivacyBadges(reason)

    assert badges.lock("Personal", folder=True) == "Private: in Personal. No model reads it."
    assert badges.lock("Personal/Diary.md", folder=False) == "Private: in Personal. No model reads it."
    assert badges.lock("Boiler.md", folder=False) == ""
    assert paths == ["Personal/", "Personal/Diary.md", "Boiler.md"]


def test_conflict_copy_names_its_original() -> None:
    badges = PrivacyBadges(lambda _path: None)

    assert badges.conflict("House/Boiler.sync-conflict-20261117-120000-ABCDEFG.md").startswith(
        "Conflict copy of “Boiler”"
    )
    assert badges.conflict("House/Boiler 2.md") == ""
    assert conflict_copy_origin("House/Boiler.sync-conflict-20261117-120000-ABCDEFG.md") == "House/Boiler.md"
    assert conflict_copy_origin("../x.md") == ""


# Badges in the window: locks follow the rules, and conflict copies are reported.

COPY = "Boiler (conflicted copy 2026-11-17).md"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = small_vault(tmp_path / "Lindenweg")
    (root / COPY).write_text("Another boiler.\n", encoding="utf-8")
    return root


def lock_of(views: VaultViews, path: str) -> str:
    return str(views.browser.model.index_of(path).data(TreeRole.LOCK))


@on_qt_loop
async def test_lock_in_tree_and_note_follows_its_rule(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        workspace = views.workspace
        await until(lambda: lock_of(views, "Projects/Heat-loss survey.md") == "")
        page = await views.notes.show_note("Projects/Heat-loss survey.md")
        assert not page.breadcrumbs.lock

        rule = PrivacyRule(kind="folder", value="Projects", answer="never")
        workspace.store.change(lambda settings: settings.with_vault(workspace.vault.root, privacy=(rule,)))
        await until(lambda: page.breadcrumbs.lock)
        assert page.breadcrumbs.lock == "Private: in Projects. No model reads it."
        assert lock_of(views, "Projects") == lock_of(views, "Projects/Heat-loss survey.md") == page.breadcrumbs.lock
        assert lock_of(views, "Boiler.md") == ""

        workspace.store.change(lambda settings: settings.with_vault(workspace.vault.root, privacy=()))
        await until(lambda: not page.breadcrumbs.lock)


@on_qt_loop
async def test_note_and_conflict_copy_name_each_other(home: Path, vault: Path) -> None:
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
async def test_note_without_a_conflict_copy_has_no_banner(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Projects/Heat-loss survey.md")
        other = await views.notes.show_note("Boiler.md", new_tab=True)
        await until(lambda: other.banner.topic == "conflict")

        assert page.banner.topic == ""


# Private note action.

Message = tuple[str, str, Callable[[], None] | None]

BOILER = "House/Boiler.md"
BOILER_IS_LOCAL = PrivacyRule(kind="note", value=BOILER, answer="local")
IN_PERSONAL = PrivacyRule(kind="folder", value="Personal", answer="local")


class Scene:
    """Private note action on a settings file, with its messages and the number of requests to show the rules."""

    def __init__(self, root: Path, *rules: PrivacyRule) -> None:
        self.store = SettingsStore(root / "settings.toml")
        self.root = root
        if rules:
            self.store.change(lambda settings: settings.with_vault(root, privacy=rules))
        self.owner = QObject()
        self.action = PrivateNoteAction(self.store, root, self.rule_of, self.owner)
        self.messages: list[Message] = []
        self.rule_requests = 0
        self.action.message_requested.connect(lambda *message: self.messages.append(message))
        self.action.rules_requested.connect(self._count)

    @property
    def rules(self) -> tuple[PrivacyRule, ...]:
        return self.store.settings.vault_settings(self.root).privacy

    def rule_of(self, path: str) -> PrivacyRule | None:
        match = strictest_match(compile_rules(self.rules), path, NO_MARKS)
        return match.rule if match is not None else None

    def entries(self, *paths: str) -> Mapping[str, Callable[[], None]]:
        """Return the menu entries for *paths*."""
        menu = Menu("File")
        self.action.fill(menu, paths)
        self.menu = menu
        return {action.text(): action.trigger for action in menu.actions()}

    def undo(self) -> None:
        (_, button, do) = self.messages[-1]
        assert button == "Undo"
        assert do is not None
        do()

    def _count(self) -> None:
        self.rule_requests += 1


@pytest.fixture
def scene(qapp: QApplication, tmp_path: Path) -> Scene:
    return Scene(tmp_path, IN_PERSONAL)


def test_t7_menu_makes_a_note_private_and_no_longer_private_each_with_undo(scene: Scene) -> None:
    scene.entries(BOILER)["Keep private"]()
    assert scene.rules == (IN_PERSONAL, BOILER_IS_LOCAL)
    assert scene.messages[-1][0] == "Boiler is now private."
    scene.undo()
    assert scene.rules == (IN_PERSONAL,)
    scene.action.make_private([BOILER])

    scene.entries(BOILER)["No longer private"]()
    assert scene.rules == (IN_PERSONAL,)
    assert scene.messages[-1][0] == "Boiler is no longer private."
    scene.undo()
    assert scene.rules == (IN_PERSONAL, BOILER_IS_LOCAL)
    scene.action.make_private([BOILER])
    assert scene.messages[-1][:2] == ("Boiler is already private.", "")


def test_t7_note_private_by_a_folder_rule_names_it_and_opens_the_rules(scene: Scene) -> None:
    entries = scene.entries("Personal/Diary.md")
    assert list(entries) == ["Private: in Personal…"]
    entries["Private: in Personal…"]()
    assert (scene.rule_requests, scene.rules) == (1, (IN_PERSONAL,))


def test_t7_note_with_an_ask_rule_can_be_made_private(qapp: QApplication, tmp_path: Path) -> None:
    ask_rule = PrivacyRule(kind="folder", value="Personal", answer="ask")
    scene = Scene(tmp_path, ask_rule)
    assert list(scene.entries("Personal/Diary.md")) == ["Keep private", "Private: in Personal…"]
    scene.entries("Personal/Diary.md")["Keep private"]()
    assert list(scene.entries("Personal/Diary.md")) == ["No longer private"]
    scene.entries("Personal/Diary.md")["No longer private"]()
    assert scene.messages[-1][0] == "Diary is still private: in Personal."


def test_t7_several_notes_and_folders_are_made_private_together(scene: Scene) -> None:
    paths = (BOILER, "Roof.md", "Garden/")
    scene.entries(*paths)["Keep private"]()
    assert {(rule.kind, rule.value) for rule in scene.rules[1:]} == {
        ("note", BOILER), ("note", "Roof.md"), ("folder", "Garden")
    }  # fmt: skip
    assert scene.messages[-1][0] == "3 notes are now private."
    assert list(scene.entries(*paths)) == ["No longer private"]
    scene.undo()
    assert scene.rules == (IN_PERSONAL,)
    assert list(scene.entries(BOILER, "Personal/Diary.md")) == ["Keep private", "Private: in Personal…"]


def test_t7_command_toggles_privacy_like_the_menu(scene: Scene) -> None:
    scene.action.toggle([BOILER])
    assert BOILER_IS_LOCAL in scene.rules
    scene.action.toggle([BOILER])
    assert BOILER_IS_LOCAL not in scene.rules
    scene.action.toggle(["Personal/Diary.md"])
    text, button, show = scene.messages[-1]
    assert (text, button) == ("Private: in Personal. Change this in Private notes.", "Show")
    assert show is not None
    show()
    assert scene.rule_requests == 1


def test_t7_rule_matches_its_note_without_suffix_and_regardless_of_case(qapp: QApplication, tmp_path: Path) -> None:
    scene = Scene(tmp_path, PrivacyRule(kind="note", value="house/boiler", answer="never"))
    scene.entries(BOILER)["No longer private"]()
    assert scene.rules == ()


def test_settings_error_is_reported(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_change: Callable[[Settings], Settings]) -> None:
        raise SettingsError("The disk is full")

    monkeypatch.setattr(scene.store, "change", fail)
    scene.action.make_private(["a.md"])
    assert len(scene.messages) == 1
    assert "The disk is full" in scene.messages[0][0]
    assert scene.rules == (IN_PERSONAL,)


def test_default_rules_of_a_new_vault_are_preserved(qapp: QApplication, tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.action.make_private([BOILER])
    assert scene.rules == (*DEFAULT_PRIVACY, BOILER_IS_LOCAL)
