"""LocalGraphPage: the links around the open note, or the pinned one; notes that come, go and have none."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.graph.vault import BOILER, linked
from vaultdesk.ui.bridge import follow
from vaultdesk.ui.graph.graph_source import MAX_LOCAL_NODES, ShownKinds
from vaultdesk.ui.graph.local_graph import LocalGraphPage


def names(page: LocalGraphPage) -> list[str]:
    return [node.name for node in page.view.scene.nodes] if page.view.scene is not None else []


@on_qt_loop
async def test_the_steps_and_kinds_that_are_chosen_are_shown(tmp_path: Path) -> None:
    async with linked(tmp_path) as (_, source):
        page = LocalGraphPage(source)
        page.show_note(BOILER)
        await until(lambda: names(page) == ["Boiler", "Survey", "Budget", "2026-11-20"])
        assert page.status.text() == "2 direct links, 3 in two steps"
        assert page.accessibleName() == "Links of Boiler"
        page._choose(1, ShownKinds(tags=True, unwritten=True))
        await until(lambda: names(page) == ["Boiler", "Survey", "Budget", "#heating", "Roof"])
        assert page.status.text() == "2 direct links"
        assert page.kinds.shown_text() == "With tags and unwritten notes"
        page._choose(3, ShownKinds(daily=False))
        await until(lambda: names(page) == ["Boiler", "Survey", "Budget"])
        assert page.kinds.shown_text() == "Without daily notes"


@on_qt_loop
async def test_it_follows_the_open_note_unless_it_is_pinned(tmp_path: Path) -> None:
    async with linked(tmp_path) as (_, source):
        page = LocalGraphPage(source)
        changed: list[object] = []
        page.path_changed.connect(changed.append)
        page.show_note(BOILER)
        page.follow("Alone.md")
        await until(lambda: names(page) == ["Alone"])
        assert page.status.text() == "no links"
        page.pin.click()
        page.follow(BOILER)
        page.centre_requested.emit("House/Survey.md")
        await until(lambda: "Survey" in names(page))
        assert changed == [BOILER, "Alone.md", "House/Survey.md"]


@on_qt_loop
async def test_a_note_that_was_removed_is_said_and_one_that_is_gone_meanwhile_leaves(tmp_path: Path) -> None:
    async with linked(tmp_path) as (at, source):
        page = LocalGraphPage(source)
        page.resize(600, 400)
        page.show()
        page.show_note(BOILER)
        await until(lambda: "Budget" in names(page))
        page.view.select("House/Budget.md")
        assert page.card.isVisible()
        follow(at.indexer.events, lambda _: page.notes_changed(), page)
        at.change_outside("House/Budget.md", None)
        await until(lambda: "Budget" not in names(page))
        assert not page.card.isVisible()
        at.change_outside(BOILER, None)
        await until(lambda: page.body.currentWidget() is page.error_state)
        page.close()


@on_qt_loop
async def test_of_three_thousand_links_the_nearest_are_drawn_and_the_rest_counted(tmp_path: Path) -> None:
    notes = {f"N {n}.md": "[[Hub]]" for n in range(3_000)} | {"Hub.md": "hub"}
    async with linked(tmp_path, notes) as (_, source):
        page = LocalGraphPage(source)
        page.show_note("Hub.md")
        await until(lambda: len(names(page)) == MAX_LOCAL_NODES)
        assert page.status.text() == "3,000 direct links, 3,000 in two steps, and 2,701 more"


@on_qt_loop
async def test_the_card_tells_the_passage_and_when_and_the_list_says_the_same(tmp_path: Path) -> None:
    async with linked(tmp_path) as (_, source):
        page = LocalGraphPage(source)
        page.show_note(BOILER)
        await until(lambda: "2026-11-20" in names(page))
        page.view.select("House/Survey.md")
        await until(lambda: page.card.passage.text() == "“Sized by Survey, paid by Budget, see Roof.”")
        page.view.select("Daily/2026-11-20.md")
        await until(lambda: page.card.passage.text() == "“Done on 2026-11-20 for the boiler.”")
        page.as_list.click()
        assert [entry.title for entry in page.list.entries()] == names(page)
        assert page.list.entries()[1].text == "1 step · House"


@on_qt_loop
async def test_a_question_that_is_asked_again_at_once_still_ends_in_a_settled_picture(tmp_path: Path) -> None:
    async with linked(tmp_path) as (_, source):
        once, twice = LocalGraphPage(source), LocalGraphPage(source)
        once.show_note(BOILER)
        twice.show_note(BOILER)
        twice.reload()
        await until(lambda: once._settled and twice._settled)
        assert once.view.scene is not None
        assert twice.view.scene is not None
        assert once.view.scene.places == twice.view.scene.places
        kept = twice.view.scene.places
        twice.reload()
        before = twice.view.scene
        await until(lambda: twice.view.scene is not before)
        assert twice.view.scene.places == kept
