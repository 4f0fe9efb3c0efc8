"""A small server of chat completions that answers by rule, and badly when it is told to."""

import json
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answerer = Callable[[list[dict[str, str]]], str]


@dataclass
class Chat:
    """What was asked, and what is answered."""

    answer: Answerer
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    troubles: deque[tuple[int, str]] = field(default_factory=deque)
    """Status and `Retry-After` of the next answers; 0 for never answering."""
    is_over: threading.Event = field(default_factory=threading.Event)
    url: str = ""


@contextmanager
def serving(answer: Answerer) -> Iterator[Chat]:
    """A server on this machine for as long as it is needed."""
    chat = Chat(answer)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path != "/v1/chat/completions":
                return self.tell(404, b"no such page")
            chat.asked.append(body)
            chat.headers.append(dict(self.headers))
            status, after = chat.troubles.popleft() if chat.troubles else (200, "")
            if status == 0:
                chat.is_over.wait(20)
                return None
            if status == 201:
                return self.tell(200, b"<html>not what was asked for</html>")
            if status != 200:
                return self.tell(status, b'{"error":\n "come back"}', after)
            said = {"role": "assistant", "content": chat.answer(body["messages"])}
            return self.tell(200, json.dumps({"choices": [{"message": said}]}).encode())

        def tell(self, status: int, body: bytes, after: str = "") -> None:
            self.send_response(status)
            if after:
                self.send_header("Retry-After", after)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    chat.url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield chat
    finally:
        chat.is_over.set()
        server.shutdown()
        thread.join()
        server.server_close()
