"""Command "models": lists the models of the providers."""

import argparse
import asyncio
import json
import sys
from collections.abc import Iterable

from vaultdesk.cli.command_session import CommandSession, run_async
from vaultdesk.cli.console import escaped_text
from vaultdesk.core.errors import ProviderError, UsageError
from vaultdesk.providers.catalog import OFFLINE_LABEL, Catalog
from vaultdesk.providers.known_models import ModelStatus
from vaultdesk.providers.provider import Provider


def run(options: argparse.Namespace) -> int:
    """List the models; return 1 where a provider could not be asked."""
    return run_async(_list(CommandSession(), options))


def without_gate(provider: Provider, _label: str) -> Provider:
    """Return *provider* as it is: these commands send no note text."""
    return provider


async def _list(session: CommandSession, options: argparse.Namespace) -> int:
    catalog = session.catalog(without_gate)
    await catalog.knowledge.load()
    if options.provider is None:
        await catalog.found()
    names = catalog.names() if options.provider is None else (options.provider,)
    outcomes = await asyncio.gather(*(_labels(catalog, name, fresh=options.refresh) for name in names))
    for _, standings in outcomes:
        for standing in standings:
            print(
                json.dumps(model_as_json(standing), ensure_ascii=False)
                if options.json
                else escaped_text(model_as_line(standing))
            )
    problems = [problem for problem, _ in outcomes if problem]
    for problem in problems:
        print(f"vaultdesk: {escaped_text(problem)}", file=sys.stderr)
    return 1 if problems else 0


async def _labels(catalog: Catalog, name: str, *, fresh: bool) -> tuple[str, list[ModelStatus]]:
    try:
        models = await catalog.models(name, fresh=fresh)
    except (UsageError, ProviderError) as error:
        return str(error), []
    return "", [catalog.standing(f"{name}/{model.id}") for model in models]


def model_as_json(standing: ModelStatus) -> dict[str, object]:
    """Return a model as the object `--json` prints; null is what nobody says."""
    info, card, price = standing.info, standing.card, standing.price
    return {
        "model": standing.label,
        "provider": standing.title,
        "local": standing.local,
        "tools": standing.manner.way,
        "why": standing.manner.why,
        "images": card.images if card and card.images is not None else info.images if info else None,
        "reasoning": info.reasoning if info else None,
        "context": (info.context if info else 0) or None,
        "price": {"input": price.input, "output": price.output} if price else None,
    }


def model_as_line(standing: ModelStatus) -> str:
    """Return a model as one line for people."""
    return f"{standing.label}  ({', '.join(_words(standing))})"


def _words(standing: ModelStatus) -> Iterable[str]:
    info = standing.info
    words = {"native": "tools", "sentinel": "tools by text", "xml": "tools by text", "none": "no tools"}
    told = (info is not None and info.tools is not None) or standing.card is not None or standing.label == OFFLINE_LABEL
    yield words[standing.manner.way] if told or standing.manner.downgraded else "tools not known yet"
    if info is not None and info.images:
        yield "sees pictures"
    if info is not None and info.reasoning:
        yield "thinks"
    if info is not None and info.context:
        yield f"{info.context:,} tokens"
    if standing.price is not None:
        yield standing.price.words
    if standing.local:
        yield "on this computer"
