"""Asked: what was typed, understood as a query of plain words."""

from vaultdesk.index.query import Query
from vaultdesk.index.search_language.parsing import understand


def parse(text: str, *, typing: bool = True) -> Query:
    """The query of *text*, its last word perhaps unfinished while somebody is *typing*."""
    found = understand(text, typing=typing).plain()
    assert found is not None, "more is asked than words"
    return found
