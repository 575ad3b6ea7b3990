"""Exercises: possible misreads, what an answer shows, and the next layout to ask about.

The logic is pure: the caller passes in dice and dates. Sets, practice, classes and seats have their own SQL.
"""
