"""Built-in tools, one module for each toolset."""
