"""As a whole: how near notes are to a note of several passages, from what lies nearest to each. Compares no vectors.

By the nearest pair alone, what every note ends with in the same words would outdo whatever they say. So a note is as
near as its best passages are on the average of all passages asked for, and it is told by the one that stands out most.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # that module loads numpy
    from vaultdesk.index.meaning.space import Found


def alike_as_a_whole(answers: Sequence[Sequence["Found"]]) -> list["Found"]:
    """Return one passage of each note in *answers*, one list for each passage asked for, best first; best note first.

    Where a note is not among those nearest to a passage, it counts as if it were the last of them.
    """
    answers = [answer for answer in answers if answer]
    least = [answer[-1].similarity for answer in answers]
    best: dict[int, dict[int, Found]] = {}
    for asked, answer in enumerate(answers):
        for one in answer:
            # They come best first: the first one of a note is its best.
            best.setdefault(one.note, {}).setdefault(asked, one)
    usual: list[float] = []
    for asked in range(len(answers)):
        similar = [mine[asked].similarity for mine in best.values() if asked in mine]
        usual.append(sum(similar) / len(similar))
    found: list[Found] = []
    for mine in best.values():
        similar = [mine[asked].similarity if asked in mine else least[asked] for asked in range(len(answers))]
        outstanding = max(mine, key=lambda asked, mine=mine: mine[asked].similarity - usual[asked])  # type: ignore[misc] # the default binds this note's
        found.append(mine[outstanding]._replace(similarity=sum(similar) / len(similar)))
    return sorted(found, key=lambda one: (-one.similarity, one.note, one.nth))
