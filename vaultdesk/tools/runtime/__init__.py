"""Tool runtime: resolves calls, applies policy, asks for approval, runs them and records every step."""
