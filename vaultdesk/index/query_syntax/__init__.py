"""Obsidian's search operators: parser, expression tree and exact evaluation."""

from vaultdesk.index.query_syntax.query_evaluation import (
    MatchedNotes,
    QueryEvaluation,
    find_matched_notes,
    match_spans,
)
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search_query import Expression

__all__ = ["Expression", "MatchedNotes", "QueryEvaluation", "find_matched_notes", "match_spans", "parse_query"]
