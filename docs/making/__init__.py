"""What the site has beside the pages of `docs/`: pages made of code, schemas and other files.

Read `hooks.py` first: MkDocs calls it.
"""
