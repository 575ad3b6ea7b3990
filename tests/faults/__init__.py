"""What can go wrong around the app, each time the same way: docs/store.md has the table of what is promised."""
