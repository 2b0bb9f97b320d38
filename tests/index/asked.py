"""Asked: what was typed, understood as a query of plain words."""

from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search_query import PlainQuery


def parse(text: str, *, typing: bool = True) -> PlainQuery:
    """The query of *text*, its last word perhaps unfinished while somebody is *typing*."""
    found = parse_query(text, typing=typing).as_plain_query()
    assert found is not None, "more is asked than words"
    return found
