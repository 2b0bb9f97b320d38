"""Settled: whether the word of a status says that a matter is done with. Knows no widget."""

_BY_LANGUAGE = (
    "accepted approved closed complete completed decided done finished paid published resolved settled shipped solved",
    "abgeschlossen angenommen beschlossen bezahlt entschieden erledigt fertig freigegeben geklärt gelöst genehmigt"
    " veröffentlicht",
    "accepté acceptée approuvé approuvée clos close décidé décidée fait faite fini finie payé payée publié publiée"
    " résolu résolue terminé terminée",
    "aceptado aceptada aprobado aprobada cerrado cerrada completado completada decidido decidida hecho hecha pagado"
    " pagada publicado publicada resuelto resuelta terminado terminada",
    "完成 已完成 已决定 已解决 已关闭 已批准 已发布 已付款 结束 已结束",
)

SETTLED = frozenset(word for words in _BY_LANGUAGE for word in words.split())
"""Words of a status that stand for an end that was reached, in the languages the program speaks."""


def is_settled(status: str) -> bool:
    """Return whether *status* is a word for something done with, whatever its casing."""
    return status.strip().casefold() in SETTLED
