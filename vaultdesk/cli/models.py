"""Commands "models", which lists the models of the providers, and "probe", which tests the capabilities of one."""

import argparse
import asyncio
import json
import sys
from collections.abc import Iterable

from vaultdesk.cli.command_session import CommandSession, run_async
from vaultdesk.cli.console import escaped_text
from vaultdesk.core.errors import LedgerFailed, ProviderError, UsageError
from vaultdesk.providers.catalog import OFFLINE_LABEL, Catalog
from vaultdesk.providers.known_models import ModelStatus
from vaultdesk.providers.provider import Provider


def run(options: argparse.Namespace) -> int:
    """List the models; return 1 if a provider could not be queried."""
    return run_async(_list(CommandSession(), options))


def ungated(provider: Provider, _label: str) -> Provider:
    """Return *provider* unchanged: these commands send no note text."""
    return provider


async def _list(session: CommandSession, options: argparse.Namespace) -> int:
    catalog = session.catalog(ungated)
    await catalog.knowledge.load()
    if options.provider is None:
        await catalog.discover_servers()
    names = catalog.provider_names() if options.provider is None else (options.provider,)
    outcomes = await asyncio.gather(*(_model_statuses(catalog, name, refresh=options.refresh) for name in names))
    for _, statuses in outcomes:
        for status in statuses:
            print(
                json.dumps(model_as_json(status), ensure_ascii=False)
                if options.json
                else escaped_text(model_as_line(status))
            )
    problems = [problem for problem, _ in outcomes if problem]
    for problem in problems:
        print(f"vaultdesk: {escaped_text(problem)}", file=sys.stderr)
    return 1 if problems else 0


async def _model_statuses(catalog: Catalog, name: str, *, refresh: bool) -> tuple[str, list[ModelStatus]]:
    try:
        models = await catalog.models(name, refresh=refresh)
    except (UsageError, ProviderError, LedgerFailed) as error:
        return str(error), []
    return "", [catalog.model_status(f"{name}/{model.id}") for model in models]


def model_as_json(status: ModelStatus) -> dict[str, object]:
    """Return a model as the object `--json` prints; null means unknown."""
    info, card, price = status.info, status.card, status.price
    return {
        "model": status.label,
        "provider": status.title,
        "local": status.local,
        "tools": status.tool_mode.mode,
        "why": status.tool_mode.reason,
        "images": card.images if card and card.images is not None else info.images if info else None,
        "reasoning": info.reasoning if info else None,
        "context": (info.context if info else 0) or None,
        "price": {"input": price.input, "output": price.output} if price else None,
    }


def model_as_line(status: ModelStatus) -> str:
    """Return a model as one line of text."""
    return f"{status.label}  ({', '.join(_traits(status))})"


def _traits(status: ModelStatus) -> Iterable[str]:
    info = status.info
    tool_traits = {"native": "tools", "sentinel": "text-based tools", "xml": "text-based tools", "none": "no tools"}
    tools_known = (
        (info is not None and info.tools is not None) or status.card is not None or status.label == OFFLINE_LABEL
    )
    yield tool_traits[status.tool_mode.mode] if tools_known or status.tool_mode.downgraded else "tools not known yet"
    if info is not None and info.images:
        yield "sees pictures"
    if info is not None and info.reasoning:
        yield "thinks"
    if info is not None and info.usable_context:
        yield f"{info.usable_context:,} tokens"
    if status.price is not None:
        yield status.price.text
    if status.local:
        yield "on this computer"


def run_probe(options: argparse.Namespace) -> int:
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
