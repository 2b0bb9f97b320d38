"""Search language: Obsidian's operators over notes (OBSIDIAN E.4), for every search box, the tools and the terminal."""

from vaultdesk.index.search_language.evaluation import Evaluation, Held, held, places
from vaultdesk.index.search_language.expression import Expression
from vaultdesk.index.search_language.parsing import understand

__all__ = ["Evaluation", "Expression", "Held", "held", "places", "understand"]
