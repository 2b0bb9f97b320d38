"""Excludes this folder from ordinary test runs."""

from tests.support.campaigns import CAMPAIGNS

collect_ignore_glob = [] if CAMPAIGNS else ["*"]
