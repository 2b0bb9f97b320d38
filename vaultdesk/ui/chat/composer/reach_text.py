"""Text for an attachment that the selected model would not receive, or only after confirmation."""

from dataclasses import dataclass

from vaultdesk.agent.context.context_reader import ContextReach
from vaultdesk.core.transmission import Destination
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.translation import translate, translator

_tr = translator("ReachText")


@dataclass(frozen=True, slots=True)
class ReachText:
    """Text for one attachment; empty if all of it is sent."""

    short: str = ""
    """For a chip or a row: `will not be sent`."""
    sentence: str = ""
    """For the tooltip and screen readers, with the rule and the receiver."""
    is_warning: bool = False
    """Whether something is withheld; otherwise only confirmation is needed."""


def reach_text(reach: ContextReach, receiver: Destination) -> ReachText:
    """Return the text for an attachment with *reach* and *receiver*."""
    if reach.withheld:
        return ReachText(_withheld_text(reach), _withheld_sentence(reach, receiver), is_warning=True)
    if reach.asked:
        return ReachText(_asked_text(reach), _asked_sentence(reach, receiver))
    return ReachText()


def _withheld_text(reach: ContextReach) -> str:
    if reach.is_withheld:
        return _tr("will not be sent")
    if reach.notes:
        one, many = _tr("1 of {total} notes will not be sent"), _tr("{n} of {total} notes will not be sent")
    else:
        one, many = _tr("1 note will not be sent"), _tr("{n} notes will not be sent")
    words = one if reach.withheld == 1 else many
    return words.format(n=format_number(reach.withheld), total=format_number(reach.notes))


def _withheld_sentence(reach: ContextReach, receiver: Destination) -> str:
    one = reach.withheld == 1
    if reach.is_withheld:
        words = (
            _tr("Private: {why}. It will not be sent to {receiver}.")
            if one
            else _tr("Private: {why}. None of the {n} notes will be sent to {receiver}.")
        )
    elif reach.notes:
        words = (
            _tr("1 of {total} notes is private and will not be sent to {receiver}: {why}.")
            if one
            else _tr("{n} of {total} notes are private and will not be sent to {receiver}: {why}.")
        )
    else:
        words = (
            _tr("1 note is private and will not be sent to {receiver}: {why}.")
            if one
            else _tr("{n} notes are private and will not be sent to {receiver}: {why}.")
        )
    return _filled(words, reach, reach.withheld, receiver)


def _asked_text(reach: ContextReach) -> str:
    if reach.notes == reach.asked == 1:
        return _tr("you will be asked")
    words = _tr("you will be asked about 1 note") if reach.asked == 1 else _tr("you will be asked about {n} notes")
    return words.format(n=format_number(reach.asked))


def _asked_sentence(reach: ContextReach, receiver: Destination) -> str:
    if reach.notes == reach.asked == 1:
        words = _tr("Private: {why}. You will be asked before it is sent to {receiver}.")
    elif reach.asked == 1:
        words = _tr("You will be asked about 1 private note before it is sent to {receiver}: {why}.")
    else:
        words = _tr("You will be asked about {n} private notes before they are sent to {receiver}: {why}.")
    return _filled(words, reach, reach.asked, receiver)


def _filled(words: str, reach: ContextReach, number: int, receiver: Destination) -> str:
    why = ", ".join(map(translate, reach.reasons)) or _tr("by a rule for private notes")
    return words.format(
        why=why, receiver=translate(receiver.name), n=format_number(number), total=format_number(reach.notes)
    )
