"""Command "probe": tests the capabilities of one model."""

import argparse
import json
import sys

from vaultdesk.cli.command_session import CommandSession, run_async
from vaultdesk.cli.console import escaped_text
from vaultdesk.cli.models import without_gate


def run(options: argparse.Namespace) -> int:
    """Probe `options.model` and print what it can do."""
    return run_async(_probe(CommandSession(), options))


async def _probe(session: CommandSession, options: argparse.Namespace) -> int:
    catalog = session.catalog(without_gate)
    await catalog.knowledge.load()

    def told(line: str) -> None:
        print(escaped_text(line), file=sys.stderr, flush=True)

    card = await catalog.probe(options.model, told)
    manner = catalog.standing(options.model).manner
    if options.json:
        known = card.model_dump(mode="json")
        print(json.dumps({"model": options.model, "tools": manner.way, "why": manner.why, **known}, ensure_ascii=False))
    else:
        for line in card.lines():
            print(escaped_text(line))
        print(escaped_text(manner.why))
    return 0
