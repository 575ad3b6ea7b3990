"""This machine's address in the local network, which phones type or scan."""

import contextlib
import socket
from ipaddress import IPv6Address, ip_address

# An address reserved for documentation. Nothing is sent there, but the route to it shows which address of the machine
# the network sees.
_ELSEWHERE = ("192.0.2.1", 9)

_AT_ONCE = 0.3
"""Seconds to reach an address of this machine."""


def network_host() -> str | None:
    """This machine's address in the local network, or None."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(_ELSEWHERE)
        return _unless_own(way.getsockname()[0])
    # A network may have no route out: look up the machine's own name.
    with contextlib.suppress(OSError):
        return _unless_own(socket.gethostbyname(socket.gethostname()))
    return None


def reachable_host(port: int) -> str | None:
    """This machine's address in the local network if it answers there at ``port``.

    The port is the server's own, never one from a request, because the answer reveals whether a port is open.
    """
    host = network_host()
    if host is not None:
        with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=_AT_ONCE):
            return host
    return None


def network_of(told: str) -> bytes:
    """The part of an address by which visitors are counted; b"" without one, as from a socket file.

    Of an IPv6 address only the network half counts, because a device chooses the other half itself.
    """
    try:
        there = ip_address(told)
    except ValueError:
        return told.encode()
    return there.packed[:8] if isinstance(there, IPv6Address) and not there.ipv4_mapped else told.encode()


def only_this_machine(host: str) -> bool:
    """Whether a host name or address means the local machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _unless_own(host: str) -> str | None:
    return None if host.startswith("127.") or host == "0.0.0.0" else host
