"""Tool text: tools for models that have none: calls written into the answer's text, and read out of it again."""
