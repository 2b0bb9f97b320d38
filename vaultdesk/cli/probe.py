"""Probe: one model asked what it can do, with its card at the end. Sends no note text."""

import argparse
import json
import sys

from vaultdesk.cli.models import ungated
from vaultdesk.cli.screen import plain
from vaultdesk.cli.session import Session, run_async


def run(options: argparse.Namespace) -> int:
    """Probe `options.model` and print what it can do."""
    return run_async(_probe(Session(), options))


async def _probe(session: Session, options: argparse.Namespace) -> int:
    catalog = session.catalog(ungated)
    await catalog.knowledge.load()

    def told(line: str) -> None:
        print(plain(line), file=sys.stderr, flush=True)

    card = await catalog.probe(options.model, told)
    manner = catalog.standing(options.model).manner
    if options.json:
        known = card.model_dump(mode="json")
        print(json.dumps({"model": options.model, "tools": manner.way, "why": manner.why, **known}, ensure_ascii=False))
    else:
        for line in card.lines():
            print(plain(line))
        print(plain(manner.why))
    return 0
