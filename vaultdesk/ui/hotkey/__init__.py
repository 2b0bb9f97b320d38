"""Global hotkey: one shortcut that works in every program, registered with the operating system."""
