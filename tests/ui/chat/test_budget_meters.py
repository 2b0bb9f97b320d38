"""Tests of ui/chat/budget_meters.py."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.chat.chat_env import ChatEnv, open_chat
from vaultdesk.agent.budget import Spender
from vaultdesk.agent.token_usage import RequestEstimate, UsageAmount
from vaultdesk.core.settings.settings_schema import SpendingLimits
from vaultdesk.ui.chat.budget_meters import BudgetBar

# Budget meters: each limit that is set has a bar with text near the question, which follows the usage.


def set_limits(env: ChatEnv, limits: SpendingLimits) -> None:
    env.dock.composer.model.chosen.emit("other/one")
    env.workspace.store.change(lambda settings: settings.model_copy(update={"spending": limits}))


async def record_usage(env: ChatEnv, tokens: int, dollars: float = 0.0, *, agent: str = "") -> None:
    budget = env.workspace.budget
    reserved = await budget.reserve(RequestEstimate(1, 1), Spender(env.dock.conversation_id, agent))
    await budget.settle(reserved.reservation, UsageAmount(tokens=tokens, dollars=dollars))


@on_qt_loop
async def test_no_meter_is_shown_without_a_limit(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        assert not env.dock.budget_meters.isVisibleTo(env.dock)
        assert env.dock.budget_meters.texts() == []


@on_qt_loop
async def test_meter_shows_the_limit_and_the_usage(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        set_limits(env, SpendingLimits(day_tokens=20_000))
        await until(lambda: env.dock.budget_meters.texts() == ["0 of 20,000 tokens today"])
        assert env.dock.budget_meters.isVisibleTo(env.dock)
        await record_usage(env, 12_000)
        await until(lambda: env.dock.budget_meters.texts() == ["12,000 of 20,000 tokens today"])
        assert [round(bar.share, 2) for bar in env.dock.budget_meters.findChildren(BudgetBar)][-1] == 0.6


@on_qt_loop
async def test_chat_and_agent_limits_apply_to_the_shown_conversation(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        set_limits(env, SpendingLimits(chat_tokens=5_000, agent_dollars=0.5))
        await record_usage(env, 1_000)
        await until(lambda: env.dock.budget_meters.texts() == ["1,000 of 5,000 tokens in this chat"])
        await record_usage(env, 500, 0.25, agent="Librarian")
        env.dock.agents.pick("Librarian")
        assert env.dock.budget_meters.texts() == [
            "1,500 of 5,000 tokens in this chat",
            "$0.250 of $0.500 by this agent today",
        ]


@on_qt_loop
async def test_t6_no_meter_is_shown_for_the_offline_assistant(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        set_limits(env, SpendingLimits(day_tokens=20_000))
        await until(lambda: env.dock.budget_meters.texts() == ["0 of 20,000 tokens today"])
        env.dock.composer.model.chosen.emit("offline/offline")

        assert env.dock.budget_meters.texts() == []
        assert not env.dock.budget_meters.isVisibleTo(env.dock)


def test_full_bar_is_painted_differently_and_never_overflows() -> None:
    bar = BudgetBar()
    bar.resize(bar.sizeHint())
    images = []
    for share in (0.2, 0.85, 3.0):
        bar.set_share(share)
        images.append(bar.grab().toImage())
    assert bar.share == 1.0
    assert images[0] != images[1] != images[2]
