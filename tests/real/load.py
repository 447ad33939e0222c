#!/usr/bin/env python3
"""Sends a bounded number of requests to a server on this machine and waits for each answer.

Every connection has one request in flight, and all are served by one loop: the load must not take
the processor from the server that is simulated."""

import argparse
import selectors
import socket
import sys
import time

# How long to wait for any answer at all before giving up.
SILENCE_SECONDS = 60


def memcached_request(connection: int, number: int, keys: int) -> tuple[bytes, bytes]:
    key = f"key{(connection * 7 + number * 13) % keys}"
    if number == 0 or number % 4 == 0:
        return f"set {key} 0 0 8\r\nabcdefgh\r\n".encode(), b"STORED\r\n"
    if number % 4 == 1:
        return b"touch %s 100\r\n" % key.encode(), b"\r\n"
    return f"get {key}\r\n".encode(), b"END\r\n"


def http_request(connection: int, number: int, keys: int) -> tuple[bytes, bytes]:
    return b"GET /%d HTTP/1.1\r\nHost: trial\r\n\r\n" % number, b"answer"


PROTOCOLS = {"memcached": memcached_request, "http": http_request}


class Connection:
    """One client: sends its next request when the answer to the last one ends as expected."""

    def __init__(self, number: int, arguments: argparse.Namespace):
        self.make_request = PROTOCOLS[arguments.protocol]
        self.number = number
        self.rounds = arguments.rounds
        self.keys = arguments.keys
        self.round = 0
        self.answer = b""
        self.expected = b""
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self.socket.connect(("127.0.0.1", arguments.port))

    def send(self) -> bool:
        """Whether there was another request to send."""
        if self.round == self.rounds:
            return False
        request, self.expected = self.make_request(self.number, self.round, self.keys)
        self.round += 1
        self.answer = b""
        self.socket.sendall(request)
        return True

    def receive(self) -> bool:
        """Whether the client goes on."""
        part = self.socket.recv(65536)
        if not part:
            return False
        self.answer += part
        return self.send() if self.answer.endswith(self.expected) else True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--keys", type=int, default=64)
    parser.add_argument("--protocol", choices=PROTOCOLS, required=True)
    arguments = parser.parse_args()
    waiting = selectors.DefaultSelector()
    for number in range(arguments.connections):
        connection = Connection(number, arguments)
        connection.send()
        waiting.register(connection.socket, selectors.EVENT_READ, connection)
    started = time.monotonic()
    while waiting.get_map():
        ready = waiting.select(SILENCE_SECONDS)
        if not ready:
            print("no answer", file=sys.stderr)
            return 1
        for key, _ in ready:
            if not key.data.receive():
                waiting.unregister(key.data.socket)
                key.data.socket.close()
    total = arguments.connections * arguments.rounds
    print(f"{total} requests in {time.monotonic() - started:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
