"""Where this machine is found in the local network: what phones at the table must type or scan."""

import contextlib
import socket
from ipaddress import IPv6Address, ip_address

# An address that is set aside for documentation: nothing is ever sent there, but choosing the way to it tells which
# of the machine's addresses the network sees.
_ELSEWHERE = ("192.0.2.1", 9)

_AT_ONCE = 0.3
"""Seconds to reach an address of this very machine."""


def network_host() -> str | None:
    """This machine's address in the local network, or nothing without one."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(_ELSEWHERE)
        return _unless_own(way.getsockname()[0])
    # At the cabin there may be a network without a way out: ask for the machine's own name.
    with contextlib.suppress(OSError):
        return _unless_own(socket.gethostbyname(socket.gethostname()))
    return None


def reachable_host(port: int) -> str | None:
    """This machine's address in the local network if it answers there at ``port``: the server's own, never one that
    a request names, because the answer tells whether a port is open.
    """
    host = network_host()
    if host is not None:
        with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=_AT_ONCE):
            return host
    return None


def network_of(told: str) -> bytes:
    """What tells visitors apart by the address that a server names; b"" where it names none, as from a socket file.

    Of the long addresses only the half that names the network counts: the other half is the device's own to choose.
    """
    try:
        there = ip_address(told)
    except ValueError:
        return told.encode()
    return there.packed[:8] if isinstance(there, IPv6Address) and not there.ipv4_mapped else told.encode()


def only_this_machine(host: str) -> bool:
    """Whether a host's name or address means the very machine that asks for it, whichever that is."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _unless_own(host: str) -> str | None:
    return None if host.startswith("127.") or host == "0.0.0.0" else host
