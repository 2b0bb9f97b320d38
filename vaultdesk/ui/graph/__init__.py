"""Graph: the links of a note, or of all notes, as a picture one can walk in. Changes nothing in the vault."""
