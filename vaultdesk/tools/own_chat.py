"""Own chat: the note of the chat that asks, which a search of its own words would find. `recall` looks into it."""

from vaultdesk.index.search import lookups
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.tool import View


async def own_chat(searcher: Searcher, view: View) -> frozenset[str]:
    """Return the paths of the notes that keep the chat *view* is for; none where it is not kept, or no chat."""
    if not view.chat:
        return frozenset()
    return await searcher.over_index(lambda _, db: lookups.paths_with_value(db, "id", view.chat))
