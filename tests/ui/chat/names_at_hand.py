"""In-memory stand-ins for the mention finder and the context source."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from vaultdesk.agent.context.context_attacher import ContextSize
from vaultdesk.agent.context.context_reader import ContextReach
from vaultdesk.agent.context.mention_completion import MentionCandidate
from vaultdesk.chat.messages import ContextItem, ContextKind, ImagePart
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.transmission import Destination


def note(target: str) -> MentionCandidate:
    """Return a candidate for a note, or for a heading or block in it."""
    path, _, fragment = target.partition("#")
    folder, _, name = path.rpartition("/")
    return MentionCandidate(fragment or name, folder, ContextItem(kind="note", target=target), target)


NAMES = (
    note("House/Boiler"),
    note("House/Boiler#Cost"),
    note("House/Boiler#^a1"),
    note("Budget"),
    MentionCandidate("#heating", "3 notes", ContextItem(kind="tag", target="heating"), "#heating"),
    MentionCandidate("House", "", ContextItem(kind="folder", target="House"), "House/"),
)


class FakeFinder:
    """Finds `NAMES` that contain the query."""

    def __init__(self, *, broken: bool = False) -> None:
        self.broken = broken

    async def find(
        self, typed: str, kinds: frozenset[ContextKind] = frozenset(), limit: int = 20
    ) -> Sequence[MentionCandidate]:
        if self.broken:
            raise VaultDeskError("The index cannot be read")
        query = typed.casefold()
        in_note = "#" in query and not query.startswith("#")
        return [
            name
            for name in NAMES
            if name.item.kind in kinds
            and ("#" in name.item.target) == in_note
            and query in f"{name.title} {name.insert.rpartition('/')[2]}".casefold()
        ][:limit]


def sized(tokens: int, notes: int = 1, problem: str = "") -> ContextSize:
    """Return the size of a context item; one note by default."""
    return ContextSize(tokens, notes, problem)


@dataclass
class FakeContextSource:
    """Returns sizes from a table, and reads text files."""

    sizes: dict[str, ContextSize] = field(default_factory=dict)
    measured: list[str] = field(default_factory=list)
    reaches: dict[str, Callable[[Destination], ContextReach]] = field(default_factory=dict)
    """Reach of an item, by destination."""

    async def reach(
        self, attachment: ContextItem | ImagePart, destination: Destination, active: str = ""
    ) -> ContextReach:
        reach_for = self.reaches.get(attachment.target if isinstance(attachment, ContextItem) else attachment.name)
        return reach_for(destination) if reach_for is not None else ContextReach(1)

    async def size(self, item: ContextItem, destination: Destination) -> ContextSize:
        self.measured.append(item.target)
        if item.target == "gone":
            raise VaultDeskError("There is no such note")
        return self.sizes.get(item.target, sized(len(item.text) // 4 or 100))

    async def dropped_item(self, file: Path) -> ContextItem | ImagePart:
        if file.suffix == ".png":
            return ImagePart(media_type="image/png", data="", name=file.name)
        if file.suffix != ".txt":
            raise VaultDeskError(f"{file.name} cannot be read", hint="Text, PDF and pictures can be.")
        return ContextItem(kind="file", target=file.name, text=file.read_text(encoding="utf-8"))
