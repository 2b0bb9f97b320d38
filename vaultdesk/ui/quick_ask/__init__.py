"""Quick ask: the small window over other programs in which one looks something up or asks. Keeps nothing itself."""
