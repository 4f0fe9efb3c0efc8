"""Studies with people: what a study is, what a participant goes through, and what comes of it.

Nothing here knows a web framework or a database; `server.visits` lets people take part. Read
`study.py` first; `pay.py` is all about money, `report/` what is told of the games.
"""
