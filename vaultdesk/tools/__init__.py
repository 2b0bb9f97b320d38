"""Tools that a model may call: interface, runtime with policy and approval, and the built-in toolsets."""
