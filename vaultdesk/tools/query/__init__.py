"""Queries over notes: filters, Bases and Dataview parsed to criteria and evaluated on the index."""
