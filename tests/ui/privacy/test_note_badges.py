"""Tests of ui/privacy/note_badges.py."""

from pathlib import Path

import pytest

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.ui.app.vault_window.vault_views import VaultViews
from vaultdesk.ui.browser.file_tree_model import TreeRole
from vaultdesk.ui.privacy.note_badges import PrivacyBadges, conflict_copy_origin

# Locks: what the tree says at private notes and at conflict copies.

RULE = PrivacyRule(kind="folder", value="Personal", answer="never")


def test_a_lock_says_the_rule_of_a_note_or_a_folder() -> None:
    asked: list[str] = []

    def why(path: str) -> PrivacyRule | None:
        asked.append(path)
        return RULE if path.startswith("Personal/") else None

    badges = PrivacyBadges(why)

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
        assert not page.crumbs.lock

        rule = PrivacyRule(kind="folder", value="Projects", answer="never")
        workspace.store.change(lambda settings: settings.with_vault(workspace.vault.root, privacy=(rule,)))
        await until(lambda: page.crumbs.lock)
        assert page.crumbs.lock == "Private: in Projects. No model reads it."
        assert badges(views, "Projects") == badges(views, "Projects/Heat-loss survey.md") == page.crumbs.lock
        assert badges(views, "Boiler.md") == ""

        workspace.store.change(lambda settings: settings.with_vault(workspace.vault.root, privacy=()))
        await until(lambda: not page.crumbs.lock)


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
            "“Boiler” has a conflict copy, “Boiler (conflicted copy 2026-11-17)”: two computers changed it. "
            "Put the two together."
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
