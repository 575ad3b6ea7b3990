"""The referee: what a layout counts everywhere, what may be done now, and what the sheets say. Pure."""
