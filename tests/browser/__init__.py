"""Real pages in Chromium play against the real server; read `visitor.py` and `play.py` first."""
