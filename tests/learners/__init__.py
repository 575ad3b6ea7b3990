"""Learners who score hands by the five rule sheets, rightly or by one wrong rule, and now and then slip.

Nothing here imports the product: how well it tells their mistakes says nothing if they are made of its own rules.
"""
