"""Leaves this folder out of the ordinary run."""

from tests.support.campaigns import CAMPAIGNS

collect_ignore_glob = [] if CAMPAIGNS else ["*"]
