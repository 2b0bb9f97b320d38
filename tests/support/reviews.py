"""Sample change sets and their approval requests, for tests of change review."""

from collections.abc import Sequence

from tests.support.requests import AWAY
from vaultdesk.tools.runtime.approval_text import change_headline
from vaultdesk.tools.runtime.approvals import ApprovalRequest, CallReview
from vaultdesk.tools.tool import Effect
from vaultdesk.vault.change_set import ChangeSet
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagedNote, build_change_set

BOILER = """\
---
status: decided
tags: [house, heating]
budget: 18400
---
# Boiler

The 1998 gas boiler leaks, and Brandt will not certify it past next winter.
After the [[Heat-loss survey]] we stop repairing it.

> [!success] Decision
> 8.5 kW air-source heat pump from Nordwärme, flow temperature
> 45 °C. Two [[Radiators]] on the north side are replaced first.

## Quotes

| Supplier | Unit | Price | Lead time |
| --- | --- | --- | --- |
| Nordwärme | 8.5 kW, R290 | €18,400 | 6 weeks |
| Halm & Sohn | 9 kW, R290 | €21,150 | 4 weeks |
| Klimatec | 8 kW, R32 | €16,900 | 11 weeks |

## Before the fitter comes

- [x] Ask Nordwärme about the noise at 3 m
- [ ] Clear the cellar wall, 2.4 m wide, by Friday 27 November
- [ ] Send the [[Subsidy]] form before the contract is signed
- [ ] Write down the Meter cupboard fuse ratings
"""

NEW_BOILER = (
    BOILER.replace("[house, heating]\n", '[house, heating, heat-pump]\nsupplier: "[[Nordwärme]]"\n')
    .replace(
        "11 weeks |\n",
        "11 weeks |\n\nKlimatec leaves out removing the boiler (about €1,300) and\n"
        "the buffer tank (€1,100): with both it is €900 dearer.\n",
    )
    .replace("27 November\n", "27 November\n- [ ] Ask Halm & Sohn for a second offer\n")
)

BUDGET = """\
# Budget

## Heating

| Item | Amount | State |
| --- | --- | --- |
| Insulation, north wall | €6,200 | paid |
| Boiler, not yet decided | €21,000 | open |

## Garden

Nothing yet.
"""

NEW_BUDGET = BUDGET.replace("Boiler, not yet decided | €21,000", "Heat pump, Nordwärme | €18,400")

LINKING = ("Daily/2026-11-20.md", "Projects/House/Heat-loss survey.md", "Projects/House.md", "Projects/Subsidy.md")


def rewritten(path: str, old: str, new: str, **more: str) -> StagedNote:
    """Return a changed note."""
    return StagedNote(NotePath(path), new, NotePath(path), old, "d" * 64, calls=("call_1",), **more)  # type: ignore[arg-type] # only text fields are passed


def created(path: str, text: str) -> StagedNote:
    """Return a created note."""
    return StagedNote(NotePath(path), text, None, calls=("call_1",))


def deleted(path: str, text: str, reason: str = "to the vault's .trash") -> StagedNote:
    """Return a deleted note."""
    return StagedNote(NotePath(path), text, NotePath(path), text, "d" * 64, True, calls=("call_1",), reason=reason)


def renamed(path: str, new_path: str, old: str, new: str | None = None, unit: str = "rename 1") -> StagedNote:
    """Return a renamed note, changed if *new* is given."""
    text = old if new is None else new
    return StagedNote(NotePath(new_path), text, NotePath(path), old, "d" * 64, unit=unit, calls=("call_1",))


def repairing(path: str, unit: str = "rename 1") -> StagedNote:
    """Return a note whose link is updated by a rename."""
    old = f"# {path}\n\nBrandt rang about the [[Boiler]]; the pre-survey is on the 27th.\n"
    new = old.replace("[[Boiler]]", "[[Heating system]]")
    return rewritten(path, old, new, unit=unit, reason="repairs 1 link to the new name", repaired_links=1)


def house() -> ChangeSet:
    """Return a rename with updated links, changes in the renamed note, and a change of another note."""
    boiler = renamed("Projects/House/Boiler.md", "Projects/House/Heating system.md", BOILER, NEW_BOILER)
    budget = rewritten("Projects/House/Budget.md", BUDGET, NEW_BUDGET)
    return build_change_set([boiler, *map(repairing, LINKING), budget])


def write_request(
    changes: ChangeSet | Sequence[StagedNote] | None = None,
    *,
    effect: Effect = "write",
    model_words: str = "",
    warnings: tuple[str, ...] = (),
) -> ApprovalRequest:
    """Return a request to apply *changes*; by default those of `house`."""
    chosen = house() if changes is None else changes if isinstance(changes, ChangeSet) else build_change_set(changes)
    call = CallReview(
        call_id="call_1",
        tool="edit_note",
        display_name="Change notes",
        purpose="writes to files in your vault. Nothing is sent anywhere.",
        effect=effect,
        arguments={"path": chosen.changes[0].path, "count": len(chosen.changes)},
        warnings=warnings,
    )
    return ApprovalRequest("ask_3", change_headline(chosen), (call,), AWAY, model_words, changes=chosen)
