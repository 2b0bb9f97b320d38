"""What servers that people run themselves need: loading, prompts that lose their tools, and answers without end."""
