"""Vocabulary: the words to learn as a page of one vault: browse, add, change, and look at them again."""
