"""Pomodoro: the tool `pomodoro`, which starts, pauses and stops the timer of the vault that is open."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field, JsonValue

from vaultdesk.tools.pomodoro_timer import MOST_MINUTES, USUAL_MINUTES, PomodoroStanding, PomodoroTimer
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolOutput, View

Action = Literal["start", "pause", "stop", "status"]

SAID: Mapping[Action, str] = {"start": "Start a pomodoro", "pause": "Pause", "stop": "Stop", "status": "Status"}


class PomodoroParameters(Parameters):
    """What to do with the timer."""

    action: Action = Field(description="start (or go on after a pause), pause, stop, or status.")
    minutes: int = Field(
        default=USUAL_MINUTES, ge=1, le=MOST_MINUTES, description="Length of a new session in minutes, 1 to 180."
    )


class Pomodoro(Tool[PomodoroParameters]):
    """Works the timer (CONTRACTS; seed copilot-chain-runner, `pomodoroTool`)."""

    name: ClassVar[str] = "pomodoro"
    aliases: ClassVar[tuple[str, ...]] = ("pomodoroTool",)
    display_name: ClassVar[str] = "Pomodoro"
    purpose: ClassVar[str] = "starts, pauses or stops the timer in the status line."
    description: ClassVar[str] = (
        "Work the person's focus timer: start a session of some minutes, pause it, start it again, stop it, or say how "
        "long it still runs. There is one timer; a running one is not replaced: stop it first."
    )
    category: ClassVar[str] = "time"
    effect: ClassVar[Effect] = "none"
    parameters: ClassVar[type[Parameters]] = PomodoroParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"action": "start"},
        {"action": "start", "minutes": 50},
        {"action": "status"},
    )

    def __init__(self, timer: PomodoroTimer) -> None:
        self._timer = timer

    async def run(self, arguments: PomodoroParameters, view: View) -> ToolOutput:
        """Do it, and tell how the timer stands then."""
        before = self._timer.standing
        match arguments.action:
            case "start":
                after = self._timer.start(arguments.minutes)
            case "pause":
                after = self._timer.pause()
            case "stop":
                after = self._timer.stop()
            case "status":
                after = before
        seconds = round(after.seconds_left)
        data: dict[str, JsonValue] = {"status": after.phase, "message": _said(arguments.action, before, after)}
        if after.phase != "idle":
            data |= {"minutes": after.minutes, "remaining": f"{seconds // 60}:{seconds % 60:02}"}
        if after.started is not None:
            data["started"] = after.started.isoformat(timespec="seconds")
        return ToolOutput(data)

    def summary(self, arguments: PomodoroParameters) -> str:
        """Return what is done."""
        if arguments.action == "start":
            return f"start, {arguments.minutes} minutes"
        return arguments.action

    def action(self, arguments: PomodoroParameters) -> str:
        """Return `Start a pomodoro of 25 minutes`."""
        said = SAID[arguments.action]
        return f"{said} of {arguments.minutes} minutes" if arguments.action == "start" else f"{said}: the pomodoro"


def _said(action: Action, before: PomodoroStanding, after: PomodoroStanding) -> str:
    match action, before.phase:
        case "start", "idle":
            return f"Started a pomodoro of {after.minutes} minutes. It runs as long as this vault is open."
        case "start", "paused":
            return "The paused pomodoro goes on."
        case "start", _:
            return f"A pomodoro of {after.minutes} minutes runs already. Stop it before you start another."
        case "pause", "running":
            return "Paused."
        case "stop", "running" | "paused":
            return "Stopped before its end."
        case _, "idle":
            return "No pomodoro is running."
        case _:
            return "It is paused." if after.phase == "paused" else "It is running."
