"""Row label: the name of a field of a form, on one line with the field. Knows no setting."""

from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.parts.number_field import HEIGHT
from vaultdesk.ui.theme.theme import theme


def row_label(title: str) -> PlainLabel:
    """Return the name of a field, as high as a field of one line: the two stand on one line at the top of a row."""
    label = PlainLabel(title, role="text2")
    label.setFixedHeight(theme().step(HEIGHT))
    return label
