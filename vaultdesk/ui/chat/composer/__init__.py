"""The composer: question field, context items, completion, and the choice of mode, model and agent."""
