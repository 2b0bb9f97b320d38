"""Command "probe": tests the capabilities of one model."""

import argparse
import json
import sys

from vaultdesk.cli.command_session import CommandSession, run_async
from vaultdesk.cli.console import escaped_text
from vaultdesk.cli.models import ungated


def run(options: argparse.Namespace) -> int:
    """Probe `options.model` and print its capabilities."""
    return run_async(_probe(CommandSession(), options))


async def _probe(session: CommandSession, options: argparse.Namespace) -> int:
    catalog = session.catalog(ungated)
    await catalog.knowledge.load()

    def report(line: str) -> None:
        print(escaped_text(line), file=sys.stderr, flush=True)

    card = await catalog.probe(options.model, report)
    tool_mode = catalog.model_status(options.model).tool_mode
    if options.json:
        values = card.model_dump(mode="json")
        print(
            json.dumps(
                {"model": options.model, "tools": tool_mode.mode, "why": tool_mode.reason, **values}, ensure_ascii=False
            )
        )
    else:
        for line in card.lines():
            print(escaped_text(line))
        print(escaped_text(tool_mode.reason))
    return 0
