"""Parses text as a query of plain words."""

from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search_query import PlainQuery


def parse(text: str, *, typing: bool = True) -> PlainQuery:
    """Return the query of *text*; its last word may be unfinished while the user is *typing*."""
    query = parse_query(text, typing=typing).as_plain_query()
    assert query is not None, "the query contains more than words"
    return query
