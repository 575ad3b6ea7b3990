"""https in a home network with a certificate of its own: when that is made anew, what it can vouch for, the cookie."""

import ssl
import stat
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding

from scorekeeper.web import create_app, home_certificate
from scorekeeper.web.db import store
from scorekeeper.web.home_certificate import certificate_for, root
from scorekeeper.web.serving import SECURE, CannotServe
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
    _shake_hands(root(tmp_path), file, host or "127.0.0.1", "localhost")
    for kept in (tmp_path / "https").iterdir():
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["golf.example", "203.0.113.9", "8.8.8.8"])
def test_whoever_takes_the_files_can_pretend_to_be_no_machine_of_the_internet(tmp_path: Path, name: str) -> None:
    certificate_for(tmp_path, "192.168.1.20", NOW)
    stolen = home_certificate._kept(tmp_path / "https" / "authority.pem")
    assert stolen is not None
    names = [x509.IPAddress(ip_address(name)) if name[0].isdigit() else x509.DNSName(name)]
    forged = home_certificate._builder("Forged", stolen.certificate, stolen.key, NOW, timedelta(days=9))
    forged = forged.add_extension(x509.SubjectAlternativeName(names), critical=False)
    file = tmp_path / "forged.pem"
    home_certificate._keep(file, stolen._replace(certificate=forged.sign(stolen.key, hashes.SHA256()), above=stolen[0]))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        _shake_hands(root(tmp_path), file, name)


def _shake_hands(trusted: x509.Certificate, file: Path, *names: str) -> None:
    """A browser that trusts the root meets a server with that certificate, by each of the names."""
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(file)
    asking = ssl.create_default_context(cadata=trusted.public_bytes(Encoding.PEM).decode())
    for name in names:
        up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
        client, server = asking.wrap_bio(down, up, server_hostname=name), serving.wrap_bio(up, down, server_side=True)
        for side in (client, server, client):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue


def test_what_cannot_be_used_is_told(tmp_path: Path) -> None:
    file = certificate_for(tmp_path, None)
    file.write_bytes(file.read_bytes()[:200])
    with pytest.raises(CannotServe, match=r"server\.pem is damaged; delete it"):
        certificate_for(tmp_path, None)
    with pytest.raises(CannotServe, match="and not with golf"):
        certificate_for(tmp_path, "golf.example")
    with pytest.raises(CannotServe, match="start again with --https"):
        root(tmp_path / "elsewhere")


def test_a_phone_is_known_by_https_as_it_was_by_plain_http_and_stays_known_by_both(tmp_path: Path) -> None:
    def phone(config: dict[str, object]) -> Phone:
        app = create_app({"TESTING": True, "SECRET_KEY": "one key", **config}, instance_path=str(tmp_path / "games"))
        app.test_client_class = Phone
        client = app.test_client()
        assert isinstance(client, Phone)
        return client

    plain, secure = phone({}), phone(dict(SECURE))
    plain.send_form("/g/none/seat", player="")
    with plain.session_transaction() as session:
        token = session["csrf_token"]
    cookie = plain.get_cookie("scorekeeper")
    assert cookie is not None
    secure.set_cookie("scorekeeper", cookie.value)
    for _ in range(2):
        with secure.session_transaction(base_url="https://localhost") as session:
            assert session["csrf_token"] == token
            session["seen"] = "anew"
        own = secure.get_cookie("__Host-scorekeeper")
        assert own is not None
        assert own.secure
        secure.delete_cookie("scorekeeper")
    for client in (plain, secure):
        with client.application.app_context():
            store().close()
