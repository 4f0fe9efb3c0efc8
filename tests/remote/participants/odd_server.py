"""A server that answers as a test says, for what a real one never does."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Reply = tuple[int, dict[str, Any]] | None
"""A status and a body; None to hang up without a word."""


@contextmanager
def odd_server(*replies: Reply) -> Iterator[tuple[str, list[str]]]:
    """The address of a server that gives one reply after the other, and the paths asked so far."""
    waiting, asked = list(replies), list[str]()

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # as the library calls it
            self.rfile.read(int(self.headers["content-length"]))
            asked.append(self.path.rpartition("/")[2])
            reply = waiting.pop(0)
            if reply is None:
                self.close_connection = True
                return
            body = json.dumps(reply[1]).encode()
            self.send_response(reply[0])
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}", asked
        finally:
            server.shutdown()
            thread.join()


def refused(status: int) -> Reply:
    """A refusal."""
    return status, {"reason": "because"}


def at_step(step: str, round_: int = 0) -> Reply:
    """A text to read at a step."""
    shown = {"type": "text", "html": "Read this."}
    stage = {"study": "s", "title": "t", "step": step, "number": 1, "of": 1, "shown": shown}
    return 200, stage | ({"round": round_} if round_ else {})
