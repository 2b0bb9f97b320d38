"""Models in GGUF files on this computer, run by `xllamacpp` (the optional extra `local`) in a child process.

The engine is imported in the child process only.
"""
