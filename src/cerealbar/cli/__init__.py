"""The command line: parse arguments, call one function, print.

`main.py` lists the commands; each lives in a file of its own.
"""
