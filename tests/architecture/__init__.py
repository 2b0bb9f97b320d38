"""Architecture: the rules of the house, executed. Each rule is shown to bite."""
