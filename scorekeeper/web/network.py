"""This machine's address in the local network, which phones type or scan."""

import contextlib
import socket
import struct
from collections.abc import Iterator
from ipaddress import IPv6Address, ip_address

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

# An address reserved for documentation. Nothing is sent there, but the route to it shows which address of the machine
# the network sees.
_ELSEWHERE = ("192.0.2.1", 9)

_SIOCGIFADDR = 0x8915
"""Linux's name for asking for the address of a network interface. Other systems refuse it."""

_AT_ONCE = 0.3
"""Seconds to reach an address of this machine."""


def network_host() -> str | None:
    """This machine's address in the local network, or None."""
    return next(_network_hosts(), None)


def reachable_host(port: int) -> str | None:
    """The first of this machine's addresses in a network at which it answers at ``port``.

    The port is the server's own, never one from a request, because the answer reveals whether a port is open.
    """
    for host in _network_hosts():
        with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=_AT_ONCE):
            return host
    return None


def _network_hosts() -> Iterator[str]:
    """This machine's addresses in its networks, likeliest first; each once."""
    yield from dict.fromkeys(host for host in _addresses() if host != "0.0.0.0" and not only_this_machine(host))


def _addresses() -> Iterator[str]:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(_ELSEWHERE)
        yield way.getsockname()[0]
    # A network may have no route out, like that of a phone's hotspot.
    with contextlib.suppress(OSError):
        yield from socket.gethostbyname_ex(socket.gethostname())[2]
    if fcntl is not None:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            for _, interface in socket.if_nameindex():
                with contextlib.suppress(OSError):  # it has no address
                    told = fcntl.ioctl(asking, _SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
                    yield socket.inet_ntoa(told[20:24])


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
