"""What the product promises, as black boxes: a file for each job, a test for each promise, named as one plain sentence.

They may move and get faster, never weaker; only an issue that names a promise may remove it. They look at addresses,
names of form fields, keys, numbers, JSON, roles and `data-` marks, never at a sentence of a page.
"""
