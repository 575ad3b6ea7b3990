"""Exercises: what may be misread, what an answer tells about it, and which layout to ask about next.

The thinking is pure: dice and dates are passed in. Sets, practice, classes and seats keep themselves, with their SQL.
"""
