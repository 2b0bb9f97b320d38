"""The argument parser with all commands, options, help texts and examples."""

import argparse
from pathlib import Path
from typing import Final

from vaultdesk import __version__
from vaultdesk.core.answer_limits import (
    MAX_ANSWER_LENGTH,
    MAX_TEMPERATURE,
    MIN_ANSWER_LENGTH,
    valid_answer_length,
    valid_temperature,
)

EXAMPLES: Final = {
    "ask": 'vaultdesk ask "What did we decide about the heating?" --vault ~/Notes',
    "chat": "vaultdesk chat --vault ~/Notes --continue Heating",
    "chats": 'vaultdesk chats search "heat pump" --vault ~/Notes',
    "search": 'vaultdesk search "boiler tag:#house -path:Archive" --vault ~/Notes --limit 5',
    "index": "vaultdesk index --vault ~/Notes",
    "tools": "vaultdesk tools --category search",
    "call": """vaultdesk call vault_search '{"query": "boiler"}' --vault ~/Notes --approve reads""",
    "audit": "vaultdesk audit --limit 20",
    "disclosures": "vaultdesk disclosures --note Projects/Boiler.md",
    "changes": "vaultdesk changes --vault ~/Notes",
    "undo": "vaultdesk undo --vault ~/Notes",
    "redo": "vaultdesk redo --vault ~/Notes",
    "models": "vaultdesk models --provider ollama",
    "probe": "vaultdesk probe ollama/qwen3:8b",
    "import": "vaultdesk import chatgpt ~/Downloads/export.zip --vault ~/Notes --dry-run",
    "serve": "vaultdesk serve responses --model ollama/qwen3:8b",
    "config": "vaultdesk config set appearance.theme dark",
    "doctor": "vaultdesk doctor",
}
"""One example per command, shown at the end of its help."""

MAIN_HELP: Final = """Ask questions about your notes, and see exactly what the assistant does.

Without a command the window opens: `vaultdesk FOLDER` opens that folder, `vaultdesk NOTE` opens the note in its vault,
and `vaultdesk LINK` follows a vaultdesk:// link to a vault that was opened before. If no display can be reached, the
terminal chat opens instead."""


def build_parser() -> argparse.ArgumentParser:
    """Return the whole command line."""
    parser = argparse.ArgumentParser(
        prog="vaultdesk",
        allow_abbrev=False,
        description=MAIN_HELP,
        epilog="example: vaultdesk ~/Notes",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"vaultdesk {__version__}")
    parser.add_argument(
        "--quick-ask",
        nargs="?",
        const="",
        metavar="QUESTION",
        help="open quick ask, in the running program or a new one; this command can be bound to a key in the "
        "desktop's keyboard settings",
    )
    parser.add_argument(
        "--hidden",
        action="store_true",
        help="start without a window: in the tray if the settings keep the program there, else minimized",
    )
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", title="commands (or a FOLDER, a NOTE or a LINK to open)"
    )
    _add_asking(commands)
    _add_chats(commands)
    _add_finding(commands)
    _add_tools(commands)
    _add_changes(commands)
    _add_models(commands)
    _add_serving(commands)
    _add_importing(commands)
    _add_computer(commands)
    return parser


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, help_text: str
) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        allow_abbrev=False,
        help=help_text,
        description=help_text[0].upper() + help_text[1:] + ".",
        epilog=f"example: {EXAMPLES[name]}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _add_vault(command: argparse.ArgumentParser) -> None:
    command.add_argument("--vault", type=Path, metavar="DIR", help="the folder of notes (default: the one opened last)")


def _add_json(command: argparse.ArgumentParser, help_text: str) -> None:
    command.add_argument("--json", action="store_true", help=help_text)


def _add_approve(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--approve",
        choices=("ask", "reads", "all", "none"),
        help="how approval requests are answered: ask you in this terminal (ask), allow tools that only read (reads), "
        "allow every tool (all), refuse every tool (none). Default: ask in a terminal, none without one",
    )


def _add_agent(command: argparse.ArgumentParser, default: str) -> None:
    command.add_argument("--agent", metavar="NAME", help=f"the agent to use, within its limits (default: {default})")


def _add_mode(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--mode",
        choices=("chat", "vault-qa", "plus", "project", "agent"),
        help="the mode: the model alone (chat), only from your notes (vault-qa), look up first and answer once "
        "(plus), within a project (project), step by step with tools (agent). Default: the one in settings",
    )
    command.add_argument("--project", metavar="NOTE", help="the project's note; implies --mode project")


def _add_answer_settings(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--temperature",
        type=_temperature,
        metavar="NUMBER",
        help=f"sampling temperature, from 0 to {MAX_TEMPERATURE:g} (default: the model's own); a notice says if the "
        "model does not accept one",
    )
    command.add_argument(
        "--max-tokens",
        type=_answer_length,
        metavar="N",
        help=f"maximum tokens of one answer, from {MIN_ANSWER_LENGTH} to {MAX_ANSWER_LENGTH}",
    )


def _temperature(text: str) -> float:
    temperature = valid_temperature(text)
    if temperature is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to {MAX_TEMPERATURE:g}")
    return temperature


def _answer_length(text: str) -> int:
    length = valid_answer_length(text)
    if length is None:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a whole number from {MIN_ANSWER_LENGTH} to {MAX_ANSWER_LENGTH}"
        )
    return length


def _add_asking(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    ask = _command(commands, "ask", "ask one question and print the answer as it comes")
    ask.add_argument("question", metavar="QUESTION", help="the question; - reads it from standard input")
    ask.add_argument(
        "--note",
        action="append",
        default=[],
        metavar="NOTE",
        help="attach a note, by path or name; may be given several times. In the question @NAME or [[NAME]] does the "
        "same. Private notes are named before anything is sent",
    )
    ask.add_argument(
        "--quotes",
        action="store_true",
        help="print below the answer what the built-in assistant quotes from the notes for the same question",
    )
    chat = _command(commands, "chat", "chat with the assistant in the terminal; /plan QUESTION asks for a plan first")
    for command in (ask, chat):
        command.add_argument(
            "--continue",
            "--chat",
            dest="continued",
            metavar="CHAT",
            help="continue a chat: its id as `vaultdesk chats` lists it, its title, or its note by path or name. "
            "Default: a new chat. Chats are stored on this computer, outside the vault",
        )
        command.add_argument(
            "--private",
            action="store_true",
            help="do not store this chat: no text, no title. What leaves this computer is still recorded",
        )
        _add_vault(command)
        command.add_argument("--model", metavar="PROVIDER/NAME", help="the model (default: the one in settings)")
        _add_agent(command, "the one in settings, else the default assistant")
        _add_mode(command)
        _add_answer_settings(command)
        _add_approve(command)
    _add_json(ask, "print one event per line as JSON")


def _add_chats(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    chats = _command(commands, "chats", "list the chats of a vault; search, show, rename or delete them")
    actions = chats.add_subparsers(dest="action", metavar="ACTION")
    listing = actions.add_parser("list", help="list the chats, pinned first, then the newest (default)")
    search = actions.add_parser("search", help="search the text of chats")
    search.add_argument("query", metavar="QUERY", help="words, or beginnings of words; all of them in one message")
    show = actions.add_parser("show", help="print a chat, questions and answers")
    rename = actions.add_parser("rename", help="rename a chat")
    delete = actions.add_parser("delete", help="delete a chat permanently, and its note as set in Obsidian")
    for command in (show, rename, delete):
        command.add_argument("chat", metavar="CHAT", help="its id as listed, its title, or its note by path or name")
    rename.add_argument("title", metavar="TITLE", help="the new title")
    for command in (chats, listing, search):
        command.add_argument(
            "--limit",
            type=int,
            default=50 if command is chats else argparse.SUPPRESS,
            metavar="N",
            help="at most this many chats (default: 50)",
        )
    for command in (chats, listing, search, show, rename, delete):
        default = None if command is chats else argparse.SUPPRESS
        command.add_argument(
            "--vault",
            type=Path,
            default=default,
            metavar="DIR",
            help="the folder of notes (default: the one opened last)",
        )
    json_unit = {chats: "chat", listing: "chat", search: "passage", show: "message"}
    for command, unit in json_unit.items():
        command.add_argument(
            "--json",
            action="store_true",
            default=False if command is chats else argparse.SUPPRESS,
            help=f"print one {unit} per line as JSON",
        )


def _add_finding(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    search = _command(commands, "search", "search the notes by words, as the window does; if none is found, by meaning")
    search.add_argument("query", metavar="QUERY", help="words; Obsidian's operators work: file: tag: [property:value]")
    search.add_argument("--limit", type=int, default=20, metavar="N", help="at most this many notes (default: 20)")
    _add_vault(search)
    _add_json(search, "print the hits as JSON")
    index = _command(commands, "index", "build or update the search index, including search by meaning")
    index.add_argument("--rebuild", action="store_true", help="delete the index first; the notes are not changed")
    _add_vault(index)
    _add_json(index, "print the statistics as JSON")


def _add_tools(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    tools = _command(commands, "tools", "list the tools of an assistant, by category")
    tools.add_argument(
        "words",
        nargs="*",
        metavar="WORDS",
        help="only tools whose name, purpose or category contains all of these words",
    )
    tools.add_argument(
        "--category",
        metavar="NAME",
        help="only tools of this category, by the name in parentheses in the list, for example search or edits",
    )
    _add_json(tools, "print each tool with its JSON Schema")
    call = _command(commands, "call", "run one tool yourself and print its result as JSON")
    call.add_argument("tool", metavar="TOOL", help="the tool's name, as `vaultdesk tools` lists it")
    call.add_argument("arguments", metavar="ARGS_JSON", help="its arguments as one JSON object")
    _add_vault(call)
    _add_agent(call, "no agent, which means the whole vault and every tool")
    _add_approve(call)
    audit = _command(commands, "audit", "show which tools were called and who allowed them, or clear that list")
    audit.add_argument(
        "action",
        nargs="?",
        choices=("clear",),
        metavar="clear",
        help="remove all entries; one new entry records who did so, when, and how many were removed",
    )
    audit.add_argument("--yes", action="store_true", help="clear without asking")
    audit.add_argument("--limit", type=int, default=50, metavar="N", help="at most this many entries (default: 50)")
    _add_vault(audit)
    _add_json(audit, "print one entry per line as JSON")
    disclosures = _command(
        commands, "disclosures", "show what left this computer, to whom and by whose decision, and what was withheld"
    )
    disclosures.add_argument(
        "--note", default="", metavar="PATH", help="only the entries of this note, by its path in the vault"
    )
    disclosures.add_argument(
        "--limit", type=int, default=100, metavar="N", help="at most this many entries (default: 100)"
    )
    _add_vault(disclosures)
    _add_json(disclosures, "print one entry per line as JSON")


def _add_changes(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    changes = _command(commands, "changes", "list what VaultDesk changed in the vault")
    changes.add_argument("--limit", type=int, default=50, metavar="N", help="at most this many changes (default: 50)")
    _add_vault(changes)
    _add_json(changes, "print one change per line as JSON")
    undo = _command(commands, "undo", "undo a change, or all changes of one answer")
    redo = _command(commands, "redo", "redo what was undone")
    for command, default in ((undo, "all changes of the last answer"), (redo, "the last undo")):
        command.add_argument(
            "id",
            nargs="?",
            metavar="ID",
            help=f"a change or an answer, as `vaultdesk changes` lists it (default: {default})",
        )
        command.add_argument(
            "--merge",
            action="store_true",
            help="if a note has since changed, merge the changes if there is no conflict; without this option "
            "nothing is done",
        )
        _add_vault(command)


def _add_models(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    models = _command(commands, "models", "list the models your providers offer")
    models.add_argument(
        "--provider", metavar="NAME", help="only this provider (default: every provider that is set up)"
    )
    models.add_argument(
        "--refresh", action="store_true", help="request the list again, even if the stored one is less than a day old"
    )
    _add_json(models, "print one model per line as JSON")
    probe = _command(commands, "probe", "test what a model can do, and store the result")
    probe.add_argument("model", metavar="PROVIDER/NAME", help="the model, as `vaultdesk models` lists it")
    _add_json(probe, "print the result as JSON")


def _add_serving(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    serve = _command(commands, "serve", "serve VaultDesk to other programs on this computer")
    offers = serve.add_subparsers(dest="offer", metavar="OFFER", required=True)
    responses = offers.add_parser(
        "responses",
        allow_abbrev=False,
        help="your models, to programs that use the OpenAI Responses API",
        description="Serve your models to programs on this computer through the OpenAI Responses API. They need the\n"
        "token that is printed at the start. VaultDesk runs no tools for these requests: each program runs its own.",
        epilog="example: vaultdesk serve responses --port 8765 --model ollama/qwen3:8b",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    responses.add_argument(
        "--port", type=_port, default=8765, metavar="N", help="the port; 0 for any free port (default: 8765)"
    )
    responses.add_argument(
        "--model",
        metavar="PROVIDER/NAME",
        help="the default model: for requests that name none, or only its name without the provider",
    )


def _add_importing(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    command = _command(commands, "import", "import chats of other programs as notes of the vault")
    command.add_argument(
        "format",
        choices=("auto", "chatgpt-md", "copilot", "gemini-scribe", "chatgpt", "claude"),
        metavar="FORMAT",
        help="the format: chatgpt-md, copilot (Obsidian Copilot), gemini-scribe, chatgpt or claude (an export as it "
        "was downloaded), or auto to detect it",
    )
    command.add_argument(
        "path", type=Path, metavar="PATH", help="a note, a folder of notes, or an export; it is not changed"
    )
    command.add_argument("--dry-run", action="store_true", help="only show what would be created")
    _add_vault(command)
    _add_json(command, "print one chat per line as JSON")


def _port(text: str) -> int:
    port = int(text) if text.isascii() and text.isdecimal() else -1
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: a number from 0 to 65535")
    return port


def _add_computer(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    config = _command(commands, "config", "show or change settings")
    actions = config.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("path", help="print where the settings file is")
    get = actions.add_parser("get", help="print one setting")
    get.add_argument("key", metavar="KEY", help="for example appearance.theme")
    change = actions.add_parser("set", help="change one setting")
    change.add_argument("key", metavar="KEY", help="for example appearance.theme")
    change.add_argument("value", metavar="VALUE", help="the new value: a text, a TOML value, or a table as JSON")
    change.epilog = """example: vaultdesk config set providers.mine \\
    '{"kind": "openai-compatible", "base_url": "http://localhost:8080/v1", "model": "qwen3"}'"""
    change.formatter_class = argparse.RawDescriptionHelpFormatter
    doctor = _command(commands, "doctor", "check what works on this computer, what does not, and how to fix it")
    _add_vault(doctor)
    doctor.add_argument(
        "--providers",
        action="store_true",
        help="also request the lists of models from providers on other computers; no note text is sent. Default: "
        "only providers on this computer are queried",
    )
    _add_json(doctor, "print the checks as JSON")
