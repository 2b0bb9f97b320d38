"""Entry point of `vaultdesk` and `python -m vaultdesk`: starts the command line, the window or a child process."""

import sys
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # For annotations only: a command is imported when it runs.
    from vaultdesk.cli.serve import ServingPlan
    from vaultdesk.core.platform.launch_request import LaunchRequest

PARSE_NOTES = "--parse-notes"
"""Flag with which the program starts itself to parse notes: `PARSE_NOTES_FLAG` in parser_worker.py, not imported here
because the window starts without it."""

READ_PAGE = "--read-page"
"""The same for reading a web page or a document: `READ_PAGE_FLAG` in page_process.py."""

DRAW = "--draw"
"""The same for drawing a PDF page or a picture: `DRAW_FLAG` in drawing_process.py."""

RUN_MODEL = "--run-model"
"""The same for running a model file: `RUN_MODEL_FLAG` in model_server.py."""

TRY_QT = "--try-qt"
"""The same for trying Qt: `TRY_QT` in window_checks.py."""

SELF_TEST = "--self-test"
"""Flag of the packaging scripts: start, open the welcome vault and exit."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code; if *argv* is None, the command line of this process."""
    arguments = sys.argv[1:] if argv is None else argv
    if list(arguments) == [PARSE_NOTES]:
        # The packaged program has no other Python interpreter, so it starts itself again (parser_process.py).
        from vaultdesk.index.indexing.parser_worker import run_parser as parse_notes

        return parse_notes()
    if len(arguments) > 1 and arguments[0] == READ_PAGE:
        from vaultdesk.web.page_process import main as read_page

        return read_page(*arguments[1:])
    if len(arguments) > 1 and arguments[0] == DRAW:
        from vaultdesk.ui.rendering.drawing_worker import run_drawing

        return run_drawing(*arguments[1:])
    if list(arguments) == [RUN_MODEL]:
        from vaultdesk.providers.gguf.model_server import run_model

        return run_model()
    if list(arguments) == [TRY_QT]:
        from vaultdesk.ui.qt_probe import try_qt

        return try_qt()
    if list(arguments) == [SELF_TEST]:
        from vaultdesk.ui.app.self_test import self_test

        return self_test()
    # Imported here, because the child processes above do not need the command line.
    from vaultdesk.cli.main import run

    return run(arguments, open_window, serve_responses)


def open_window(request: "LaunchRequest") -> int:
    """Open the window for *request*. Qt is imported only here, so that commands start quickly."""
    from vaultdesk.ui.app.import_speedups import speed_up_imports

    speed_up_imports()
    from vaultdesk.ui.app.application import main as open_desktop

    return open_desktop(request)


def serve_responses(plan: "ServingPlan") -> Coroutine[None, None, None]:
    """Serve the endpoint by *plan*; the web server is imported only here."""
    from vaultdesk.endpoint import SharedModels, StateSigner, endpoint_secret, endpoint_token, serve_responses

    token, signer = endpoint_token(plan.folder), StateSigner(endpoint_secret(plan.folder))
    models = SharedModels(plan.open_model, plan.known_labels, plan.default, plan.model_info)
    return serve_responses(models, token, signer, plan.port, lambda port: plan.on_ready(port, token))


if __name__ == "__main__":
    sys.exit(main())
