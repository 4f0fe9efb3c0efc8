"""What a corpus holds, for people to read: a web page with plots, and a data card.

Read `comparison.py` first (the dataset table beside the paper's), then `statistics_page.py`.
"""
