"""Activity: the page of all changes, tool calls and disclosures, with the ways back."""
