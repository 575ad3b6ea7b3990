"""Pages and JSON, on top of the store and the rules: `app.py` makes the app.

The command line and the process that starts the server need only the settings, the log and this machine's address.
"""
