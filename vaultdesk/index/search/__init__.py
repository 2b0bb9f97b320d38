"""Full-text search: candidates, ranking, snippets, name search and passage search."""
