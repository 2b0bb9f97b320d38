"""Command line and environment of the `codex` child process."""

import shutil
from collections.abc import Collection, Mapping

from vaultdesk.core.errors import ProviderRefused
from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.error_context import ErrorContext

# Codex is a coding agent; here it only answers. Its own tools, extensions, notices and records are switched off by
# settings on its command line, which take precedence over the user's file. Unknown settings are ignored by older
# versions. No value contains a quote, a space or a character that a batch file interprets (on Windows `codex` is one).

INSTALL_COMMAND = "npm install -g @openai/codex"
"""The installation command in the vendor's documentation, valid on every system."""

_FEATURES_OFF = (
    "apps", "browser_use", "browser_use_external", "computer_use", "goals", "hooks", "image_generation",
    "in_app_browser", "memories", "multi_agent", "plugins", "plugin_sharing", "remote_control", "remote_plugin",
    "shell_snapshot", "shell_tool", "skill_mcp_dependency_install", "skill_search", "sleep_tool", "tool_suggest",
    "unified_exec", "view_image", "workspace_dependencies",
)  # fmt: skip
"""Features that are switched off: commands, viewing files, memory, extensions fetched at start, other agents."""

_SETTINGS = (
    "agents.enabled=false",
    "features.multi_agent_v2={enabled=false,disable_native_tools=true}",  # newer models include agents of their own
    "web_search=disabled",
    "skills.include_instructions=false",
    "skills.bundled.enabled=false",
    "include_apps_instructions=false",
    "include_collaboration_mode_instructions=false",
    "include_environment_context=false",  # the name of this computer's folder and shell
    "include_permissions_instructions=false",
    "project_doc_max_bytes=0",
    "notify=[]",  # a program of the user that would run after each answer
    "history.persistence=none",
    "analytics.enabled=false",
    "otel.exporter=none",
    "otel.trace_exporter=none",
    "otel.metrics_exporter=none",
    "feedback.enabled=false",
    "check_for_update_on_startup=false",
    "model_reasoning_summary=auto",
)

_KEPT_VARIABLES = (
    "PATH", "HOME", "CODEX_HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TEMP", "TMP",
    "SSL_CERT_FILE", "SSL_CERT_DIR", "CODEX_CA_CERTIFICATE",
    "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR",  # for the keyring, in which codex stores its login
    "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA",
    "PROGRAMDATA", "PROGRAMFILES",
)  # fmt: skip
"""Variables codex needs to find itself, its login and the network. Of keys only the one named in its own settings is
passed on: codex has its own login, and other keys are meant for other programs.
"""

_PROXY_VARIABLES = ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY")
"""Not passed on if codex uses a server of this computer, whose requests must not go through a proxy."""


def find_codex(environment: Mapping[str, str], error_context: ErrorContext) -> tuple[str, ...]:
    """Return the command that starts codex from PATH. Raises `ProviderRefused` if it is not installed."""
    program = shutil.which("codex", path=environment.get("PATH", ""))
    if program is None:
        raise ProviderRefused(
            Phrase("{0} is not installed on this computer", error_context.name),
            hint=Phrase("Install it with: {0}. Then log in with: codex login.", INSTALL_COMMAND),
            kind="network",
        )
    return (program,)


def server_arguments() -> tuple[str, ...]:
    """Return the arguments that start codex as a server without extras."""
    off = [f"features.{name}=false" for name in _FEATURES_OFF]
    return ("app-server", *(part for setting in (*off, *_SETTINGS) for part in ("-c", setting)))


def minimal_environment(
    environment: Mapping[str, str], named: Collection[str] = (), *, proxies: bool = True
) -> dict[str, str]:
    """Return the variables of *environment* that codex receives, with the variables *named* by its settings.

    Names are compared ignoring case on systems that do so.
    """
    wanted = {*_KEPT_VARIABLES, *(name.upper() for name in named), *(_PROXY_VARIABLES if proxies else ())}
    return {name: value for name, value in environment.items() if name.upper() in wanted}
