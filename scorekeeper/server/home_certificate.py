"""A self-made certificate for https in a home network, and the root that each phone must trust.

The root signed one authority, limited to home networks, and its key was never saved. So a thief of the files can pose
only as a device in a home network, and only to those phones.
"""

import re
import socket
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from scorekeeper.server.cannot_serve import CannotServe
from scorekeeper.store.files import make_folder, named_when_whole

_HOME = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8", "fc00::/7")
HOME: Final = [ip_network(network) for network in _HOME]
"""Networks without addresses of the internet."""

TRUSTED: Final = timedelta(days=5 * 365)
LASTS: Final = timedelta(days=820)
"""Apple's phones accept at most 825 days."""
LEFT: Final = timedelta(days=400)
"""Time that must be left at a start, for a server that runs for a year."""
BEFORE: Final = timedelta(days=2)
"""How far phones' clocks may be off."""


class Signed(NamedTuple):
    """A certificate, its issuer's certificate and its key."""

    certificate: x509.Certificate
    above: x509.Certificate
    key: ec.EllipticCurvePrivateKey


def root(instance: Path) -> x509.Certificate:
    """The root that phones trust. Raises CannotServe if it is missing."""
    kept = _kept(_authority_file(instance))
    if kept is None:
        raise CannotServe(f"{_authority_file(instance)} is missing. Start again with --https.")
    return kept.above


def fingerprint(instance: Path) -> str:
    """The start of the root's SHA-256, as phones show it."""
    return root(instance).fingerprint(hashes.SHA256())[:8].hex(" ").upper()


def certificate_for(instance: Path, host: str | None, now: datetime | None = None) -> Path:
    """The file with this machine's key and certificate for ``host``, remade if necessary.

    :raises CannotServe: for files that can't be read or written, and for a host that isn't an address.
    """
    now = now or datetime.now(UTC)
    names = ["localhost", *(f"{name}.local" for name in re.findall(r"^[a-z0-9-]{1,63}", socket.gethostname().lower()))]
    try:
        addresses = [ip_address(one) for one in ("127.0.0.1", host) if one]
    except ValueError:
        raise CannotServe(f"--https needs an IP address as --host, like 0.0.0.0, not {host}.") from None
    wanted = x509.SubjectAlternativeName([*map(x509.DNSName, names), *map(x509.IPAddress, addresses)])
    file = _authority_file(instance).with_name("server.pem")
    try:
        make_folder(file.parent)
        authority = _kept(_authority_file(instance))
        if authority is None or not _vouches(authority.certificate, addresses[-1], now + LASTS):
            authority = _new_authority(f"Scorekeeper on {socket.gethostname()}", addresses[-1], now)
            _keep(_authority_file(instance), authority)
        own = _kept(file)
        if own is None or own.above != authority.certificate or not _lasts(own.certificate, wanted, now + LEFT):
            key = ec.generate_private_key(ec.SECP256R1())
            made = _builder("Scorekeeper", authority.certificate, key, now, LASTS).add_extension(wanted, critical=False)
            made = made.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            made = made.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            _keep(file, Signed(made.sign(authority.key, hashes.SHA256()), authority.certificate, key))
    except OSError as error:
        raise CannotServe(f"{file.parent} can't be used: {error.strerror or error}.") from error
    return file


# --- files ------------------------------------------------------------------------------------------------------------


def _authority_file(instance: Path) -> Path:
    return instance / "https" / "authority.pem"


def _kept(file: Path) -> Signed | None:
    try:
        text = file.read_bytes()
        certificate, above = x509.load_pem_x509_certificates(text)
        key = serialization.load_pem_private_key(text, None)
    except FileNotFoundError:
        return None
    except ValueError as error:
        raise CannotServe(
            f"{file} is damaged. Delete it, start again and have the phones trust the new one."
        ) from error
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return Signed(certificate, above, key)


def _keep(file: Path, signed: Signed) -> None:
    pem = serialization.Encoding.PEM
    key = signed.key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    with named_when_whole(file, instead=True) as draft:
        draft.write_bytes(key + signed.certificate.public_bytes(pem) + signed.above.public_bytes(pem))


def _vouches(authority: x509.Certificate, address: IPv4Address | IPv6Address, until: datetime) -> bool:
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    networks = [ip_network(str(limit.value)) for limit in limits if isinstance(limit, x509.IPAddress)]
    return authority.not_valid_after_utc >= until and any(address in network for network in networks)


def _lasts(certificate: x509.Certificate, wanted: x509.SubjectAlternativeName, until: datetime) -> bool:
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return names == wanted and certificate.not_valid_after_utc >= until


# --- certificates -----------------------------------------------------------------------------------------------------


def _new_authority(name: str, address: IPv4Address | IPv6Address, now: datetime) -> Signed:
    """An authority for home networks, and for this machine if it is in none, under a root without a key."""
    own = [] if any(address in network for network in HOME) else [ip_network(address)]
    limits = [*map(x509.DNSName, ("local", "localhost")), *map(x509.IPAddress, [*HOME, *own])]
    root_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    signs = x509.KeyUsage(
        False, False, False, False, False, True, True, False, False
    )  # certificate and CRL signing only
    made = _builder(name, None, root_key, now, TRUSTED).add_extension(signs, critical=True)
    above = made.add_extension(x509.BasicConstraints(True, 1), critical=True).sign(root_key, hashes.SHA256())
    made = _builder(f"{name}, home networks", above, key, now, TRUSTED).add_extension(signs, critical=True)
    made = made.add_extension(x509.NameConstraints(limits, None), critical=True)
    below = made.add_extension(x509.BasicConstraints(True, 0), critical=True).sign(root_key, hashes.SHA256())
    return Signed(below, above, key)


def _builder(
    name: str, above: x509.Certificate | None, key: ec.EllipticCurvePrivateKey, now: datetime, lasts: timedelta
) -> x509.CertificateBuilder:
    """The common part of all certificates; one without an issuer signs itself."""
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])
    issuer_key = above.public_key() if above else key.public_key()
    assert isinstance(issuer_key, ec.EllipticCurvePublicKey)
    return (
        x509.CertificateBuilder(above.subject if above else subject, subject, key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BEFORE)
        .not_valid_after(now - BEFORE + lasts)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key), critical=False)
    )
