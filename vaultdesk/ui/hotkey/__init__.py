"""Global hotkey: one key combination that works in every program, registered with the operating system."""
