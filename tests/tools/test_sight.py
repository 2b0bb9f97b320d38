"""What one call may see."""

from pathlib import Path

from tests.support.desk import NO, YES, call, on, open_desk, read
from tests.support.tools import Listing
from vaultdesk.settings import PermissionRule
from vaultdesk.tools.approvals import ApprovalDecision
from vaultdesk.tools.leash import Leash

BOILER, BUDGET, SECRET = "Projects/House/Boiler.md", "Projects/House/Budget.md", "Projects-secret/Plan.md"


async def test_a_list_sees_what_leash_and_rules_leave(tmp_path: Path) -> None:
    rules = [
        PermissionRule(tool="listing", effect="read", answer="allow"),
        PermissionRule(folder="Daily", answer="ask"),
        PermissionRule(folder="Projects-secret", answer="deny"),
    ]
    listing = Listing(BOILER, SECRET, "Top.md")
    async with open_desk(tmp_path, NO, rules=rules, tools=[listing]) as desk:
        (result,) = await desk.results(call("listing"))
        assert result.data == [{"path": BOILER}, {"path": "Top.md"}]
        (view,) = listing.views
        paths = (BOILER, SECRET, "Daily/2026-11-20.md", "Top.md")
        assert [view.sees(path) for path in paths] == [True, False, False, True]
        assert view.limit == on().result_limit
        await desk.results(call("listing", text="again"), context=on(Leash("A", ("Projects",))))
        assert [listing.views[1].sees(path) for path in paths] == [True, False, False, False]


async def test_where_the_person_was_asked_what_asks_is_seen(tmp_path: Path) -> None:
    listing = Listing(BOILER)
    async with open_desk(tmp_path, YES, tools=[listing]) as desk:
        await desk.results(call("listing"))
        assert listing.views[0].sees("Daily/2026-11-20.md")


async def test_a_named_note_is_seen_where_it_was_ticked(tmp_path: Path) -> None:
    some = ApprovalDecision(approved=True, files=(BOILER,))
    async with open_desk(tmp_path, some) as desk:
        (result,) = await desk.results(read(BOILER, BUDGET))
        assert [item["path"] for item in result.data] == [BOILER]
