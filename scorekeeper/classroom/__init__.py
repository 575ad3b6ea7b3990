"""A class that answers one set of exercises: each pupil at a phone, the teacher at the board.

Pure: what is kept and shown follows from the set, the session and what each pupil did. docs/classroom.md tells how.
"""
