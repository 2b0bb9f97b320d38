"""Embeddings of passages: models, stores, background embedding and nearest neighbors."""
