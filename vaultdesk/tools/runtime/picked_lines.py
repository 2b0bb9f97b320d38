"""Reduces the result of a reading call to the lines of a file that the user selected."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pydantic import JsonValue

from vaultdesk.chat.messages import Source
from vaultdesk.tools.runtime.approvals import LineRange
from vaultdesk.tools.runtime.execution import Execution
from vaultdesk.tools.runtime.result_passages import JsonPath, locate_objects, replace_values
from vaultdesk.tools.runtime.tool_results import failed_result


def picked_text(text: str, ranges: Sequence[LineRange]) -> str:
    """Return the lines *ranges* of *text*; empty if there are none, or if a range is out of order or out of bounds."""
    lines = text.split("\n")
    before = 0
    for first, last in ranges:
        if not before < first <= last <= len(lines):
            return ""
        before = last
    return "\n".join(line for first, last in ranges for line in lines[first - 1 : last])


def with_picked_lines(execution: Execution, texts: Mapping[str, str]) -> Execution:
    """Return *execution* with all its data about the files at the paths of *texts* replaced by *texts*."""
    if not texts or not execution.result.success:
        return execution
    result = execution.result
    located = locate_objects({"data": result.data}, execution.sources)
    replacements: dict[JsonPath, JsonValue] = {}
    for one in located:
        if one.path in texts:
            replacements[one.json_path[1:]] = {"path": one.path, "content": texts[one.path]}
    if {one.path for one in located} & set(texts) != {source.path for source in execution.sources} & set(texts):
        # Text of a file that cannot be located in the result cannot be replaced, so none of it is returned.
        message = "The picked lines could not be told from the rest of the result. Nothing was shared."
        return Execution(failed_result("READ_FAILED", message, effect=result.metadata.operation_type))
    note = "The user chose to share only a part of: " + ", ".join(texts) + "."
    kept = result.model_copy(update={"data": replace_values(result.data, replacements)}).with_note(note)
    sources = [source for source in execution.sources if source.path not in texts]
    sources += [Source(path=path, characters=len(text)) for path, text in texts.items()]
    # Reading a part does not count as reading this version of the note.
    digests = {path: digest for path, digest in execution.digests.items() if path not in texts}
    return replace(execution, result=kept, sources=tuple(sources), digests=digests)
