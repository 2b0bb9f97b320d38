"""OpenAI and compatible servers: Chat Completions, Responses, and LM Studio."""
