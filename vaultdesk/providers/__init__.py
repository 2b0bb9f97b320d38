"""Model providers behind one interface. The only package that imports vendor SDKs."""
