"""Results of training runs beside the paper's, as a table and as a page.

Read `rows.py` first: it puts the table together.
"""
