"""Plan desk: a plan has a card; carried out it is a question, discarded it stays an answer."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import open_chat, says, until

PLAN = "1. Look for the boiler\n2. Tell what was decided"


@on_qt_loop
async def test_a_plan_is_carried_out_as_the_person_left_it(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says(PLAN), says("A heat pump.")]) as desk:
        desk.dock.composer.mode.set_plan_first(True)
        await desk.ask("What did we decide?")
        await until(lambda: desk.dock.plans.card is not None)
        assert not desk.dock.composer.mode.plan_first
        card = desk.dock.plans.card
        assert card is not None
        assert (card.plan, card.isVisible()) == (PLAN, True)
        card.carried_out.emit("1. Look for the boiler")
        await until(lambda: len(desk.exchanges) == 2 and desk.exchanges[1].exchange.over)
        assert desk.exchanges[1].exchange.question == "Carry out this plan:\n\n1. Look for the boiler"
        assert desk.dock.plans.card is None


@on_qt_loop
async def test_a_discarded_plan_stays_an_answer_and_its_card_away(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says(PLAN)]) as desk:
        desk.dock.composer.mode.set_plan_first(True)
        await desk.ask("What did we decide?")
        await until(lambda: desk.dock.plans.card is not None)
        first = desk.dock.conversations[0]
        desk.dock.new_chat()
        assert desk.dock.plans.card is None
        desk.dock._talks.show_talk(first)
        card = desk.dock.plans.card
        assert card is not None
        card.discarded.emit()
        desk.dock.new_chat()
        desk.dock._talks.show_talk(first)
        assert desk.dock.plans.card is None
        assert desk.exchanges[0].exchange.text == PLAN
