"""A network between browsers and the server that is as bad as a test wants it: losing answers, or gone.

    with Network(server.port, Random(7)) as network:
        page.goto(network.url)
        network.drop_share = 0.2
        ...
        network.down = True

The server may be killed and started again behind it; until it is back, requests get no answer.
"""

import contextlib
import re
import socket
import threading
from collections.abc import Callable
from random import Random
from types import TracebackType
from typing import BinaryIO, Self

from tests.serving import PATIENCE

HOST = "127.0.0.1"
_LENGTH = re.compile(rb"^content-length:\s*(\d+)\s*$", re.IGNORECASE | re.MULTILINE)
_CONNECTION = re.compile(rb"^connection:.*\r\n", re.IGNORECASE | re.MULTILINE)


class Network:
    """Passes requests from its own port on to the server's. All that can be set holds from the next answer on."""

    def __init__(self, port: int, dice: Random, *, drop_share: float = 0.0) -> None:
        self.drop_share = drop_share
        """The share of answers that get lost after the server has done the work, from 0 to 1. Of every N answers
        to one method the dice choose the one: however few a test gets, no run of luck brings all of them through."""
        self.drops_under = "/api/"
        """Only answers to addresses that begin so get lost; "/" for all, pages and scripts too."""
        self._to = (HOST, port)
        self._dice = dice
        self._lock = threading.Lock()
        self._fates: dict[tuple[str, float], list[bool]] = {}
        self._threads: list[threading.Thread] = []
        self._under_way: set[socket.socket] = set()  # connections to the server
        self._listener: socket.socket | None = None
        # Holds the port without listening, so that connections are refused and no other program takes it.
        self._place = _bound(0)
        self.port: int = self._place.getsockname()[1]
        self.url = f"http://{HOST}:{self.port}"

    @property
    def down(self) -> bool:
        """Whether connections are refused. Setting it cuts off what is under way."""
        return self._listener is None

    @down.setter
    def down(self, gone: bool) -> None:
        if gone == self.down:
            return
        if self._listener is not None:
            listener, self._listener = self._listener, None
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts; closing alone would not
            listener.close()
            return
        self._listener = _bound(self.port)
        self._listener.listen(128)
        self._begin(self._accept, self._listener)

    def __enter__(self) -> Self:
        self.down = False
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.down = True
        for server in tuple(self._under_way):  # a stream of news has no end of its own
            with contextlib.suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(PATIENCE)
        self._place.close()

    # --- at work ------------------------------------------------------------------------------------------------------

    def _begin(self, work: Callable[[socket.socket], None], what: socket.socket) -> None:
        thread = threading.Thread(target=work, args=(what,), daemon=True)
        self._threads = [*(old for old in self._threads if old.is_alive()), thread]
        thread.start()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                phone, _ = listener.accept()
            except OSError:
                return
            self._begin(self._pass_on, phone)

    def _pass_on(self, phone: socket.socket) -> None:
        """One request and its answer. Each connection carries one: on a used one, browsers repeat by themselves what
        was not answered, and no script would see the loss."""
        with phone, phone.makefile("rb") as incoming, contextlib.suppress(OSError):
            phone.settimeout(PATIENCE)
            request = _one_request(incoming)
            if request is None:
                return
            method, path, _ = request.split(b"\r\n", 1)[0].decode("latin-1").split(" ", 2)
            answer = self._asked(request)
            if not self.down and not self._is_lost(method, path):
                phone.sendall(answer)  # nothing, where there was no server

    def _is_lost(self, method: str, path: str) -> bool:
        """Whether this answer is the one among its neighbors, those to the same method, that gets lost."""
        if not self.drop_share or not path.startswith(self.drops_under):
            return False
        with self._lock:
            fates = self._fates.setdefault((method, self.drop_share), [])
            if not fates:
                neighbors = round(1 / self.drop_share)
                lost = self._dice.randrange(neighbors)
                fates += [place == lost for place in range(neighbors)]
            return fates.pop()

    def _asked(self, request: bytes) -> bytes:
        """The whole answer, or nothing if there was none or only half of one."""
        try:
            with socket.create_connection(self._to, PATIENCE) as server:
                self._under_way.add(server)
                try:
                    server.sendall(request)
                    parts = []
                    while part := server.recv(1 << 16):
                        parts.append(part)
                finally:
                    self._under_way.discard(server)
        except OSError:
            return b""
        answer = b"".join(parts)
        head, found, body = answer.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        empty = request.startswith(b"HEAD ") or head.split(b" ", 2)[1:2] in ([b"304"], [b"204"])
        whole = bool(found) and (empty or length is None or len(body) == int(length[1]))
        return answer if whole else b""


def _bound(port: int) -> socket.socket:
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)  # the place and the listener share one port
    bound.bind((HOST, port))
    return bound


def _one_request(incoming: BinaryIO) -> bytes | None:
    """A request as it came, but for one that ends its connection; None for a connection that ends without one."""
    lines = []
    while (line := incoming.readline()) not in (b"\r\n", b""):
        lines.append(line)
    if not lines or not line:
        return None
    head = _CONNECTION.sub(b"", b"".join(lines)) + b"Connection: close\r\n\r\n"
    length = _LENGTH.search(head)
    return head + (incoming.read(int(length[1])) if length else b"")
