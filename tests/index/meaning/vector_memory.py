"""The memory that a vector space uses."""

from vaultdesk.index.embeddings.nearest_neighbors import VectorSearch
from vaultdesk.index.embeddings.vector_space import VectorSpace


def memory_of(space: VectorSpace) -> int:
    """Return the bytes of the arrays of *space*."""
    arrays = [array for block in space._blocks for array in (block.notes, block.nths, block.bits, block.full)]
    return sum(array.nbytes for array in arrays if array is not None)


def search_memory(search: VectorSearch) -> int:
    """Return the bytes of the loaded vectors; 0 before the first search."""
    return memory_of(search._space) if search._space is not None else 0
