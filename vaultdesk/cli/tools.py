"""Tools: lists what an assistant may ask for."""

import argparse
import json

from vaultdesk.cli.screen import say
from vaultdesk.tools.schema import json_schema
from vaultdesk.workspace import TOOLS


def run(options: argparse.Namespace) -> int:
    """Print every tool; with `--json` with its schema, effect and category."""
    if options.json:
        listing = [
            {
                "name": tool.name,
                "display_name": tool.display_name,
                "description": tool.description,
                "category": tool.category,
                "effect": tool.effect,
                "dangerous": tool.dangerous,
                "examples": list(tool.examples),
                "parameters": json_schema(tool.parameters),
            }
            for tool in TOOLS
        ]
        print(json.dumps(listing, ensure_ascii=False, indent=2))
        return 0
    width = max(len(tool.name) for tool in TOOLS)
    for tool in TOOLS:
        say(f"{tool.name:<{width}}  {tool.effect:<7}  {tool.purpose}")
    return 0
