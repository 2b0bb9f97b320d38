"""The tool that works the timer."""

import pytest
from pydantic import JsonValue, ValidationError

from tests.support.desk import Clock
from vaultdesk.tools.pomodoro import Pomodoro, PomodoroParameters
from vaultdesk.tools.pomodoro_timer import PomodoroTimer
from vaultdesk.tools.tool import WHOLE


async def test_the_timer_is_started_paused_asked_and_stopped() -> None:
    clock = Clock()
    timer = PomodoroTimer(clock)
    tool = Pomodoro(timer)

    async def told(**arguments: JsonValue) -> tuple[object, object, object]:
        data = (await tool.run(PomodoroParameters.model_validate(arguments), WHOLE)).data
        assert isinstance(data, dict)
        return data["status"], data.get("remaining"), data["message"]

    assert await told(action="status") == ("idle", None, "No pomodoro is running.")
    assert await told(action="pause") == ("idle", None, "No pomodoro is running.")
    assert await told(action="start") == (
        "running",
        "25:00",
        "Started a pomodoro of 25 minutes. It runs as long as this vault is open.",
    )
    clock.now += 61
    assert await told(action="status") == ("running", "23:59", "It is running.")
    already = "A pomodoro of 25 minutes runs already. Stop it before you start another."
    assert await told(action="start", minutes=5) == ("running", "23:59", already)
    assert await told(action="pause") == ("paused", "23:59", "Paused.")
    assert await told(action="status") == ("paused", "23:59", "It is paused.")
    assert await told(action="start") == ("running", "23:59", "The paused pomodoro goes on.")
    assert await told(action="stop") == ("idle", None, "Stopped before its end.")
    timer.close()


@pytest.mark.parametrize(
    "arguments", [{}, {"action": "begin"}, {"action": "start", "minutes": 0}, {"action": "start", "minutes": 181}]
)
def test_wrong_arguments_are_refused(arguments: dict[str, JsonValue]) -> None:
    with pytest.raises(ValidationError):
        PomodoroParameters.model_validate(arguments)


def test_what_is_asked_is_said_in_words() -> None:
    tool = Pomodoro(PomodoroTimer())
    started = PomodoroParameters(action="start", minutes=50)
    assert (tool.summary(started), tool.action(started)) == ("start, 50 minutes", "Start a pomodoro of 50 minutes")
    for example in Pomodoro.examples:
        PomodoroParameters.model_validate(example)
