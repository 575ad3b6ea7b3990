"""Certificates for tests of https, from an authority that only the tests trust."""

import base64
import hashlib
import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import trustme
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


@dataclass(frozen=True)
class ServerCertificate:
    """A certificate for this machine in PEM files, and the authority that vouches for it."""

    file: Path
    key: Path
    authority: trustme.CA

    @classmethod
    def make(cls, folder: Path, name: str = "table") -> Self:
        """A new one of a new authority."""
        authority = trustme.CA()
        made = authority.issue_cert("127.0.0.1", "localhost")
        file, key = folder / f"{name}.pem", folder / f"{name}-key.pem"
        file.write_bytes(b"".join(blob.bytes() for blob in made.cert_chain_pems))
        key.write_bytes(made.private_key_pem.bytes())
        return cls(file, key, authority)

    def trust(self) -> ssl.SSLContext:
        """What a client that trusts the authority needs."""
        context = ssl.create_default_context()
        self.authority.configure_trust(context)
        return context

    @property
    def fingerprint(self) -> str:
        """By which Chromium can be told to trust this certificate's key."""
        return fingerprint_of(self.file)


def fingerprint_of(file: Path) -> str:
    """The same of any certificate in PEM."""
    public = x509.load_pem_x509_certificate(file.read_bytes()).public_key()
    digest = hashlib.sha256(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    return base64.b64encode(digest).decode()
