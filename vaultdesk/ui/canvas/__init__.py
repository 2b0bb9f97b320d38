"""Canvas: a canvas file as the picture it is, to be looked at and walked through. Changes nothing in it."""
