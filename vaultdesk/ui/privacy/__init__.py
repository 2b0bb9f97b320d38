"""Privacy: what left this computer, what is about to leave it, and the locks of what never does."""
