"""Passages: approval requests with search results, for tests of approval views and policies."""

from collections.abc import Sequence

from tests.support.requests import AWAY, search_request
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.tools.runtime.approvals import ApprovalRequest, PassageChoice, WithheldNote

HOUSE = "Projects/House"


def marked(text: str, *words: str) -> tuple[tuple[int, int], ...]:
    """Return the ranges of *words* in *text*, in order."""
    ranges = [(start, start + len(word)) for word in words if (start := text.find(word)) >= 0]
    return tuple(sorted(ranges))


def passage(number: int, path: str, text: str, *words: str, **others: object) -> PassageChoice:
    """Return a passage of the note at *path* with *words* marked as matches."""
    choice = PassageChoice(f"call_2/{number}", path, text, marks=marked(text, *words))
    return replace(choice, **others)  # type: ignore[arg-type]  # fields of the passage


HEATING = (
    passage(
        1,
        f"{HOUSE}/Boiler.md",
        "8.5 kW air-source heat pump from Nordwärme, flow temperature 45 °C. "
        "Two Radiators on the north side are replaced first.",
        "heat pump",
        "flow temperature",
        heading="Decision",
        first_line=9,
        last_line=10,
    ),
    passage(
        2,
        f"{HOUSE}/Boiler.md",
        "| Supplier | Unit | Price | Lead time |\n|---|---|---|---|\n| Nordwärme | 8.5 kW, R290 | €18,400 | 6 weeks |\n"
        "| Halm & Sohn | 9 kW, R290 | €21,150 | 4 weeks |\n| Klimatec | 8 kW, R32 | €16,900 | 11 weeks |",
        heading="Quotes",
        first_line=12,
        last_line=18,
        ticked=False,
    ),
    passage(
        3,
        f"{HOUSE}/Heat-loss survey.md",
        "8.2 kW at −10 °C outside. At a flow temperature of 45 °C all rooms but two are covered, so the old pipes can "
        "stay. The two rooms on the north side want larger radiators or 50 °C, which costs about 6 % more in a year. "
        "The survey was made on 3 November with all doors closed and the wind from the west, and it is good to 5 %.",
        "flow temperature",
        heading="Result",
        first_line=5,
        last_line=13,
    ),
    passage(
        4,
        f"{HOUSE}/Subsidy.md",
        "The form must be sent before the contract is signed, otherwise nothing is paid. 30 % for the heat pump and "
        "5 % for the natural refrigerant R290.",
        "heat pump",
        is_whole_note=True,
    ),
    passage(
        5,
        f"{HOUSE}/Budget.md",
        "The heat pump costs €18,400 with Nordwärme’s quote, the two north-side radiators about €740 more.",
        "heat pump",
        heading="first paragraph",
        first_line=5,
        last_line=6,
    ),
    passage(
        6,
        f"{HOUSE}/Budget.md",
        "| Item | Planned | Paid |\n| Heat pump | €18,400 | €0 |\n| Radiators | €740 | €0 |\n| Fitting | €3,900 | €0 |",
        heading="Budget table",
        first_line=8,
        last_line=13,
    ),
    passage(
        7,
        f"{HOUSE}/Radiators.md",
        "Type 22 gives 1,340 W at flow temperature 45 °C, type 33 gives 1,910 W.",
        "flow temperature",
        is_whole_note=True,
    ),
)
"""Seven passages of five notes, one of them not selected initially."""

MORTGAGE = WithheldNote(f"{HOUSE}/Mortgage.md", Phrase("tagged #private"))


def found_request(
    passages: Sequence[PassageChoice] = HEATING,
    destination: Destination = AWAY,
    *,
    query: str = "heating decision",
    withheld: Sequence[WithheldNote] = (MORTGAGE,),
    request_id: str = "ask_5",
    continues: str = "",
) -> ApprovalRequest:
    """Return a request to send search results."""
    base = search_request(query or "boiler", destination=destination)
    return replace(
        base,
        id=request_id,
        passages=tuple(passages),
        withheld_notes=tuple(withheld),
        query=query,
        query_call="call_2" if query else "",
        continues=continues,
    )
