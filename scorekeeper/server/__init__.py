"""The process that answers: serving, deadlines, https at home, background jobs."""
