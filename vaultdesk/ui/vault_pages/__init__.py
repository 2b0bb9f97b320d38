"""Pages of a vault: vocabulary, search test, index, import, daily notes and rewriting."""
