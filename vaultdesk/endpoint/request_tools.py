"""Request tools: the caller's own tools, which it runs itself. Read, checked and repeated; nothing here runs one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from vaultdesk.endpoint.refusal import Refusal
from vaultdesk.endpoint.wire_json import Json
from vaultdesk.providers.history_replay import TOOL_NAME
from vaultdesk.providers.provider import AUTO, ToolChoice, ToolSpec


@dataclass(frozen=True, slots=True)
class FunctionTool:
    """A function the caller offers."""

    name: str
    description: str
    parameters: Mapping[str, JsonValue]
    strict: bool

    @property
    def spec(self) -> ToolSpec:
        """The tool as a model sees it."""
        return ToolSpec(self.name, self.description, self.parameters)

    @property
    def wire(self) -> Json:
        """The tool in OpenAI's flat shape."""
        return {
            "type": "function",
            "name": self.name,
            "description": self.description,
            "parameters": dict(self.parameters),
            "strict": self.strict,
        }

    def misfit(self, arguments: Mapping[str, JsonValue]) -> str:
        """Return what of the schema's outermost level *arguments* do not keep; empty where they keep it."""
        required = self.parameters.get("required")
        missing = [name for name in required if name not in arguments] if isinstance(required, list) else []
        if missing:
            return f"without {', '.join(map(str, missing))}"
        known = self.parameters.get("properties")
        if self.parameters.get("additionalProperties") is False and isinstance(known, dict):
            unknown = [name for name in arguments if name not in known]
            return f"with the unknown {', '.join(unknown)}" if unknown else ""
        return ""


@dataclass(frozen=True, slots=True)
class OfferedTools:
    """The tools of one request, and how the model may use them."""

    tools: tuple[FunctionTool, ...]
    """Every function, in the caller's order."""
    allowed: frozenset[str]
    """The names a call may have."""
    choice: ToolChoice
    wire_choice: JsonValue
    """The choice as it is repeated to the caller."""

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """The tools a model is shown; also where it must not call one, since its earlier calls name them."""
        shown = self.allowed if self.choice.mode != "none" else {tool.name for tool in self.tools}
        return tuple(tool.spec for tool in self.tools if tool.name in shown)

    def named(self, name: str) -> FunctionTool | None:
        """Return the tool a call may name *name*."""
        return next((tool for tool in self.tools if tool.name == name and name in self.allowed), None)


def read_tools(tools: Sequence[Mapping[str, JsonValue]], choice: str | Mapping[str, JsonValue] | None) -> OfferedTools:
    """Return the functions among *tools*; tools of other types run elsewhere and stay out. Raises `Refusal`."""
    functions: dict[str, FunctionTool] = {}
    for place, tool in enumerate(tools):
        if tool.get("type") != "function":
            continue
        function = _function(tool, f"tools[{place}]")
        if function.name in functions:
            raise _wrong(f"tools[{place}].name", f"Two tools have the name {function.name!r}.")
        functions[function.name] = function
    every = tuple(functions.values())
    if isinstance(choice, Mapping):
        return _chosen(every, choice)
    match choice or "auto":
        case "auto":
            return OfferedTools(every, frozenset(functions), AUTO, "auto")
        case "none":
            return OfferedTools(every, frozenset(), ToolChoice("none"), "none")
        case "required":
            if not every:
                raise _wrong("tool_choice", "A tool is required, but no function is among the tools.")
            return OfferedTools(every, frozenset(functions), ToolChoice("required"), "required")
        case _:
            raise _wrong("tool_choice", "tool_choice must be auto, none, required or one function.")


def _function(tool: Mapping[str, JsonValue], param: str) -> FunctionTool:
    inner = tool.get("function")
    # Chat Completions nests what Responses keeps flat; both are sent to Responses servers.
    said = {**tool, **inner} if isinstance(inner, dict) else tool
    name, description, parameters = said.get("name"), said.get("description"), said.get("parameters")
    if not isinstance(name, str) or not TOOL_NAME.fullmatch(name):
        raise _wrong(f"{param}.name", "A function's name is 1 to 64 letters, digits, _ and -.")
    if parameters is not None and not isinstance(parameters, dict):
        raise _wrong(f"{param}.parameters", f"The parameters of {name} must be a JSON Schema object.")
    return FunctionTool(
        name,
        description if isinstance(description, str) else "",
        parameters or {"type": "object", "properties": {}},
        said.get("strict") is True,
    )


def _chosen(every: tuple[FunctionTool, ...], choice: Mapping[str, JsonValue]) -> OfferedTools:
    names = frozenset(tool.name for tool in every)
    if choice.get("type") == "function":
        name = _name_of(choice)
        if name not in names:
            raise _wrong("tool_choice", f"tool_choice names the function {name!r}, which is not among the tools.")
        wire: Json = {"type": "function", "name": name}
        return OfferedTools(every, names, ToolChoice("tool", name), wire)
    if choice.get("type") == "allowed_tools":
        listed = choice.get("tools")
        allowed = frozenset(_names(listed if isinstance(listed, list) else ())) & names
        required = choice.get("mode") == "required"
        if required and not allowed:
            raise _wrong("tool_choice", "A tool is required, but no function is among the allowed tools.")
        shown: list[JsonValue] = [{"type": "function", "name": tool.name} for tool in every if tool.name in allowed]
        mode = "required" if required else "auto"
        wire = {"type": "allowed_tools", "mode": mode, "tools": shown}
        return OfferedTools(every, allowed, ToolChoice("required") if required else AUTO, wire)
    raise _wrong("tool_choice", "Only functions can be chosen here: the tools run at the caller.")


def _names(listed: Iterable[JsonValue]) -> Iterable[str]:
    return (_name_of(one) for one in listed if isinstance(one, dict) and one.get("type") == "function")


def _name_of(choice: Mapping[str, JsonValue]) -> str:
    inner = choice.get("function")
    name = inner.get("name") if isinstance(inner, dict) else choice.get("name")
    return name if isinstance(name, str) else ""


def _wrong(param: str, message: str) -> Refusal:
    return Refusal(400, message, code="invalid_value", param=param)
