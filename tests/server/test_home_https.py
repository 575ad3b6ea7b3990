"""https in a home network: renewal of the certificate, its limits, and the cookie."""

import os
import ssl
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding

from scorekeeper.server import home_certificate
from scorekeeper.server.cannot_serve import CannotServe
from scorekeeper.server.home_certificate import certificate_for, root
from scorekeeper.server.worker import SECURE
from tests.apps import close, make_app
from tests.conftest import Phone

NOW = datetime.now(UTC)


@pytest.mark.parametrize(
    ("host", "ago", "certificate_stays", "root_stays"),
    [
        pytest.param("192.168.1.20", timedelta(days=300), True, True, id="nothing changed"),
        pytest.param("192.168.1.21", timedelta(0), False, True, id="another address at home"),
        pytest.param("192.168.1.20", timedelta(days=500), False, True, id="it will not last another year"),
        pytest.param("192.168.1.20", timedelta(days=5 * 365), False, False, id="the root is over soon"),
        pytest.param("203.0.113.9", timedelta(0), False, False, id="a machine of the internet"),
        pytest.param(None, timedelta(0), False, True, id="no network"),
    ],
)
def test_it_is_made_anew_where_it_must_be(
    tmp_path: Path, host: str | None, ago: timedelta, certificate_stays: bool, root_stays: bool
) -> None:
    file = certificate_for(tmp_path, "192.168.1.20", NOW - ago)
    before, trusted = file.read_bytes(), root(tmp_path)
    assert certificate_for(tmp_path, host, NOW) == file
    assert (file.read_bytes() == before, root(tmp_path) == trusted) == (certificate_stays, root_stays)
    for name in (host or "127.0.0.1", "localhost"):
        _shake_hands(root(tmp_path), file, name)
    assert {stat.S_IMODE(kept.stat().st_mode) for kept in file.parent.iterdir()} == {0o600}


@pytest.mark.parametrize("name", ["golf.example", "203.0.113.9"])
def test_whoever_takes_the_files_can_pretend_to_be_no_machine_of_the_internet(tmp_path: Path, name: str) -> None:
    certificate_for(tmp_path, "192.168.1.20")
    stolen = home_certificate._kept(tmp_path / "https" / "authority.pem")
    assert stolen is not None
    names = [x509.DNSName(name) if name[0] == "g" else x509.IPAddress(ip_address(name))]
    forged = home_certificate._builder("Forged", stolen.certificate, stolen.key, NOW, timedelta(days=9))
    forged = forged.add_extension(x509.SubjectAlternativeName(names), critical=False)
    made = stolen._replace(certificate=forged.sign(stolen.key, hashes.SHA256()), above=stolen.certificate)
    home_certificate._keep(tmp_path / "forged.pem", made)
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        _shake_hands(root(tmp_path), tmp_path / "forged.pem", name)


def _shake_hands(trusted: x509.Certificate, file: Path, name: str) -> None:
    """A browser that trusts the root meets a server with that certificate."""
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(file)
    asking = ssl.create_default_context(cadata=trusted.public_bytes(Encoding.PEM).decode())
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    client, server = asking.wrap_bio(down, up, server_hostname=name), serving.wrap_bio(up, down, server_side=True)
    for side in (client, server):
        with pytest.raises(ssl.SSLWantReadError):
            side.do_handshake()
    client.do_handshake()


def test_damaged_files_are_told(tmp_path: Path) -> None:
    file = certificate_for(tmp_path, None)
    file.write_bytes(file.read_bytes()[:200])
    with pytest.raises(CannotServe, match=r"server\.pem is damaged\. Delete it"):
        certificate_for(tmp_path, None)


def test_https_knows_a_phone_that_came_by_plain_http_and_leaves_it_that_cookie(tmp_path: Path) -> None:
    app = make_app(tmp_path / "games", **SECURE)
    phone = Phone(app)
    phone.set_cookie("scorekeeper", app.session_interface.get_signing_serializer(app).dumps({"device": "Ann's"}))  # type: ignore[attr-defined]
    for _ in range(2):
        with phone.session_transaction(base_url="https://localhost") as session:
            assert session["device"] == "Ann's"
            session["seen"] = "anew"
        own = phone.get_cookie("__Host-scorekeeper")
        assert own is not None
        assert own.secure
        phone.delete_cookie("scorekeeper")
    close(app)


def test_without_the_package_for_certificates_it_says_what_to_run(tmp_path: Path) -> None:
    start = "import sys; sys.modules['cryptography'] = None; from scorekeeper.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", start, "serve", "--https", "--host", "127.0.0.1"],
        env={**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path / "games")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "pip install 'scorekeeper[https]'" in done.stderr
    assert "Traceback" not in done.stderr
