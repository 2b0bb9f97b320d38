"""Barrier: what no rule and no answer can lift: the agent's leash, a vault that is only read. Asks nobody."""

from collections.abc import Iterable

from vaultdesk.core.settings.settings_schema import Preset
from vaultdesk.tools.leash import Leash
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.results import failure
from vaultdesk.tools.subject import CHANGING
from vaultdesk.tools.tool import AnyTool, Effect, Tool, ToolResult


def refused(tool: AnyTool, effect: Effect, leash: Leash, preset: Preset, read_only: str = "") -> ToolResult | None:
    """Return the result of a call of *tool* that is barred, whatever else is set; None where it may go on.

    *read_only* is the sentence why this program may not write to the vault at all.
    """
    if leash.tools is not None and tool.name not in leash.tools:
        return failure("PERMISSION_DENIED", f"{_name(leash)} may not use {tool.name}.", effect=effect)
    if preset == "read-only" and effect in CHANGING:
        return failure("PERMISSION_DENIED", "Assistants may only read in this vault.", effect=effect)
    if effect not in ("write", "delete"):
        return None
    if leash.read_only:
        return failure("PERMISSION_DENIED", f"{_name(leash)} may only read.", effect=effect)
    if not leash.dangerous and (tool.dangerous or effect == "delete"):
        return failure("DANGEROUS_OPERATION", f"Dangerous operation not allowed: {tool.name}", effect=effect)
    if read_only:
        return failure("PERMISSION_DENIED", read_only, effect=effect)
    return None


def offered(registry: ToolRegistry, leash: Leash, preset: Preset) -> tuple[AnyTool, ...]:
    """Return the tools a model is told of: those that are set up and have at least one use that is not barred."""
    return tuple(
        tool
        for tool in registry.tools
        if tool.usable and any(not refused(tool, use, leash, preset) for use in _uses(tool))
    )


def _uses(tool: AnyTool) -> Iterable[Effect]:
    """Return the effects a tool's calls may have: one that tells by its arguments may also only read."""
    varies = type(tool).effect_of is not Tool.effect_of
    return (tool.effect, "read") if varies else (tool.effect,)


def _name(leash: Leash) -> str:
    return leash.whose[:1].upper() + leash.whose[1:]
