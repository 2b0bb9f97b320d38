"""Web: pages, search engines and video transcripts, fetched behind a guard. Hands on text, never trusts it."""
