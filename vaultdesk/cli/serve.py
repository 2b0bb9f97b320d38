"""Command "serve": offers the configured models to other programs."""

import argparse
import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable, Coroutine, Generator, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from vaultdesk.cli.command_session import CommandSession, run_async
from vaultdesk.cli.console import print_text
from vaultdesk.core.errors import UsageError
from vaultdesk.privacy.egress_gate import DisclosureGate
from vaultdesk.privacy.ledger import LedgerFiles
from vaultdesk.providers.catalog import Catalog, ChosenModel
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.providers.provider_types import ApiFlavor, api_flavors_in_use
from vaultdesk.providers.tool_emulation.text_transcript import BRACKET_FRAMING

log = logging.getLogger(__name__)

MAX_SHOWN_MODELS = 10
"""Maximum number of models shown at the start; `vaultdesk models` lists them all."""


class ServingPlan(Struct, frozen=True):
    """Everything `serve responses` needs."""

    open_model: Callable[[str], ChosenModel]
    """Returns the model `provider/name`. Raises `UsageError` for an unknown one."""
    known_labels: Callable[[], tuple[str, ...]]
    """Lists the models' names without a request."""
    default: str
    """The model that also answers under its bare name; empty for none."""
    model_info: Callable[[str], ModelInfo | None]
    """Returns the cached list entry of a known model, without a request."""
    folder: Path
    """The folder of the token."""
    port: int
    """0 for any free port."""
    on_ready: Callable[[int, str], None]
    """Called with the port and the token once the endpoint accepts connections."""


ServeResponses = Callable[[ServingPlan], Coroutine[None, None, None]]
"""Serves until it is cancelled."""


def run(options: argparse.Namespace, serve: ServeResponses) -> int:
    """Serve until interrupted. Raises `VaultDeskError` if the port is taken, `UsageError` for an unknown model."""
    return run_async(_serve(CommandSession(), options, serve))


async def _serve(session: CommandSession, options: argparse.Namespace, serve: ServeResponses) -> int:
    with _cancel_on_sigterm() as terminated:
        try:
            await _run_endpoint(session, options, serve)
        except asyncio.CancelledError:
            if not terminated.is_set():
                raise
    return 0


async def _run_endpoint(session: CommandSession, options: argparse.Namespace, serve: ServeResponses) -> None:
    folder = session.folders.data / "endpoint"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    async with AsyncExitStack() as stack:
        ledgers = LedgerFiles(session.folders.data)
        ledger = await stack.enter_async_context(ledgers.open(ledgers.endpoint))
        catalog = session.catalog(lambda provider, _label: DisclosureGate(provider, ledger), ledger)
        await catalog.knowledge.load()
        await catalog.discover_servers()

        def open_model(label: str) -> ChosenModel:
            return catalog.provider(label, framing=BRACKET_FRAMING)

        default = catalog.model_status(options.model).label if options.model else ""
        chat_model = session.store.settings.chat.model

        def known() -> tuple[str, ...]:
            return known_labels(catalog, chat_model)

        def info(label: str) -> ModelInfo | None:
            return catalog.model_status(label).info

        def ready(port: int, token: str) -> None:
            _print_connection(port, token, default or chat_model, known())
            flavors = api_flavors_in_use(session.store.settings, os.environ)
            threading.Thread(target=_preload_sdks, args=(flavors,), name="vaultdesk-preload").start()

        await serve(ServingPlan(open_model, known, default, info, folder, options.port, ready))


@contextmanager
def _cancel_on_sigterm() -> Generator[threading.Event, None, None]:
    """Cancel the block's task on SIGTERM, so that all resources are closed; the event tells whether it was received."""
    terminated, task, loop = threading.Event(), asyncio.current_task(), asyncio.get_running_loop()
    if os.name != "posix" or task is None or threading.current_thread() is not threading.main_thread():
        yield terminated  # on Windows a program is interrupted by Ctrl+C only
        return
    serving = task

    def cancel() -> None:
        terminated.set()
        serving.cancel()

    loop.add_signal_handler(signal.SIGTERM, cancel)
    try:
        yield terminated
    finally:
        loop.remove_signal_handler(signal.SIGTERM)


def _preload_sdks(flavors: Sequence[ApiFlavor]) -> None:
    """Import and try the SDKs in use beside the endpoint: the first request would delay all others by seconds."""
    try:
        from vaultdesk.providers.sdk_preload import preload_sdks

        preload_sdks(flavors)
    except Exception:  # the first request raises it again and reports it
        log.info("The providers' libraries could not be preloaded", exc_info=True)


def known_labels(catalog: Catalog, chat_model: str) -> tuple[str, ...]:
    """Return every model known without a request: the default one, those of settings, those once listed."""
    labels = [chat_model]
    for name in catalog.provider_names():
        labels.append(name)
        with suppress(UsageError):  # invalid settings offer no model
            labels.extend(f"{name}/{model.id}" for model in catalog.cached_models(name))
    found: list[str] = []
    for label in labels:
        with suppress(UsageError):  # without a selected model it has no name
            found.append(catalog.model_status(label).label)
    return tuple(dict.fromkeys(found))


def _print_connection(port: int, token: str, example: str, known: tuple[str, ...]) -> None:
    address = f"http://127.0.0.1:{port}/v1"
    print_text(f"Your models are served on {address}, for programs on this computer only. Ctrl+C ends it.")
    print_text("")
    print_text(f"OPENAI_BASE_URL={address}")
    print_text(f"OPENAI_API_KEY={token}")
    print_text("")
    others = f" and {len(known) - MAX_SHOWN_MODELS} more" if len(known) > MAX_SHOWN_MODELS else ""
    print_text(f"Models: {', '.join(known[:MAX_SHOWN_MODELS])}{others}")
    print_text(f'For example "model": "{example}"')
