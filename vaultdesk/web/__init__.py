"""Web access for tools: pages, search engines and video transcripts, fetched behind an SSRF guard as untrusted text."""
