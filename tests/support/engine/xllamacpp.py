"""Replacement for the engine of model files: the same two classes and HTTP interface, with scripted answers.

The `general.name` of the file selects the outcome of loading, words in the question select that of the answer.
"""

import http.server
import json
import os
import re
import socket
import socketserver
import sys
import threading
import time
import weakref
from pathlib import Path
from types import SimpleNamespace
from typing import Any


class CommonParams(SimpleNamespace):
    """Accepts every parameter."""

    def __init__(self) -> None:
        super().__init__(model=SimpleNamespace(path=""), cpuparams=SimpleNamespace(), cpuparams_batch=SimpleNamespace())
        self.hostnames: list[str] = ["127.0.0.1"]
        self.api_keys: list[str] = []


class Server:
    """Listens on the host name in its parameters."""

    def __init__(self, parameters: CommonParams) -> None:
        model = Path(parameters.model.path).read_bytes()
        if b"too-large" in model:
            sys.stderr.write("0.00.1 E ggml_aligned_malloc: insufficient memory (attempted to allocate 9.00 MB)\n")
            raise RuntimeError("Failed to init server, please check the input params.")
        if b"unknown-kind" in model:
            sys.stderr.write("0.00.1 E llama_model_load: error loading model: unknown model architecture: 'new'\n")
            raise RuntimeError("Failed to init server, please check the input params.")
        if b"dies-loading" in model:
            os._exit(134)
        if b"never-loads" in model:
            if match := re.search(rb"never-loads (\S+) ", model):
                Path(os.fsdecode(match[1])).write_text(str(os.getpid()))
            threading.Event().wait()
        self._server = _listening(parameters.hostnames[0])
        self._server.parameters = parameters  # type: ignore[attr-defined]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        weakref.finalize(self, _stop, self._server)

    @property
    def listening_address(self) -> str:
        address = self._server.server_address
        return f"unix://{address!s}" if isinstance(address, str) else f"http://127.0.0.1:{address[1]}"


def _stop(server: socketserver.BaseServer) -> None:
    server.shutdown()
    server.server_close()


def _listening(host: str) -> socketserver.BaseServer:
    if not host.endswith(".sock"):
        return http.server.ThreadingHTTPServer((host, 0), _Answers)

    class OnSocket(http.server.ThreadingHTTPServer):
        address_family = socket.AF_UNIX

        def server_bind(self) -> None:
            socketserver.TCPServer.server_bind(self)
            self.server_name, self.server_port = host, 0

    return OnSocket(host, _Answers)  # type: ignore[arg-type]


class _Answers(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def address_string(self) -> str:
        return ""

    def log_message(self, format: str, *arguments: Any) -> None:
        """Log nothing."""

    def do_POST(self) -> None:
        parameters = self.server.parameters  # type: ignore[attr-defined]
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.headers.get("Authorization") != f"Bearer {parameters.api_keys[0]}":
            self._send_json({"error": {"message": "Invalid API Key", "code": 401}}, 401)
            return
        question = str(body["messages"][-1]["content"])
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        if "fail" in question:
            self._piece(f"from process {os.getpid()}")
            os._exit(134)
        if "endless" in question:
            self._piece(f"from process {os.getpid()}")
            while True:
                time.sleep(0.01)
                self._piece(" and more")
        facts = {
            "process": os.getpid(),
            "context": parameters.n_ctx,
            "offline": parameters.offline,
            "socket": parameters.hostnames[0],
            "batches": [parameters.n_batch, parameters.n_ubatch],
            "answers at a time": parameters.n_parallel,
            "pages": [parameters.ui, parameters.endpoint_slots, parameters.endpoint_props, parameters.endpoint_metrics],
        }
        self._piece(json.dumps(facts))
        usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
        self._event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": usage})
        self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True

    def _piece(self, text: str) -> None:
        self._event({"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]})

    def _event(self, chunk: dict[str, Any]) -> None:
        self.wfile.write(b"data: " + json.dumps({"object": "chat.completion.chunk", **chunk}).encode() + b"\n\n")
        self.wfile.flush()

    def _send_json(self, value: object, status: int) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
