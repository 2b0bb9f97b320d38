"""Clock: the tool `get_current_time`: date and time here or in another time zone. Reads no note, changes nothing."""

import asyncio
import difflib
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import ClassVar
from zoneinfo import ZoneInfo, available_timezones

from pydantic import Field, JsonValue

from vaultdesk.index.text_folding import fold_to_base
from vaultdesk.tools.templates import now_here
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolFailure, ToolOutput, View
from vaultdesk.tools.visible import short

MOST_NEAR = 5
"""Zones named to a model that wrote one there is not: enough to find the right one among."""


class CurrentTimeParameters(Parameters):
    """Whose time."""

    timezone: str | None = Field(
        default=None,
        max_length=100,
        description="An IANA time zone such as Europe/Berlin or UTC. Leave it out for the person's own.",
    )


class GetCurrentTime(Tool[CurrentTimeParameters]):
    """Tells date and time (CONTRACTS; seed copilot-chain-runner)."""

    name: ClassVar[str] = "get_current_time"
    aliases: ClassVar[tuple[str, ...]] = ("getCurrentTime",)
    display_name: ClassVar[str] = "Look at the clock"
    purpose: ClassVar[str] = "tells the model the date and the time, here or in another time zone."
    description: ClassVar[str] = (
        "Return the present date, time, weekday and week, on the person's own clock or in a time zone. Use it where "
        "the time of day matters or another zone is meant; today's date is known already. To search notes by time, "
        "give words like “last week” to the search itself instead."
    )
    category: ClassVar[str] = "time"
    effect: ClassVar[Effect] = "none"
    parameters: ClassVar[type[Parameters]] = CurrentTimeParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = ({"timezone": "Asia/Tokyo"},)

    def __init__(self, now: Callable[[], datetime] = now_here) -> None:
        self._now = now

    async def run(self, arguments: CurrentTimeParameters, view: View) -> ToolOutput:
        """Tell the time; a zone there is not is refused with those that are near."""
        asked = (arguments.timezone or "").strip()
        now = self._now()
        name = now.tzname() or ""
        if asked:
            # Off the loop: the names of all zones are read from the disk.
            name = await asyncio.to_thread(_zone_named, asked)
            now = now.astimezone(ZoneInfo(name))
        data: dict[str, JsonValue] = {
            "time": now.isoformat(timespec="seconds"),
            "date": now.date().isoformat(),
            "weekday": f"{now:%A}",
            "week": f"{now:%G-W%V}",
            "timezone": name,
            "utc_offset": f"{now:%z}"[:3] + ":" + f"{now:%z}"[3:5],
        }
        return ToolOutput(data)

    def summary(self, arguments: CurrentTimeParameters) -> str:
        """Return the zone."""
        return short(arguments.timezone or "", 60)


def _zone_named(asked: str) -> str:
    """Return the zone's own spelling. Raises `ToolFailure`; no name is ever looked for on the disk by its text."""
    names = available_timezones()
    if asked in names:
        return asked
    wanted = _key(asked)
    by_key = {_key(name): name for name in names}
    if wanted in by_key:
        return by_key[wanted]
    cities = [name for name in names if _key(name).rpartition("/")[2] == wanted]
    if len(cities) == 1:
        return cities[0]  # Tokyo can only be Asia/Tokyo.
    near = sorted(cities) or [by_key[key] for key in difflib.get_close_matches(wanted, by_key, MOST_NEAR, 0.6)]
    told = f" Did you mean {', '.join(near[:MOST_NEAR])}?" if near else " Write one like Europe/Berlin or UTC."
    message = f"timezone: there is no time zone “{short(asked, 60)}”.{told}"
    raise ToolFailure("VALIDATION_FAILED", message, {"near": [*near[:MOST_NEAR]]} if near else None)


def _key(name: str) -> str:
    return fold_to_base(name).replace(" ", "_")
