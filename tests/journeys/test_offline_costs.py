"""The offline assistant is exempt from spending caps, and its usage is not counted."""

from pathlib import Path

from tests.journeys.bench import open_bench
from tests.support.tool_env import YES
from vaultdesk.agent.run import RunFinished
from vaultdesk.agent.token_usage import NO_USAGE
from vaultdesk.core.settings.settings_schema import SpendingLimits
from vaultdesk.providers.provider import Noticed, UsageReported

CAPS = SpendingLimits(day_tokens=100, chat_tokens=100, day_dollars=0.01)


async def test_t6_a_question_to_the_offline_assistant_ignores_spending_caps_and_counts_nothing(tmp_path: Path) -> None:
    async with open_bench(tmp_path, None, YES) as bench:
        bench.workspace.store.change(lambda settings: settings.model_copy(update={"spending": CAPS}))
        events = await bench.ask("What did we decide about the heating?")
        state = bench.workspace.budget.state(bench.conversation.id)

        assert events[-1] == RunFinished("end")
        assert "[[" in bench.conversation.messages[-1].text
        assert not any(isinstance(event, UsageReported | Noticed) for event in events)
        assert state.today == NO_USAGE
        assert [meter.used for meter in state.meters] == [0, 0, 0]
        assert all(message.usage is None for message in bench.conversation.messages)
        assert await bench.workspace.context_meter.measure(bench.conversation) is None
